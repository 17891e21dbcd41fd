"""What a page does not print is told from what it prints and contradicts."""

from __future__ import annotations

import pytest

from pipeline.reading.enough import not_printed, prints_enough
from tests.support.typewritten import only, read

WHOLE = """
    Northgate Bank  Account number 12345678  Currency EUR
    Statement period 01/03/2025 to 31/03/2025

    Date         Description                 Amount      Balance
                 Opening balance                          100.00
    03/03/2025   Bakery                       -5.00        95.00
    05/03/2025   Salary                       20.00       115.00
                 Closing balance                          115.00
    """


def lacks(page: str) -> tuple[str, ...]:
    return not_printed(only(read(page)).checks, for_ledger=True)


def test_a_page_that_proves_its_rows_prints_enough() -> None:
    assert lacks(WHOLE) == ()
    assert prints_enough(only(read(WHOLE)).checks)


@pytest.mark.parametrize(
    ("missing", "name"),
    [
        ("                 Opening balance                          100.00\n", "opening"),
        ("                 Closing balance                          115.00\n", "closing"),
        ("    Statement period 01/03/2025 to 31/03/2025\n", "period"),
    ],
)
def test_what_is_not_printed_is_named(missing: str, name: str) -> None:
    assert missing in WHOLE
    assert lacks(WHOLE.replace(missing, "")) == (name,)


def test_a_page_without_a_period_proves_its_rows_all_the_same() -> None:
    page = WHOLE.replace("    Statement period 01/03/2025 to 31/03/2025\n", "")
    assert prints_enough(only(read(page)).checks)


def test_what_is_printed_and_contradicts_is_not_missing() -> None:
    head, closing = WHOLE.split("Closing")
    assert lacks(f"{head}Closing{closing.replace('115.00', '116.00')}") == ()
