"""A label without a figure behind it names the nearest one below; a day or a list goes with it."""

from __future__ import annotations

import pytest

from pipeline.proof.headers import headers_of
from pipeline.proof.labelled import Fact, facts_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.sheet import all_rows, sheet_of
from pipeline.words import Page
from tests.support.typewritten import page, words


def on(*pages: Page) -> list[Fact]:
    """The labelled figures of some pages."""
    printed = sheet_of(all_rows(pages), Style.POINT).rows
    return facts_of(printed, headers_of(printed))


def said(*texts: str) -> list[str]:
    """What labels say in short: meaning, minor units, and whether they say it within a sentence."""
    pages = [page(text, number) for number, text in enumerate(texts, start=1)]
    return [f"{f.meaning} {f.figure.value}{'' if f.sure else ' ?'}" for f in on(*pages)]


def placed(*lines: tuple[str, float]) -> list[str]:
    """What they say where each line stands so many points from the top."""
    found = [word for text, top in lines for word in words(text, top)]
    return [f"{f.meaning} {f.figure.value}" for f in on(Page(1, 600.0, 800.0, tuple(found)))]


def test_the_figure_below_is_named_if_none_stands_behind_the_label() -> None:
    assert said("Opening balance\n5.00") == ["opening 500"]
    assert said("Opening balance   4.00\n5.00") == ["opening 400"]
    assert said("Opening balance\nAcme\n5.00\n6.00") == ["opening 500"]
    assert said("4.00 Opening balance\n     5.00") == ["opening 500"]


def test_it_stands_within_three_rows() -> None:
    label, other = ("Opening balance", 0.0), [("Acme", 11.0), ("Acme", 22.0)]
    assert placed(label, *other, ("5.00", 33.0)) == ["opening 500"]
    assert placed(label, *other, ("Acme", 33.0), ("5.00", 44.0)) == []


def test_it_stands_within_three_and_a_half_heights() -> None:
    assert placed(("Opening balance", 0.0), ("5.00", 44.0)) == ["opening 500"]
    assert placed(("Opening balance", 0.0), ("5.00", 46.0)) == []
    assert placed(("Opening balance", 200.0), ("5.00", 246.0)) == []


def test_it_stands_on_the_same_page() -> None:
    assert said("Opening balance", "5.00") == []


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("                              5.00", True),
        ("                                                5.00", True),
        ("                                                 5.00", False),
        ("                       5.00", True),
        ("                      5.00", False),
        ("                   5.00 EUR", True),
        ("                  5.00 EUR", False),
        ("                              EUR                           5.00", True),
        ("                              Acme                          5.00", False),
    ],
)
def test_it_stands_less_than_one_and_a_half_heights_away_sideways(
    below: str, expected: bool
) -> None:
    assert (
        said(f"                              Opening balance\n{below}")
        == ["opening 500"] * expected
    )


@pytest.mark.parametrize(
    ("below", "value"),
    [
        ("       5.00  6.00", 600),
        ("              5.00                6.00", 500),
        ("          5.00    6.00", 500),
    ],
)
def test_of_several_below_it_is_the_nearest(below: str, value: int) -> None:
    assert said(f"              Opening balance\n{below}") == [f"opening {value}"]


def test_a_sum_is_none_of_a_row_that_begins_with_a_date() -> None:
    assert said("Total deposits\n01/03/2025   5.00") == []
    assert said("Total deposits\nAcme\n01/03/2025   5.00") == []
    assert said("Total deposits\nby 01/03/2025 5.00") == ["total_in 500"]
    assert said("Opening balance\n01/03/2025   5.00") == ["opening 500"]


LIST = """
    Northgate Bank
    Current account
    Date         Closing balance
    01/03/2025          5.00
    02/03/2025          6.00
    Acme                7.00
    """


def test_a_label_beside_a_column_of_dates_heads_a_list_of_dated_balances() -> None:
    (fact,) = on(page(LIST))
    assert (fact.meaning, fact.figure.value, fact.row) == ("balance_on", 500, 3)
    assert fact.day is not None
    assert fact.day.day == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [("Date ", "Text "), ("02/03/2025", "Acme      "), ("6.00", "Acme")],
)
def test_a_label_over_one_dated_row_heads_no_list(old: str, new: str) -> None:
    assert said(LIST.replace(old, new)) == ["closing 500"]


def test_a_currency_at_the_other_end_of_a_row_is_not_the_first_figures() -> None:
    assert said("Opening balance\n5.00                            EUR") == ["opening 500"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Acme opening balance 5.00", ["opening 500"]),
        ("Wonderful Acme opening balance 5.00", ["opening 500"]),
        ("Wonderful Acmes opening balance 5.00", ["opening 500"]),
        ("Wonderful Acmesx opening balance 5.00", ["opening 500 ?"]),
        ("Marvellous wonders    opening balance 5.00", ["opening 500"]),
        ("Wonderful Acmes opening balance 5.00 EUR", ["opening 500"]),
        ("Wonderful Acmes opening balance 1 September 5.00", ["opening 500"]),
        ("Opening balance 01/03/2025 Marvellouswonders 5.00", ["opening 500 ?"]),
        ("Opening balance EUR 5.00 Marvellous wonders", ["opening 500 ?"]),
        ("Opening balance 1 September 2025 5.00 EUR of all", ["opening 500"]),
        ("Marvellous wonders of opening balance\n                       5.00", ["opening 500 ?"]),
    ],
)
def test_a_label_is_sure_if_it_has_half_of_the_letters_of_its_cell(
    text: str, expected: list[str]
) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Opening balance 5.00", [None]),
        ("Opening balance 05/03/2025 5.00", [5]),
        ("05/03/2025 opening balance 5.00", [5]),
        ("05/03/2025 opening balance 06/03/2025 5.00", [6]),
        ("05/03/2025 06/03/2025 opening balance 5.00", [None]),
        ("Opening balance 05/03/2025 06/03/2025 5.00", [5]),
        ("Opening balance 5.00 closing balance 05/03/2025 06/03/2025 6.00", [None, 5]),
        ("Opening balance 05/03/2025\n5.00", [5]),
    ],
)
def test_a_label_goes_with_the_day_behind_it_or_the_only_one_of_its_row(
    text: str, days: list[int | None]
) -> None:
    assert [fact.day.day if fact.day else None for fact in on(page(text))] == days
