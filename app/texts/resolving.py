"""The texts of what settles one difference: the verb, and what others say of it."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

RESOLVE_SUMMARY: Final = "Settle one difference as you say, by its number in the review."
RESOLVE_HELP: Final = (
    "Settle difference NUMBER of IMPORT, as `tieout review IMPORT` counts them, by ACT, and prove"
    " the statement again. NUMBER 0 is the statement as a whole, which can only be left. Lines,"
    " entries, amounts and day are those of the difference unless you name others. Take it back"
    " with `tieout undo IMPORT`. Exit code 3 if a person has to look at more of it."
)
RESOLVE_EXAMPLES: Final = (
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
ACTS: Final = {
    "add": "book the line; not in the ledger",
    "amend": "let the entry say what the line does; the ledger has another amount or date",
    "remove": "take the entry out; only in the ledger, or twice in it",
    "move": "to --to-day, --to-account or both; only in the ledger, or another date",
    "pair": "one line and its entries, or one entry and its lines, are the same: name them with"
    " --line and --entry; several entries fit, or what matching did not find",
    "split": "one entry becomes one for each --line, or of each --amount; one entry that is"
    " several lines",
    "outstanding": "the bank will count the entry on a later statement, where it is ticked off;"
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
AMOUNT_HELP: Final = "What a part of the entry comes to, such as -30.00; may be repeated."

CHANGE_MOVE: Final = "{number}. move    {was}\n{pad}   to      {now}{account}"
CHANGE_SPLIT: Final = "{number}. split   {was}\n{pad}   into    {now}"
CHANGE_PAIR: Final = "{number}. pair    {rows}"
CHANGE_OUTSTANDING: Final = "{number}. outstanding  {rows}"
CHANGE_LEAVE: Final = "{number}. leave   {rows}"
IN_ACCOUNT: Final = " (account {account_id})"
LINES_NAMED: Final = "line {numbers}"
ENTRIES_NAMED: Final = "entry {numbers}"
WHOLE: Final = "the statement as it is"

#: What a kind of difference is called where its number stands for it; a sum is another amount
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
WAY: Final = "{kind}: tieout resolve {import_id} {number} {acts}"
SETTLE: Final = "To settle one by its number, with --dry-run first:"
NUMBERED: Final = "{number}. "
LEFT: Final = "; left by {actor}: {reason}"
SETTLED: Final = {
    "pair": "paired by hand: {rows} ({actor}){reason}",
    "outstanding": "outstanding: {rows} ({actor}){reason}",
    "leave": "left as it is: {rows} ({actor}){reason}",
}
BECAUSE: Final = ": {reason}"
