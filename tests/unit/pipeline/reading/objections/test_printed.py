"""Totals, numbers of lines and balances that a page prints beside its lines must be theirs."""

import pytest

from tests.support.typewritten import objected

PAGE = """
    Date         Description              Paid out     Paid in
                 Opening balance                        1,000.00
    03/03/2025   Rent                       50.00
    04/03/2025   Coffee                      5.00
    05/03/2025   Salary                                   300.00
                 Closing balance                        1,245.00

    {}
    """


@pytest.mark.parametrize(
    ("printed", "objection"),
    [
        ("Total debits 65.00   Total credits 300.00", "total 65.00"),
        ("Total debits 55.00   Total credits 310.00", "total 310.00"),
        ("Number of transactions: 4", "count 4"),
        ("Number of debits 4", "count 4"),
        ("4 transactions", "count 4"),
        ("Balance on 03/03/2025 951.00", "balance 951.00"),
    ],
)
def test_a_figure_that_is_not_the_lines_own_is_objected_to(printed: str, objection: str) -> None:
    assert objected(PAGE.format(printed)) == [[objection]]


@pytest.mark.parametrize(
    "printed",
    [
        "Total debits 55.00   Total credits 300.00",
        "Total debits 55.00   Total credits 1,300.00",  # with the opening balance
        "Total debits 65.00",
        "Total debits 65.00   Total credits 300.00   Total debits 70.00",
        "Number of transactions: 3",
        "Number of debits 2",
        "Call us about 4 transactions or more",
        "Balance on 04/03/2025 950.00",  # before the lines of that day
        "Balance on 04/03/2025 945.00",
        "Balance on 09/03/2025 1.00",
    ],
)
def test_one_that_agrees_or_that_no_line_can_tell_is_not(printed: str) -> None:
    assert objected(PAGE.format(printed)) == [[]]


RUNNING = """
    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                   1,000.00
    03/03/2025   Rent                       50.00                    950.00
    05/03/2025   Salary                                 300.00     1,250.00
                 Closing balance                                   {closing}

    {below}
    """


def test_a_printed_end_to_which_no_line_leads_is_objected_to() -> None:
    """Each line has a balance, so the closing one could be derived: rows behind it are missing."""
    assert objected(RUNNING.format(closing="1,757.00", below="")) == [["balance 1757.00"]]


def test_another_end_beside_the_right_one_is_not() -> None:
    below = "Savings account   Closing balance 90.00"
    assert objected(RUNNING.format(closing="1,250.00", below=below)) == [[]]
