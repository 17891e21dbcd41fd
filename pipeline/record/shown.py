"""A recorded statement's differences as they are shown, with what other accounts hint at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.matching.shapes import Difference, MatchSettings
from pipeline.matching.transfers import with_transfers
from pipeline.record.account_order import window_of
from pipeline.record.as_json import DIFFERENCES

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Reconciliation
    from pipeline.drafts import StatementDraft


def settings_of(row: Reconciliation) -> MatchSettings:
    """The window that the statement's import was asked for with."""
    return MatchSettings(window=window_of(row.statement.work.options))


def recorded_differences(row: Reconciliation) -> tuple[Difference, ...]:
    """The differences as they were recorded."""
    return DIFFERENCES.validate_python(row.differences)


def shown_differences(
    session: Session, row: Reconciliation, draft: StatementDraft
) -> tuple[Difference, ...]:
    """The differences that were recorded; a transfer's other half is looked up now."""
    found = recorded_differences(row)
    account_id = row.statement.account_id
    if account_id is None:
        return found
    return with_transfers(session, found, draft.lines, account_id, settings_of(row))
