"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.history.undoing import undo_now, undo_page
from app.web.history.views import history_page
from app.web.routing import does, shows

_UNDO: Final = "/history/{act}/undo"
ROUTES: Final = (
    shows("/history", history_page),
    shows(_UNDO, undo_page, needs=Right.DECIDE),
    does(_UNDO, undo_now),
)
