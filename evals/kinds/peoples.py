"""Statements that other people made: those of which the reader finds the rows, and not the period.

What else lies in that folder is no case: the rules prove it, or it contradicts itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from evals.bank_page import Printed, entries
from evals.frame import Case, Kind
from evals.peoples import PeoplesCase, there, truth_of

_DUTCH = "bankstatemently__bank-statement-parsing-benchmark__bsb-003-statement"


def cases() -> tuple[Case, ...]:
    """Those whose files are on this machine."""
    return tuple(_dutch()) if there(_DUTCH) else ()


def _dutch() -> Iterator[PeoplesCase]:
    """It prints two balances, each with its day, and no period."""
    said = truth_of(
        _DUTCH, date(2025, 10, 1), date(2025, 10, 31), mask="0793", bank="Continental Trust N.V."
    )
    lines = (
        Printed("Balance as of 01.10.2025: 15.320,00 €", None, (("period_start", "01.10.2025"),)),
        Printed("Balance as of 31.10.2025: 14.470,04 €", None, (("period_end", "31.10.2025"),)),
    )
    yield PeoplesCase(
        name="public: Dutch account, period by its balances",
        kind=Kind.FACTS_ELSEWHERE,
        truth=said,
        lines=lines,
        entries=tuple(entries(said)),
        states=True,
        file=_DUTCH,
    )
