"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.routing import does, shows
from app.web.todo.at_once import accept_all_now, accept_all_page
from app.web.todo.views import to_do_page

ROUTES: Final = (
    shows("/", to_do_page),
    shows("/accept-all", accept_all_page, needs=Right.DECIDE),
    does("/accept-all", accept_all_now),
)
