"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.web.access.views import sign_in, sign_in_page, sign_out
from app.web.coming_in import SIGN_IN
from app.web.routing import does, shows

_MOST_BYTES: Final = 16 * 1024
ROUTES: Final = (
    shows(SIGN_IN, sign_in_page, needs=None),
    does(SIGN_IN, sign_in, needs=None, most_bytes=_MOST_BYTES),
    does("/sign-out", sign_out, needs=None, most_bytes=_MOST_BYTES),
)
