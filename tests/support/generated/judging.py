"""Whether a reading says exactly what a statement truly says."""

from __future__ import annotations

from fixtures.truth import TrueRow, TrueStatement
from pipeline.drafts import Line, StatementDraft


def same_rows(draft: StatementDraft, truth: TrueStatement) -> bool:
    """Every row, in any order within a day: one of its dates, its amount and printed balance.

    A reading may list rows in printed order or in order of time.
    """
    if len(draft.lines) != len(truth.rows):
        return False
    return any(_all_same(draft, rows) for rows in (truth.rows, truth.rows[::-1]))


def same_ends(draft: StatementDraft, truth: TrueStatement) -> bool:
    """Opening and closing balance."""
    wanted = (truth.opening, truth.closing)
    found = (draft.opening_balance, draft.closing_balance)
    return found == tuple(int(each.scaleb(draft.exponent)) for each in wanted)


def _all_same(draft: StatementDraft, rows: tuple[TrueRow, ...]) -> bool:
    return all(map(_same, draft.lines, rows, [draft.exponent] * len(rows)))


def _same(line: Line, row: TrueRow, exponent: int) -> bool:
    right_balance = row.balance is None or line.balance == int(row.balance.scaleb(exponent))
    right_amount = line.amount == int(row.amount.scaleb(exponent))
    return right_amount and right_balance and line.date in (row.date, row.alt_date)
