"""Addresses of what stands around every page."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.frame.views import choose_keys, choose_language, keys_page
from app.web.routing import does, shows

ROUTES: Final = (
    shows("/keys", keys_page),
    does("/keys", choose_keys, needs=Right.LOOK),
    does("/language", choose_language, needs=Right.LOOK),
)
