"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from app.web.coverage.decisions import dismiss_discrepancy, unlock
from app.web.coverage.views import discrepancies_page, locks_page, month_page, year_page
from app.web.routing import does, shows

ROUTES: Final = (
    shows("/coverage", year_page),
    shows("/coverage/discrepancies", discrepancies_page),
    does("/coverage/discrepancies/{discrepancy_id}/dismiss", dismiss_discrepancy),
    does("/coverage/locks/{lock_id}/unlock", unlock),
    shows("/coverage/{account_id}", locks_page),
    shows("/coverage/{account_id}/{month}", month_page),
)
