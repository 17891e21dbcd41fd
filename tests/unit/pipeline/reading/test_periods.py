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
from tests.support.typewritten import rows


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


def test_a_period_may_be_beside_a_summary() -> None:
    def found(head: str) -> set[str]:
        return {str(period.end) for _, period in periods_of(rows(head), month_first=False)}

    beside = "1 May 2025 to 31 May 2025     Closing balance  $6,793.62"
    assert found(beside) == {"2025-05-31"}
    assert found(beside.replace("Closing balance", "Rent")) == set()
    assert found(beside.replace("to 31", "31")) == set()
    assert found(f"For {beside}") == set()


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
