"""What a page says of its period, in the forms and languages that banks print it."""

import datetime

import pytest

from pipeline.reading.facts.periods import (
    date_behind_its_name,
    date_of_the_closing,
    month_heading,
    periods_of,
    statement_date,
    year_heading,
)
from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.labelled import LabelledFigure, facts_of
from tests.support.typewritten import faults, hypothesis, only, read, rows


@pytest.mark.parametrize(
    "head",
    [
        "Statement period 1 March 2025 to 31 March 2025",
        "Zeitraum vom 01.03.2025 bis 31.03.2025",
        "Pour la période du 1er au 31 mars 2025",
        "Periodo del 1 al 31 de marzo de 2025",
        "Transacties van 01-03-2025 tot en met 31-03-2025",
        "Extrato de 01/03/2025 a 31/03/2025",
        "Выписка за период с 01.03.2025 по 31.03.2025",
        "Tempoh penyata 01/03/2025 hingga 31/03/2025",
        "2025年3月1日至2025年3月31日",
        "2025年3月1日~3月31日",
        "令和7年3月1日~令和7年3月31日",
        "民國114年3月1日至114年3月31日",
        "March 1 - 31, 2025",
    ],
)
def test_a_period_in_many_forms(head: str) -> None:
    found = {period for _, period in periods_of(rows(head), month_first=False)}
    march = datetime.date(2025, 3, 1), datetime.date(2025, 3, 31)
    assert march in {(period.start, period.end) for period in found}


def test_a_statements_date_may_stand_below_its_name() -> None:
    page = rows("Datum afschrift     Vorig saldo\n31-03-2025          1.540,12")
    assert statement_date(page, month_first=False) == datetime.date(2025, 3, 31)


def test_the_first_date_under_a_tables_header_is_no_statement_date() -> None:
    page = rows("Datum        Omschrijving     Bedrag\n03-03-2025   Huur             12,00")
    assert statement_date(page, month_first=False) is None


def test_a_period_that_prints_only_its_last_day_is_a_statement_date() -> None:
    page = rows("For the period ending September 05, 2023")
    assert statement_date(page, month_first=True) == datetime.date(2023, 9, 5)


def test_the_one_date_behind_the_word_date_is_the_statements() -> None:
    one = rows("Prepared for A. Other     Date 08/11/23")
    assert date_behind_its_name(one, month_first=False) == datetime.date(2023, 11, 8)
    two = rows("Date 08/11/2023\nDate 09/11/2023")
    assert date_behind_its_name(two, month_first=False) is None


def test_the_full_date_that_is_the_closing_balances_day_gives_the_year() -> None:
    page = rows("May 31, 2023     Page 1 of 4\nMay 3, 2011\nEnding balance on 5/31     12.00")
    assert date_of_the_closing(page, page[:2], month_first=True) == datetime.date(2023, 5, 31)


@pytest.mark.parametrize("head", ["Monat 03/2025", "2025年3月分", "Extrato de março 2025"])
def test_a_month_named_with_its_year(head: str) -> None:
    assert month_heading(rows(head)) == datetime.date(2025, 3, 31)


def test_a_year_named_by_the_page_is_that_of_rows_that_cannot_leave_it() -> None:
    page = rows("Auszug     Jahr\n003        2023\n\n02.03.     Miete     12,00")
    days = page[-1].dates
    assert year_heading(page[:2], days, month_first=False) == 2023
    assert year_heading(rows("Kontoauszug Nr. 3/2023"), days, month_first=False) == 2023


def test_the_years_first_statement_may_hold_rows_of_the_year_before() -> None:
    december = rows("20.12.     Miete     12,00")[0].dates
    assert year_heading(rows("Kontoauszug Nr. 1/2024"), december, month_first=False) is None


def facts(text: str) -> list[LabelledFigure]:
    printed = rows(text)
    return facts_of(printed, headers_of(printed))


def pairs(text: str) -> set[tuple[str, int]]:
    return {(fact.meaning, fact.figure.value) for fact in facts(text)}


def test_two_labels_on_a_row_have_a_figure_each() -> None:
    text = "Opening balance  1,000.00   Closing balance  900.00"
    assert pairs(text) == {("opening", 100000), ("closing", 90000)}


def test_a_label_without_a_figure_beside_it_means_the_one_below() -> None:
    text = """
        Opening balance       Closing balance
            1,000.00              900.00
        """
    assert pairs(text) == {("opening", 100000), ("closing", 90000)}


def test_a_figure_far_below_is_not_meant() -> None:
    assert pairs("Opening balance\n\n\n\n\n\n  1,000.00") == set()


def test_a_label_may_carry_a_date() -> None:
    (fact,) = facts("Balance on 01/03/2025   1,000.00")
    assert fact.meaning == "balance_on"
    assert fact.day is not None


def test_totals_in_and_out_are_distinguished() -> None:
    text = "Total credits   300.00\nTotal debits   200.00"
    assert {("total_in", 30000), ("total_out", 20000)} <= pairs(text)


def test_a_side_with_its_count_and_sum_is_a_total() -> None:
    assert ("total_in", 459186) in pairs("Credits  4  4,591.86")


def test_a_header_that_says_money_in_is_no_total() -> None:
    text = """
        Date         Details     Money out    Money in    Balance
        01/03/2025   Tea              5.00                   9.00
        """
    assert not {fact.meaning for fact in facts(text)} & {"total_in", "total_out"}


CURRENT = """
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                         100.00
    No transactions in this period
    Closing balance                         100.00
    """
CARD = """
    Credit card statement
    Minimum payment  25.00        Credit limit  5,000.00

    Previous balance                        100.00
    No transactions in this period
    New balance                             100.00
    """
SIDES = """
    Current account statement

    Date         Description                 Debit        Credit
                 Opening balance                          100.00
                 No transactions in this period
                 Closing balance                          100.00
    """


#: The same balances under the heading for what went out.
OWED = SIDES.replace("             100.00", "100.00")


@pytest.mark.parametrize(
    ("text", "balance", "side"),
    [
        (CURRENT, 10000, "money"),
        (CURRENT.replace("Current account", "Account"), 10000, "money"),
        (CURRENT.replace(" 100.00", "-100.00"), -10000, "money"),
        (CARD, -10000, "debt"),
        (CARD.replace(" 100.00", " 100.00 DR"), -10000, "debt"),
        (CARD.replace(" 100.00", " 100.00 CR"), 10000, "debt"),
        (CARD.replace("100.00", "  0.00"), 0, "debt"),
        (SIDES, 10000, "money"),
        (OWED, -10000, "debt"),
    ],
)
def test_a_statement_of_no_lines_is_proven_and_its_side_assumed(
    text: str, balance: int, side: str
) -> None:
    draft = only(read(text))
    assert (draft.status, draft.lines) == ("proven", ())
    assert (draft.opening_balance, draft.closing_balance) == (balance, balance)
    assert hypothesis(draft, "side") == (side, "assumed")


def test_two_balances_without_a_line_between_them_must_be_the_same() -> None:
    head, closing = CURRENT.split("Closing")
    draft = only(read(f"{head}Closing{closing.replace('100.00', ' 90.00')}"))
    assert faults(draft) == {"sums"}
