"""What lists show of a proof, kept beside it: what is at stake, and how far balances are off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from db.money import MAX_SUM

if TYPE_CHECKING:
    from db.models import Reconciliation

_OPENING: Final = "opening_balance_in_ledger"
_CLOSING: Final = "closing_balance_in_ledger"
_BALANCES: Final = {_OPENING, _CLOSING}


def figures_of(
    proof: Sequence[Mapping[str, Any]], differences: Sequence[Mapping[str, Any]], exponent: int
) -> dict[str, Any]:
    """The columns of a reconciliation that follow from its proof and its differences as stored."""
    failed = {each["name"]: each for each in proof if each["state"] == "failed"}
    at_stake = sum(abs((each["expected"] or 0) - (each["found"] or 0)) for each in differences)
    return {
        "at_stake_minor": min(at_stake, MAX_SUM),
        "opening_off_minor": _off(failed.get(_OPENING), exponent),
        "closing_off_minor": _off(failed.get(_CLOSING), exponent),
        "carried": bool(failed) and not differences and failed.keys() <= _BALANCES,
    }


def keep_figures(row: Reconciliation) -> None:
    """Bring them in line with the proof that was just written."""
    for name, value in figures_of(row.proof, row.differences, row.statement.exponent).items():
        setattr(row, name, value)


def _off(check: Mapping[str, Any] | None, exponent: int) -> int | None:
    """The bank's balance less the ledger's."""
    if check is None or check["expected"] is None or check["found"] is None:
        return None
    return int((Decimal(check["expected"]) - Decimal(check["found"])).scaleb(exponent))
