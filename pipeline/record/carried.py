"""Says of an account's statements which only carry on what was off before: they need nobody.

An entry that October lacks makes every later balance another one than the bank's. Those months tie
out as soon as October does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Row, bindparam, or_, select

from db.models import Import, Reconciliation, Statement
from db.words import Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pipeline.record.account_order import Placed

_OFF: Final = (
    select(
        Reconciliation.id,
        Reconciliation.statement_id,
        (Reconciliation.verdict == Verdict.MATCHED).label("matched"),
        Reconciliation.carried,
        Reconciliation.opening_off_minor,
        Reconciliation.closing_off_minor,
        Reconciliation.follows,
    )
    .join(Statement, Statement.id == Reconciliation.statement_id)
    .where(
        Statement.account_id == bindparam("account_id"),
        or_(Reconciliation.verdict != Verdict.MATCHED, Reconciliation.follows.is_not(None)),
    )
)
_OF_IMPORTS: Final = (
    select(
        Statement.import_id,
        Statement.account_id,
        Reconciliation.follows,
        Import.explained_by,
        (Statement.stands & (Reconciliation.verdict != Verdict.MATCHED)).label("off"),
    )
    .join(Reconciliation, Reconciliation.statement_id == Statement.id)
    .join(Import, Import.id == Statement.import_id)
    .where(Statement.import_id.in_(bindparam("imports", expanding=True)))
    .order_by(Statement.import_id, Statement.period_start, Statement.period_end, Statement.id)
)


def say_carried(session: Session, account_id: int, placed: Sequence[Placed]) -> None:
    """Bring ``follows`` of the account's statements, and ``explained_by`` of their imports, in line
    with how each stands now. ``placed`` are those of the account, in order."""
    session.flush()
    off = {row.statement_id: row for row in session.execute(_OFF, {"account_id": account_id})}
    if not off:
        return
    follows = dict(_followed(placed, off))
    for row in off.values():
        if row.follows != follows.get(row.statement_id):
            found = session.get_one(Reconciliation, row.id)
            found.follows = follows.get(row.statement_id)
    _explain(session, {each.import_id for each in placed if each.id in off})


def _followed(
    placed: Iterable[Placed], off: dict[int, Row[*tuple[Any, ...]]]
) -> Iterator[tuple[int, int]]:
    """Each statement that only carries on what the one before it had, with that one's import."""
    before: Placed | None = None
    for each in placed:
        if not each.stands:
            continue
        row = off.get(each.id)
        row = None if row is None or row.matched else row
        if row is not None and before is not None and _follows(row, off[before.id]):
            yield each.id, before.import_id
        before = None if row is None else each


def _follows(row: Row[*tuple[Any, ...]], before: Row[*tuple[Any, ...]]) -> bool:
    """Whether all that is off is what was off before."""
    known = row.opening_off_minor is not None
    return bool(known and row.carried and before.closing_off_minor == row.opening_off_minor)


def _explain(session: Session, imports: Collection[int]) -> None:
    """Say of each import what it follows from: nothing, unless all of it follows from others. As
    the oldest decides, nothing is explained by what it explains."""
    rows: dict[int, list[Row[*tuple[Any, ...]]]] = {}
    for row in session.execute(_OF_IMPORTS, {"imports": sorted(imports)}):
        rows.setdefault(row.import_id, []).append(row)
    for import_id, its in rows.items():
        cause = _cause(import_id, [row for row in its if row.off])
        if its[0].explained_by != cause:
            session.get_one(Import, import_id).explained_by = cause


def _cause(import_id: int, off: Sequence[Row[*tuple[Any, ...]]]) -> int | None:
    if any(row.follows is None or row.account_id is None for row in off):
        return None
    return next((row.follows for row in off if row.follows != import_id), None)
