"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.web.routing import shows
from app.web.statements.views import list_page

ROUTES: Final = (shows("/statements", list_page),)
