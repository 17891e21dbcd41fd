"""What lists show of a proof, kept beside it: what is at stake, and how far balances are off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from db.money import MAX_SUM
from pipeline.matching.shapes import Difference
from pipeline.matching.verdicts import Proof
from pipeline.proof import CheckState

if TYPE_CHECKING:
    from db.models import Reconciliation

#: All that may fail of a statement that only carries on what was off before: the balances, and what
#: a ledger whose balances differ cannot settle.
_CARRIED: Final = {"balances", "settled"}


def figures_of(proof: Proof, differences: Sequence[Difference]) -> dict[str, Any]:
    """The columns of a reconciliation that follow from its proof and its differences."""
    failed = {each.name for each in proof.checks if each.state is CheckState.FAILED}
    at_stake = sum(abs((each.expected or 0) - (each.found or 0)) for each in differences)
    opening, closing = _off(proof)
    off = bool(opening or closing) and not differences
    return {
        "at_stake_minor": min(at_stake, MAX_SUM),
        "opening_off_minor": opening or None,
        "closing_off_minor": closing or None,
        "carried": off and proof.reading_holds and failed <= _CARRIED,
    }


def keep_figures(row: Reconciliation, proof: Proof) -> None:
    """Bring them in line with the proof that was just written."""
    for name, value in figures_of(proof, proof.differences).items():
        setattr(row, name, value)


def _off(proof: Proof) -> tuple[int | None, int | None]:
    """The bank's balances less the ledger's, at the opening and at the closing."""
    agreement = proof.agreement
    reading = agreement.reading if agreement else None
    if agreement is None or reading is None:
        return None, None
    ends = zip((reading.opening, reading.closing), agreement.ledger_ends, strict=True)
    opening, closing = (None if None in each else each[0] - each[1] for each in ends)  # type: ignore[operator]
    return opening, closing
