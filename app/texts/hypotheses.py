"""What arithmetic cannot see of a statement, and what settles it, in a bookkeeper's words."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

#: A hypothesis by what it is about.
NAMES: Final = marked(
    {
        "ends": "which figures are the opening and the closing balance",
        "direction": "which way each column moves the balance",
        "side": "whether the balance is money or a debt",
        "scale": "where the decimals begin",
        "order": "which is the day and which the month",
        "booking": "which of two days counts",
        "year": "which year it is",
        "currency": "the currency",
        "account": "whose statement it is",
        "period": "from when to when it goes",
    }
)
#: What settles it.
SOURCES: Final = marked(
    {
        "arithmetic": "only one value fits",
        "label": "the page says so",
        "printed": "the page says so",
        "number": "the account's number is on the page",
        "ledger": "the ledger agrees only with this",
        "layout": "as on earlier statements of the account",
        "statement_before": "it goes on from the statement before",
        "person": "a person said so",
        "rows": "the days of its lines",
        "assumed": "assumed",
    }
)
#: What a person is asked where nothing settles it, by the option that answers.
QUESTIONS: Final = marked(
    {
        "ends": "Are these the opening and the closing balance?",
        "direction": "Did the largest line come in or go out?",
        "side": "Is the closing balance yours, or do you owe it?",
        "scale": "Look at the page: where do the decimals begin?",
        "order": "Which comes first, the day or the month?",
        "booking": "Which of the two days of a line counts?",
        "year": "From when to when does the statement go?",
        "currency": "Which currency is it in?",
        "account": "Whose statement is it?",
        "period": "From when to when does the statement go?",
    }
)
ASSUMED: Final = "assumed, and not proven: {what} ({value})"
DISAGREE: Final = "not settled: {what}: {detail}"
OPEN: Final = "nothing settles {what}: tieout review {import_id} asks you"
SIDES: Final = marked({"money": "your money", "debt": "a debt"})
OBJECTION: Final = "{what}: {detail}"
#: What the reader may object.
OBJECTIONS: Final = marked(
    {
        "twice": "the same lines are in the document twice",
        "torn": "the pages do not follow each other",
        "pages": "pages are missing",
        "carried": "a balance is carried from or to a page that is not here",
        "count": "the page counts another number of lines",
        "total": "a printed total differs",
        "balance": "another balance is printed",
        "multiple": "the amounts are in thousands",
        "other": "a heading says that these are no bookings",
    }
)
