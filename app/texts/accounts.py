"""What the command line says about accounts and their corrections."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

ACCOUNT_SUMMARY: Final = "Add an account, correct it, merge two, turn its signs."
ACCOUNT_HELP: Final = (
    "Correct what the ledger says of an account. ACCOUNT is its id, its last digits, or its name or"
    " a part of it. Every change is kept in the log and can be taken back; none touches what a lock"
    " holds."
)
ACCOUNT_EXAMPLES: Final = (
    Example("tieout account edit 4471 --opening-balance 2318.46 --dry-run", "see a correction"),
    Example("tieout account merge 'Current 2' 4471", "make one account of two"),
    Example("tieout account undo 4471", "take the last change back"),
)

ADD_HELP: Final = "Add an account with this NAME, in a CURRENCY such as EUR."
ADD_EXAMPLES: Final = (
    Example("tieout account add Everyday EUR", "an account that held nothing before"),
    Example(
        "tieout account add 'Blue card' GBP --kind card --digits 9015 --opening-balance -120.00",
        "a card with a debt",
    ),
)
EDIT_HELP: Final = (
    "Say otherwise what the options name; the rest stays. A blank text takes digits, institution or"
    " the day of closing away. An opening balance moves every balance, so that a locked period"
    " forbids it; a currency is changed only before the first entry, and an account is not closed"
    " before its last entry or statement. Exit code 5 if nothing is otherwise."
)
EDIT_EXAMPLES: Final = (
    Example("tieout account edit 3 --name Everyday --digits 4471", "its name and last digits"),
    Example(
        "tieout account edit 4471 --opening-balance 2318.46 --opened-on 2025-01-01",
        "what it held before its first entry",
    ),
    Example("tieout account edit 4471 --institution ''", "forget the institution"),
    Example("tieout account edit 4471 --closed-on 2025-06-30", "no month after June is missing"),
)
MERGE_HELP: Final = (
    "Give all that ACCOUNT has to INTO, and remove ACCOUNT: entries, statements, decisions. Equal"
    " entries of both stay as many as they are. The account that begins first gives the opening"
    " balance; the other's must be 0, or what the first held then, or you say it with"
    " --opening-balance."
)
MERGE_EXAMPLES: Final = (
    Example("tieout account merge 'Current 2' 4471 --dry-run", "see what would move"),
    Example("tieout account merge 5 3 --opening-balance 2318.46", "where their balances disagree"),
)
FLIP_HELP: Final = (
    "Turn the sign of every entry of ACCOUNT and of its opening balance: for a card that was kept"
    " with its purchases as money in."
)
FLIP_EXAMPLES: Final = (
    Example("tieout account flip-signs 9015 --dry-run", "see how many entries turn"),
    Example("tieout account flip-signs 9015", "turn them"),
)
UNDO_HELP: Final = (
    "Take back the last change of ACCOUNT, and with the next call the one before. It is exact: if"
    " what it changed was changed since, nothing is done and it says what."
)
UNDO_EXAMPLES: Final = (
    Example("tieout account undo 4471 --dry-run", "see what would be as before"),
    Example("tieout account undo 4471", "take it back; of a merge, both are there again"),
)

NAME_WORD: Final = "NAME"
CURRENCY_WORD: Final = "CURRENCY"
INTO_WORD: Final = "INTO"
AMOUNT_WORD: Final = "AMOUNT"
NAME_HELP: Final = "Its name, which no other account has."
DIGITS_HELP: Final = "The last digits of its number, as statements print them."
INSTITUTION_HELP: Final = "The bank."
KIND_HELP: Final = "What sort of account it is."
CURRENCY_HELP: Final = "Its currency, such as EUR; only before its first entry."
OPENING_HELP: Final = "What it held before its first entry; a debt is negative."
OPENED_ON_HELP: Final = "The first day that the ledger tells of."
CLOSED_ON_HELP: Final = (
    "The last day that a statement is expected for; '' for an account that is open (again)."
)
MERGED_OPENING_HELP: Final = "What both together held before the first entry."
NOTHING_NAMED: Final = "Name what to change, such as --name or --opening-balance."

DONE: Final = {
    "add": "Account {account_id} is added.",
    "edit": "Account {account_id} is corrected.",
    "merge": "{other} is merged into account {account_id}: {entries} entries and {statements}"
    " statement(s) moved.",
    "flip_signs": "{entries} entries of account {account_id} have the other sign.",
    "undo": "Account {account_id} is as it was before its last change ({undone}).",
}
GONE: Final = "Account {account_id}, which was added, is gone again."
BACK_AGAIN: Final = (
    "{name} is there again, as account {id}: {entries} entries and {statements}"
    " statement(s) moved back."
)
AS_IT_WAS: Final = "Account {account_id} says so already."
FACTS: Final = {
    "name": "name",
    "institution": "institution",
    "kind": "kind",
    "currency": "currency",
    "mask": "last digits",
    "opening_balance": "opening balance",
    "opened_on": "opened on",
    "closed_on": "closed on",
}
FACT: Final = "  {fact}: {was} -> {now}"
FOLLOWS: Final = "  {file} (import {import_id}): {was} -> {now}"
