"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.web.live.views import events
from app.web.routing import does, shows
from app.web.work.changing import change_many, change_one
from app.web.work.views import work_page

ROUTES: Final = (
    shows("/work", work_page),
    shows("/work/events", events),
    does("/work/many/{change}", change_many),
    does("/work/{import_id}/{change}", change_one),
)
