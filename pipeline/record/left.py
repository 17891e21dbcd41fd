"""Differences that a person left as they are: they wait for nobody any more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import bindparam, select

from db.models import Reconciliation, Resolution
from db.words import ResolutionOp
from pipeline.account.resolved import named, same_entries
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

Rows: TypeAlias = tuple[tuple[tuple[str | None, int], ...], tuple[int, ...]]

_LEFT: Final = select(Resolution).where(
    Resolution.statement_id == bindparam("statement_id"), Resolution.op == ResolutionOp.LEAVE
)


def left_alone(
    session: Session, row: Reconciliation, lines: Sequence[Line], differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """The differences that are still open: nobody said that they stay."""
    if not differences:
        return ()
    rows = by_ordinal(lines)
    account_id = row.statement.account_id
    left = {
        rows_of_difference(each.lines, entries)
        for each in session.scalars(_LEFT, {"statement_id": row.statement_id})
        if (entries := same_entries(session, account_id, each.entries)) is not None
    }
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
