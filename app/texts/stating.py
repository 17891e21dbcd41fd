"""What the command line says about what a person states of a statement."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

STATE_SUMMARY: Final = "Say what arithmetic cannot see: account, direction, balance, days."
STATE_HELP: Final = (
    "Say of an import's statement what arithmetic cannot see: whose it is, whether its largest line"
    " came in or went out, whether its closing balance is yours or owed, its currency and its days."
    " The answers are kept with your name, and with what the page looks like, so that the account's"
    " next statement needs nobody. Of two statements of the same days that differ, --does-not-stand"
    " sets one aside, so that the other one counts."
)
STATE_EXAMPLES: Final = (
    Example(
        "tieout state 4 --account new --largest in --balance have --currency GBP",
        "the first statement of a new account",
    ),
    Example("tieout state 4 --account 4471 --period 2025-03-01 2025-03-31", "whose, and its days"),
    Example('tieout state 4 --does-not-stand --reason "the bank sent it again"', "another counts"),
)
ACCOUNT_HELP: Final = (
    "The account it is of: its id, its last digits, or its name; new for one that is not there yet."
)
PERIOD_HELP: Final = "Its first and its last day."
LARGEST_HELP: Final = "Whether its largest line came in or went out."
BALANCE_HELP: Final = "Whether you have its closing balance, or owe it."
CURRENCY_HELP: Final = "The currency of its amounts, such as GBP."
ORDER_HELP: Final = "Which comes first in its dates."
BOOKING_HELP: Final = "Which of two days of a line counts: the first one or the second."
REMEMBER_HELP: Final = "Whether to expect the account's next statements to look like this one."
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
#: What a person is asked where nothing settles it, and the command that answers.
QUESTION: Final = "to settle it: tieout state {import_id} --statement {number} {options}"
LARGEST: Final = (
    "the largest line is {day} {description} {amount}: came in (--largest in) or went out?"
)
BALANCE: Final = "the last balance is {amount}: do you have it (--balance have) or owe it?"
ALSO_PRINTED: Final = "days: {value}, those of its lines; {detail}"
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
