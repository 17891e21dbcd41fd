"""What pages call acts, facts, states and groups, in tables that are shown through `_()`."""

from typing import Final

from app.texts import accounts, table
from app.texts.language import marked
from db.session import ProgressStep

#: By the name of the act.
SURE: Final = table("pages", "SURE")
DO: Final = table("pages", "DO")
ACCOUNT_DONE: Final = table("pages", "ACCOUNT_DONE")
#: What undo takes back.
ACCOUNT_ACTS: Final = table("pages", "ACCOUNT_ACTS")
#: What is known of an account, as a change of it and its form show it.
ACCOUNT_FACTS: Final = accounts.FACTS
ACCOUNT_KINDS: Final = table("pages", "ACCOUNT_KINDS")
ACCOUNT_STATES: Final = table("pages", "ACCOUNT_STATES")


BEGINS: Final = marked("It starts as soon as no one else is writing to the ledger.")
STEPS: Final = {
    ProgressStep.CHANGES: marked("{done} of {count} changes are written."),
    ProgressStep.STATEMENTS: marked("{done} of {count} statements are proven again."),
    ProgressStep.PROPOSALS: marked("{done} of {count} proposals are tried."),
}


MONTHS: Final = marked((
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
))  # fmt: skip

#: By the value of `MonthState`, and one that locks add.
MONTH_STATES: Final = table("pages", "MONTH_STATES")
LOCKED: Final = "covered and locked"
ALSO_LOCKED: Final = "{state}, with a lock"

MONTH_DONE: Final = table("pages", "MONTH_DONE")


LOG_ACTS: Final = table("pages", "LOG_ACTS")
#: Why an entry is left alone when an import is undone.
LEFT: Final = table("pages", "LEFT")
LOG_DONE: Final = "Undone. Items that could not be restored are listed in the top row."


#: What a kind of difference is called on a chip.
STATEMENT_KINDS: Final = table("pages", "STATEMENT_KINDS")
#: Why it is thought so; what is left out says no more than the kind.
REASONS: Final = table("pages", "REASONS")
#: What can be done about a difference: its button, and what it does.
STATEMENT_ACTS: Final = table("deciding", "STATEMENT_ACTS")
DOES: Final = table("deciding", "DOES")
STATEMENT_DONE: Final = marked(table("pages", "STATEMENT_DONE"))
#: What a whole statement may suffer from, and where that is mended.
HINTS: Final = table("pages", "HINTS")


#: By the value of `StatementStatus`.
STATUSES: Final = table("pages", "STATUSES")
#: By the value of `StatementOrder`.
ORDERS: Final = marked(table("pages", "ORDERS"))


GROUPS: Final = table("pages", "GROUPS")
#: What the group is about, in a sentence below its title.
ABOUT: Final = table("pages", "ABOUT")
#: What the sums of a group are.
AT_STAKE: Final = table("pages", "AT_STAKE")
#: What a row leads to.
OPEN: Final = table("pages", "OPEN")
#: What a group leads to whose imports are taken one after the other.
FIRST: Final = table("pages", "FIRST")
TODO_DONE: Final = table("pages", "TODO_DONE")


KNOWN: Final = "It was imported before."
WAITS: Final = "It waits to be read."
UPLOAD_DONE: Final = marked(table("pages", "UPLOAD_DONE"))
PRIORITIES: Final = marked(table("pages", "PRIORITIES"))


WORK_DONE: Final = marked(table("pages", "WORK_DONE"))
ASK: Final = marked(table("pages", "ASK"))
WORK_ACTS: Final = {"retry": "Retry", "cancel": "Cancel"}
#: What is said on the page of sources after an act.
SOURCES_SAID: Final = marked(table("pages", "SOURCES_SAID"))
#: What became of a row of a source.
SYNC_ROWS: Final = marked(table("pages", "SYNC_ROWS"))
#: How many rows there are of each kind, by the name of the figure.
SYNC_COUNTS: Final = marked(table("pages", "SYNC_COUNTS"))
SYNC_OPENING_LOCKED: Final = marked(accounts.SYNC_OPENING_LOCKED)
#: What a CSV file may leave open: what it is called, and what may be chosen.
CSV_CHOICES: Final = {
    "dates": (
        marked("Dates of a CSV file"),
        marked(
            {
                "day-first": "day first",
                "month-first": "month first",
                "year-first": "year first",
            }
        ),
    ),
    "decimal": (
        marked("Decimals of a CSV file"),
        marked({"point": "after a point", "comma": "after a comma"}),
    ),
    "signs": (
        marked("First amount of a CSV file"),
        marked({"in": "came in", "out": "went out"}),
    ),
}
