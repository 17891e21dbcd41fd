"""What the page People calls roles, and what it says of what was done."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.texts.language import marked

ROLES: Final = {
    Right.NONE.role: marked("none, only their roles in books"),
    Right.LOOK.role: marked("look: see everything"),
    Right.DECIDE.role: marked("decide: change the ledger too"),
    Right.MANAGE.role: marked("manage: also add and remove users"),
}
#: The same in one word, as lists have it.
SHORT: Final = {
    Right.NONE.role: marked("none"),
    Right.LOOK.role: marked("look"),
    Right.DECIDE.role: marked("decide"),
    Right.MANAGE.role: marked("manage"),
}
DONE: Final = {
    "added": marked("The user is added."),
    "role": marked("The role is changed, and the user is signed out everywhere."),
    "right": marked("The role in the book is changed."),
    "password": marked("The password is set, and the user is signed out everywhere."),
    "removed": marked("The user is removed; what they decided stays in the history."),
    "ended": marked("The sessions are ended."),
    "revoked": marked("The token is revoked."),
}
