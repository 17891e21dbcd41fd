"""What a list of all accounts gives as this account's balance is its own."""

from __future__ import annotations

import pytest

from pipeline.drafts import Reading
from tests.support.typewritten import faults, read

LIST = """
    Northgate Bank
    Statement period 01/03/2025 to 31/03/2025

    Account           Number             Opening balance      Closing balance
    Saver             40118840                    700.00               650.00
    Current account   40118832                    100.00             1,145.00
    Total                                         800.00             1,795.00
    """
CURRENT = """
    Current account
    Account number 40118832
    Statement period 01/03/2025 to 31/03/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     100.00
    01/03/2025   Salary                               2,000.00     2,100.00
    17/03/2025   Rent                       955.00                 1,145.00
                 Closing balance                                   1,145.00
    """
SAVER = """
    Savings account
    Account number 40118840
    Statement period 01/03/2025 to 31/03/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     700.00
    17/03/2025   To current                  50.00                   650.00
                 Closing balance                                     650.00
    """


def outcome(reading: Reading) -> list[set[str] | str]:
    return [faults(d) or str(d.status) for d in reading.statements]


def test_a_list_that_agrees_leaves_both_proven() -> None:
    both = ["proven", "proven"]
    assert outcome(read(LIST, CURRENT, SAVER)) == both
    assert outcome(read(CURRENT, SAVER, LIST)) == both


@pytest.mark.parametrize(
    ("old", "new", "which"),
    [("1,145.00", "1,146.00", 0), (" 100.00", " 101.00", 0), ("650.00", "651.00", 1)],
)
def test_an_account_with_another_balance_in_the_list_is_unproven(
    old: str, new: str, which: int
) -> None:
    expected: list[set[str] | str] = ["proven", "proven"]
    expected[which] = {"no_contradiction"}
    listed = LIST.replace(old, new)
    assert outcome(read(listed, CURRENT, SAVER)) == expected
    assert outcome(read(CURRENT, SAVER, listed)) == expected


def test_the_ends_of_a_list_may_not_be_exchanged() -> None:
    turned = LIST.replace("Opening balance      Closing", "Closing balance      Opening")
    assert outcome(read(CURRENT, SAVER, turned)) == [{"no_contradiction"}, {"no_contradiction"}]


def test_another_accounts_figure_contradicts_where_this_one_is_not_listed() -> None:
    alone = """
                            Closing balance
        Ref 88112200                 999.00
        """
    assert outcome(read(CURRENT + alone)) == [{"no_contradiction"}]


def test_a_limit_beside_the_number_is_no_balance() -> None:
    limits = "\n    Account           Number             Credit limit\n"
    limits += "    Current account   40118832               5,000.00\n"
    assert outcome(read(CURRENT + limits)) == ["proven"]


def test_a_transfer_from_another_account_names_this_one_and_gives_its_own_balance() -> None:
    other = SAVER.replace("To current           ", "To 40118832          ")
    assert outcome(read(CURRENT, other)) == ["proven", "proven"]
    twice = other.replace("17/03/2025   To 40118832", "             To 40118832")
    assert "no_contradiction" not in outcome(read(CURRENT, twice))[0]
