"""What the pages of accounts call an act, a fact and a state; said through `_()`."""

from __future__ import annotations

from typing import Final

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
DONE: Final = {
    "layout_forgotten": "Forgotten; what rested on it was proven again without it.",
    "add": "The account is added.",
    "edit": "The account is corrected.",
    "merge": "The accounts are merged into this one.",
    "flip_signs": "Every sign is reversed.",
    "undo": "The account is as it was before its last change.",
    "gone": "The account that was added is removed again.",
}
#: What undo takes back.
ACTS: Final = {
    "add": "the account was added",
    "edit": "the account was corrected",
    "merge": "another account was merged into it",
    "flip_signs": "its signs were reversed",
}
FACTS: Final = {
    "name": "Name",
    "institution": "Bank",
    "kind": "Kind",
    "currency": "Currency",
    "mask": "Last digits",
    "opening_balance": "Opening balance",
    "opened_on": "Opened on",
    "closed_on": "Closed on",
}
KINDS: Final = {
    "checking": "current account",
    "savings": "savings",
    "card": "card",
    "loan": "loan",
    "other": "other",
}
STATES: Final = {
    "uncleared": "uncleared",
    "cleared": "cleared",
    "reconciled": "reconciled",
}
