"""What a page says of how many entries there are, and an equation that it prints, holds."""

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
                 9 transactions
                 1.00 + 2.00 = 4.00
    17/03/2025   J Smith                  950.00               1,150.00
    18/03/2025   J Smith                    0.00               1,150.00
    19/03/2025   J Smith                    0.01               1,149.99
    20/03/2025   Acme Ltd                              0.01    1,150.00
    21/03/2025   J Smith                    2.00               1,148.00
    31/03/2025   Corner shop                3.00               1,145.00

    Closing balance                                            1,145.00

    """)

AGREE = [
    "Number of transactions 7",
    "Number of transactions: 6",
    "Number of transactions (7)",
    "Number of credits 2",
    "Number of credits 3",
    "Number of debits 4",
    "Number of debits 5",
    "7 transactions",
    "6 transactions in this period",
    "Number of transactions 7 9",
    "9 Number of transactions 7",
    "Number of transactions of more kinds than 9",
    "Number of transactions of the month 9",
    "Number of transactions 9 is what other clients of ours have in this month",
    "Number of transactions on 01/03/2025 9",
    "9 of our transactions",
    "9 transactions in this period of yours or so",
    "Call 12 transactions a month are free of any charge at all",
    "Statement number 9",
    "9 Account number",
]
DIFFER = [
    "Number of transactions 2",
    "Number of transactions 5",
    "Number of transactions: 5",
    "Number of transactions (5)",
    "Number of transactions this month 9",
    "Debit number of transactions 9",
    "Number of credits 0",
    "Number of credits 1",
    "Number of credits 4",
    "Number of debits 3",
    "Number of debits 6",
    "2 transactions",
    "5 transactions in this period",
    "5 transactions in this period of yours or",
]


@pytest.mark.parametrize("line", AGREE)
def test_a_count_of_the_entries_agrees_with_or_without_those_of_nought(line: str) -> None:
    proof = PAGE.with_lines(line)
    assert fails(proof) == []
    assert proof.proven


@pytest.mark.parametrize("line", DIFFER)
def test_a_count_that_differs_contradicts(line: str) -> None:
    assert fails(PAGE.with_lines(line)) == ["no_contradiction"]


EQUAL = [
    "Opening balance 100.00 + 2,000.01 - 955.01 = 1,145.00 closing balance",
    "Opening balance 100.00 plus 2,000.01 less -955.01 Closing balance 1,145.00",
    "100.00 + 2,000.01 - 955.01 = 1,145.00",
    "100.00 2,000.01 955.00 1,146.00",
    "100.00 = 1,145.00",
    "Opening balance 100.00 2,000.01 77.00",
    "Closing balance 1,145.00 2,000.01 77.00",
]
UNEQUAL = [
    "Opening balance 100.00 + 2,000.01 - 954.00 = 1,145.00 closing balance",
    "Opening balance 100.00 plus 2,000.01 less -954.00 Closing balance 1,145.00",
    "100.00 + 2,000.01 - 954.00 = 1,145.00",
    "100.00 - 955.01 = 1,145.00",
    "-100.00 + 2,000.01 - 955.01 = 1,145.00",
]


@pytest.mark.parametrize("line", EQUAL)
def test_three_figures_with_both_balances_or_an_equals_sign_add_up(line: str) -> None:
    assert fails(PAGE.with_lines(line)) == []


@pytest.mark.parametrize("line", UNEQUAL)
def test_an_equation_that_does_not_hold_contradicts(line: str) -> None:
    assert fails(PAGE.with_lines(line)) == ["no_contradiction"]


def test_each_row_is_asked() -> None:
    assert fails(PAGE.with_lines("100.00 2,000.01 955.00 1,146.00", *UNEQUAL[3:4])) == [
        "no_contradiction"
    ]


def test_what_a_text_in_the_table_counts_or_adds_up_is_its_own() -> None:
    other = PAGE.printed(("9 transactions", "7 transactions"), ("= 4.00", "= 7.00"))
    assert fails(other) == []


CARD = held("""
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


def test_a_card_may_count_what_it_is_paid_on_either_side() -> None:
    assert lacks(CARD.printed()) == ["complete", "currency"]
    for line in ("Number of credits 1", "Number of credits 2", "Number of debits 1"):
        assert fails(CARD.with_lines("", line)) == []
    for line in ("Number of credits 0", "Number of debits 3"):
        assert fails(CARD.with_lines("", line)) == ["no_contradiction"]


def test_a_word_before_what_is_counted_counts_nothing() -> None:
    assert fails(PAGE.with_lines("Recent transactions")) == []
    assert fails(PAGE.with_lines("99 transactions")) == ["no_contradiction"]
