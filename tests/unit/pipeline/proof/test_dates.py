"""Which words are one date, and what it says as printed."""

from __future__ import annotations

import pytest

from pipeline.proof.parse.dates import PrintedDate, dates, full_form, parse, reign_of
from pipeline.words import Word


def line(*parts: str | float) -> list[Word]:
    """Words of one line 10 points high, each character 4 wide, with these gaps between them."""
    found: list[Word] = []
    x = 0.0
    for part in parts:
        if isinstance(part, str):
            found.append(Word(part, x, 100.0, x + 4 * len(part), 110.0))
            x += 4 * len(part)
        else:
            x += part
    return found


def read(text: str, *years: int, year_first: bool = False, reign: int = 0) -> list[PrintedDate]:
    parts: list[str | float] = []
    for word in text.split():
        parts += [word, 4.0]
    return dates(line(*parts), frozenset(years), year_first, reign)


def printed(text: str, *years: int) -> list[tuple[int, int, int | None]]:
    return [(each.day, each.month, each.year) for each in read(text, *years)]


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("令和6年1月5日", 2018),
        ("R6.1.5", 2018),
        ("(平成31年4月30日)", 1988),
        ("H31/4/30", 1988),
        ("民國113年1月5日", 1911),
        ("中華民國113年1月5日", 1911),
        ("113/01/05", 0),
        ("R6", 0),
        ("Shop", 0),
    ],
)
def test_the_reign_from_which_a_date_counts(text: str, before: int) -> None:
    assert reign_of(text) == before


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("2025-03-14", "ymd"),
        ("2568/03/14", "ymd"),
        ("14/03/2025", "dmy"),
        ("14.03.2025", "dmy"),
        ("14/03/25", ""),
        ("14/03", ""),
        ("14 March 2025", ""),
        ("Shop", ""),
    ],
)
def test_the_order_of_a_date_with_a_whole_year(text: str, form: str) -> None:
    assert full_form(text) == form


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("14/03/2025", (14, 3, 2025, True)),
        ("03/04/2025", (3, 4, 2025, False)),
        ("03/03/2025", (3, 3, 2025, True)),
        ("04/13/2025", (13, 4, 2025, True)),
        ("13/04", (13, 4, None, True)),
        ("12/11", (12, 11, None, False)),
        ("11/12", (11, 12, None, False)),
        ("13/13", None),
        ("13/12", (13, 12, None, True)),
        ("31/12/25", (31, 12, 2025, True)),
        ("(14/03)", (14, 3, None, True)),
        ("[14/03/2025]:", (14, 3, 2025, True)),
        ("~14/03", (14, 3, None, True)),
        ("-14/03", (14, 3, None, True)),
        ("14/03,", None),
        ("14/03/2025,", (14, 3, 2025, True)),
        ("14.03.", (14, 3, None, True)),
        ("14-03.2025", None),
        ("14/03/202513:45", (14, 3, 2025, True)),
        ("2025-03-14T13:45:10", (14, 3, 2025, True)),
        ("2025-03-14", (14, 3, 2025, True)),
        ("2568-03-14", (14, 3, 2025, True)),
        ("2025-01-31", (31, 1, 2025, True)),
        ("2025-12-01", (1, 12, 2025, True)),
        ("2025-01-32", None),
        ("2025-13-01", None),
        ("2025-00-10", None),
        ("2025-01-00", None),
        ("20250314", (14, 3, 2025, True)),
        ("20251314", None),
        ("2025年3月14日", (14, 3, 2025, True)),
        ("3月14日", (14, 3, None, True)),
        ("14March2025", (14, 3, 2025, True)),
        ("14March", (14, 3, None, True)),
        ("14.März25", (14, 3, 2025, True)),
        ("March14,2025", (14, 3, 2025, True)),
        ("March14", (14, 3, None, True)),
        ("Mar14/25", (14, 3, 2025, True)),
        ("2025Mar14", (14, 3, 2025, True)),
        ("2025-Mar-14", (14, 3, 2025, True)),
        ("1stMarch2025", (1, 3, 2025, True)),
        ("2ndMarch2025", (2, 3, 2025, True)),
        ("3rdMarch2025", (3, 3, 2025, True)),
        ("1ermars2025", (1, 3, 2025, True)),
        ("1.ºdemarço2025", (1, 3, 2025, True)),
        ("14Shop2025", None),
        ("Shop14", None),
        ("32March", None),
        ("March", None),
        ("令和6年1月5日", (5, 1, 2024, True)),
        ("令和元年5月1日", (1, 5, 2019, True)),
        ("民國113年1月5日", (5, 1, 2024, True)),
        ("113/01/05", (5, 1, 2024, True)),
        ("113-01-05", (5, 1, 2024, True)),
        ("113.01.05", (5, 1, 2024, True)),
        ("113年1月5日", (5, 1, 2024, True)),
        ("113/13/05", None),
    ],
)
def test_one_run_of_text(text: str, day: tuple[int, int, int | None, bool] | None) -> None:
    assert parse(text) == day


@pytest.mark.parametrize(
    ("text", "year"),
    [("00", 2000), ("25", 2025), ("44", 2044), ("45", 2002), ("60", 2017), ("66", 2023),
     ("99", 2056), ("1999", 1999), ("2568", 2025)],
)  # fmt: skip
def test_the_year_in_full(text: str, year: int) -> None:
    """From 45 on two digits are of the Buddhist era."""
    assert parse(f"14/03/{text}") == (14, 3, year, True)


def test_a_short_date_that_begins_with_the_year() -> None:
    assert parse("23.05.02") == (23, 5, 2002, True)
    assert parse("23.05.02", year_first=True) == (2, 5, 2023, True)
    assert parse("05-03-02", reign=2018) == (2, 3, 2023, True)
    assert parse("14/03/2025", year_first=True) == (14, 3, 2025, True)
    assert parse("23.13.02", year_first=True) is None
    assert [each.order for each in read("23.05.02")] == ["D"]
    assert [each.order for each in read("23.05.02", year_first=True)] == [""]
    assert [each.order for each in read("23-05-02", reign=2018)] == [""]
    assert [each.order for each in read("23.05", year_first=True)] == ["D"]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("13/04", "D"),
        ("04/13", "M"),
        ("12/11", ""),
        ("11/12", ""),
        ("03/04/2025", ""),
        ("03.04.2025", "D"),
        ("03.04.25", ""),
        ("03.04.", ""),
        ("14 March", ""),
    ],
)
def test_what_two_numbers_tell_of_their_order(text: str, order: str) -> None:
    assert [each.order for each in read(text)] == [order]


def test_what_may_be_an_amount() -> None:
    assert [each.bare for each in read("10.11 14/03 10.11. 3.04")] == [True, False, False, True]


def test_a_date_of_several_words_and_its_edges() -> None:
    (found,) = dates(line("On", 4.0, "14", 4.0, "March", 4.0, "2025", 4.0, "Shop"), frozenset())
    assert (found.first, found.last, found.x0, found.x1) == (1, 3, 12.0, 64.0)


def test_its_words_stand_no_more_than_13_tenths_of_their_height_apart() -> None:
    assert dates(line("14", 13.0, "March"), frozenset())[0].last == 1
    assert dates(line("14", 13.1, "March"), frozenset()) == []
    assert [d.year for d in dates(line("14", 4.0, "March", 13.1, "2025"), frozenset())] == [None]
    assert dates(line("14", 13.1, "March", 4.0, "2025"), frozenset()) == []
    assert [d.first for d in dates(line("Shop", 40.0, "14/03"), frozenset())] == [1]


def test_a_date_has_six_words_at_the_most() -> None:
    assert printed("14 . de março de 2025") == [(14, 3, 2025)]
    assert printed("1 4 . de março de 2025") == [(14, 3, None)]
    assert printed("14 º . de março de 2025") == [(14, 3, None)]


def test_a_date_has_24_characters_at_the_most() -> None:
    assert printed("14ºdeseptiembrede,,,2025") == [(14, 9, 2025)]
    assert printed("14ºdeseptiembrede,,,,2025") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("14 March 25", [(14, 3, 2025)]),
        ("14 March '25", [(14, 3, 2025)]),
        ("14 March 19", [(14, 3, None)]),
        ("14 March 2019", [(14, 3, 2019)]),
        ("14 March , 25", [(14, 3, None)]),
        ("14 March 2025 15 March", [(14, 3, 2025), (15, 3, None)]),
        ("14/03 15/03", [(14, 3, None), (15, 3, None)]),
        ("March 14 25", [(14, 3, None)]),
        ("March 14 , 2025", [(14, 3, None)]),
        ("Shop 14 March", [(14, 3, None)]),
        ("Mar 5 Shop", [(5, 3, None)]),
    ],
)
def test_dates_in_a_row_of_a_document_that_prints_2025(
    text: str, found: list[tuple[int, int, int | None]]
) -> None:
    assert printed(text, 2025) == found


def test_a_year_that_is_marked_as_one_need_not_be_printed_elsewhere() -> None:
    assert printed("14 March 25,", 2019) == [(14, 3, 2025)]
    assert printed("March 14 /25", 2019) == [(14, 3, 2025)]


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("Hunyo 21, 2018", True),
        ("Hulyo", False),
        ("14/03", True),
        ("(1/03/25)", True),
        ("-14/03", True),
        ("(14/03)", True),
        ("[14/03]", True),
        ("(14.03.)", False),
        ("(a14/03)", False),
        ("~3月14日", True),
        ("至3月14日", True),
        ("R6.1.5", True),
        ("H31.4.30", True),
        ("令和6年1月5日", True),
        ("令和 6年1月5日", True),
        ("中華民國113年1月5日", True),
        ("Mar 14", True),
        ("März 14", True),
        ("Mart14", True),
        ("Ma 14", False),
        ("Shop 14", False),
        ("x14/03", False),
    ],
)
def test_how_a_date_may_begin(text: str, starts: bool) -> None:
    found = read(text)
    assert ([each.first for each in found] == [0]) is starts


def test_a_day_under_either_order() -> None:
    (open_,), (sure,) = read("03/04/2025"), read("13/04/2025")
    assert (str(open_.resolve(False)), str(open_.resolve(True))) == ("2025-04-03", "2025-03-04")
    assert (str(sure.resolve(False)), str(sure.resolve(True))) == ("2025-04-13", "2025-04-13")
    (yearless,) = read("13/04")
    assert (yearless.resolve(False), str(yearless.resolve(False, 2024))) == (None, "2024-04-13")
    assert str(sure.resolve(False, 1999)) == "2025-04-13"
    (leap,) = read("29/02")
    assert (leap.resolve(False, 2025), str(leap.resolve(False, 2024))) == (None, "2024-02-29")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("22.10 .04 Rent", []),  # the torn 22.10.04 of 2022
        ("22.10 .25 Rent", ["22.10.2025"]),
        ("22.10 04 Rent", ["22.10."]),
        ("22.10 -45.00", ["22.10."]),
    ],
)
def test_a_date_whose_year_would_be_none_of_the_pages_is_torn(text: str, found: list[str]) -> None:
    assert [f"{d.day}.{d.month}.{d.year or ''}" for d in read(text, 2025)] == found
