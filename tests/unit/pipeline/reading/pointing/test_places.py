"""What somebody copied from a line is looked up among its words, and nothing else is."""

import pytest

from pipeline.claims import FactName
from pipeline.proof import Place
from pipeline.reading.lexing.figures import LexedFigure, NumberStyle
from pipeline.reading.lexing.lexed import Lexed, LexedPages
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.pointing.places import (
    CopiedFact,
    CopiedRow,
    Pointed,
    Pointing,
    figure_at,
    text_of,
)
from tests.support.typewritten import document, printed

PRINTED = printed("pointing_places")

PAGE = PRINTED["page"]


def lexed(text: str = PAGE, style: NumberStyle = NumberStyle.POINT) -> Lexed:
    return LexedPages(document(text).pages).under(style)


def row(line: int, date: str, amount: str, balance: str = "", *, out: bool = True) -> CopiedRow:
    return CopiedRow(line, date, amount, out, balance)


def figure(place: Place, page: Lexed) -> LexedFigure:
    found = figure_at(page, place)
    assert found
    return found


def row_of(page: Lexed, place: Place) -> LexedRow:
    at = page.row_of(place)
    assert at is not None
    return page.rows[at]


def words(found: Pointed, name: str, page: Lexed) -> str | None:
    place = getattr(found, name)
    if place is None:
        return None
    printed = row_of(page, place)
    return " ".join(
        w.text for w, n in zip(printed.words, printed.ids, strict=True) if n in place.words
    )


def looked_up(*rows: CopiedRow) -> tuple[list[Pointed], dict[int, str]]:
    return Pointing(lexed()).rows(rows)


def test_a_row_is_its_words() -> None:
    (found,), refused = looked_up(row(4, "05/06/2026", "2,500.00", "3,496.50", out=False))
    page = lexed()
    assert refused == {}
    assert [words(found, name, page) for name in ("date", "amount", "balance")] == [
        "05/06/2026", "2,500.00", "3,496.50",
    ]  # fmt: skip


@pytest.mark.parametrize("amount", ["2,500.00", "2500.00", "EUR 2,500.00", "+2 500.00"])
def test_only_the_digits_of_a_figure_count(amount: str) -> None:
    (found,), _ = looked_up(row(4, "05/06/2026", amount))
    assert words(found, "amount", lexed()) == "2,500.00"


def test_of_equal_figures_the_last_is_the_amount_unless_it_is_the_balance() -> None:
    page = lexed()
    (found,), _ = looked_up(row(2, "03/06/2026", "3.50", "996.50"))
    assert figure(found.amount, page).x0 > page.rows[0].words[2].x1
    (both,), _ = looked_up(row(6, "19/06/2026", "100.00", "100.00"))
    amount, balance = (figure(place, page) for place in (both.amount, both.balance) if place)
    assert page.rows[0].words[2].x1 < amount.x1 < balance.x1


def test_of_equal_figures_the_one_in_the_others_column_counts() -> None:
    page = lexed()
    found, _ = looked_up(row(6, "19/06/2026", "100.00"), row(4, "05/06/2026", "2,500.00"))
    edges = [figure(each.amount, page).x1 for each in found]
    assert edges[0] == edges[1]


def test_a_date_that_the_row_above_has_is_left_to_it() -> None:
    found, refused = looked_up(
        row(4, "05/06/2026", "2,500.00", out=False), row(5, "05/06/2026", "100.00", out=False)
    )
    assert refused == {}
    assert [words(each, "date", lexed()) for each in found] == ["05/06/2026", None]


@pytest.mark.parametrize(
    ("copied", "why"),
    [
        (row(2, "03/06/2026", "3.60"), "out '3.60' does not stand on line 2"),
        (row(2, "03/06/2026", "350"), ""),
        (row(2, "04/06/2026", "3.50"), "date '04/06/2026' does not stand on line 2"),
        (row(2, "03/06/2026", "3.50", "3,496.50"), "balance '3,496.50' does not stand on line 2"),
        (row(3, "03/06/2026", "3.50"), "out '3.50' does not stand on line 3"),
        (row(99, "03/06/2026", "3.50"), "line 99 was not given"),
        (row(0, "03/06/2026", "3.50"), "line 0 was not given"),
        (row(2, "03/06/2026", "coffee"), "out 'coffee' does not stand on line 2"),
    ],
)
def test_what_does_not_stand_there_is_refused_with_its_reason(copied: CopiedRow, why: str) -> None:
    found, refused = looked_up(copied)
    assert list(refused.values()) == ([why] if why else [])
    assert len(found) == (not why)


def test_one_figure_serves_once() -> None:
    found, refused = looked_up(row(4, "", "2,500.00"), row(4, "", "2,500.00"))
    assert (len(found), list(refused)) == (1, [4])


def test_the_words_of_an_entry_are_the_rest_of_its_row_and_of_words_below() -> None:
    page = lexed()
    found, _ = looked_up(row(2, "03/06/2026", "3.50", "996.50"))
    rows = [row_of(page, place).text for place in text_of(page, found)[0]]
    assert rows == ["03/06/2026 Coffee 3.50 3.50 996.50", "with oat milk"]
    (place, below) = text_of(page, found)[0]
    assert (len(place.words), len(below.words)) == (1, 3)


def test_days_within_a_longer_word_can_be_cited() -> None:
    days = Pointing(lexed()).days(CopiedFact(FactName.PERIOD_END, 7, "21.06.2026"))
    assert [(day.day, day.month, day.year) for day in days] == [(21, 6, 2026)]
    assert Pointing(lexed()).days(CopiedFact(FactName.PERIOD_END, 7, "22.06.2026")) == []
    assert Pointing(lexed()).days(CopiedFact(FactName.PERIOD_END, 700, "21.06.2026")) == []
