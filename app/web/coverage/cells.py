"""What the grid shows of one month: a sign, words for it, and what a click on it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.texts import coverage as texts_coverage
from app.wording.language import _
from pipeline.review.coverage import Month, MonthState

#: Told apart by their form, too, and not by colour alone.
_SIGNS: Final = {
    MonthState.COVERED: "✓",
    MonthState.MISSING: "○",
    MonthState.MISMATCHED: "≠",
    MonthState.AMBIGUOUS: "?",
    MonthState.DUPLICATE: "2×",
    MonthState.NOT_EXPECTED: "·",
}
_PARTLY: Final = "◐"


@dataclass(frozen=True, slots=True)
class Cell:
    """One month; ``address`` is None where a click would lead nowhere."""

    kind: str
    sign: str
    words: str
    month: str
    address: str | None


def cell_of(account_id: int, month: Month, imports: Mapping[int, int]) -> Cell:
    """A month of an account; ``imports`` are those of its statements."""
    closed = month.locked and month.state is MonthState.COVERED
    return Cell(
        "locked" if closed else month.state.value,
        _PARTLY if _is_partly(month) else _SIGNS[month.state],
        words_of(month),
        month_of(month),
        _address(account_id, month, imports),
    )


def month_of(month: Month) -> str:
    """As addresses name it: `2025-03`."""
    return month.first.isoformat()[:7]


def words_of(month: Month) -> str:
    """How the month stands, for whoever does not see its sign."""
    if month.locked and month.state is MonthState.COVERED:
        return _(texts_coverage.LOCKED)
    partly = texts_coverage.PARTLY if _is_partly(month) else None
    state = _(partly or texts_coverage.STATES[month.state])
    return _(texts_coverage.ALSO_LOCKED).format(state=state) if month.locks else state


def _is_partly(month: Month) -> bool:
    return month.state is MonthState.MISSING and bool(month.statements)


def upload_into(account_id: int, month: str) -> str:
    """Where a statement for the gap is handed in."""
    return f"/upload?account={account_id}&month={month}"


def _address(account_id: int, month: Month, imports: Mapping[int, int]) -> str | None:
    here = month_of(month)
    if month.statements or month.locks:
        alone = len(month.statements) == 1 and not month.locks
        if alone and month.state is not MonthState.MISSING:
            return f"/imports/{imports[month.statements[0]]}"
        return f"/coverage/{account_id}/{here}"
    return upload_into(account_id, here) if month.state is MonthState.MISSING else None
