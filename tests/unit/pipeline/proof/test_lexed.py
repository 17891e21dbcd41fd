"""Where each word of a document stands, and what the headers above it name."""

from __future__ import annotations

import pytest

from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import Lexed, LexedPages, place_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.witness import Place
from tests.support.typewritten import document

TEXT = """
    Northgate Bank                              Page 1 of 2
    Date         Value date   Description     Money out   Money in
    01/03/2025   02/03/2025   Shop                 5.00
    Date         Description           Balance
    02/03/2025   Rent                $  6.00
    """
PAGES = LexedPages(document(TEXT, "Terms\nClosing balance 7.00").pages)


def lexed() -> Lexed:
    return PAGES.under(Style.POINT)


def row(text: str) -> int:
    (index,) = (i for i, each in enumerate(lexed().rows) if text in each.text)
    return index


def words(text: str) -> list[int]:
    """The places of a word on the first page."""
    return [at for at, word in enumerate(PAGES.pages[0].words) if word.text == text]


def test_the_rows_of_a_style_are_found_once() -> None:
    assert PAGES.under(Style.POINT) is PAGES.under(Style.POINT)
    assert PAGES.under(Style.COMMA) is not PAGES.under(Style.POINT)
    assert PAGES.under(Style.COMMA).sheet.style is Style.COMMA


def test_the_columns_above_a_row_are_those_of_the_nearest_header_of_money() -> None:
    def named(text: str) -> tuple[list[str], list[str]]:
        money, dates = lexed().money_cells_above(row(text)), lexed().date_cells_above(row(text))
        return (
            sorted(meaning for cell in money for meaning in cell.meanings),
            sorted(meaning for cell in dates for meaning in cell.meanings),
        )

    assert named("Northgate") == ([], [])
    assert named("Value date") == ([], [])
    assert named("Shop") == (["credit", "debit"], ["date", "value_date"])
    assert named("Rent") == (["credit", "debit"], ["date", "value_date"])


def test_what_each_page_says_of_its_place() -> None:
    assert lexed().page_counts == {1: (1, 2), 2: None}


def test_the_labelled_figures_of_a_row() -> None:
    (fact,) = lexed().facts_on(row("Closing"))
    assert (fact.meaning, fact.figure.value) == ("closing", 700)
    assert lexed().facts_on(row("Shop")) == []


def test_the_row_of_some_words() -> None:
    (shop,), (out,) = words("Shop"), words("5.00")
    assert lexed().row_of(Place(1, (shop,))) == row("Shop")
    assert lexed().row_of(Place(1, (out, shop))) == row("Shop")
    assert lexed().row_of(Place(2, (0,))) == row("Terms")


@pytest.mark.parametrize(
    "place",
    [
        Place(1, ()),
        Place(1, (0, words("Shop")[0])),
        Place(1, (0, 0)),
        Place(1, (999,)),
        Place(1, (0, 999)),
        Place(1, (-1,)),
        Place(3, (0,)),
    ],
)
def test_words_that_are_not_on_one_row_are_refused(place: Place) -> None:
    with pytest.raises(WitnessRefused, match="not on one row"):
        lexed().row_of(place)


def test_a_figure_is_all_of_its_words_and_no_other() -> None:
    (symbol,), (six,), (rent,) = words("$"), words("6.00"), words("Rent")
    index, figure = lexed().figure(Place(1, (symbol, six)))
    assert (index, figure.value) == (row("Rent"), 600)
    for other in ((six,), (symbol,), (six, symbol), (rent, symbol, six), (rent,)):
        with pytest.raises(WitnessRefused, match="no figure"):
            lexed().figure(Place(1, other))


def test_a_date_is_all_of_its_words_and_no_other() -> None:
    (first,) = words("01/03/2025")
    index, day = lexed().day(Place(1, (first,)))
    assert (index, day.day, day.month) == (row("Shop"), 1, 3)
    for other in ((first, first + 1), words("Shop"), words("5.00")):
        with pytest.raises(WitnessRefused, match="no date"):
            lexed().day(Place(1, tuple(other)))


def test_the_words_of_a_row() -> None:
    found = lexed().rows[row("Rent")]
    places = (words("02/03/2025")[1], *words("Rent"), *words("$"), *words("6.00"))
    assert place_of(found, 0, 3) == Place(1, places)
    assert place_of(found, 1, 1) == Place(1, tuple(words("Rent")))
