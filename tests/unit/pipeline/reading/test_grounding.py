"""Which figures a row's text is taken to hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.reading.grounding import day_stands_in, stands_in, ungrounded
from tests.support.statements import day, line


@pytest.mark.parametrize(
    ("amount", "exponent", "raw"),
    [
        (-123_450, 2, "03 Jun Rent 1,234.50"),
        (-123_450, 2, "03.06. Miete 1.234,50-"),
        (123_450, 2, "Loyer 1 234,50"),
        (1_000_825, 2, "Zinsen 10,0 08.25"),
        (100_000, 2, "opening 1,000"),
        (-5_000, 0, "ラーメン 5,000円"),
        (12_345_678, 2, "EMI 1,23,456.78 Dr"),
        (1_234, 3, "fils 1.234"),
        (50, 2, "interest .50"),
        (12_345, 2, "١٢٣٫٤٥"),
        (12_345, 2, "１２３．４５"),
        (0, 2, "0.00"),
    ],
)
def test_a_printed_figure_is_found(amount: int, exponent: int, raw: str) -> None:
    assert stands_in(amount, exponent, raw)


@pytest.mark.parametrize(
    ("amount", "raw"),
    [
        (-123_450, "Rent 1,243.50"),
        (-123_450, "Rent 11,234.50"),
        (-123_450, "Rent 1,234.5 and more 0x"),
        (-350, "Coffee"),
        (100_001, "opening 1,000"),
    ],
)
def test_a_figure_that_is_not_printed_is_not_found(amount: int, raw: str) -> None:
    assert not stands_in(amount, 2, raw)


@pytest.mark.parametrize("raw", ["3 Jun", "03.06.2026", "20260603 x", "03JUN", "６月３日"])
def test_a_day_is_found_as_banks_print_it(raw: str) -> None:
    assert day_stands_in(day(3), raw)


def test_a_date_printed_once_serves_the_rows_below_it() -> None:
    rows = [line(0, 3, -350), replace(line(1, 3, -420), raw="Bakery 4.20")]
    assert ungrounded(rows, 2) == ()


def test_a_date_that_no_row_prints_is_reported() -> None:
    rows = [line(0, 3, -350), replace(line(1, 4, -420), raw="Bakery 4.20")]
    assert ungrounded(rows, 2) == (1,)


def test_a_day_like_the_amount_is_still_a_day() -> None:
    assert ungrounded([replace(line(0, 9, -900), raw="09 Jun Coffee 9.00")], 2) == ()


def test_a_balance_must_stand_there_too() -> None:
    assert ungrounded([replace(line(0, 3, -350, balance=1_000), raw="03.06. Coffee 3.50")], 2) == (
        0,
    )
