"""A reading is proven if every printed figure agrees and nothing else explains the page as well."""

from __future__ import annotations

from textwrap import dedent

import pytest

from pipeline.drafts import Check, CheckState, StatementDraft
from pipeline.reading.verdicts import MANDATORY, status_of
from tests.support.typewritten import only, read

PAGE = """
    Statement period 01/03/2025 to 31/03/2025
    Total credits  2,000.00        Total debits  955.00

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     100.00
    01/03/2025   Salary                               2,000.00     2,100.00
    17/03/2025   Rent                       950.00                 1,150.00
    31/03/2025   Coffee                       5.00                 1,145.00
                 Closing balance                                   1,145.00
    """
SUMS_ONLY = """
    Statement period 01/03/2025 to 31/03/2025
    Total credits  2,000.00        Total debits  955.00

    Date         Description              Paid out     Paid in
                 Opening balance                        100.00
    01/03/2025   Salary                               2,000.00
    17/03/2025   Rent                       950.00
    31/03/2025   Coffee                       5.00
                 Closing balance                      1,145.00
    """


def failed(draft: StatementDraft) -> set[str]:
    return {check.name for check in draft.checks if check.state is CheckState.FAILED}


def without(text: str, words: str) -> str:
    return "\n".join(line for line in text.split("\n") if words not in line)


@pytest.mark.parametrize("page", [PAGE, SUMS_ONLY], ids=["with balances", "sums only"])
def test_a_page_that_agrees_with_itself_is_proven(page: str) -> None:
    draft = only(read(page))
    assert draft.status == "proven", draft.checks
    assert {check.name for check in draft.checks} >= MANDATORY


@pytest.mark.parametrize("page", [PAGE, SUMS_ONLY], ids=["with balances", "sums only"])
@pytest.mark.parametrize(
    ("was", "now"),
    [
        (" 950.00", " 905.00"),
        ("   5.00", "  15.00"),
        (
            "Salary                               2,000.00",
            "Salary                               2,000.01",
        ),
        ("credits  2,000.00", "credits  2,010.00"),
        ("debits  955.00", "debits  940.00"),
    ],
)
def test_one_changed_figure_or_label_and_it_is_not(page: str, was: str, now: str) -> None:
    assert was in page
    assert only(read(page.replace(was, now))).status == "unproven"


@pytest.mark.parametrize("row", ["Salary", "Rent", "Coffee"])
@pytest.mark.parametrize("page", [PAGE, SUMS_ONLY], ids=["with balances", "sums only"])
def test_a_row_less_or_a_row_more_and_it_is_not(page: str, row: str) -> None:
    (line,) = [line for line in page.split("\n") if row in line]
    assert only(read(without(page, row))).status == "unproven"
    assert only(read(page.replace(line, f"{line}\n{line}"))).status == "unproven"


def test_a_wrong_total_is_named() -> None:
    assert "printed_totals" in failed(only(read(PAGE.replace("debits  955.00", "debits  940.00"))))


def test_a_wrong_total_is_wrong_though_it_be_some_days_sum() -> None:
    """950.00 is what went out on the 17th: no reason to let it pass for the whole."""
    assert "printed_totals" in failed(only(read(PAGE.replace("debits  955.00", "debits  950.00"))))


def test_a_lone_balance_that_contradicts_all_others_is_named_and_unproven() -> None:
    draft = only(
        read(PAGE.replace("950.00                 1,150.00", "950.00                 1,510.00"))
    )
    assert draft.status == "unproven"
    (check,) = [check for check in draft.checks if check.name == "running_balance"]
    assert "1510.00" in check.detail
    assert [line.amount for line in draft.lines] == [200000, -95000, -500]


@pytest.mark.parametrize("also", ["Opening balance", "Total credits"])
def test_a_page_without_an_opening_balance_is_never_proven(also: str) -> None:
    """The first row's own balance is no opening, whatever chains on from it."""
    draft = only(read(without(without(PAGE, "Opening balance"), also)))
    assert draft.status == "unproven"


def test_dates_of_either_order_leave_the_dates_in_doubt() -> None:
    text = without(PAGE, "Statement period").replace("17/03", "02/03").replace("31/03", "03/03")
    draft = only(read(text))
    assert draft.status == "unproven"
    (check,) = [check for check in draft.checks if check.name == "dates"]
    assert "order" in check.detail


def test_a_page_that_says_there_was_nothing_is_proven_and_one_that_does_not_is_not() -> None:
    says = "Opening balance  100.00\nNo transactions this period\nClosing balance  100.00"
    assert only(read(says)).status == "proven"
    assert only(read(without(says, "No trans"))).status == "unproven"
    assert (
        only(read(says.replace("balance  100.00\nNo", "balance  90.00\nNo"))).status == "unproven"
    )


def test_unavailable_is_not_passed() -> None:
    passed = [Check(name, CheckState.PASSED) for name in MANDATORY]
    assert status_of(passed) == "proven"
    for name in MANDATORY:
        others = [check for check in passed if check.name != name]
        assert status_of([*others, Check(name, CheckState.FAILED)]) == "unproven"
        may = name in ("running_balance", "printed_totals")
        assert status_of(others) == ("proven" if may else "unproven")


BALANCES = without(PAGE, "Total credits")
"""The same page without totals: nothing but its balances speaks for its rows."""


def test_an_amount_under_the_wrong_heading_is_not_proven() -> None:
    """The balances say that it came in, the heading that it went out: someone is wrong."""
    moved = BALANCES.replace(f"Salary{31 * ' '}2,000.00", f"Salary{18 * ' '}2,000.00{13 * ' '}")
    assert moved != BALANCES
    assert only(read(moved)).status == "unproven"


def test_undated_rows_that_come_to_nothing_are_not_passed_over() -> None:
    text = """
        Statement period 01/03/2025 to 31/03/2025

        Date         Description              Paid out     Paid in      Balance
                     Opening balance                                     100.00
        01/03/2025   Salary                               2,000.00     2,100.00
                     Wrong booking               50.00                 2,050.00
                     Its reversal                            50.00     2,100.00
        17/03/2025   Rent                       950.00                 1,150.00
        18/03/2025   Coffee                       5.00                 1,145.00
        19/03/2025   Tea                          5.00                 1,140.00
        20/03/2025   Water                        5.00                 1,135.00
                     Closing balance                                   1,135.00
        """
    draft = only(read(text))
    assert draft.status == "unproven" or len(draft.lines) == 7


def test_dates_far_outside_the_printed_period_are_in_doubt() -> None:
    draft = only(read(BALANCES.replace("17/03/2025", "17/03/2015")))
    assert draft.status == "unproven"
    assert "dates" in failed(draft)


CARD = """
    Credit card statement
    Minimum payment  25.00        Credit limit  5,000.00
    Statement period 01/03/2025 to 31/03/2025

    Previous balance      1,000.00
    New balance             405.00

    Date         Description                        Amount

    Payments
    01/03/2025   Thank you                         -900.00

    Purchases
    17/03/2025   Books                              250.00
    18/03/2025   Chairs                              50.00
    31/03/2025   Coffee                               5.00
    """


def test_a_minus_among_a_cards_purchases_is_not_passed_over() -> None:
    """A refund that the sums take for a purchase: the page contradicts itself."""
    assert only(read(CARD)).status == "proven"
    assert only(read(CARD.replace(" 250.00", "-250.00"))).status == "unproven"


LONG_DATES = """
    Statement period 1 March 2025 to 31 March 2025

    Date              Description              Paid out     Paid in      Balance
                      Opening balance                                     100.00
    1 March 2025      Salary                               2,000.00     2,100.00
    17 March 2025     Rent                       950.00                 1,150.00
    31 March 2025     Coffee                       5.00                 1,145.00
                      Closing balance                                   1,145.00
    """


def test_a_row_whose_own_date_cannot_be_read_is_not_dated_by_the_row_above() -> None:
    """No calendar knows the month: the sums hold, yet its day is not that of the row above."""
    draft = only(read(LONG_DATES.replace("17 March 2025 ", "17 Ventose 2025")))
    assert failed(draft) == {"dates"}
    once_a_day = only(read(LONG_DATES.replace("17 March 2025", "             ")))
    assert (once_a_day.status, len(once_a_day.lines)) == ("proven", 3)


ONE_ROW = """
    Opening balance     381.50
    Closing balance     403.77
    Total credits  22.27        Total debits  0.00

    06/06/2016   Interest         22.27       403.77
    """


def test_a_wrong_balance_beside_a_lone_row_is_not_passed_over() -> None:
    """No header calls it a balance and no other row shows that it is one."""
    period = "Statement period 13/04/2016 to 14/07/2016\n"
    assert only(read(period + dedent(ONE_ROW))).status == "proven"
    wrong = only(read(period + dedent(ONE_ROW.replace("22.27       403.77", "22.27       463.77"))))
    assert failed(wrong) == {"running_balance"}


FIRST = """
    Kontoauszug Nr. 4
    Alter Saldo                     21,00 H
    Neuer Saldo                     14,00 H

    03. Feb. 2014 bis 05. März 2014

    Datum   Buchungstext             Umsatz
    03.02   Tee                      2,00 S
    04.02   Miete                    4,00 S
    28.02   Salz                     1,00 S
    """
SECOND = """
    Kontoauszug Nr. 5
    Alter Saldo                      0,00 H
    Neuer Saldo                      0,00 H

    01. Feb. 2012 bis 02. Apr. 2012

    Datum   Buchungstext             Umsatz
    02.02   Gehalt                   0,01 H
    04.02   Gabe                     0,01 S
    """


def test_another_statements_balance_among_the_rows_is_not_passed_over() -> None:
    """The next statement's rows come to nothing: its balances are none that the rows lead to."""
    assert only(read(FIRST)).status == "proven"
    both = only(read(FIRST, SECOND))
    assert (len(both.lines), failed(both)) == (5, {"closing_printed"})
