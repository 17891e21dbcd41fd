"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.auditing import certificate_of
from app.web.routing import does, shows
from app.web.statement.after import after_page
from app.web.statement.decisions import decide
from app.web.statement.undoing import undo_page
from app.web.statement.views import lines_page, panes, picture_of, review_page, strip_of

_ONE: Final = "/imports/{import_id}"
ROUTES: Final = (
    shows(_ONE, review_page),
    shows(_ONE + "/panes", panes),
    shows(_ONE + "/lines", lines_page),
    # It is looked at, but only whoever may decide has a use for it, and it takes its turn to write.
    shows(_ONE + "/after", after_page, Right.DECIDE),
    shows(_ONE + "/pages/{number}.png", picture_of),
    shows(_ONE + "/lines/{statement}/{line}.png", strip_of),
    shows(_ONE + "/certificates/{number}", certificate_of),
    shows(_ONE + "/undo", undo_page, Right.DECIDE),
    does(_ONE + "/{decision}", decide),
)
