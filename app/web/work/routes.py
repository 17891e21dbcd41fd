"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.web.live.views import events
from app.web.routing import does, shows
from app.web.work.views import change_work, work_page

ROUTES: Final = (
    shows("/work", work_page),
    shows("/work/events", events),
    does("/work/{import_id}/{change}", change_work),
)
