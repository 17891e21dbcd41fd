"""A list of daily balances says what the balance was at the end of each day."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.kernel import fails, held, lacks

DAILY = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00
    17/03/2025   Corner shop                5.00
    31/03/2025   Corner shop                5.00

    Closing balance                                1,140.00

    Daily balances
    03/01/2025   7.00
    01/03/2025   2,100.00   17/03/2025   1,145.00
    31/03/2025   1,140.00
    """)


@pytest.mark.parametrize(
    ("old", "new", "agrees"),
    [
        ("17/03/2025   1,145.00", "17/03/2025   1,145.00", True),
        ("17/03/2025   1,145.00", "17/03/2025   1,150.00", False),
        ("17/03/2025   1,145.00", "17/03/2025   1,144.00", False),
        ("17/03/2025   1,145.00", "18/03/2025   1,144.00", False),
        ("17/03/2025   1,145.00", "18/03/2025   1,145.00", True),
        ("17/03/2025   1,145.00", "16/03/2025   1,145.00", False),
        ("17/03/2025   1,145.00", "16/03/2025   2,100.00", True),
        ("17/03/2025   1,145.00", "28/02/2025   7.00", True),
        ("17/03/2025   1,145.00", "29/02/2025   7.00", True),
        ("31/03/2025   1,140.00", "31/03/2025   1,145.00", False),
    ],
)
def test_a_daily_balance_is_the_one_at_the_end_of_its_day(old: str, new: str, agrees: bool) -> None:
    found = fails(DAILY.printed((old, new)))
    assert ("no_contradiction" not in found) is agrees


@pytest.mark.parametrize(
    "line",
    [
        "7.00   31/03/2025   {}",
        "31/03/2025   {}   7.00",
        "As of 31/03/2025 the balance is {}",
    ],
)
def test_only_the_figure_right_behind_the_day_is_its_balance(line: str) -> None:
    for value, agrees in (("1,140.00", True), ("1,141.00", False)):
        found = fails(DAILY.with_row("31/03/2025   1,140.00", line.format(value)))
        assert ("no_contradiction" not in found) is agrees
    assert fails(DAILY.with_row("31/03/2025   1,140.00", "31/03/2025   none")) == []


def test_without_an_opening_balance_no_day_has_one() -> None:
    proof = DAILY.prove(*DAILY.texts, change=lambda witness: replace(witness, opening=None))
    assert "opening" in lacks(proof)


def test_without_years_no_day_is_known() -> None:
    text = DAILY.texts[0].replace("/2025", "").replace("31/03   1,140.00", "31/03   1,141.00")
    assert "dates" in fails(DAILY.prove(text))


OVERDRAWN = held("""
    Northgate Bank
    Current account statement
    Statement period 03/01/2025 to 03/31/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    03/01/2025   J Smith                  500.00
    03/05/2025   Acme Ltd                          2,000.00
    03/17/2025   J Smith                1,900.00

    Closing balance                                 -300.00

    Daily balances
    03/01/2025   -400.00
    03/05/2025   1,600.00
    03/17/2025   -300.00
    05/03/2025   42.00
    """)


def test_a_day_is_named_in_the_order_of_the_page_and_its_balance_may_be_owed() -> None:
    assert fails(OVERDRAWN.printed()) == []
    for old, new in (
        ("03/05/2025   1,600", "03/05/2025   1,601"),
        ("03/17/2025   -3", "03/17/2025   -2"),
    ):
        assert "no_contradiction" in fails(OVERDRAWN.printed((old, new)))


SECTIONS = held("""
    Northgate Bank
    Checking account statement
    Statement period 03/01/2025 - 03/31/2025

    Beginning balance                                100.00
    Ending balance                                 1,145.00

    Deposits
    Date         Description                         Amount
    03/20/2025   Acme Ltd                          2,000.00

    Withdrawals
    Date         Description                         Amount
    03/17/2025   J Smith                             950.00
    03/31/2025   Corner shop                           5.00

    Date          Balance
    03/17/2025    -850.00
    03/20/2025   1,150.00
    03/31/2025   1,145.00
    """)


def test_days_count_and_not_the_order_in_which_the_rows_are_printed() -> None:
    assert fails(SECTIONS.printed()) == []
    for old, new in (("-850.00", "1,150.00"), ("03/20/2025   1,150", "03/20/2025   2,100")):
        text = SECTIONS.texts[0].replace(old, new)
        assert "no_contradiction" in fails(SECTIONS.prove(text))


def test_a_list_under_its_columns_names_is_no_table_of_entries() -> None:
    """One row alone, with words, or under a column of amounts may be an entry."""
    text = SECTIONS.texts[0]
    for old, new in (
        ("Date          Balance", "Date          Amount"),
        ("Date          Balance", "Day           Balance"),
        ("03/31/2025   1,145.00", "03/31/2025   1,145.00 Shop"),
    ):
        assert "nothing_passed_over" in fails(SECTIONS.prove(text.replace(old, new, 1)))
    rows = text.rstrip().split("\n")
    assert "nothing_passed_over" in fails(SECTIONS.prove("\n".join(rows[:-2])))


def test_a_payment_to_come_is_no_balance_of_its_day() -> None:
    pending = ("", "Pending transactions", "31/03/2025 Corner shop 12.00")
    assert fails(DAILY.with_lines(*pending)) == []


QUIET = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    05/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    Closing balance                                1,150.00

    Daily balances
    01/03/2025     100.00
    05/03/2025   2,100.00
    31/03/2025   1,150.00
    01/04/2025      42.00
    """)


def test_a_day_without_entries_has_the_balance_of_the_day_before_within_the_period() -> None:
    assert fails(QUIET.printed()) == []
    for old, new in (
        ("01/03/2025     100", "01/03/2025     101"),
        ("31/03/2025   1,150", "31/03/2025   1,151"),
    ):
        assert "no_contradiction" in fails(QUIET.printed((old, new)))


def test_without_a_period_no_day_beyond_the_entries_has_a_balance() -> None:
    text = QUIET.texts[0].replace("Statement period", "Interest charged")
    assert fails(QUIET.prove(text.replace("31/03/2025   1,150", "31/03/2025   1,151"))) == []
