"""The columns of a header are found by what they mean, and by which is nearest to a figure."""

from __future__ import annotations

import pytest

from pipeline.proof.headers import Column, headers_of
from tests.support.typewritten import rows


def test_columns_are_asked_for_by_what_they_mean() -> None:
    (header,) = headers_of(rows("Date   Description   Debit   Balance"))
    assert [c.x0 for c in header.having("debit", "balance")] == [84, 116]
    assert header.having("credit") == []


@pytest.mark.parametrize(
    "cell", ["Soll/Haben", "Soll/Haben CHF", "Withdrawals/Deposits USD", "Withdrawals / Deposits"]
)
def test_a_column_for_both_sides_is_for_neither_alone_whatever_its_unit(cell: str) -> None:
    (header,) = headers_of(rows(f"Date   Description   {cell}   Balance"))
    assert header.having("debit", "credit") == []
    assert len(header.having("direction")) == 1


def test_a_part_that_nobody_knows_may_name_the_other_side() -> None:
    (header,) = headers_of(rows("Date   Description   Debit/Xyzzy   Balance"))
    assert header.having("debit") == []


@pytest.mark.parametrize(
    ("start", "figure", "distance"),
    [
        (25, "100,000.00", 0.0),
        (23, "100,000,000.00", 0.008),
        (27, "1,000,000,000.00", 0.008),
        (21, "1,000,000.00", 0.008),
        (30, "100,000,000,000.00", 0.020),
        (40, "100,000.00", 20.060),
        (5, "10,000.00", 44.080),
    ],
)
def test_a_figure_is_as_near_to_a_column_as_its_nearer_edge(
    start: int, figure: str, distance: float
) -> None:
    column = Column(frozenset({"amount"}), 100.0, 140.0)
    (row,) = rows("x".ljust(start) + figure)
    assert column.distance(row.figures[0]) == pytest.approx(distance)
