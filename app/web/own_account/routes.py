"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.own_account.views import (
    OWN_ACCOUNT,
    change_password,
    own_account,
    sign_out_elsewhere,
)
from app.web.routing import does, shows

_MOST_BYTES: Final = 16 * 1024

ROUTES: Final = (
    shows(OWN_ACCOUNT, own_account, needs=Right.NONE, of_site=True),
    does(f"{OWN_ACCOUNT}/password", change_password, Right.NONE, _MOST_BYTES, of_site=True),
    does(f"{OWN_ACCOUNT}/sign-out", sign_out_elsewhere, Right.NONE, _MOST_BYTES, of_site=True),
)
