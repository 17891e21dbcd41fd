"""What persons settled about rows and entries: pairs by hand, and entries that are outstanding."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import bindparam, select

from db.models import Resolution, Statement, Transaction
from db.session import batches
from db.words import ResolutionOp
from pipeline.drafts import Line
from pipeline.matching.shapes import ByHand

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_AWAITED: Final = (
    select(Resolution.entries, Resolution.actor, Statement.period_end)
    .join(Statement, Statement.id == Resolution.statement_id)
    .where(
        Statement.account_id == bindparam("account_id"),
        Resolution.op == ResolutionOp.OUTSTANDING,
        Statement.period_end.is_not(None),
    )
    .order_by(Statement.period_end, Resolution.id)
)
_BY_HAND: Final = (
    select(
        Resolution.lines,
        Resolution.entries,
        Resolution.actor,
        Statement.id,
        Statement.account_id,
    )
    .join(Statement, Statement.id == Resolution.statement_id)
    .where(
        Resolution.statement_id.in_(bindparam("statements", expanding=True)),
        Resolution.op == ResolutionOp.PAIR,
    )
    .order_by(Resolution.id.desc())
)


@dataclass(frozen=True, slots=True)
class Awaited:
    """An entry that the bank counts on a later statement than that which ends on ``since``."""

    entry: int
    since: date
    word: str


def awaited(session: Session, account_id: int) -> dict[int, Awaited]:
    """The account's outstanding entries, by their ids."""
    rows = session.execute(_AWAITED, {"account_id": account_id}).all()
    there = _there(session, account_id, (row.entries for row in rows))
    found: dict[int, Awaited] = {}
    for entries, actor, end in rows:
        for entry in _ids(entries):
            if entry in there:
                found.setdefault(entry, Awaited(entry, end, actor))
    return found


def named(session: Session, entries: Iterable[int]) -> list[dict[str, Any]]:
    """These entries as a resolution keeps them: their numbers may be given to others later."""
    wanted = list(entries)
    query = select(Transaction.id, Transaction.fingerprint).where(Transaction.id.in_(wanted))
    prints = {row.id: row.fingerprint for row in session.execute(query)}
    return [{"id": n, "fingerprint": prints[n]} for n in wanted if n in prints]


Known: TypeAlias = Mapping[int, tuple[int, str]]
"""Entries by their ids: the account of each, and its fingerprint."""


def known_now(session: Session, said: Iterable[Iterable[Mapping[str, Any]]]) -> Known:
    """The entries that have these numbers now, be they others than were meant."""
    wanted = sorted({each["id"] for entries in said for each in entries})
    query = select(Transaction.id, Transaction.account_id, Transaction.fingerprint)
    return {
        n: (account_id, digest)
        for some in batches(wanted)
        for n, account_id, digest in session.execute(query.where(Transaction.id.in_(some)))
    }


def same_entries(
    known: Known, account_id: int | None, said: Iterable[Mapping[str, Any]]
) -> tuple[int, ...] | None:
    """The ids of the entries that were meant; None unless the account has each of them still."""
    kept = list(said)
    same = all(known.get(each["id"]) == (account_id, each["fingerprint"]) for each in kept)
    return tuple(_ids(kept)) if same else None


def _there(
    session: Session, account_id: int | None, said: Iterable[Iterable[Mapping[str, Any]]]
) -> dict[int, int]:
    """The amounts of those that the account still has, by id."""
    prints = {each["id"]: each["fingerprint"] for entries in said for each in entries}
    query = select(Transaction.id, Transaction.fingerprint, Transaction.amount_minor).where(
        Transaction.account_id == account_id, Transaction.id.in_(prints)
    )
    rows = session.execute(query) if prints else ()
    return {n: amount for n, digest, amount in rows if prints[n] == digest}


def _ids(entries: Iterable[Mapping[str, Any]]) -> list[int]:
    return [each["id"] for each in entries]


def by_hand(session: Session, lines: Mapping[int, Sequence[Line]]) -> dict[int, tuple[ByHand, ...]]:
    """What a person paired of each of these statements, as far as its lines and its entries are
    there and come to the same still. A later word goes before an earlier one."""
    rows = session.execute(_BY_HAND, {"statements": list(lines)}).all()
    found: dict[int, list[ByHand]] = {each: [] for each in lines}
    used: set[int] = set()
    for said, entries, actor, statement, account_id in rows:
        there = _there(session, account_id, [entries])
        ordinals = _ordinals(said, lines[statement])
        group = ByHand(ordinals, tuple(sorted(_ids(entries))), actor)
        if _holds(group, lines[statement], there) and _is_free(group, found[statement], used):
            found[statement].append(group)
            used.update(group.entries)
    return {each: tuple(reversed(groups)) for each, groups in found.items()}


def _holds(group: ByHand, lines: Sequence[Line], there: Mapping[int, int]) -> bool:
    """Whether its rows are there, and its entries, and both come to the same."""
    if not group.lines or not there.keys() >= set(group.entries):
        return False
    printed = sum(line.amount for line in lines if line.ordinal in group.lines)
    return printed == sum(there[entry] for entry in group.entries)


def _is_free(group: ByHand, later: Iterable[ByHand], used: Collection[int]) -> bool:
    """Whether no later word refers to one of its rows or entries."""
    rows = {line for each in later for line in each.lines}
    return rows.isdisjoint(group.lines) and not any(entry in used for entry in group.entries)


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
    return tuple(sorted(found)) if len(set(found)) == len(found) else ()


def _is_said(line: Line, said: Mapping[str, Any]) -> bool:
    day = line.date.isoformat() if line.date else None
    return (day, line.amount) == (said["date"], said["amount"])
