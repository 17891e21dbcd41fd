"""What the command line says about accounts, and what a person states or corrects."""

from typing import Final

from app.texts.terminal import Example, Help

ACCOUNT_SUMMARY: Final = "Add, correct or merge accounts, or reverse an account's signs."
ACCOUNT_ACCOUNT_HELP: Final = Help(
    "Add, correct or merge accounts. ACCOUNT is an id, the last digits, or a name or a part of"
    " it. Every change is kept in the log and can be undone; no change affects a locked period.",
    Example("tieout account edit 4471 --opening-balance 2318.46 --dry-run", "see a correction"),
    Example("tieout account merge 'Current 2' 4471", "make one account of two"),
    Example("tieout account undo 4471", "take the last change back"),
)

ADD_HELP: Final = Help(
    "Add an account with this NAME, in a CURRENCY such as EUR.",
    Example("tieout account add Everyday EUR", "an account that held nothing before"),
    Example(
        "tieout account add 'Blue card' GBP --kind card --digits 9015 --opening-balance -120.00",
        "a card with a debt",
    ),
)
EDIT_HELP: Final = Help(
    "Change the facts that the options name; the others stay as they are. An empty text clears"
    " the digits, the institution or the closing day. A new opening balance changes every"
    " balance, so it is refused if a period is locked; the currency can be changed only before"
    " the first entry, and an account cannot close before its last entry or statement. Exit code"
    " 5 if nothing changes.",
    Example("tieout account edit 3 --name Everyday --digits 4471", "its name and last digits"),
    Example(
        "tieout account edit 4471 --opening-balance 2318.46 --opened-on 2025-01-01",
        "what it held before its first entry",
    ),
    Example("tieout account edit 4471 --institution ''", "forget the institution"),
    Example("tieout account edit 4471 --closed-on 2025-06-30", "no month after June is missing"),
)
MERGE_HELP: Final = Help(
    "Move everything in ACCOUNT to INTO (entries, statements, decisions) and remove ACCOUNT."
    " Equal entries in both are all kept. The opening balance is that of the account that begins"
    " first; the other's must be 0, or the first account's balance on that day, or you give it"
    " with --opening-balance.",
    Example("tieout account merge 'Current 2' 4471 --dry-run", "see what would move"),
    Example("tieout account merge 5 3 --opening-balance 2318.46", "where their balances disagree"),
)
FLIP_HELP: Final = Help(
    "Reverse the sign of every entry of ACCOUNT and of its opening balance: for a card whose"
    " purchases were recorded as money in.",
    Example("tieout account flip-signs 9015 --dry-run", "see how many entries turn"),
    Example("tieout account flip-signs 9015", "turn them"),
)
UNDO_HELP: Final = Help(
    "Undo the last change to ACCOUNT; run it again to undo the one before. The account is"
    " restored exactly: if anything it would restore has changed since, nothing is done and the"
    " command names it.",
    Example("tieout account undo 4471 --dry-run", "see what would be as before"),
    Example("tieout account undo 4471", "take it back; of a merge, both are there again"),
)

NAME_WORD: Final = "NAME"
CURRENCY_WORD: Final = "CURRENCY"
INTO_WORD: Final = "INTO"
AMOUNT_WORD: Final = "AMOUNT"
NAME_HELP: Final = "Its name, which no other account has."
DIGITS_HELP: Final = "Its number, or the last digits of it, as statements print them."
INSTITUTION_HELP: Final = "The bank."
KIND_HELP: Final = "What sort of account it is."
ACCOUNT_CURRENCY_HELP: Final = "Its currency, such as EUR; only before its first entry."
ACCOUNT_OPENING_HELP: Final = "What it held before its first entry; a debt is negative."
OPENED_ON_HELP: Final = "The first day that the ledger covers."
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
    "flip_signs": "The signs of {entries} entries of account {account_id} are reversed.",
    "undo": "Account {account_id} is as it was before its last change ({undone}).",
}
GONE: Final = "Account {account_id}, which had been added, is removed."
BACK_AGAIN: Final = (
    "{name} is restored as account {id}: {entries} entries and {statements} statement(s) moved"
    " back."
)
AS_IT_WAS: Final = "Account {account_id} already has these values."
FACTS: Final = {
    "name": "name",
    "institution": "institution",
    "kind": "kind",
    "currency": "currency",
    "mask": "last digits",
    "number": "number",
    "opening_balance": "opening balance",
    "opened_on": "opened on",
    "closed_on": "closed on",
}
FACT: Final = "  {fact}: {was} -> {now}"
FOLLOWS: Final = "  {file} (import {import_id}): {was} -> {now}"


CORRECT_SUMMARY: Final = "Correct what was misread: enter what the page shows."
CORRECT_HELP: Final = Help(
    "Enter what the page shows where a statement was misread. A text that is on the line's row is"
    " cited from there; any other text replaces what was read, under your name, as the picture"
    " shows it. An empty text means that nothing is printed there. The statement is proven again"
    " with your correction; --take-back removes the last correction.",
    Example("tieout correct 4 --line 12 --amount 1,254.00", "a digit of an amount"),
    Example('tieout correct 4 --line 12 --balance ""', "a balance that the bank misprinted"),
    Example(
        'tieout correct 4 --missing-after 12 --day 14.03. --amount 25,00 --about "Fee" --out',
        "a line that was not read",
    ),
    Example("tieout correct 4 --no-line 13", "an advert that was taken for a line"),
    Example('tieout correct 4 --no-figure "5,000.00" --page 2', "a figure that is not part of it"),
    Example("tieout correct 4 --take-back", "the last correction"),
)
LINE_HELP: Final = "The line that is corrected, by its number."
AMOUNT_HELP: Final = "Its amount, as the page shows it."
DAY_HELP: Final = "Its day, as the page shows it."
SECOND_HELP: Final = "Its second day, as the page shows it."
CORRECT_BALANCE_HELP: Final = "Its running balance, as the page shows it."
CORRECT_OPENING_HELP: Final = "The opening balance, as the page shows it."
CLOSING_HELP: Final = "The closing balance, as the page shows it."
MISSING_HELP: Final = "A line is missing after this one; 0 for before the first."
ABOUT_HELP: Final = "The words of a missing line."
WAY_HELP: Final = "Whether a missing line came in or went out."
NO_LINE_HELP: Final = "This line is not part of the statement."
NO_FIGURE_HELP: Final = "This figure on the page is not part of the statement."
PAGE_HELP: Final = "The page that the figure is on."
TAKE_BACK_HELP: Final = "Take the last correction back."
NOTHING_SAID: Final = "say what to correct, such as: --line 12 --amount 1,254.00"
HINT: Final = (
    "if a figure was misread: tieout correct {import_id} --statement {number} --line N"
    " --amount TEXT"
)
CORRECTED: Final = "corrected by {by}: {what}"
WHAT: Final = {
    "amount": "line {line}, amount: {text}",
    "day": "line {line}, day: {text}",
    "second": "line {line}, second day: {text}",
    "balance": "line {line}, balance: {text}",
    "opening": "opening balance: {text}",
    "closing": "closing balance: {text}",
    "line": "a line after line {line}: {day} {about} {text}",
    "no_line": "line {line} is not part of the statement",
    "no_figure": "{text} is not part of the statement",
}
NOTHING: Final = "nothing"
ANSWER_HELP: Final = "Withdraw the answer to this question, such as side or currency."
LAYOUTS_HELP: Final = Help(
    "List the layouts of ACCOUNT's statements: those a person confirmed, and those learnt from"
    " matched statements. If a layout is known, nobody is asked for the direction, the currency"
    " or the order of dates. --forget removes one, and lists the imports that relied on it: they"
    " are proven again without it.",
    Example("tieout account layouts 4471", "all of an account"),
    Example("tieout account layouts 4471 --forget 2 --dry-run", "see what rests on one"),
    Example("tieout account layouts 4471 --forget 2", "forget it"),
)
FORGET_HELP: Final = "Forget the layout of this id."
NO_LAYOUTS: Final = "No layout is known for this account yet."
LAYOUT: Final = "{id}  {columns}  {side}, {order}{currency}"
EXCUSED: Final = "{id}  not a line: {words}"
LAYOUT_BY: Final = "    confirmed by {by}, seen in import {import_id}"
LAYOUT_TAUGHT: Final = "    learnt from import {import_id}, which matched"
RESTING: Final = "    used by imports: {imports}"
FORGOTTEN: Final = "Forgotten. {rest}"
NONE_RESTED: Final = "No import relied on it."
RESTED: Final = "Proven again without it: imports {imports}."


STATE_SUMMARY: Final = "Answer what arithmetic cannot show: account, direction, balance, days."
STATE_HELP: Final = Help(
    "Answer what arithmetic cannot show about a statement: which account it belongs to, whether"
    " its largest line came in or went out, whether its closing balance is yours or owed, its"
    " currency and its days. Your answers are kept with your name and with the page's layout, so"
    " that nobody is asked about the account's next statement. If two statements for the same"
    " days differ, --does-not-stand sets one aside, and the other one counts.",
    Example(
        "tieout state 4 --account new --largest in --balance have --currency GBP",
        "the first statement of a new account",
    ),
    Example("tieout state 4 --account 4471 --period 2025-03-01 2025-03-31", "whose, and its days"),
    Example('tieout state 4 --does-not-stand --reason "the bank sent it again"', "another counts"),
)
STATE_ACCOUNT_HELP: Final = (
    "The account it belongs to: its id, its last digits, or its name; new for one that has yet to"
    " be added."
)
PERIOD_HELP: Final = "Its first and its last day."
LARGEST_HELP: Final = "Whether its largest line came in or went out."
STATE_BALANCE_HELP: Final = "Whether you have its closing balance, or owe it."
STATE_CURRENCY_HELP: Final = "The currency of its amounts, such as GBP."
ORDER_HELP: Final = "Which comes first in its dates."
BOOKING_HELP: Final = "Which of two days of a line counts: the first one or the second."
DECIMALS_HELP: Final = "Say that the decimals of the amounts begin where they were read."
REMEMBER_HELP: Final = "Whether to expect the account's next statements to look like this one."
STATEMENT_HELP: Final = (
    "Which of the import's statements, counted from 1; needed if it has several."
)
STANDS_HELP: Final = "Whether this statement is the one that counts for its days."
REASON_HELP: Final = "Why; the log keeps it."
STATED: Final = "Import {import_id}: {account}, {period}, {verdict}."
VERSION: Final = "import {import_id} ({file}) covers the same days"
ONLY_HERE: Final = "  only here:  {day} {amount} {description}"
ONLY_THERE: Final = "  only there: {day} {amount} {description}"
CHOOSE: Final = (
    "if the other one should count: tieout state {import_id} --does-not-stand --reason TEXT"
)
IMPORT_ACCOUNT_HELP: Final = "The account that these statements belong to; otherwise it is found."
#: What a person is asked where nothing settles it, and the command that answers.
QUESTION: Final = "to settle it: tieout state {import_id} --statement {number} {options}"
LARGEST: Final = (
    "the largest line is {day} {description} {amount}: came in (--largest in) or went out?"
)
BALANCE: Final = "the last balance is {amount}: do you have it (--balance have) or owe it?"
ALSO_PRINTED: Final = "days: {value}, the days of its lines; {detail}"
#: What a model reads on the page, by the name of the fact, and what it is called.
CITED: Final = "on page {page} a model reads {said} (not proven): “{text}”"
CITED_NAMES: Final = {
    "opening_balance": "the opening balance",
    "closing_balance": "the closing balance",
    "period_start": "the first day",
    "period_end": "the last day",
    "currency": "the currency",
    "account_number": "an account number that ends in",
    "kind": "the kind of account",
    "institution": "the institution",
}
CITED_NEXT: Final = "if that is so: tieout state {import_id} --statement {number} {options}"

SOURCE_WORD: Final = "FILE"
KEY_WORD: Final = "KEY"
KEY_AND_ACCOUNT: Final = "KEY ACCOUNT"
CONNECT_HELP: Final = Help(
    "Keep the ledger in step with FILE, the journal, book or export that you keep it in, and read"
    " it for the first time. NAME is what you call it here. Nothing in FILE is run or changed."
    " Accounts that the ledger has under the same name are used, the others are added.",
    Example("tieout ledger connect books ~/books/main.beancount --dry-run", "see what comes in"),
    Example("tieout ledger connect books ~/main.journal --only assets:checking", "one account"),
    Example("tieout ledger connect bank export.ofx --account Everyday", "into an account here"),
)
FORMAT_HELP: Final = "The form of FILE, where it is not recognised."
SOURCE_CURRENCY_HELP: Final = "The currency of a file that does not say it, such as EUR."
SOURCE_KIND_HELP: Final = "The kind of accounts of which FILE does not say it."
SOURCE_ACCOUNT_HELP: Final = "The account here that the only account of FILE is."
COLUMN_WORD: Final = "COLUMN"
CSV_DATES_HELP: Final = "The order in which FILE writes days."
CSV_DECIMAL_HELP: Final = "What FILE writes before the decimals."
CSV_SIGNS_HELP: Final = "Which way the first amount of a CSV file went."
CSV_DATE_HELP: Final = "The column of a CSV file with the day of booking."
CSV_AMOUNT_HELP: Final = "The column of a CSV file with the amount."
ONLY_HELP: Final = "Connect only this account of FILE; may be given more than once."
AS_HELP: Final = "The account of FILE that is this ACCOUNT here; may be given more than once."
FLIPPED: Final = "An account that FILE keeps with the other sign; may be given more than once."
SYNC_HELP: Final = Help(
    "Read a source again, and change the ledger as it was changed there: rows that were added,"
    " edited or deleted. Rows on locked days are shown and left (exit code 3). If more than a tenth"
    " of the rows are gone, nothing changes without --yes. Exit code 5 if nothing changed.",
    Example("tieout ledger sync", "the only source there is"),
    Example("tieout ledger sync books --dry-run", "see first what would change"),
    Example("tieout ledger sync books --watch", "keep up while you write"),
    Example("tieout ledger sync books --file ~/new/main.journal", "it was moved"),
)
SYNC_YES_HELP: Final = "Apply it also where many rows are gone."
SYNC_WATCH_HELP: Final = "Go on, and sync whenever a file of the source changes, until Ctrl-C."
SYNC_SETTLE_HELP: Final = "With --watch: seconds that a file must be left alone first."
FOLLOWING: Final = "Following {source}; Ctrl-C ends."
MOVED_HELP: Final = "Where the source is now."
UNDO_SYNC_HELP: Final = Help(
    "Take the last sync of a source back: entries that it added go, the others are as before.",
    Example("tieout ledger undo-sync books", "take it back"),
)
DISCONNECT_HELP: Final = Help(
    "Stop following a source. Its entries stay in the ledger.",
    Example("tieout ledger disconnect books", "keep the entries"),
)
SOURCES_HELP: Final = Help(
    "List the sources of the ledger with their accounts.",
    Example("tieout ledger sources", "where the ledger is kept"),
)

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
SYNC_WORDS: Final = {
    "added": "added",
    "changed": "changed",
    "gone": "gone",
    "recognised": "known",
}
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

PATCH_HELP: Final = Help(
    "Print what you accepted as a patch of the files that the ledger is kept in: only the digits of"
    " an amount, a day or whole transactions change. The balances of matched statements are"
    " asserted, and the checker of the journal, if it is installed, says what it thinks of a"
    " patched copy. Files change with --write alone, and each keeps a copy beside it. A book that"
    " is no text gets a file to import, and a list of what to do there. Exit code 3 if something is"
    " left for you, 5 if there is nothing to correct.",
    Example("tieout ledger patch", "look at it first"),
    Example("tieout ledger patch books --write", "change the files, and read them again"),
    Example(
        "tieout ledger patch --leg Greengate Expenses:Food", "where that payee's rows are booked"
    ),
    Example("tieout ledger patch > books.patch", "apply it with: patch -p1 < books.patch"),
    Example("tieout ledger patch gnucash --to add.ofx", "a file to import where it is kept"),
)
WRITE_HELP: Final = "Change the files, and bring the ledger in step."
LEG_WORDS: Final = "PAYEE ACCOUNT"
LEG_HELP: Final = (
    "The account on the other side of added rows of PAYEE, or of all others if PAYEE is *; it is"
    " remembered, and may be given more than once."
)
PATCH_TO_HELP: Final = "Write the patch or the file to import into this new file."
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
