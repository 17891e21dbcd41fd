"""The texts of History: what each act of the log is called, in a bookkeeper's words."""

from __future__ import annotations

from typing import Final

ACTS: Final = {
    "accept": "accepted what was proposed",
    "resolve": "settled a difference",
    "reject": "rejected what was proposed",
    "undo": "undid an import or a change",
    "state": "stated what the page does not print",
    "unstate": "dropped what was stated",
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
}
#: What the acts of a decision are called, as an entry's change tells of them.
CHANGES: Final = {
    "account": "new account",
    "open": "opening balance",
    "add": "add",
    "amend": "amend",
    "remove": "remove",
    "move": "move",
    "split": "split",
    "pair": "pair by hand",
    "outstanding": "outstanding",
    "leave": "leave as it is",
    "refused": "refused",
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
FACTS: Final = {
    "name": "name",
    "institution": "bank",
    "kind": "kind",
    "currency": "currency",
    "mask": "last digits",
    "opening_balance": "opening balance",
    "opened_on": "opened on",
    "closed_on": "closed on",
}
DONE: Final = "It is undone. What could not be put back stands in the newest row."
