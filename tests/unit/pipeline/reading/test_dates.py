"""A run of words as a day; its order and its year may wait for the rest of the statement."""

import datetime

import pytest

from pipeline.reading.lexing.dates import PrintedDate, dates, parse
from pipeline.reading.lexing.phrases import month_names
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
        "14MAR2025", "14-Mar-25", "14/Mar/2025",
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


def test_a_documents_reign_is_that_of_its_short_dates_too() -> None:
    page = rows("令和5年3月1日~令和5年3月31日\n05-03-02     給与     270,139")
    assert [(d.day, d.month, d.year) for d in page[1].dates] == [(2, 3, 2023)]
