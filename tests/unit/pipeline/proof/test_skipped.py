"""Rows below "Upcoming payments" are none of the statement's, up to where its own go on."""

from __future__ import annotations

import pytest

from pipeline.proof.skipped import is_skip_heading, skipped_rows
from tests.support.kernel import entries_of
from tests.support.typewritten import rows

HEADER = "Date         Description           Amount"
SHOP = "01/03/2025   Shop                    5.00"
RENT = "02/03/2025   Rent                    6.00"
GAS = "03/03/2025   Gas                     7.00"


def skipped(*pages: tuple[str, ...], start: int = 0, stop: int | None = None) -> list[str]:
    """The second word of each row that is left out, in their order."""
    found = entries_of(*("\n".join(lines) for lines in pages), start=start, stop=stop)
    return [found.lexed.rows[index].words[1].text for index in sorted(skipped_rows(found))]


@pytest.mark.parametrize(
    "text",
    [
        "Upcoming payments",
        "Daily balance",
        "Your upcoming payments here",
        "The upcoming payments and scheduled payments of us",
        "Example",
        "Forecast here",
    ],
)
def test_a_heading_mostly_of_such_words(text: str) -> None:
    assert is_skip_heading(rows(text)[0])


@pytest.mark.parametrize(
    "text",
    [
        "Your account",
        "Payments",
        "Forecast of rain",
        "Your upcoming payments are here",
        "Here are all your upcoming payments",
        "Upcoming payments 5.00",
        "Upcoming payments 1 March",
        "Upcoming payments and scheduled payments and future payments besides",
    ],
)
def test_a_row_that_is_no_such_heading(text: str) -> None:
    assert not is_skip_heading(rows(text)[0])


def test_all_below_it_is_left_out() -> None:
    assert skipped((HEADER, SHOP, "Upcoming payments", RENT, GAS)) == ["Rent", "Gas"]


def test_without_such_a_heading_nothing_is() -> None:
    assert skipped((HEADER, SHOP, RENT, GAS)) == []
    assert skipped(("Deposits", SHOP, RENT)) == []


def test_up_to_the_pages_end() -> None:
    assert skipped((HEADER, SHOP, "Upcoming payments", RENT), (GAS, SHOP)) == ["Rent"]


def test_up_to_the_next_heading_of_one_direction() -> None:
    assert skipped((HEADER, SHOP, "Upcoming payments", RENT, "Deposits", GAS)) == ["Rent"]
    assert skipped(("Deposits", SHOP, "Upcoming payments", RENT, GAS)) == ["Rent", "Gas"]


def test_up_to_the_next_header_with_a_column_of_amounts() -> None:
    assert skipped((HEADER, SHOP, "Upcoming payments", RENT, HEADER, GAS)) == ["Rent"]
    assert skipped((HEADER, SHOP, "Upcoming payments", RENT, "Date   Description", GAS)) == [
        "Rent", "Description", "Gas",
    ]  # fmt: skip


def test_a_header_without_a_column_of_amounts_does_not_end_it() -> None:
    pages = (HEADER, SHOP, "Upcoming payments", RENT, "Date         Day         Balance", GAS)
    assert skipped(pages) == ["Rent", "Day", "Gas"]


def test_of_two_headings_of_one_direction_the_first_ends_it() -> None:
    pages = (HEADER, SHOP, "Upcoming payments", RENT, "Deposits", "Deposits", GAS)
    assert skipped(pages) == ["Rent"]


def test_a_header_right_below_the_heading_is_its_own() -> None:
    pages = (HEADER, SHOP, "Upcoming payments", HEADER, RENT, GAS)
    assert skipped(pages) == ["Description", "Rent", "Gas"]


def test_one_such_heading_below_another() -> None:
    pages = (HEADER, SHOP, "Upcoming payments", RENT, "Daily balance", HEADER, GAS)
    assert skipped(pages) == ["Rent", "Description", "Gas"]


def test_only_of_the_section() -> None:
    page = ("Upcoming payments", SHOP, "Upcoming payments", RENT, GAS)
    assert skipped(page, start=1) == ["Rent", "Gas"]
    assert skipped(page, stop=4) == ["Shop", "Rent"]
