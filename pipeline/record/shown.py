"""A recorded statement's differences as they are shown, and those that a person left."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import bindparam, select

from db.models import Reconciliation, Resolution
from db.words import ResolutionOp
from pipeline.account.resolved import known_now, named, same_entries
from pipeline.drafts import Line
from pipeline.matching.hints import Compared, with_transfers_of_each
from pipeline.matching.shapes import Difference, MatchSettings
from pipeline.record.account_order import window_of
from pipeline.record.rows import DIFFERENCES

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

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


Rows: TypeAlias = tuple[tuple[tuple[str | None, int], ...], tuple[int, ...]]

_LEFT: Final = select(Resolution).where(
    Resolution.statement_id.in_(bindparam("statements", expanding=True)),
    Resolution.op == ResolutionOp.LEAVE,
)


def left_alone(
    session: Session, row: Reconciliation, lines: Sequence[Line], differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """The differences that are still open: no one said that they stay."""
    if not differences:
        return ()
    return not_left(left_of_each(session, [row])[row.statement_id], lines, differences)


def left_of_each(
    session: Session, rows: Iterable[Reconciliation]
) -> Mapping[int | None, Collection[Rows]]:
    """What differences are known by of which somebody said that they stay, by statement."""
    accounts: dict[int | None, int | None] = {
        row.statement_id: row.statement.account_id for row in rows
    }
    kept = session.scalars(_LEFT, {"statements": list(accounts)}).all()
    known = known_now(session, (each.entries for each in kept))
    found: dict[int | None, set[Rows]] = {n: set() for n in accounts}
    for each in kept:
        entries = same_entries(known, accounts[each.statement_id], each.entries)
        if entries is not None:
            found[each.statement_id].add(rows_of_difference(each.lines, entries))
    return found


def not_left(
    left: Collection[Rows], lines: Iterable[Line], differences: Iterable[Difference]
) -> tuple[Difference, ...]:
    """The differences but those that were left."""
    rows = by_ordinal(lines)
    return tuple(
        each
        for each in differences
        if rows_of_difference(said_of(each.lines, rows), each.entries) not in left
    )


def leave(
    session: Session,
    row: Reconciliation,
    difference: Difference | None,
    lines: Mapping[int, Line],
    reason: str,
    actor: str,
) -> Resolution:
    """Keep that the difference stays as it is; None is the statement as a whole. ``lines`` are the
    statement's by ordinal."""
    resolution = Resolution(
        account_id=row.statement.account_id,
        statement_id=row.statement_id,
        op=ResolutionOp.LEAVE,
        lines=said_of(difference.lines, lines) if difference else [],
        entries=named(session, difference.entries) if difference else [],
        reason=reason,
        actor=actor,
    )
    session.add(resolution)
    session.flush()
    return resolution


def by_ordinal(lines: Iterable[Line]) -> dict[int, Line]:
    """The lines by their ordinals, made once for all differences of a statement."""
    return {line.ordinal: line for line in lines}


def said_of(ordinals: Iterable[int], lines: Mapping[int, Line]) -> list[dict[str, Any]]:
    """What the lines of these ordinals say, as a resolution keeps it."""
    return [
        {
            "ordinal": line.ordinal,
            "date": line.date.isoformat() if line.date else None,
            "amount": line.amount,
        }
        for line in (lines[ordinal] for ordinal in ordinals)
    ]


def rows_of_difference(lines: Iterable[Mapping[str, Any]], entries: Iterable[int]) -> Rows:
    """What a difference is known by, however another reading numbers the lines."""
    said = sorted(((each["date"], each["amount"]) for each in lines), key=str)
    return tuple(said), tuple(sorted(entries))
