"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.acting.views import act_page
from app.web.routing import shows

ROUTES: Final = (shows("/acting/{token}", act_page, Right.DECIDE),)
