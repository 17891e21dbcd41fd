"""What waits for a person, by cause: a balance that is only carried on waits for nothing itself.

An entry that October lacks makes every later balance another one than the bank's. Those months
need nobody: they tie out as soon as October does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from db.models import Import, Reconciliation, Statement
from db.words import ImportStatus, Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

WAITING: Final = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)
_BALANCES: Final = ("opening_balance_in_ledger", "closing_balance_in_ledger")


@dataclass(frozen=True, slots=True)
class Cause:
    """An import that needs a person, and the ids of those that follow from it.

    ``explained_by`` is one that a person left as it differs, from which this one follows. ``day``
    is the last of its first statement.
    """

    import_id: int
    explains: tuple[int, ...] = ()
    explained_by: int | None = None
    day: date | None = None
    accounts: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Row:
    """One statement as far as causes go; offsets are the bank's balance less the ledger's."""

    import_id: int
    status: ImportStatus
    account_id: int | None
    start: date | None
    end: date | None
    matched: bool
    carried: bool
    opening: Decimal | None
    closing: Decimal | None


def causes(
    session: Session, account_id: int | None = None, month: date | None = None
) -> list[Cause]:
    """Every import that needs a person, the oldest first, with what follows from it grouped under
    it; of one account, or with a statement that reaches into a month, if asked for."""
    rows = _rows(session)
    explained = _explained(rows)
    waiting = session.execute(
        select(Import.id, Import.status).where(Import.status.in_(WAITING)).order_by(Import.id)
    ).all()
    ids = {row.id for row in waiting}
    heads = [n for n in ids if explained.get(n) not in ids]
    by_import: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_import[row.import_id].append(row)
    found = [_cause(n, by_import[n], explained, ids) for n in heads]
    wanted = [each for each in found if _is_wanted(each, by_import, account_id, month)]
    return sorted(wanted, key=lambda each: (each.day is None, each.day, each.import_id))


def _cause(
    import_id: int, rows: Sequence[_Row], explained: Mapping[int, int], waiting: Collection[int]
) -> Cause:
    follow = sorted(
        n for n in waiting if _root(n, explained, waiting) == import_id and n != import_id
    )
    return Cause(
        import_id,
        tuple(follow),
        explained.get(import_id),
        min((row.end for row in rows if row.end), default=None),
        frozenset(row.account_id for row in rows if row.account_id is not None),
    )


def _root(import_id: int, explained: Mapping[int, int], waiting: Collection[int]) -> int:
    """The first of those that wait from which it follows: what was left waits for nobody."""
    while (cause := explained.get(import_id)) in waiting:
        assert cause is not None
        import_id = cause
    return import_id


def _is_wanted(
    cause: Cause,
    rows: Mapping[int, Sequence[_Row]],
    account_id: int | None,
    month: date | None,
) -> bool:
    if account_id is not None and account_id not in cause.accounts:
        return False
    if month is None:
        return True
    return any(reaches(row.start, row.end, month) for row in rows[cause.import_id])


def reaches(start: date | None, end: date | None, month: date) -> bool:
    """Whether a statement of these days reaches into the month; not if a day is unknown."""
    if start is None or end is None:
        return False
    wanted = (month.year, month.month)
    return (start.year, start.month) <= wanted <= (end.year, end.month)


def _rows(session: Session) -> list[_Row]:
    """The standing statements of every account, in order; those that tie out without their
    checks."""
    found = session.execute(
        select(
            Statement.import_id,
            Import.status,
            Statement.account_id,
            Statement.period_start,
            Statement.period_end,
            Reconciliation.verdict,
            Reconciliation.id,
        )
        .join(Import, Import.id == Statement.import_id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.stands.is_(True))
        .order_by(Statement.period_start, Statement.period_end, Statement.id)
    ).all()
    checks = _checks(session)
    return [_row(each, *checks.get(each.id, ([], []))) for each in found]


def _checks(session: Session) -> dict[int, tuple[list[Any], list[Any]]]:
    """The checks and differences of what does not tie out."""
    query = select(Reconciliation.id, Reconciliation.proof, Reconciliation.differences)
    rows = session.execute(query.where(Reconciliation.verdict == Verdict.DIFFERENCES))
    return {n: (proof, differences) for n, proof, differences in rows}


def _row(found: Any, proof: list[Any], differences: list[Any]) -> _Row:
    failed = {each["name"]: each for each in proof if each["state"] == "failed"}
    carried = bool(failed) and not differences and failed.keys() <= set(_BALANCES)
    return _Row(
        found.import_id,
        found.status,
        found.account_id,
        found.period_start,
        found.period_end,
        matched=found.verdict is Verdict.MATCHED,
        carried=carried,
        opening=_off(failed.get(_BALANCES[0])),
        closing=_off(failed.get(_BALANCES[1])),
    )


def _off(check: Mapping[str, Any] | None) -> Decimal | None:
    if check is None or check["expected"] is None or check["found"] is None:
        return None
    return Decimal(check["expected"]) - Decimal(check["found"])


def _explained(rows: Sequence[_Row]) -> dict[int, int]:
    """Imports that only carry a balance on, each with the one that its oldest has it from.

    As the oldest decides, nothing is explained by what it explains.
    """
    own: set[int] = set()
    found: dict[int, int] = {}
    last: dict[int | None, _Row] = {}
    for row in rows:
        before = last.pop(row.account_id, None)
        if row.matched:
            continue
        last[row.account_id] = row
        if before is None or not _follows(row, before):
            own.add(row.import_id)
        elif before.import_id != row.import_id:
            found.setdefault(row.import_id, before.import_id)
    return {n: cause for n, cause in found.items() if n not in own}


def _follows(row: _Row, before: _Row) -> bool:
    """Whether all that is off is what was off before."""
    known = row.account_id is not None
    return known and row.carried and before.closing == row.opening
