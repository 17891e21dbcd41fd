"""What persons settled about rows and entries: pairs by hand, and entries that are outstanding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from db.ledger import entries_of
from db.models import Resolution, Statement
from db.words import ResolutionOp
from pipeline.drafts import Line
from pipeline.proof.ledger_side import ByHand

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Awaited:
    """An entry that the bank counts on a later statement than that which ends on ``since``."""

    entry: int
    since: date
    word: str


def awaited(session: Session, account_id: int) -> dict[int, Awaited]:
    """The account's outstanding entries, by their ids."""
    rows = session.execute(
        select(Resolution.entries, Resolution.actor, Statement.period_end)
        .join(Statement, Statement.id == Resolution.statement_id)
        .where(
            Resolution.account_id == account_id,
            Resolution.op == ResolutionOp.OUTSTANDING,
            Statement.period_end.is_not(None),
        )
        .order_by(Statement.period_end, Resolution.id)
    )
    found: dict[int, Awaited] = {}
    for entries, actor, end in rows:
        for entry in entries:
            found.setdefault(entry, Awaited(entry, end, actor))
    # What was removed since, or is in another account, is not the account's to wait for.
    return {each.id: found[each.id] for each in entries_of(session, found, account_id)}


def by_hand(session: Session, lines: Mapping[int, Sequence[Line]]) -> dict[int, tuple[ByHand, ...]]:
    """What a person paired of each of these statements, as far as its lines still say the same."""
    query = select(Resolution).where(
        Resolution.statement_id.in_(lines), Resolution.op == ResolutionOp.PAIR
    )
    found: dict[int, list[ByHand]] = {each: [] for each in lines}
    for row in session.scalars(query.order_by(Resolution.id)):
        statement = row.statement_id or 0
        if ordinals := _ordinals(row.lines, lines[statement]):
            found[statement].append(ByHand(ordinals, tuple(sorted(row.entries))))
    return {each: tuple(groups) for each, groups in found.items()}


def _ordinals(said: Iterable[Mapping[str, Any]], lines: Sequence[Line]) -> tuple[int, ...]:
    """The lines that were meant, which another reading may number otherwise; none if one is gone
    or could be several."""
    by_ordinal = {line.ordinal: line for line in lines}
    found = []
    for each in said:
        line = by_ordinal.get(each["ordinal"])
        if line is None or not _is_said(line, each):
            alike = [line for line in lines if _is_said(line, each)]
            if len(alike) != 1:
                return ()
            line = alike[0]
        found.append(line.ordinal)
    return tuple(sorted(found))


def _is_said(line: Line, said: Mapping[str, Any]) -> bool:
    day = line.date.isoformat() if line.date else None
    return (day, line.amount) == (said["date"], said["amount"])
