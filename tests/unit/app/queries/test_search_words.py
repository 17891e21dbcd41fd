"""What a person may mean by what was typed into the search."""

from datetime import date

import pytest

from app.queries.statement_pages import line_wish, month_meant


def cents(text: str) -> tuple[int, ...]:
    """The amounts with two decimals that the text may be."""
    return dict(line_wish(text).amounts).get(2, ())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("54.30", (-5430, 5430)),
        ("54,30", (-5430, 5430)),
        ("-54.30", (-5430,)),
        ("−54.30", (-5430,)),
        ("+54.3", (5430,)),
        ("54", (-5400, 5400)),
        ("1,234.56", (-123456, 123456)),
        ("1.234,56", (-123456, 123456)),
        ("1 234,56", (-123456, 123456)),
        ("1.234", (-123400, 123400)),
        ("54.30 EUR", (-5430, 5430)),
        ("CHF 1'234.56", (-123456, 123456)),
        ("54,30-", (-5430,)),
        ("-£54.30", (-5430,)),
        ("(£1,234.56)", (-123456,)),
    ],
)
def test_an_amount_is_understood_as_it_is_written(text: str, meant: tuple[int, ...]) -> None:
    assert cents(text) == meant


def test_three_digits_behind_a_point_may_be_decimals_of_a_currency_that_has_them() -> None:
    assert dict(line_wish("1.234").amounts)[3] == (-1234000, -1234, 1234, 1234000)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rent",
        "-54.30-",
        "EUR",
        "room 5",
        "9" * 40,
        "..",
        "-",
        "12 Mar",
        "4.5.6.x",
    ],
)
def test_what_is_no_amount_is_a_text_alone(text: str) -> None:
    assert line_wish(text).amounts == ()
    assert line_wish(text).text == text


def test_a_day_is_understood_and_both_where_it_may_be_two() -> None:
    assert line_wish("2025-03-14").days == (date(2025, 3, 14),)
    assert line_wish("14.03.2025").days == (date(2025, 3, 14),)
    assert line_wish("03/04/2025").days == (date(2025, 3, 4), date(2025, 4, 3))
    assert line_wish("31.02.2025").days == ()
    assert line_wish("2025-13-01").days == ()


@pytest.mark.parametrize(
    "text",
    ["14 March 2025", "14. März 2025", "14 mars 2025", "14.03.25", "Mar 14, 2025", "14.3.25"],
)
def test_a_day_is_understood_as_statements_print_it(text: str) -> None:
    assert line_wish(text).days == (date(2025, 3, 14),)
    assert line_wish(text).amounts == ()


@pytest.mark.parametrize(
    "text",
    [
        "2025-03", "2025-3", "2025/03", "03/2025", "3.2025", "March 2025", "mar 2025", "Mar. 2025",
        "März 2025", "mars 2025", "marzo de 2025", "2025 March",
    ],
)  # fmt: skip
def test_a_month_is_understood_as_people_write_it(text: str) -> None:
    assert month_meant(text) == date(2025, 3, 1)


@pytest.mark.parametrize(
    "text", ["0001-01", "9999-12", "2025-13", "13/2025", "March", "Rent 2025", "2025", ""]
)
def test_what_is_no_month_between_two_others_is_none(text: str) -> None:
    assert month_meant(text) is None
