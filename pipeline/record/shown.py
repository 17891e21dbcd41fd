"""A recorded statement's differences as they are shown, with what other accounts hint at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.matching.shapes import Difference, MatchSettings
from pipeline.matching.transfers import Compared, with_transfers_of_each
from pipeline.record.account_order import window_of
from pipeline.record.as_json import DIFFERENCES

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    session: Session, read: Iterable[tuple[Reconciliation, StatementDraft]]
) -> list[tuple[Difference, ...]]:
    """The differences that were recorded of each statement; a transfer's other half is looked up
    now."""
    compared = [
        Compared(recorded_differences(row), draft.lines, row.statement.account_id, settings_of(row))
        for row, draft in read
    ]
    return with_transfers_of_each(session, compared)
