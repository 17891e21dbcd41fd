"""What the command line says about deciding: causes, resolutions, and a model's opinions."""

from typing import Final

from app.texts.language import marked
from app.texts.terminal import Example, Help

OF_ACCOUNT_HELP: Final = "Only what concerns this account: its id, its last digits, or its name."
MONTH_WORD: Final = "YYYY-MM"
OF_MONTH_HELP: Final = "Only statements that reach into this month."
LIMIT_HELP: Final = "How many causes to list (default: 50)."
MORE_CAUSES: Final = "{more} more: list them with --limit."
EXPLAINS: Final = "explains {count} more: {imports}"
EXPLAINED_BY: Final = "follows from {import_id}, which was left as it is"
#: Why those that are explained are not listed.
NEED_NOBODY: Final = (
    "A statement that another one explains ties out with it, and needs no decision."
)
REVIEW_BY_CAUSE: Final = "See what needs you, by cause: tieout review"
SAFE_NEXT: Final = "Accept everything that makes a statement tie out: tieout accept --all-safe"

#: What would explain all of a statement, and what would mend that.
HINTS: Final = {
    "signs": "Every line is in the ledger with the opposite sign. If the account was kept with"
    " its signs reversed: tieout account flip-signs {account} --dry-run",
    "days": "Every line is in the ledger, {days} days later. See the corrected dates: tieout"
    " accept {import_id} --dry-run",
    "currency": "The statement is in {currency}, the account is not. If it belongs to another"
    " account: tieout state {import_id} --account ACCOUNT",
    "opening": "Every balance differs by {amount}. If it did so from the start: tieout account"
    " edit {account} --opening-balance {opening_balance} --dry-run",
}
DAYS_EARLIER: Final = HINTS["days"].replace("later", "earlier")

#: What earlier decisions propose for an entry that is to be added.
CALLED_BEFORE: Final = marked("called before: {payee}")
COUNTER_ACCOUNT: Final = marked("counter-account: {counter_account}")
AS_BEFORE_WAY: Final = (
    "with the payee of before: tieout accept {import_id} --as-before NUMBER, by the numbers of"
    " tieout accept {import_id} --dry-run"
)
RULES_HELP: Final = Help(
    "List what earlier decisions propose for new entries: what the lines of an account were last"
    " called, and the counter-accounts that `tieout ledger patch` was given. None is applied"
    " without your yes. With --forget, what was decided so far proposes it no more; entries stay.",
    Example("tieout ledger rules", "what is proposed"),
    Example('tieout ledger rules --forget "card wren bakery"', "propose that no more"),
)
FORGET_RULE_HELP: Final = "The words of a line, or the payee of a counter-account, as listed."
RULE_PAYEE: Final = "{words} is called {payee} (account {account})"
RULE_COUNTER: Final = "{words} goes to {counter_account} (source {source})"
NO_RULES: Final = "Nothing was decided yet that could be proposed again."
RULES_FORGOTTEN: Final = "Forgotten: {count} rule(s) for {words}."
AS_BEFORE_HELP: Final = (
    "The number of a change whose payee is to be called as you decided before, where that is"
    " proposed; may be repeated."
)
ACCEPT_HELP: Final = Help(
    "Accept what an IMPORT proposes. With --all-safe, accept everything after which a statement"
    " ties out, the oldest first; with --all-new, the accounts that proven statements propose:"
    " their lines are proposed once you answer what is still open. With --suggested, accept what"
    " a model suggests for the differences of IMPORT. These show what they would do, and do it if"
    " you say yes.",
    Example("tieout accept 4", "carry out what import 4 proposes"),
    Example("tieout accept 4 --only 1 --only 3", "two of the changes it proposes"),
    Example("tieout accept 4 --as-before 1", "all, the first with the payee that is proposed"),
    Example("tieout accept 4 --suggested --only 2", "what a model suggests for difference 2"),
    Example("tieout accept --all-safe --month 2025-03", "what makes a month tie out"),
    Example("tieout accept --all-new --name 4471=Everyday", "start a ledger from statements"),
)
FROM_ASK_HELP: Final = "Only what a model proposed in tieout ask --propose."
BY_MODEL: Final = "{suggested_by} proposed when asked (proposal {proposal_id}; no proof): {reason}"
BY_MODEL_CHANGE: Final = "  {op} {said}"
BY_MODEL_NEXT: Final = (
    "Yes: tieout accept {import_id} --from-ask; no: tieout reject {import_id} --from-ask"
    " --reason TEXT"
)
ALL_SAFE_HELP: Final = "Everything after which a statement ties out."
ALL_NEW_HELP: Final = "The accounts that statements propose."
NAME_HELP: Final = "What to call the account of these digits."
YES_HELP: Final = "Do not ask for confirmation."
ASK: Final = "Carry out these changes?"
NOT_ASKED: Final = "Nothing was changed. Add --yes to carry this out."
NOTHING_SAFE: Final = "There is nothing that would make a statement tie out."
NOTHING_NEW: Final = "No statement proposes a new account."
STATEMENT: Final = "import {import_id}: {file}, {period}"
ONE_OR_ALL: Final = "Name one IMPORT, or use --all-safe or --all-new."
BAD_NAME: Final = "--name is DIGITS=NAME, like 4471=Everyday"


NOTE_SUMMARY: Final = "Note a text, a tag or a file on a line of a statement."
NOTE_HELP: Final = Help(
    "Note something on LINE of IMPORT, by its number in the review: a TEXT, a tag, a file of at"
    " most 5 MB. Notes are kept with the statement, survive `tieout reprocess`, and are shown in"
    " the review, on the page and in the log. Without LINE the notes of IMPORT are listed.",
    Example('tieout note 4 30 "asked the shop for the receipt" --tag query', "on line 30"),
    Example("tieout note 4 30 --attach receipt.pdf", "a file"),
    Example("tieout note 4", "all notes of import 4"),
    Example("tieout note 4 --file-of 2 > receipt.pdf", "the file of note 2"),
    Example("tieout note 4 --remove 2", "take note 2 away"),
)
TAG_HELP: Final = "One word or a few, such as query or private."
ATTACH_HELP: Final = "A file that is kept with the note."
FILE_OF_HELP: Final = "Write the file of this note to standard output."
REMOVE_NOTE_HELP: Final = "Take this note away; the log keeps its words."
NOTE_ON: Final = "line {line}: {said} (note {id}, {actor})"
NOTE_ON_NO_LINE: Final = "no line: {said} (note {id}, {actor})"
NO_NOTES: Final = "Nothing was noted on import {import_id}. Start with: tieout note --help"
ONE_OF_NOTES: Final = "Name a LINE with what to note, or use --remove or --file-of."

FIND_SUMMARY: Final = "Search for what a difference may be, to pair it by hand."
FIND_HELP: Final = Help(
    "Search for what difference NUMBER of IMPORT may be, by a part of the PAYEE, by amount and by"
    " day: the unpaired entries of the account, or with --other-accounts of every account of its"
    " currency, and the lines of the statement that have no entry. The nearest amounts come first."
    " Pair what belongs together with `tieout resolve IMPORT NUMBER pair`.",
    Example("tieout find 4 2", "what is near difference 2 of import 4"),
    Example("tieout find 4 2 grocer --days 92", "a payee, three months around"),
    Example("tieout find 4 2 --amount 54.30 --other-accounts", "an amount, in every account"),
)
PAYEE_WORD: Final = "PAYEE"
FIND_AMOUNT_HELP: Final = "This amount, whichever its sign, such as 54.30."
FIND_DAYS_HELP: Final = "At most so many days away (default: 31)."
FIND_OTHERS_HELP: Final = "Entries of other accounts too; to pair one moves it to this account."
FIND_TITLE: Final = "{number}. {day}  {amount}  {description}"
FIND_NOTHING: Final = (
    "Nothing unpaired was found. Widen the search with --days or --other-accounts, or leave the"
    " payee out."
)
FIND_MORE: Final = "There is more: narrow it down by payee or --amount."
FIND_WAY: Final = "To search for what one may be: tieout find {import_id} NUMBER"
FIND_NEXT: Final = "Pair what belongs together: tieout resolve {import_id} {number} pair {named}"

RESOLVE_SUMMARY: Final = "Settle one difference, by its number in the review."
RESOLVE_HELP: Final = Help(
    "Settle difference NUMBER of IMPORT, as numbered by `tieout review IMPORT`, by ACT, and prove"
    " the statement again. NUMBER 0 is the statement as a whole, which can only be left as it is."
    " Lines, entries, amounts and day are those of the difference unless you name others. Undo it"
    " with `tieout undo decision NUMBER`. Exit code 3 if more of it needs a person.",
    Example("tieout resolve 4 1 add --dry-run", "see what would come of it"),
    Example("tieout resolve 4 1 add", "book what the ledger lacks"),
    Example('tieout resolve 4 2 outstanding --reason "not cashed yet"', "the bank will count it"),
    Example("tieout resolve 4 2 move --to-day 2025-04-01", "it belongs to another month"),
    Example(
        'tieout resolve 4 3 pair --line 7 --entry 41 --entry 42 --reason "one payment"',
        "one line that is two entries",
    ),
    Example('tieout resolve 4 3 leave --reason "the bank is wrong"', "leave it as it is"),
)
ACTS_HEADING: Final = "Acts"
#: What each act does, and for which kind of difference.
RESOLVE_ACTS: Final = {
    "add": "book the line; not in the ledger",
    "amend": "change the entry to match the line; the ledger has another amount or date",
    "remove": "remove the entry; only in the ledger, or twice in it",
    "move": "to --to-day, --to-account or both; only in the ledger, or another date",
    "pair": "pair one line with its entries, or one entry with its lines: name them with --line"
    " and --entry, as `tieout find` lists them. An entry in another account moves to this one",
    "split": "split one entry into one for each --line, or one for each --amount; one entry that"
    " is several lines",
    "outstanding": "mark the entry as outstanding: it will be ticked off on a later statement;"
    " only in the ledger",
    "leave": "leave it as it is, with --reason; any kind, and what cannot be proven",
}
NUMBER_WORD: Final = "NUMBER"
ACT_WORD: Final = "ACT"
LINE_WORD: Final = "N"
ENTRY_WORD: Final = "ID"
AMOUNT_WORD: Final = "AMOUNT"
LINE_HELP: Final = "A line of the statement, by its number in the review; may be repeated."
ENTRY_HELP: Final = "An entry of the ledger, by its id; may be repeated."
TO_DAY_HELP: Final = "The day that the entry moves to."
TO_ACCOUNT_HELP: Final = (
    "The account that the entry moves to: its id, its last digits, or its name or a part of it."
)
AMOUNT_HELP: Final = "The amount of a part of the entry, such as -30.00; may be repeated."

CHANGE_MOVE: Final = "{number}. move    {was}\n{pad}   to      {now}{account}"
CHANGE_SPLIT: Final = "{number}. split   {was}\n{pad}   into    {now}"
CHANGE_PAIR: Final = "{number}. pair    {rows}"
CHANGE_OUTSTANDING: Final = "{number}. outstanding  {rows}"
CHANGE_LEAVE: Final = "{number}. leave   {rows}"
IN_ACCOUNT: Final = " (account {account_id})"
LINES_NAMED: Final = "line {numbers}"
ENTRIES_NAMED: Final = "entry {numbers}"
WHOLE: Final = "the statement as it is"

#: What a kind of difference is called where its number is used for it; a sum is another amount
#: of one row that several others come to.
KINDS: Final = {
    "missing_in_ledger": "not in the ledger",
    "missing_in_statement": "only in the ledger",
    "amount_differs": "another amount",
    "sum": "one amount for several",
    "date_differs": "another date",
    "duplicate_in_ledger": "twice in the ledger",
    "ambiguous": "several entries fit",
}
WHOLE_STATEMENT: Final = "the statement"
_LEAVE: Final = "leave --reason TEXT"
#: What settles each kind, the likeliest first.
WAYS: Final = {
    "missing_in_ledger": ("add", "pair --entry ID", _LEAVE),
    "missing_in_statement": ("outstanding", "move --to-day DATE", "remove", _LEAVE),
    "amount_differs": ("amend", "split --amount AMOUNT", _LEAVE),
    "sum": ("pair", "split", _LEAVE),
    "date_differs": ("amend", "pair", _LEAVE),
    "duplicate_in_ledger": ("remove", _LEAVE),
    "ambiguous": ("pair --line N --entry ID", _LEAVE),
    None: (_LEAVE,),
}
RESOLVE_WAY: Final = "{kind}: tieout resolve {import_id} {number} {acts}"
SETTLE: Final = "To settle one by its number, with --dry-run first:"
NUMBERED: Final = "{number}. "
LEFT: Final = "; left by {actor}: {reason}"
SETTLED: Final = {
    "pair": "paired by hand: {rows} ({actor}){reason}",
    "outstanding": "outstanding: {rows} ({actor}){reason}",
    "leave": "left as it is: {rows} ({actor}){reason}",
}
BECAUSE: Final = ": {reason}"


#: What a model takes a row or a difference for.
WHAT: Final = marked(
    {
        "fee": "a fee",
        "interest": "interest",
        "tax": "a tax",
        "refund": "a refund",
        "reversal": "a reversal",
        "transfer": "a transfer between own accounts",
        "charged_twice": "charged twice by the bank",
        "cheque": "a cheque",
        "cash": "cash",
        "not_booked": "not booked yet",
        "booked_twice": "booked twice",
        "other_account": "booked on another account",
        "typing_slip": "a typing error",
        "another_day": "booked on another day",
        "later_statement": "will appear on a later statement",
        "split": "one that is booked as several",
        "joined": "several that are booked as one",
        "tip_or_exchange": "a tip, a charge or an exchange rate in the amount",
        "cancelled": "never carried out",
        "other": "something else",
    }
)
SAYS: Final = "{model} says: {said}"
SAME: Final = "line {line} is entry {entry}"
QUOTED: Final = "“{why}”"
RESTS: Final = "({rows})"
NOTHING_SAID: Final = "no word for it"
SUGGESTS: Final = "suggests: {act}"
OPINION_ACTS: Final = {
    "add": "book the line",
    "amend": "change the entry to match the line",
    "remove": "remove the entry",
    "move": "move the entry to this account",
    "pair": "pair them",
    "split": "split the entry into the lines",
    "outstanding": "expect it on a later statement",
    "leave": "leave it as it is",
}
NO_OPINION: Final = (
    "{model} was asked about the differences and gave no usable opinion ({status}). To ask again:"
    " tieout reprocess {import_id}"
)
OPINION_WAY: Final = (
    "what a model suggests, if you think so too: tieout accept {import_id} --suggested"
)
SUGGESTED_HELP: Final = (
    "What a model suggests for the differences of IMPORT; with --only, for those of these numbers."
)
SUGGESTED_ALONE: Final = "--suggested needs the IMPORT whose differences are meant."
UNDO_HELP: Final = Help(
    "Take back one decision, all decisions that were made by one yes, or a whole import. Only the"
    " last touches the document. What was changed since is listed and left alone.",
    Example("tieout undo decision 17", "take it back; `tieout log` has the number"),
    Example("tieout undo group 17", "take back all that one yes did"),
    Example("tieout undo import 4", "put it back, and forget the document"),
)
UNDO_DECISION_HELP: Final = Help(
    "Take back one decision, by its NUMBER in the log; the document and every other decision stay."
    " What it changed in the ledger is as before, and its difference waits again.",
    Example("tieout undo decision 17 --dry-run", "see what would be as before"),
    Example("tieout undo decision 17", "take it back; `tieout log` has the number"),
)
UNDO_GROUP_HELP: Final = Help(
    "Take back the decision with this NUMBER in the log and all others that were made by the same"
    " yes, such as those of `tieout accept --all-safe`. No document goes.",
    Example("tieout undo group 17", "take back all that one yes did"),
)
UNDO_IMPORT_HELP: Final = Help(
    "Restore the ledger to what it was before IMPORT, and forget the document, so that it can be"
    " imported again. What you have changed since is listed and left alone.",
    Example("tieout undo import 4 --dry-run", "see what would be put back"),
    Example("tieout undo import 4", "put it back, and forget the document"),
)
LOG_NUMBER_WORD: Final = "NUMBER"
UNDO_HINT: Final = "To undo it: tieout undo {what} {act}"
DECISIONS_UNDONE: Final = "{count} decision(s) undone; this is as before again:"
