"""A printed figure that speaks of the sums agrees with the rows, or the page proves nothing."""

from __future__ import annotations

import pytest

from tests.support.kernel import fails, held, lacks

PAGE = held("""
    Northgate Bank
    Current account statement
    Account number ****1234
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    17/03/2025   J Smith                  950.00               1,150.00
    18/03/2025   J Smith                    0.00               1,150.00
    31/03/2025   Corner shop                5.00               1,145.00

    Closing balance                                            1,145.00

    """)

AGREE = [
    "Opening balance 100.00",
    "Closing balance 1,145.00",
    "New balance 1,145.00",
    "Total paid in 2,000.00",
    "Total paid out 955.00",
    "Total paid out -955.00",
    "Total 1,045.00",
    "Number of transactions 4",
    "Number of transactions: 3",
    "Number of transactions (4)",
    "Number of credits 1",
    "Number of credits 2",
    "Number of debits 2",
    "Number of debits 3",
    "4 transactions",
    "3 transactions in this period",
    "Number of transactions of more kinds than 9",
    "Opening balance 100.00 + 2,000.00 - 955.00 = 1,145.00 closing balance",
    "100.00 + 2,000.00 - 955.00 = 1,145.00",
    "100.00 2,000.00 955.00 1,146.00",
    "Call 12 transactions a month are free of any charge at all",
    "Withdrawals 955.00",
    "Deposits 2,000.00",
    "Deposits 1,500.00 and so on and so forth in a longer sentence",
    "Closing balance: see overleaf",
    "Your closing balance of the statement to come may be 77.00",
    "Your closing balance of the coming statement is of interest to 1?45",
]
DIFFER = [
    "Opening balance 100.01",
    "Closing balance 1,145.01",
    "Closing balance 100.00",
    "New balance 1,146.00",
    "Total paid in 2,001.00",
    "Total paid in 955.00",
    "Total paid out 956.00",
    "Total paid out 2,000.00",
    "Total paid in 1,045.00",  # what both sides come to is neither's total
    "Total debits 1,045.00",
    "Number of transactions 2",
    "Number of transactions 5",
    "Number of transactions: 5",
    "Number of transactions (5)",
    "Number of credits 0",
    "Number of credits 3",
    "Number of debits 1",
    "Number of debits 4",
    "2 transactions",
    "5 transactions in this period",
    "Opening balance 100.00 + 2,000.00 - 954.00 = 1,145.00 closing balance",
    "100.00 + 2,000.00 - 954.00 = 1,145.00",
    "100.00 - 955.00 = 1,145.00",
    "Withdrawals 954.00",
    "Deposits 2,001.00",
    "Deposits 0.00",
    "Closing balance 1,1?5.00",
    "Closing balance of 1,1?5.00",
    "Total paid in 2,0?0.00",
]


@pytest.mark.parametrize("line", AGREE)
def test_a_figure_that_agrees_or_is_none_is_no_contradiction(line: str) -> None:
    proof = PAGE.with_lines(line)
    assert fails(proof) == []
    assert proof.proven


@pytest.mark.parametrize("line", DIFFER)
def test_a_figure_that_differs_contradicts(line: str) -> None:
    assert fails(PAGE.with_lines(line)) == ["no_contradiction"]


@pytest.mark.parametrize(
    ("lines", "agree"),
    [
        (("Withdrawals 950.00", "Other debits 5.00"), True),
        (("Withdrawals 950.00", "Other debits 4.00"), False),
        (("Withdrawals 955.00", "Other debits 955.00"), True),
        (("Withdrawals 0.00", "Other debits 955.00"), True),
    ],
)
def test_the_parts_of_a_summary_come_to_their_side(lines: tuple[str, ...], agree: bool) -> None:
    assert fails(PAGE.with_lines(*lines)) == ([] if agree else ["no_contradiction"])


COLUMNS = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    17/03/2025   J Smith                  950.00               1,150.00
    31/03/2025   Corner shop                5.00               1,145.00

    Total                                 955.00   2,000.00    1,145.00
    Closing balance                                            1,145.00
    """)


def test_totals_under_the_columns_are_the_columns() -> None:
    assert fails(COLUMNS.printed()) == []
    for change in (("955.00   2,0", "954.00   2,0"), ("2,000.00    1,145", "2,001.00    1,145")):
        assert "no_contradiction" in fails(COLUMNS.printed(change))
    swapped = COLUMNS.printed(("  955.00   2,000.00", "2,000.00     955.00"))
    assert "no_contradiction" in fails(swapped)


def test_totals_of_a_part_of_the_rows_are_no_contradiction() -> None:
    proof = COLUMNS.printed(("955.00   2,000.00    1,145.00", "950.00   2,000.00    1,145.00"))
    assert "no_contradiction" not in fails(proof)
    proof = COLUMNS.printed(("955.00   2,000.00    1,145.00", "955.00       0.00    1,145.00"))
    assert "no_contradiction" not in fails(proof)


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
        ("17/03/2025   1,145.00", "18/03/2025   1,144.00", True),
        ("31/03/2025   1,140.00", "31/03/2025   1,145.00", False),
    ],
)
def test_a_daily_balance_is_the_one_at_the_end_of_its_day(old: str, new: str, agrees: bool) -> None:
    found = fails(DAILY.printed((old, new)))
    assert ("no_contradiction" not in found) is agrees


def test_a_card_may_count_what_it_is_paid_on_either_side() -> None:
    card = held("""
        Northgate Bank
        Credit card statement
        Statement period 01/03/2025 to 31/03/2025

        Previous balance                                  100.00

        Date         Description                          Amount
        01/03/2025   Corner shop                           20.00
        17/03/2025   Payment received                     -50.00
        31/03/2025   Corner shop                            5.00

        New balance                                        75.00
        """)
    assert lacks(card.printed()) == ["complete", "currency"]
    for line in ("Number of credits 1", "Number of credits 2", "Number of debits 1"):
        assert fails(card.with_lines("", line)) == []
    for line in ("Number of credits 0", "Number of debits 3"):
        assert fails(card.with_lines("", line)) == ["no_contradiction"]
    for line in ("Total credits 50.00", "Total credits 25.00", "Total debits 50.00"):
        assert fails(card.with_lines("", line)) == []
    assert fails(card.with_lines("", "Total debits 30.00")) == ["no_contradiction"]
