"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.web.routing import shows
from app.web.todo.views import to_do_page

ROUTES: Final = (shows("/", to_do_page),)
