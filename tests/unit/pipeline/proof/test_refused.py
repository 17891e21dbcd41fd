"""A witness that does not fit its pages is refused before anything is proven of it."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

import pytest

from evals.typeset import Entry, Sheet, Typeset, typeset
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import prove_page
from pipeline.proof.witness import Convention, Excuse, Place, Reason, Section, Witness, WitnessRow
from pipeline.reading.offer import with_excuses
from tests.support.statements import day

ROWS = tuple(Entry(day((n + 1) // 2), f"Shop {n}", -100 * n) for n in range(1, 61))
TWO_PAGES: Typeset = typeset(Sheet(ROWS, opening=1_000_000, start=day(1), end=day(30, 7)))
MADE: Typeset = typeset(
    Sheet(
        (
            Entry(day(3), "Coffee 9.99", -350, 99_650),
            Entry(day(10), "Salary", 250_000, 349_650),
            Entry(day(28), "Rent", -80_000, 269_650),
        ),
        opening=100_000,
        start=day(1),
        end=day(30),
    )
)
PAGES = LexedPages(MADE.document.pages)
WITNESS = with_excuses(MADE.witness, PAGES)
FIRST, SECOND, THIRD = WITNESS.rows
LAST = len(MADE.document.pages[0].words)


def of_first(**changes: Any) -> Witness:
    """The witness with its first row changed."""
    return replace(WITNESS, rows=(replace(FIRST, **changes), SECOND, THIRD))


def read_as(**changes: Any) -> Convention:
    return replace(WITNESS.convention, **changes)


def word(text: str) -> Place:
    """The one word of the page."""
    found = [n for n, each in enumerate(MADE.document.pages[0].words) if each.text == text]
    assert len(found) == 1
    return Place(1, (found[0],))


def refusal(witness: Witness, pages: LexedPages = PAGES) -> str:
    with pytest.raises(WitnessRefused) as refused:
        prove_page(pages, witness)
    assert refused.value.code == "witness_refused"
    return refused.value.message()


def test_the_witness_itself_is_proven() -> None:
    assert prove_page(PAGES, WITNESS).proven
    assert [excuse.reason for excuse in WITNESS.excused] == [Reason.TEXT]


NOWHERE = Place(1, (LAST,))
BEFORE = Place(1, (-1,))
NO_PAGE = Place(2, FIRST.amount.words)
NO_WORDS = Place(1, ())
TWICE = Place(1, FIRST.amount.words * 2)
TWO_ROWS = Place(1, (*FIRST.amount.words, *SECOND.amount.words))
PLACES = {
    "behind the last word": NOWHERE,
    "before the first word": BEFORE,
    "on no page": NO_PAGE,
    "no words": NO_WORDS,
    "a word twice": TWICE,
    "words of two rows": TWO_ROWS,
    "no figure and no date": word("Coffee"),
    "more than the figure": Place(1, (*FIRST.text[0].words[-1:], *FIRST.amount.words)),
}
PARTS = ("amount", "date", "value_date", "balance", "direction")


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("part", PARTS)
def test_a_row_of_words_that_are_no_such_thing(part: str, place: Place) -> None:
    refusal(of_first(**{part: place}))


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("end", ["opening", "closing"])
def test_an_end_of_words_that_are_no_such_thing(end: str, place: Place) -> None:
    changes: Any = {end: place}
    refusal(replace(WITNESS, **changes))


@pytest.mark.parametrize("name", ["behind the last word", "on no page", "a word twice"])
def test_a_text_of_words_that_are_none(name: str) -> None:
    refusal(of_first(text=(PLACES[name],)))


OVERLAPS: dict[str, Witness] = {
    "amount and balance": of_first(balance=FIRST.amount),
    "amount and text": of_first(text=(FIRST.amount,)),
    "date and other date": of_first(value_date=FIRST.date),
    "two rows' amounts": of_first(amount=SECOND.amount, text=()),
    "two rows' dates": of_first(date=SECOND.date),
    "a text twice": of_first(text=(*FIRST.text, *FIRST.text)),
    "a row twice": replace(WITNESS, rows=(FIRST, FIRST, SECOND, THIRD)),
    "opening and closing": replace(WITNESS, closing=WITNESS.opening),
}


@pytest.mark.parametrize("witness", OVERLAPS.values(), ids=OVERLAPS)
def test_a_word_that_serves_twice(witness: Witness) -> None:
    refusal(witness)


ENDS: dict[str, Witness] = {
    "a row's amount as the opening": replace(WITNESS, opening=FIRST.amount),
    "a row's amount as the closing": replace(WITNESS, closing=THIRD.amount),
}


@pytest.mark.parametrize("witness", ENDS.values(), ids=ENDS)
def test_a_rows_amount_is_no_end(witness: Witness) -> None:
    with contextlib.suppress(WitnessRefused):
        assert not prove_page(PAGES, replace(witness, excused=())).proven


ORDERS: dict[str, tuple[WitnessRow, ...]] = {
    "backwards": (THIRD, SECOND, FIRST),
    "two changed": (SECOND, FIRST, THIRD),
}


@pytest.mark.parametrize("rows", ORDERS.values(), ids=ORDERS)
def test_rows_out_of_order(rows: tuple[WitnessRow, ...]) -> None:
    assert "order" in refusal(replace(WITNESS, rows=rows))


SECTIONS = {
    "none": Section(3, 3),
    "backwards": Section(5, 2),
    "before the first": Section(-1, 10),
    "behind the last": Section(0, 9_999),
    "without its rows": Section(0, 5),
    "without its opening": Section(WITNESS.section.stop - 5, WITNESS.section.stop),
}


@pytest.mark.parametrize("section", SECTIONS.values(), ids=SECTIONS)
def test_a_section_that_does_not_hold_its_words(section: Section) -> None:
    refusal(replace(WITNESS, section=section))


@pytest.mark.parametrize("exponent", [-1, 5, 99])
def test_money_of_impossible_decimals(exponent: int) -> None:
    refusal(replace(WITNESS, convention=read_as(exponent=exponent)))


@pytest.mark.parametrize("exponent", [0, 1])
def test_a_figure_of_more_decimals_than_the_convention_has(exponent: int) -> None:
    refusal(replace(WITNESS, convention=read_as(exponent=exponent)))


TEXT = WITNESS.excused[0]
EXCUSES: dict[str, tuple[Excuse, ...]] = {
    "of a row's amount": (TEXT, Excuse(FIRST.amount, Reason.TEXT)),
    "of a row's balance": (TEXT, Excuse(FIRST.balance or NOWHERE, Reason.AGREES)),
    "of the opening": (TEXT, Excuse(WITNESS.opening or NOWHERE, Reason.OUTSIDE)),
    "of plain words": (TEXT, Excuse(word("Salary"), Reason.TEXT)),
    "of words that do not exist": (TEXT, Excuse(NOWHERE, Reason.TEXT)),
    "of words on no page": (TEXT, Excuse(NO_PAGE, Reason.TEXT)),
    "of no words": (TEXT, Excuse(NO_WORDS, Reason.TEXT)),
    "twice": (TEXT, TEXT),
    "twice, by two reasons": (TEXT, Excuse(TEXT.figure, Reason.OUTSIDE)),
}


@pytest.mark.parametrize("excused", EXCUSES.values(), ids=EXCUSES)
def test_an_excuse_of_words_that_need_none(excused: tuple[Excuse, ...]) -> None:
    refusal(replace(WITNESS, excused=excused))


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason is not Reason.TEXT])
def test_an_excuse_by_a_reason_that_does_not_hold_proves_nothing(reason: Reason) -> None:
    found = prove_page(PAGES, replace(WITNESS, excused=(Excuse(TEXT.figure, reason),)))
    assert found.state("nothing_passed_over") == "failed"
    assert not found.proven


@pytest.mark.parametrize("reason", ["because", "", None])
def test_an_excuse_that_is_not_on_the_list_proves_nothing(reason: Any) -> None:
    excused = (Excuse(TEXT.figure, reason),)
    with contextlib.suppress(WitnessRefused):
        assert not prove_page(PAGES, replace(WITNESS, excused=excused)).proven


def test_words_of_another_page_are_not_those_of_this_one() -> None:
    pages = LexedPages(TWO_PAGES.document.pages)
    true = with_excuses(TWO_PAGES.witness, pages)
    assert {row.amount.page for row in true.rows} == {1, 2}
    last = true.rows[-1]
    for page in (1, 3, 0, -1):
        moved = replace(last, amount=replace(last.amount, page=page))
        try:
            proof = prove_page(pages, replace(true, rows=(*true.rows[:-1], moved), excused=()))
        except WitnessRefused:
            continue
        assert not proof.proven


def test_a_witness_of_another_document_is_not_proven() -> None:
    pages = LexedPages(TWO_PAGES.document.pages)
    with contextlib.suppress(WitnessRefused):
        assert not prove_page(pages, WITNESS).proven


def test_a_witness_held_to_no_pages_is_refused() -> None:
    refusal(WITNESS, LexedPages(()))
