"""What pages call acts, facts, states and groups, in tables that are shown through `_()`."""

from typing import Final

from app.texts import accounts
from app.texts.language import marked
from db.session import ProgressStep

#: By the name of the act.
SURE: Final = {
    "add": "Add this account?",
    "edit": "Correct this account?",
    "merge": "Merge these two accounts?",
    "flip_signs": "Reverse every sign of this account?",
    "undo": "Undo the last change of this account?",
}
DO: Final = {
    "add": "Add the account",
    "edit": "Correct it",
    "merge": "Merge them",
    "flip_signs": "Reverse the signs",
    "undo": "Undo it",
}
ACCOUNT_DONE: Final = {
    "layout_forgotten": "Forgotten. What relied on it was proven again without it.",
    "add": "The account is added.",
    "edit": "The account is corrected.",
    "merge": "The accounts are merged into this one.",
    "flip_signs": "Every sign is reversed.",
    "undo": "The account is as it was before its last change.",
    "gone": "The account that was added is removed again.",
}
#: What undo takes back.
ACCOUNT_ACTS: Final = {
    "add": "the account was added",
    "edit": "the account was corrected",
    "merge": "another account was merged into it",
    "flip_signs": "its signs were reversed",
}
ACCOUNT_FACTS: Final = {
    "name": "Name",
    "institution": "Bank",
    "kind": "Kind",
    "currency": "Currency",
    "mask": marked("Last digits"),
    "number": "Number",
    "opening_balance": "Opening balance",
    "opened_on": "Opened on",
    "closed_on": "Closed on",
}
ACCOUNT_KINDS: Final = {
    "checking": "current account",
    "savings": "savings",
    "card": "card",
    "loan": "loan",
    "other": "other",
}
ACCOUNT_STATES: Final = {
    "uncleared": "uncleared",
    "cleared": "cleared",
    "reconciled": "reconciled",
}


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
MONTH_STATES: Final = {
    "covered": "covered",
    "partly_covered": "partly covered",
    "missing": "missing",
    "mismatched": "differs",
    "ambiguous": "unclear",
    "duplicate": "covered twice",
    "not_expected": "not expected",
}
LOCKED: Final = "covered and locked"
ALSO_LOCKED: Final = "{state}, with a lock"

MONTH_DONE: Final = {
    "unlocked": "The period is unlocked. Its entries can be changed again.",
    "dismissed": "Dismissed; the ledger stays as it is.",
}


LOG_ACTS: Final = {
    "accept": "accepted a proposal",
    "resolve": "settled a difference",
    "note": "noted something on a line",
    "unnote": "removed a note",
    "reject": "rejected a proposal",
    "undo": "undid an import or a change",
    "state": "stated a fact that is not on the page",
    "unstate": "withdrew a stated fact",
    "lock": "locked a period",
    "unlock": "unlocked a period",
    "reconcile": "marked entries as reconciled",
    "dismiss": "dismissed a discrepancy",
    "retry": "retried an import",
    "cancel": "cancelled an import",
    "forget": "forgot a document",
    "propose": "proposed changes",
    "add": "added an account",
    "edit": "corrected an account",
    "merge": "merged two accounts",
    "flip_signs": "reversed the signs of an account",
    "hand_in": "handed in a document",
    "user_add": "added a user",
    "user_role": "changed what a user may do",
    "user_password": "set a password",
    "user_remove": "removed a user",
    "session_end": "ended sessions",
    "token_add": "made a token",
    "token_revoke": "revoked a token",
    "webhook_add": "added a webhook",
    "webhook_remove": "removed a webhook",
    "webhook_rotate": "gave a webhook a new secret",
    "connect": "connected a source",
    "disconnect": "disconnected a source",
    "sync": "took over changes of a source",
    "forget_payee": "forgot what lines were called",
    "undo_sync": "undid a sync of a source",
}
#: Why an entry is left alone when an import is undone.
LEFT: Final = {
    "changed since": "it was changed since",
    "the account was changed since": "the account was changed since",
    "the account is in use": "the account is in use",
    "the account's opening balance was changed since": "the account's opening balance was changed"
    " since",
    "period_locked": "its period is locked",
}
#: What is known of an account, as a change of it is shown.
LOG_FACTS: Final = {
    "name": "name",
    "institution": "bank",
    "kind": "kind",
    "currency": "currency",
    "mask": "last digits",
    "number": "number",
    "opening_balance": "opening balance",
    "opened_on": "opened on",
    "closed_on": "closed on",
}
LOG_DONE: Final = "Undone. Items that could not be restored are listed in the top row."


#: What a kind of difference is called on a chip.
STATEMENT_KINDS: Final = {
    "amount_differs": "another amount",
    "missing_in_ledger": "not in the ledger",
    "missing_in_statement": "only in the ledger",
    "date_differs": "another date",
    "duplicate_in_ledger": "twice in the ledger",
    "ambiguous": "several fit",
}
#: Why it is thought so; what is left out says no more than the kind.
REASONS: Final = {
    "equal_candidates": "equal entries",
    "dates_and_descriptions_disagree": "dates and descriptions disagree",
    "surplus_equal_entry": "one entry more than lines",
    "beyond_the_window": "too many days apart",
    "sign": "the other sign",
    "transposed_digits": "digits swapped",
    "tip_or_fee": "a tip or a fee",
    "same_description": "the same description",
    "sum_of_entries": "several entries add up to it",
    "sum_of_lines": "several lines add up to it",
    "transfer": "a transfer between own accounts",
    "pending": "the bank may still book it",
}
#: What can be done about a difference: its button, and what it does.
STATEMENT_ACTS: Final = {
    "add": "Add",
    "amend": "Amend",
    "remove": "Remove",
    "move": "Move",
    "pair": "Find & match",
    "split": "Split",
    "outstanding": "Outstanding",
    "leave": "Leave, with a reason",
}
DOES: Final = {
    "add": "Adds an entry with the line's amount and date to the ledger.",
    "amend": "The entry takes the line's amount and date.",
    "remove": "The entry is removed from the ledger.",
    "move": "The entry moves to another day, another account, or both.",
    "pair": "These lines and entries belong together: one line with its entries, or one entry with"
    " its lines. Their totals must agree; an entry in another account moves to this one.",
    "split": "The entry is split: one for each line, or for each amount that you enter.",
    "outstanding": "The entry is outstanding: it will be ticked off on a later statement.",
    "leave": "Nothing is changed, and it is no longer listed under To do.",
}
STATEMENT_DONE: Final = marked(
    {
        "accepted": "Done: the changes are in the ledger.",
        "rejected": "The proposals are rejected; the differences stay as they are.",
        "refreshed": "These are the proposals for the ledger as it is now.",
        "settled": "It ties out now; nothing is left to decide.",
        "taken": "Done as it was suggested.",
        "nothing": "Nothing was ticked, so nothing was done.",
        "resolved": "Done.",
        "undone": "Undone: the ledger is as it was before that decision.",
        "stated": "Your answer is saved, and the statement was proven again with it.",
        "corrected": "Your correction is saved, and the statement was proven again with it.",
        "noted": "The note is saved.",
        "unnoted": "The note is removed; the log keeps its words.",
        "taken_back": "Withdrawn; the statement was proven again without it.",
        "read_again": "The document was read again.",
    }
)
#: What a whole statement may suffer from, and where that is mended.
HINTS: Final = {
    "signs": "Every line is in the ledger with the opposite sign. If the account was kept with"
    " its signs reversed, reverse them.",
    "days": "Every line is in the ledger, {days} days later. Accepting corrects the dates.",
    "days_earlier": "Every line is in the ledger, {days} days earlier. Accepting corrects the"
    " dates.",
    "currency": "The statement is in {currency}, the account is not. It may belong to another"
    " account.",
    "opening": "Every balance differs by {amount}. If it did so from the start, the opening"
    " balance should be {opening_balance}.",
}


#: By the value of `StatementStatus`.
STATUSES: Final = {
    "matched": "matched",
    "differences": "differences",
    "unproven": "unproven",
    "failed": "failed",
    "locked": "locked",
}
#: By the value of `StatementOrder`.
ORDERS: Final = marked(
    {
        "brought_in": "newest import",
        "newest": "newest period",
        "oldest": "oldest period",
    }
)


GROUPS: Final = {
    "differences": "Differences",
    "unproven": "Unproven",
    "password": "Password needed",
    "failed": "Failed",
    "discrepancies": "Against a locked period",
    "missing": "Missing months",
}
#: What the group is about, in a sentence below its title.
ABOUT: Final = {
    "differences": "The statement was read with certainty, and the ledger differs from it.",
    "unproven": "It is not certain what the page says, or which account it belongs to, so nothing"
    " is proven.",
    "password": "The document is locked and no password opens it.",
    "failed": "The document could not be brought in.",
    "discrepancies": "Something would change a period that is reconciled and locked.",
    "missing": "The account's statements do not cover all days of these months. The last two"
    " years are shown here; Coverage has them all. If the bank has closed an account,"
    " enter the day under Accounts.",
}
#: What the sums of a group are.
AT_STAKE: Final = {
    "differences": "would move in the ledger",
    "unproven": "moved by these statements",
}
#: What a row leads to.
OPEN: Final = {
    "differences": "Review",
    "unproven": "Look",
    "password": "Unlock the file",
    "failed": "Look",
}
#: What a group leads to whose imports are taken one after the other.
FIRST: Final = {
    "unproven": "Look at the oldest",
    "password": "Unlock the oldest",
}
TODO_DONE: Final = {
    "accepted": "Done: the changes that restore both balances are in the ledger.",
    "undone": "Undone: the ledger is as it was before those decisions.",
    "nothing": "There was nothing to accept, so nothing was done.",
}


KNOWN: Final = "It was imported before."
WAITS: Final = "It waits to be read."
UPLOAD_DONE: Final = marked(
    {
        "nothing": "No document was chosen, so nothing was handed in.",
        "stated": "Done: you assigned the statement to this account.",
    }
)
PRIORITIES: Final = marked(
    {
        "": "a few first, many after others",
        "high": "before everything else",
        "normal": "in turn",
        "low": "when nothing else waits",
    }
)


WORK_DONE: Final = marked(
    {
        "retry": "{count} tried again",
        "cancel": "{count} cancelled",
        "nothing": "This cannot be done to anything that you selected.",
    }
)
ASK: Final = marked(
    {
        "retry": "Retry {count}?",
        "cancel": "Cancel {count}?",
    }
)
WORK_ACTS: Final = {"retry": "Retry", "cancel": "Cancel"}
#: What is said on the page of sources after an act.
SOURCES_SAID: Final = marked(
    {
        "connected": "The source is connected, and the ledger has what it has.",
        "synced": "The ledger has what the source has.",
        "undone": "The last sync is undone.",
        "disconnected": "The source is not followed any more. Its entries stayed.",
        "forgotten": "The rule is forgotten. Entries stayed as they are.",
    }
)
#: What became of a row of a source.
SYNC_ROWS: Final = marked(
    {
        "added": "new",
        "changed": "changed",
        "gone": "gone",
        "recognised": "in the ledger already",
    }
)
#: How many rows there are of each kind, by the name of the figure.
SYNC_COUNTS: Final = marked(
    {
        "accounts_added": "new accounts: {count}",
        "added": "new rows: {count}",
        "changed": "changed rows: {count}",
        "gone": "rows that are gone: {count}",
        "recognised": "rows that the ledger had already: {count}",
        "refused": "rows on locked days, which stay as they are: {count}",
        "pending": "pending rows, which come in once they are booked: {count}",
        "same": "rows as they were: {count}",
    }
)
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
