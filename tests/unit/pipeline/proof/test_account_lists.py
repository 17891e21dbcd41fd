"""Rows that give a number and a balance, and which end of a statement the balance is."""

from __future__ import annotations

import pytest

from pipeline.proof.account_lists import named_end, rows_by_number, runs_of_digits
from tests.support.typewritten import rows


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("Current 40118832       5.00", ["40118832"]),
        ("Current 4011-8832      5.00", ["40118832"]),
        ("DE44 5001 0517 32      5.00", ["445001051732"]),
        ("Current       12       5.00", []),
        ("01/03/2025   Shop 123  5.00", ["123"]),
        ("Saver x881   40118840  5.00", ["881", "40118840"]),
    ],
)
def test_the_digits_of_each_cell_but_of_figures_and_dates(line: str, runs: list[str]) -> None:
    (row,) = rows(line)
    assert runs_of_digits(row) == runs


def test_rows_are_found_by_the_end_of_their_numbers() -> None:
    found = rows_by_number(
        rows("Current 40118832   5.00\n40118832\n01/03/2025 Shop 832  5.00\nSaver 11832  6.00")
    )
    assert found == {"832": [0, 3]}


EITHER = frozenset({"opening", "closing"})


@pytest.mark.parametrize(
    ("lines", "ends", "by"),
    [
        (("Number       Balance", "40118832        5.00"), EITHER, 0),
        (("Number       Opening balance", "40118832        5.00"), {"opening"}, 0),
        (("Number       Closing balance", "40118832        5.00"), {"closing"}, 0),
        (("Number       Balance", "40118840        6.00", "40118832        5.00"), EITHER, 0),
        (("Number       Credit limit", "40118832        5.00"), set(), 0),
        (("Number       What is left of the balance", "40118832        5.00"), set(), 0),
        (("Balance", "40118832        5.00"), set(), 1),
        (("Number       Balance", "40118832  Opening balance   5.00"), {"opening"}, 1),
        (("40118832        5.00",), set(), 0),
    ],
)
def test_the_words_over_a_figure_say_which_end_it_is(
    lines: tuple[str, ...], ends: frozenset[str] | set[str], by: int
) -> None:
    printed = rows("\n".join(lines))
    last = len(printed) - 1
    assert named_end(printed, last, printed[last].figures[0]) == (frozenset(ends), by)


def test_the_words_stand_on_the_same_page() -> None:
    printed = rows("Number       Balance", "40118832        5.00")
    assert named_end(printed, 1, printed[1].figures[0]) == (frozenset(), 1)
