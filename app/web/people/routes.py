"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.people.acts import ACTS, act, issue_token
from app.web.people.views import people_page, user_page
from app.web.routing import does, shows

_MOST_BYTES: Final = 16 * 1024

ROUTES: Final = (
    shows("/people", people_page, needs=Right.MANAGE, of_site=True),
    shows("/people/user", user_page, needs=Right.MANAGE, of_site=True),
    does("/people/token", issue_token, Right.MANAGE, _MOST_BYTES, of_site=True),
    *(does(f"/people/{name}", act(name), Right.MANAGE, _MOST_BYTES, of_site=True) for name in ACTS),
)
