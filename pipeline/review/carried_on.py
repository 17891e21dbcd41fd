"""Which statements only carry on a balance that was off before, so that nobody need see to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Text, cast, select
from sqlalchemy.orm import aliased

from db.models import Import, Reconciliation, Statement
from db.words import Verdict
from pipeline.review.waiting import WAITING, WaitingRow

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_BALANCES: Final = ("opening_balance_in_ledger", "closing_balance_in_ledger")
_NO_DIFFERENCE: Final = "[]"


@dataclass(frozen=True, slots=True)
class _Balances:
    """How far a statement's balances are off: the bank's less the ledger's. ``only``: nothing else
    is wrong with it."""

    import_id: int
    only: bool
    opening: Decimal | None
    closing: Decimal | None


def explained(session: Session, rows: Iterable[WaitingRow]) -> dict[int, int]:
    """Imports that only carry a balance on, each with the one that its oldest has it from.

    As the oldest decides, nothing is explained by what it explains.
    """
    before = dict(_candidates(session))
    known = _balances(session, {*before, *before.values()})
    own: set[int] = set()
    found: dict[int, int] = {}
    for row in rows:
        if row.statement_id is None or row.verdict is Verdict.MATCHED:
            continue
        cause = _cause(row.statement_id, before, known)
        if cause is None:
            own.add(row.import_id)
        elif cause != row.import_id:
            found.setdefault(row.import_id, cause)
    return {n: cause for n, cause in found.items() if n not in own}


def _cause(statement: int, before: Mapping[int, int], known: Mapping[int, _Balances]) -> int | None:
    """The import of the statement before, if all that is off here was off there."""
    this, last = known.get(statement), known.get(before.get(statement, 0))
    if this is None or last is None or not this.only or last.closing != this.opening:
        return None
    return last.import_id


def _candidates(session: Session) -> Iterator[tuple[int, int]]:
    """Statements that wait without any difference, each with the one before it in its account."""
    earlier = aliased(Statement)
    before = (
        select(earlier.id)
        .where(
            earlier.account_id == Statement.account_id,
            earlier.stands.is_(True),
            (earlier.period_end < Statement.period_end)
            | ((earlier.period_end == Statement.period_end) & (earlier.id < Statement.id)),
        )
        .order_by(earlier.period_end.desc(), earlier.id.desc())
        .limit(1)
        .correlate(Statement)
        .scalar_subquery()
    )
    query = (
        select(Statement.id, before)
        .join(Import, Import.id == Statement.import_id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(
            Import.status.in_(WAITING),
            Statement.stands.is_(True),
            Statement.account_id.is_not(None),
            Reconciliation.verdict == Verdict.DIFFERENCES,
            cast(Reconciliation.differences, Text) == _NO_DIFFERENCE,
        )
    )
    return ((one, last) for one, last in session.execute(query) if last is not None)


def _balances(session: Session, statements: set[int]) -> dict[int, _Balances]:
    """How far the balances are off of those statements that do not tie out."""
    if not statements:
        return {}
    query = (
        select(
            Statement.id,
            Statement.import_id,
            Reconciliation.verdict,
            Reconciliation.proof,
            cast(Reconciliation.differences, Text) == _NO_DIFFERENCE,
        )
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.id.in_(statements), Reconciliation.verdict != Verdict.MATCHED)
    )
    return {
        statement: _read(import_id, verdict, proof, bare)
        for statement, import_id, verdict, proof, bare in session.execute(query)
    }


def _read(import_id: int, verdict: Verdict, proof: list[Any], bare: bool) -> _Balances:
    if verdict is not Verdict.DIFFERENCES:
        return _Balances(import_id, only=False, opening=None, closing=None)
    failed = {each["name"]: each for each in proof if each["state"] == "failed"}
    only = bool(failed) and bare and failed.keys() <= set(_BALANCES)
    opening, closing = (_off(failed.get(name)) for name in _BALANCES)
    return _Balances(import_id, only=only, opening=opening, closing=closing)


def _off(check: Mapping[str, Any] | None) -> Decimal | None:
    if check is None or check["expected"] is None or check["found"] is None:
        return None
    return Decimal(check["expected"]) - Decimal(check["found"])
