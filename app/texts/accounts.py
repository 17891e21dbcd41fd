"""What the command line says about accounts, and what a person states or corrects."""

from typing import Final

from app.texts import table

NAME_WORD: Final = "NAME"
CURRENCY_WORD: Final = "CURRENCY"
INTO_WORD: Final = "INTO"
NOTHING_NAMED: Final = "Name what to change, such as --name or --opening-balance."

DONE: Final = table("accounts", "DONE")
GONE: Final = "Account {account_id}, which had been added, is removed."
BACK_AGAIN: Final = (
    "{name} is restored as account {id}: {entries} entries and {statements} statement(s) moved"
    " back."
)
AS_IT_WAS: Final = "Account {account_id} already has these values."
FACTS: Final = table("accounts", "FACTS")
FACT: Final = "  {fact}: {was} -> {now}"
FOLLOWS: Final = "  {file} (import {import_id}): {was} -> {now}"


NOTHING_SAID: Final = "say what to correct, such as: --line 12 --amount 1,254.00"
HINT: Final = (
    "if a figure was misread: tieout correct {import_id} --statement {number} --line N"
    " --amount TEXT"
)
HINT_NO_FIGURE: Final = (
    "if a figure belongs to no line: tieout correct {import_id} --statement {number}"
    " --no-figure TEXT"
)
CORRECTED: Final = "corrected by {by}: {what}"
WHAT: Final = table("accounts", "WHAT")
NOTHING: Final = "nothing"
NO_LAYOUTS: Final = "No layout is known for this account yet."
LAYOUT: Final = "{id}  {columns}  {side}, {order}{currency}"
EXCUSED: Final = "{id}  not a line: {words}"
LAYOUT_BY: Final = "    confirmed by {by}, seen in import {import_id}"
LAYOUT_TAUGHT: Final = "    learnt from import {import_id}, which matched"
RESTING: Final = "    used by imports: {imports}"
FORGOTTEN: Final = "Forgotten. {rest}"
NONE_RESTED: Final = "No import relied on it."
RESTED: Final = "Proven again without it: imports {imports}."


STATED: Final = "Import {import_id}: {account}, {period}, {verdict}."
VERSION: Final = "import {import_id} ({file}) covers the same days"
ONLY_HERE: Final = "  only here:  {day} {amount} {description}"
ONLY_THERE: Final = "  only there: {day} {amount} {description}"
CHOOSE: Final = (
    "if the other one should count: tieout state {import_id} --does-not-stand --reason TEXT"
)
#: What a person is asked where nothing settles it, and the command that answers.
QUESTION: Final = "to settle it: tieout state {import_id} --statement {number} {options}"
LARGEST: Final = (
    "the largest line is {day} {description} {amount}: came in (--largest in) or went out?"
)
BALANCE: Final = "the last balance is {amount}: do you have it (--balance have) or owe it?"
ALSO_PRINTED: Final = "days: {value}, the days of its lines; {detail}"
#: What a model reads on the page, by the name of the fact, and what it is called.
CITED: Final = "on page {page} a model reads {said} (not proven): “{text}”"
CITED_NAMES: Final = table("accounts", "CITED_NAMES")
CITED_NEXT: Final = "if that is so: tieout state {import_id} --statement {number} {options}"

SOURCE_WORD: Final = "FILE"
FOLLOWING: Final = "Following {source}; Ctrl-C ends."

SYNC_COUNTS: Final = (
    "{source}: {added} added, {changed} changed, {gone} gone, {recognised} recognised; {same} as"
    " before."
)
SYNC_PENDING: Final = "{pending} pending row(s) come in once they are booked."
SYNC_REFUSED: Final = "{refused} change(s) are to what is locked and were left undone."
SYNC_ASKS: Final = "{asks} rows are gone. If they are meant to go, sync with --yes."
SYNC_OPENING: Final = "{account}: the opening balance is another one now."
SYNC_OPENING_LOCKED: Final = (
    "the opening balance is another one there, and was left as it is: lock {lock_id} holds it."
)
SYNC_MORE: Final = "… and {rows_left_out} more."
SYNC_REMARK: Final = "{file}, line {line}: {reason}"
SYNC_REMARK_FILE: Final = "{file}: {reason}"
SYNC_LOCKED: Final = "locked by {file} (lock {lock_id})"
SYNC_LOCK: Final = "locked (lock {lock_id})"
SYNC_SAID: Final = "{date}  {amount}  {description}"
SYNC_WAS: Final = "was: {said}"
SYNC_WORDS: Final = table("accounts", "SYNC_WORDS")
SYNC_UNDONE: Final = (
    "{source}: took back {added} added, {changed} changed and {gone} removed row(s). The next sync"
    " offers them again."
)
DISCONNECTED: Final = "{source} is not followed any more; its {entries} entries stay."
NO_SOURCES: Final = "The ledger has no source. Connect one with: tieout ledger connect NAME FILE"
SOURCE: Final = "{name}: {location} ({format}), read {at}"
NEVER_SYNCED: Final = "never"
SOURCE_ACCOUNT: Final = "  {key} is {account} ({currency}){flipped}"
SOURCE_FLIPPED: Final = ", with the other sign"

PATCH_WORDS: Final = {"amend": "change", "remove": "remove", "add": "add"}
PATCH_LEFT: Final = "left: {what} {account} {said}{place}: {reason}"
PATCH_BECOMES: Final = "{was} to {now}"
PATCH_PLACE: Final = " ({file}, line {line})"
PATCH_ASKS: Final = "say which: tieout ledger patch {source} --leg {payee} ACCOUNT"
PATCH_UNASSERTED: Final = "not asserted: {account} {balance} {currency} on {date}: {reason}"
PATCH_PASSED: Final = "{tool} accepts a patched copy."
PATCH_REFUSED: Final = "{tool} says of a patched copy:"
PATCH_COUNTS: Final = "{source}: {corrections} correction(s), {balances} balance(s), {left} left."
PATCH_NOTHING: Final = "{source}: there is nothing to correct."
PATCH_BACKUP: Final = "what was there: {file}"
PATCH_MORE: Final = "to change the files: tieout ledger patch {source} --write"
