"""A row that says how the balances follow from each other must be right about it."""

from __future__ import annotations

import pytest

from tests.support.kernel import fails, held

PAGE = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00
    31/03/2025   Corner shop                5.00

    Closing balance                                1,145.00
    """)


@pytest.mark.parametrize(
    ("line", "agrees"),
    [
        ("Opening balance 100.00 + Money in 2,000.00 - Money out 955.00 = 1,145.00", True),
        ("Opening balance 100.00 - Money in 2,000.00 + Money out 955.00 = 1,145.00", False),
        ("100.00   +   2,000.00   -   955.00   =   1,145.00   500.00", True),
        ("100.00   +   2,000.00   -   955.00   =   1,145.50   500.00", False),
        ("500.00 Opening balance 100.00 + 2,000.00 - 955.00 Closing balance 1,145.00", True),
        ("500.00 Opening balance 100.00 + 2,000.00 - 955.10 Closing balance 1,145.00", False),
        ("100.00 = 100.00", True),
    ],
)
def test_signs_between_figures_say_how_one_follows(line: str, agrees: bool) -> None:
    found = fails(PAGE.with_lines("", line))
    assert ("no_contradiction" not in found) is agrees


HEADS = "Opening balance      Money in        Fees       Money out     Closing balance"
OTHER = HEADS.replace("Money in ", "Last year")


@pytest.mark.parametrize(
    ("heads", "values", "agrees"),
    [
        (HEADS, "       100.00      2,000.00        0.00        955.00          1,145.00", True),
        (HEADS, "       100.00      2,000.00       77.00        955.00          1,145.00", True),
        (HEADS, "       100.00      2,000.00        0.00        956.00          1,145.00", False),
        (HEADS, "       100.00      2,000.50        0.00        955.00          1,145.00", False),
        (OTHER, "       100.00      2,000.50        0.00        955.00          1,145.00", True),
    ],
)
def test_figures_below_labels_of_both_sides_lead_across(
    heads: str, values: str, agrees: bool
) -> None:
    found = fails(PAGE.with_lines("", heads, values))
    assert ("no_contradiction" not in found) is agrees


def test_labels_two_rows_above_name_the_figures_too() -> None:
    heads = ("Deposits   Checks", "Opening balance   in   out   other   Closing balance")
    line = "100.00  2,000.00  956.00  0.00  1,145.00"
    assert "no_contradiction" in fails(PAGE.with_lines("", *heads, line))
    apart = ("Deposits   Checks", "", *heads[1:])
    assert "no_contradiction" in fails(PAGE.with_lines("", *apart, line))


IN = ("direct deposits", "amounts received", "sum in")
OUT = ("card purchases", "amounts debited", "debits total")


def leads(heads: str, *amounts: str) -> bool:
    """Whether a row from 100.00 to 1,145.00 by way of these amounts, below such words, agrees."""
    labels = "Opening balance   " + "   ".join(f"{'x':>8}" for _ in amounts) + "   Closing balance"
    values = "         100.00   " + "   ".join(f"{a:>8}" for a in amounts) + "          1,145.00"
    return "no_contradiction" not in fails(PAGE.with_lines("", f"{'':110}{heads}", labels, values))


@pytest.mark.parametrize("came", IN)
@pytest.mark.parametrize("went", OUT)
def test_any_words_for_both_sides_name_them(came: str, went: str) -> None:
    assert not leads(f"{came}   {went}", "2,000.00", "956.00", "0.00")
    assert leads(f"{came}   {went}", "2,000.00", "955.00", "0.00")
    assert leads(came, "2,000.00", "956.00", "0.00")
    assert leads(went, "2,000.00", "956.00", "0.00")


def test_rows_of_four_to_nine_figures_lead_across() -> None:
    heads = "Deposits   Withdrawals"
    assert leads(heads, "7.00")
    assert not leads(heads, "7.00", "8.00")
    assert not leads(heads, *["0.01"] * 7)
    assert leads(heads, *["0.01"] * 8)
