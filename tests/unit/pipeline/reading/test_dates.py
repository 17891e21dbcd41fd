"""A run of words as a day; its order and its year may wait for the rest of the statement."""

import datetime

import pytest

from pipeline.reading.facts.calendar import Calendar, calendar_of
from pipeline.reading.facts.periods import (
    date_behind_its_name,
    date_of_the_closing,
    month_heading,
    periods_of,
    statement_date,
    year_heading,
)
from pipeline.reading.lexing.dates import PrintedDate, dates, parse
from pipeline.reading.lexing.phrases import month_names
from pipeline.reading.lexing.sheet import printed_years
from tests.support.typewritten import rows, words


def only(text: str, *years: int) -> PrintedDate:
    (printed,) = dates(words(text), frozenset(years))
    return printed


@pytest.mark.parametrize(
    "text",
    [
        "14/03/2025", "14.03.2025", "14-03-25", "2025-03-14", "20250314", "14 March 2025",
        "14 Mar 2025", "Mar 14, 2025", "14th March 2025", "14. März 2025", "14 mars 2025",
        "14 de marzo de 2025", "14 de março de 2025", "14 marzo 2025", "14 mrt 2025",
        "14 marca 2025", "14 Mart 2025", "14 марта 2025", "14 Mac 2025", "2025年3月14日",
        "14MAR2025", "14-Mar-25", "14/Mar/2025", "14 03 2025",
    ],
)  # fmt: skip
def test_the_same_day_in_every_language(text: str) -> None:
    printed = only(text, 2025)
    assert printed.resolve(month_first=False) == datetime.date(2025, 3, 14)


def test_every_month_is_read_behind_a_day_whatever_its_first_letters() -> None:
    """Not "14 de cember", nor the English "14st" of "yczeń"."""
    misread = {
        text: month
        for name, month in month_names().items()
        for text in (f"14{name}2025", f"14de{name}de2025", f"14th{name}2025")
        if parse(text) != (14, month, 2025, True)
    }
    assert misread == {}
    assert only("28 december 2029").resolve(month_first=False) == datetime.date(2029, 12, 28)
    assert only("14 stycznia 2025").resolve(month_first=False) == datetime.date(2025, 1, 14)


def test_two_numbers_that_could_be_either_stay_open() -> None:
    printed = only("03/04/2025")
    assert not printed.sure
    assert printed.resolve(month_first=False) == datetime.date(2025, 4, 3)
    assert printed.resolve(month_first=True) == datetime.date(2025, 3, 4)


def test_a_number_above_twelve_tells_the_order() -> None:
    assert only("13/04").order == "D"
    assert only("04/13").order == "M"
    assert only("04/04").sure


def test_a_row_may_print_no_year() -> None:
    printed = only("14 Mar Coffee")
    assert printed.year is None
    assert printed.resolve(False, 2024) == datetime.date(2024, 3, 14)


def test_a_two_digit_word_is_a_year_only_if_the_document_prints_that_year() -> None:
    assert only("14 Mar 25 Coffee", 2025).year == 2025
    assert only("14 Mar 25 Coffee", 2019).year is None


def test_two_dates_beside_each_other_are_two() -> None:
    first, second = dates(words("14/03  15/03  Coffee"), frozenset())
    assert (first.day, second.day) == (14, 15)


def test_a_code_behind_a_day_is_no_part_of_it_though_it_may_lead_to_a_year() -> None:
    assert only("22 MAR DI  Retrait").last == 1
    assert only("22 marzo di 2025  Bonifico").last == 3


@pytest.mark.parametrize("text", ["32/01/2025", "12/13", "00/05", "1,234.56", "Coffee", "3.14159"])
def test_what_is_no_day_is_no_date(text: str) -> None:
    if text == "12/13":
        assert only(text).month == 12  # the thirteenth of December, as Americans print it
    else:
        assert dates(words(text), frozenset()) == []


def test_what_may_be_an_amount_as_well_says_so() -> None:
    assert only("10.11").bare
    assert not only("10.11.").bare


def test_an_impossible_day_of_a_month_has_no_date() -> None:
    assert only("30/02/2025").resolve(month_first=False) is None


def test_a_time_behind_the_day_is_not_part_of_it() -> None:
    assert parse("14.03.202513:45") == (14, 3, 2025, True)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("令和6年1月5日", (5, 1, 2024)),
        ("令和元年5月1日", (1, 5, 2019)),
        ("R6.1.5", (5, 1, 2024)),
        ("平成31年4月30日", (30, 4, 2019)),
        ("113/01/05", (5, 1, 2024)),
        ("民國113年1月5日", (5, 1, 2024)),
    ],
)
def test_years_counted_from_a_reign_or_the_republic(text: str, day: tuple[int, int, int]) -> None:
    found = parse(text)
    assert found is not None
    assert found[:3] == day


@pytest.mark.parametrize(
    "head",
    [
        "2016年10月01日 から", "2016년10월01일 ~", "2016-10-01 to", "2016년     10월     1일",
        "2016年10月分", "年月日", "(YY/MM/DD)", "ÅÅ-MM-DD",
    ],
)  # fmt: skip
def test_where_whole_dates_begin_with_the_year_short_ones_do_too(head: str) -> None:
    page = rows(f"{head}\n16.10.03     給与     270,139")
    assert [(d.day, d.month, d.year) for d in page[1].dates] == [(3, 10, 2016)]


def short(*texts: str) -> list[str]:
    """How such dates are read, each on a row of its own."""
    page = rows("\n".join(f"{text}     Rent     270.00" for text in texts))
    found = [day.resolve(month_first=False) for row in page for day in row.dates]
    return [day.isoformat() for day in found if day]


def test_short_dates_begin_with_the_year_where_only_so_they_are_near_each_other() -> None:
    assert short("25/11/03", "25/11/28") == ["2025-11-03", "2025-11-28"]
    assert short("Period 2025", "25-11-03", "25-11-28") == ["2025-11-03", "2025-11-28"]
    assert short("Period 2028", "25-11-03", "25-11-28") == ["2003-11-25", "2028-11-25"]
    assert short("03/11/25", "28/11/25") == ["2025-11-03", "2025-11-28"]
    assert short("25/11/03", "25/11/28", "01.12.2025") == ["2003-11-25", "2028-11-25", "2025-12-01"]


@pytest.mark.parametrize("day", ["05-03-02", "5.3.2"])
def test_a_documents_reign_is_that_of_its_short_dates_too(day: str) -> None:
    page = rows(f"令和5年3月1日~令和5年3月31日\n{day}     給与     270,139")
    assert [(d.day, d.month, d.year) for d in page[1].dates] == [(2, 3, 2023)]


@pytest.mark.parametrize(
    ("head", "month_first"), [("Date (MM/DD/YYYY)", True), ("Month/Day", True), ("TT.MM.", False)]
)
def test_a_heading_names_the_order_of_day_and_month(head: str, month_first: bool) -> None:
    page = rows(f"{head}     Amount\n04/03/2025     270.00\n04/03/2025     1.00")
    days = [day for row in page[1:] for day in row.dates]
    calendar = calendar_of(page, days, frozenset({2025}), not month_first)
    assert (calendar.month_first, calendar.doubt) == (month_first, "")


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


def calendar(head: str, *entries: str, american: bool = False) -> tuple[Calendar, list[str]]:
    printed = rows("\n".join((head, *entries)))
    above = len(head.split("\n"))
    days: list[PrintedDate] = [row.dates[0] for row in printed[above:]]
    found = calendar_of(printed, days, printed_years(printed), american)
    return found, [str(found.resolve(day)) for day in days]


def test_one_row_that_can_only_be_day_first_decides_for_all() -> None:
    found, days = calendar("Statement", "03/04/2025 a", "25/04/2025 b")
    assert not found.month_first
    assert days == ["2025-04-03", "2025-04-25"]


def test_the_printed_period_decides_where_no_row_does() -> None:
    head = "Statement period 03/01/2025 to 03/31/2025"
    assert calendar(head, "03/02/2025 a", "03/05/2025 b")[1] == ["2025-03-02", "2025-03-05"]


def test_where_nothing_decides_the_order_is_in_doubt() -> None:
    found, _ = calendar("Statement", "03/04/2025 a", "04/03/2025 b")
    assert found.doubt == "order of day and month"


def test_a_period_whose_first_day_has_no_year_takes_it_from_the_last() -> None:
    found, _ = calendar("Statement period 24 Dec - 24 Jan 2017", "27 Dec a", "3 Jan b")
    assert found.period is not None
    assert (found.period.start, found.period.end) == (
        datetime.date(2016, 12, 24),
        datetime.date(2017, 1, 24),
    )


def test_without_a_period_the_years_lie_before_the_statements_date() -> None:
    assert calendar("Statement date 10 January 2025", "20 Dec a", "3 Jan b")[1] == [
        "2024-12-20",
        "2025-01-03",
    ]


def test_a_year_that_nothing_tells_is_in_doubt() -> None:
    assert calendar("Statement", "20 Dec a", "3 Jan b")[0].doubt == "the year"


def test_one_table_knows_the_months_of_many_languages() -> None:
    names = month_names()
    assert names["january"] == 1
    assert names["marz"] == 3
    assert names["fevrier"] == 2
    assert names["okt"] == 10
    assert names["августа"] == 8
    assert names["mars"] == names["kovo"] == 3


@pytest.mark.parametrize("text", ["14 03 1500", "14 13 2025", "1 03 2025", "14 03 20251", "14 03"])
def test_other_numbers_with_blanks_between_are_no_day(text: str) -> None:
    assert list(dates(words(text), frozenset())) == []
