"""What the command line says about what a person states of a statement."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

STATE_SUMMARY: Final = "State what a page does not print: account, period, a balance."
STATE_HELP: Final = (
    "State what the pages of an import do not print. The account is taken as you say, if nothing"
    " printed denies it; a period or a balance is held to the page, which must then prove itself,"
    " and is named in the certificate as yours. Of two statements of the same days that differ,"
    " --does-not-stand sets one aside, so that the other one counts."
)
STATE_EXAMPLES: Final = (
    Example("tieout state 4 --account 4471", "whose statement it is"),
    Example(
        "tieout state 4 --period 2025-03-01 2025-03-31 --opening 1947.63",
        "its days, and what it began with",
    ),
    Example('tieout state 4 --does-not-stand --reason "the bank sent it again"', "another counts"),
)
ACCOUNT_HELP: Final = "The account it is of: its id, its last digits, or its name."
PERIOD_HELP: Final = "Its first and its last day."
OPENING_HELP: Final = "What the account held when it begins; a debt is negative."
CLOSING_HELP: Final = "What the account held when it ends."
STATEMENT_HELP: Final = (
    "Which of the import's statements, counted from 1; needed if it has several."
)
STANDS_HELP: Final = "Whether this statement is the one to go by for its days."
REASON_HELP: Final = "Why; the log keeps it."
STATED: Final = "Import {import_id}: {account}, {period}, {verdict}."
VERSION: Final = "import {import_id} ({file}) is of the same days"
ONLY_HERE: Final = "  only here:  {day} {amount} {description}"
ONLY_THERE: Final = "  only there: {day} {amount} {description}"
CHOOSE: Final = (
    "if the other one is to be gone by: tieout state {import_id} --does-not-stand --reason TEXT"
)
IMPORT_ACCOUNT_HELP: Final = "Say whose statements these are, and ask nobody else."
#: What to do where the page does not print what a proof or a match needs.
NOT_PRINTED: Final = {
    "opening": "the page prints no opening balance; if you know it: tieout state {import_id}"
    " --statement {number} --opening AMOUNT",
    "closing": "the page prints no closing balance; if you know it: tieout state {import_id}"
    " --statement {number} --closing AMOUNT",
    "period": "the page does not say from when to when; if it names its last day, the first may"
    " follow from the statement before: import that too. If you know it: tieout state {import_id}"
    " --statement {number} --period FIRST LAST",
}
#: What a model reads on the page, by the name of the fact, and what it is called.
CITED: Final = "on page {page} a model reads {said}, which nothing proves: “{text}”"
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
FOLLOWED: Final = (
    "the page prints its last day alone: from when follows from the statement up to {day}"
)
