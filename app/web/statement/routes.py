"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.web.routing import does, shows
from app.web.statement.decisions import decide
from app.web.statement.views import picture_of, review_page

_ONE: Final = "/imports/{import_id}"
ROUTES: Final = (
    shows(_ONE, review_page),
    shows(_ONE + "/pages/{number}.png", picture_of),
    does(_ONE + "/{decision}", decide),
)
