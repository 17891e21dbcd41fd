"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.access.rights import Right
from app.web.accounts.acts import act, form_page
from app.web.accounts.exports import entries_file
from app.web.accounts.layouts import forget_layout
from app.web.accounts.views import account_page_of, list_page
from app.web.routing import does, shows

_ONE: Final = "/accounts/{account_id}"
_ON_ONE: Final = ("edit", "merge", "flip-signs", "undo")

ROUTES: Final = (
    shows("/accounts", list_page),
    shows("/accounts/new", form_page("new"), needs=Right.DECIDE),
    does("/accounts/new", act("new")),
    shows(_ONE, account_page_of),
    shows(_ONE + "/entries.{kind}", entries_file),
    *(shows(f"{_ONE}/{word}", form_page(word), needs=Right.DECIDE) for word in _ON_ONE),
    does(_ONE + "/layouts/{layout_id}", forget_layout),
    *(does(f"{_ONE}/{word}", act(word)) for word in _ON_ONE),
)
