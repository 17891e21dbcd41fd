"""Whether a reading says exactly what a statement truly says."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from fixtures.truth import TrueRow, TrueStatement
from pipeline.drafts import Line, StatementDraft


def same_rows(draft: StatementDraft, truth: TrueStatement) -> bool:
    """Every row has one of its dates and its amount, and there are no others.

    The lines may stand in printed order or, where that is newest first, in order of time.
    """
    return _same_in_some_order(draft, truth, _same_row)


def same_balances(draft: StatementDraft, truth: TrueStatement) -> bool:
    """Every balance that a line or the draft has is the true one; it may have none."""
    wanted = {truth.opening, truth.closing}
    ends = (draft.opening_balance, draft.closing_balance)
    return _same_in_some_order(draft, truth, _same_balance) and all(
        end is None or Decimal(end).scaleb(-draft.exponent) in wanted for end in ends
    )


def _same_in_some_order(
    draft: StatementDraft, truth: TrueStatement, same: Callable[[Line, TrueRow, int], bool]
) -> bool:
    if len(draft.lines) != len(truth.rows):
        return False
    exponents = [draft.exponent] * len(draft.lines)
    orders = (truth.rows, truth.rows[::-1])
    return any(all(map(same, draft.lines, rows, exponents)) for rows in orders)


def _same_row(line: Line, row: TrueRow, exponent: int) -> bool:
    dates = (row.date, row.alt_date or row.date)
    return line.date in dates and line.amount == int(row.amount.scaleb(exponent))


def _same_balance(line: Line, row: TrueRow, exponent: int) -> bool:
    known = None not in (line.balance, row.balance)
    return not known or Decimal(line.balance or 0).scaleb(-exponent) == row.balance
