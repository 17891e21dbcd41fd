"""What is found on a document's rows under a style: which years, which dates, which figures."""

from __future__ import annotations

import pytest

from pipeline.proof.parse.figures import Style
from pipeline.proof.rows import Row
from pipeline.proof.sheet import all_rows, printed_years, sheet_of, styles_to_try
from pipeline.words import Page, Word
from tests.support.typewritten import document, page


def sheet(text: str, style: Style = Style.POINT) -> tuple[Row, ...]:
    return sheet_of(all_rows([page(text)]), style).rows


def styles(*words: str) -> list[str]:
    return [style.value for style in styles_to_try(all_rows([page("   ".join(words))]))]


def days(text: str, style: Style = Style.POINT) -> list[tuple[int, int, int | None]]:
    """Day, month and year of each date, one row after the other."""
    return [(d.day, d.month, d.year) for row in sheet(text, style) for d in row.dates]


def years(text: str) -> list[int | None]:
    return [year for _, _, year in days(text)]


def money(text: str, style: Style = Style.POINT) -> list[int]:
    return [figure.value for row in sheet(text, style) for figure in row.figures]


@pytest.mark.parametrize(
    ("words", "tried"),
    [
        (("5.00",), ["point"]),
        (("5,00",), ["comma"]),
        (("5.00", "7,00"), ["point", "comma"]),
        (("5.00", "7,00", "8,00"), ["comma", "point"]),
        (("5.00",) * 5 + ("7,00",), ["point", "comma"]),
        (("5.00",) * 5 + ("12.03", "7,00"), ["point"]),
        (("12", "Shop"), ["whole", "point"]),
        (("5.00",) + ("1,000",) * 9, ["point", "whole"]),
        (("5.00",) + ("1,000",) * 8, ["point"]),
        (("5.00", "1,000", "JPY"), ["point", "whole"]),
        (("5.00", "1,000"), ["point"]),
        (("5.00", "JPY"), ["point"]),
        (("5.000", "KWD"), ["mills", "point", "comma"]),
    ],
)
def test_which_styles_are_worth_trying(words: tuple[str, ...], tried: list[str]) -> None:
    assert styles(*words) == tried


def test_a_short_date_begins_with_the_year_where_every_full_one_does() -> None:
    assert days("2023.05.01   23.05.02") == [(1, 5, 2023), (2, 5, 2023)]
    assert days("23.05.02") == [(23, 5, 2002)]
    assert days("2023.05.01   01.06.2023   23.05.02") == [(1, 5, 2023), (1, 6, 2023), (23, 5, 2002)]
    assert days("13.06.2023   23.05.02") == [(13, 6, 2023), (23, 5, 2002)]


def test_a_short_date_counts_from_the_reign_where_no_full_one_is_printed() -> None:
    assert days("令和5年3月1日   05-03-02") == [(1, 3, 2023), (2, 3, 2023)]
    assert days("令和5年3月1日   13/06/2023   05-03-02")[2] == (5, 3, 2002)
    assert days("05-03-02") == [(5, 3, 2002)]


PAID, IN = Word("Paid", 10, 100, 30, 110), Word("in", 45, 100, 53, 110)
FIVE = Word("5.00", 100, 100, 120, 110)


def under(*marks: Word, number: int = 1) -> list[str]:
    """A row "Paid in 5.00", the 5.00 between 100 and 120 points, with words below or beside it."""
    row = (PAID, IN, FIVE)
    below = Page(number, 600, 800, marks)
    pages = [Page(1, 600, 800, (*row, *marks))] if number == 1 else [Page(1, 600, 800, row), below]
    return [found.text for found in all_rows(pages)]


def mark(text: str = "CR", x0: float = 110.0, top: float = 115.0) -> Word:
    return Word(text, x0, top, x0 + 10, top + 10)


@pytest.mark.parametrize("text", ["CR", "DR", "Cr", "Dr"])
def test_a_mark_alone_under_a_figure_is_the_figures(text: str) -> None:
    assert under(mark(text)) == [f"Paid in 5.00 {text}"]


def test_what_is_no_mark_alone_right_under_a_figure_is_a_row_of_its_own() -> None:
    assert under(mark("XX")) == ["Paid in 5.00", "XX"]
    assert under(mark(), mark("Shop", 200)) == ["Paid in 5.00", "CR Shop"]
    assert under(mark(top=119.5)) == ["Paid in 5.00 CR"]
    assert under(mark(top=120.0)) == ["Paid in 5.00", "CR"]
    assert under(mark(top=130.0)) == ["Paid in 5.00", "CR"]
    assert under(mark(x0=90.5)) == ["Paid in 5.00 CR"]
    assert under(mark(x0=90.0)) == ["Paid in 5.00", "CR"]
    assert under(mark(x0=20.0)) == ["Paid in 5.00", "CR"]
    assert under(mark(top=115.0), number=2) == ["Paid in 5.00", "CR"]
    assert [row.text for row in all_rows([Page(1, 600, 800, (mark(),))])] == ["CR"]
    above = Word("Account", 10, 50, 60, 60)
    assert under(mark(), above) == ["Account", "Paid in 5.00 CR"]


def test_the_mark_stands_right_behind_the_figure_then() -> None:
    (found,) = all_rows([Page(1, 600, 800, (mark(), PAID, IN, FIVE))])
    assert found.words[-1] == Word("CR", 121, 115, 131, 125)
    assert found.ids == [1, 2, 3, 0]
    (figure,) = sheet_of([found], Style.POINT).rows[0].figures
    assert figure.mark == 1


@pytest.mark.parametrize(
    ("period", "year"),
    [
        ("1 May 24 - 31 May 24", 2024),
        ("1 May 24 31 May 24", 2024),
        ("13/05 24 - 31/05 24 yours", 2024),
        ("1 Dec 23 - 31 Jan 24", 2024),
        ("1 Dec 24 - 31 Jan 25", 2024),
        ("Of 1 May 24 to 31 May 24 a b c d e f g h i j k l", 2024),
        ("Of 1 May 24 to 31 May 24 a b c d e f g h i j k l m", None),
        ("1 May 24 31May 24", None),
        ("1 Dec 22 - 31 Jan 24", None),
        ("1 Dec 24 - 31 Jan 23", None),
        ("01/05 24 - 31/05 24 yours", None),
        ("13.05 24 - 31.05 24 of it", None),
        ("1 May 2023 24 - 31 May 2023 24", None),
        ("1 May 24 - 31 May 24 - 2 June 24", None),
        ("1 May 24 - 31 May 24 - 2 June", None),
        ("1 May 24 - 31 May 24 or 2 June", None),
        ("1 May 24 - 31 May of ours", None),
        ("Of 1 May 24 to 31 May", None),
        ("of 24 from 1 May till 31 May", None),
        ("24 from May to 31 May 24", None),
    ],
)
def test_two_digits_behind_both_days_of_a_period_are_its_year(
    period: str, year: int | None
) -> None:
    assert days(f"{period}\nOn 3 May 24 Shop")[-1] == (3, 5, year)


@pytest.mark.parametrize(
    ("rows", "read"),
    [
        (("27 Sep 13 Shop", "28 Sep 13 Rent"), [2013, 2013]),
        (("27 Sep 13 Shop",), [None]),
        (("1 º de março 13 Loja", "2 º de março 13 Loja"), [2013, 2013]),
        (("30 Dec 13 Shop", "2 Jan 14 Rent"), [2013, 2014]),
        (("30 Dec 13 Shop", "2 Jan 15 Rent"), [None, None]),
        (("27 Sep 13 Shop",) * 4 + ("28 Sep Rent",), [2013] * 4 + [None]),
        (("27 Sep 13 Shop",) * 3 + ("28 Sep Rent",), [None] * 4),
        (
            ("27 Sep 13 A",) * 4 + ("2 Jan 14 B",) * 4 + ("3 Jan 15 C",),
            [2013] * 4 + [2014] * 4 + [None],
        ),
        (("On 27 Sep 13 Shop", "On 28 Sep 13 Rent"), [None, None]),
        (("27 Sep 2012 13 Shop", "28 Sep 2012 13 Rent", "29 Sep 13"), [2012, 2012, None]),
        (("27/09 28/09 13 Shop",) * 2 + ("On 29 Sep 13",), [None] * 5),
        (("27.09 13 Shop",) * 2 + ("On 29 Sep 13",), [None] * 3),
        (("27 Sep 13 Shop",) * 4 + ("28/09 29/09 Rent",) * 2, [None] * 8),
        (("27 Sep 13 Shop",) * 4 + ("28/09 29/09/2012 Rent",), [2013] * 4 + [None, 2012]),
        (("27 Sep 13 Shop",) * 3 + ("28/09 29/09/2012 Rent",), [None] * 4 + [2012]),
        (("27 Sep 13 Shop",) * 3 + ("28/09 29.09 Rent",), [None] * 5),
    ],
)  # fmt: skip
def test_two_digits_behind_most_rows_days_are_their_years(
    rows: tuple[str, ...], read: list[int | None]
) -> None:
    assert years("\n".join(rows)) == read


def test_with_a_point_only_leading_dates_may_look_like_amounts() -> None:
    text = "10.11   11.11   Shop   10.12   500.00"
    assert [day[:2] for day in days(text)] == [(10, 11), (11, 11)]
    assert money(text) == [1012, 50000]
    assert (days("Shop   10.11"), money("Shop   10.11")) == ([], [1011])
    comma = "10.11   Shop   10.12   500,00"
    assert [day[:2] for day in days(comma, Style.COMMA)] == [(10, 11), (10, 12)]
    assert money(comma, Style.COMMA) == [50000]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Shop 17", []),
        ("Shop 1,234", [1234]),
        ("Shop $12", [12]),
        ("Shop R12", []),
        ("Shop 12 CR", [12]),
        ("1,234   Shop   17", [1234]),
        ("17   Shop   1,234", [1234]),
        ("17   1,234", [1234]),
        ("Shop 1,2345", []),
        ("Shop 5.00", [500]),
    ],
)
def test_a_figure_without_minor_units_needs_groups_a_currency_or_a_mark(
    text: str, read: list[int]
) -> None:
    assert money(text) == read


def test_without_minor_units_at_all_every_number_is_a_figure() -> None:
    assert money("Shop 17", Style.WHOLE) == [17]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2025", {2025}),
        ("(2025)", {2025}),
        ("2024/2025", {2024, 2025}),
        ("01/03/25", {2025}),
        ("01.03.25", {2025}),
        ("01/03-25", set()),
        ("12025", set()),
        ("1969", set()),
        ("1970", {1970}),
        ("2099", {2099}),
        ("2100", set()),
        ("May", set()),
    ],
)
def test_the_years_that_a_document_prints(text: str, found: set[int]) -> None:
    assert printed_years(all_rows([page(text)])) == found
    assert sheet_of(all_rows([page(text)]), Style.POINT).years == found


def test_two_entries_side_by_side_are_two_rows() -> None:
    one, two = sheet("01/03/2025 Opening balance 5.00 02/03/2025 Closing balance 6.00")
    assert (one.text, two.text) == (
        "01/03/2025 Opening balance 5.00",
        "02/03/2025 Closing balance 6.00",
    )
    assert (one.ids, two.ids) == ([0, 1, 2, 3], [4, 5, 6, 7])
    for row, day, amount, meaning in ((one, 1, 500, "opening"), (two, 2, 600, "closing")):
        assert [(d.day, d.first, d.last) for d in row.dates] == [(day, 0, 0)]
        assert [(f.value, f.first, f.last) for f in row.figures] == [(amount, 3, 3)]
        hits = row.phrases("labels", meaning)
        assert [(hit.first, hit.last) for hit in hits] == [(1, 2)]
        assert len(row.phrases("labels")) == 1


def test_three_entries_side_by_side_are_three_rows() -> None:
    found = sheet("01/03/2025 A 5.00 02/03/2025 B 6.00 03/03/2025 C 7.00")
    assert [row.text[11:] for row in found] == ["A 5.00", "B 6.00", "C 7.00"]
    assert [row.dates[0].last for row in found] == [0, 0, 0]
    assert [row.figures[0].last for row in found] == [2, 2, 2]


@pytest.mark.parametrize(
    "text",
    [
        "01/03/2025 02/03/2025 Shop 5.00 6.00",
        "01/03/2025 Shop 5.00 6.00 02/03/2025",
        "01/03/2025 Shop 5.00 02/03/2025 Rent",
        "5.00 01/03/2025 02/03/2025 Shop 6.00",
        "01/03/2025 Shop 5.00 6.00",
        "Shop 5.00 01/03/2025 Rent 6.00",
    ],
)
def test_a_row_with_one_entry_is_one(text: str) -> None:
    assert [row.text for row in sheet(text)] == [text]


def test_the_rows_of_every_page_in_their_order() -> None:
    found = all_rows(document("One\nTwo", "Three").pages)
    assert [(row.page, row.text) for row in found] == [(1, "One"), (1, "Two"), (2, "Three")]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("01/03/2025 Shop 5.00 02/03/2025 95.00", 1),
        ("01/03/2025 Sho 5.00 02/03/2025 95.00", 1),
        ("01/03/2025 Sh 5.00 02/03/2025 95.00", 2),
        ("01/03/2025 5.00 02/03/2025 95.00", 2),
        ("01/03/2025 Shop 5.00 02/03/2025 Cafe 95.00", 2),
        ("01/03/2025 Shop 5.00 02/03/2025 95.00 90.00", 2),
        ("Shop 01/03/2025 5.00 02/03/2025 95.00", 1),
    ],
)
def test_a_value_date_and_a_balance_behind_an_entry_are_no_second_one(
    text: str, count: int
) -> None:
    assert len(sheet(text)) == count
