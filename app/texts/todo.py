"""The texts of To do: what a group is called, what is at stake in it, and what its action is."""

from __future__ import annotations

from typing import Final

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
    "differences": "The statement is read for certain, and the ledger says something else.",
    "unproven": "What the page says, or whose account it is, is not certain, so that nothing is"
    " proven of it.",
    "password": "The document is locked and no password opens it.",
    "failed": "The document could not be brought in.",
    "discrepancies": "Something would change a period that is reconciled and locked.",
    "missing": "The account has statements, but none for all days of these months. The last two"
    " years are shown here; Coverage has them all. If the bank has closed an account, say on which"
    " day, under Accounts.",
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
DONE: Final = {
    "accepted": "Done: what restores both balances is in the ledger.",
    "nothing": "Nothing was there to accept, so nothing was done.",
}
