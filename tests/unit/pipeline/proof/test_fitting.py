"""A witness is asked whether it can be of its pages, before the kernel runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pipeline.proof.certified_pages import CertifiedPage, certified_page
from pipeline.proof.fitting import places_of, unfitting
from pipeline.proof.parse.figures import Style
from pipeline.proof.witness import (
    Convention,
    Excuse,
    Place,
    Reason,
    Section,
    Side,
    Signs,
    Witness,
    WitnessRow,
)
from tests.support.typewritten import document

PAGES = tuple(map(certified_page, document("one two three", "four five").pages))
CONVENTION = Convention(Style.POINT, 2, False, False, Signs.PRINTED, 1, -1)
ROW = WitnessRow(
    amount=Place(1, (0,)),
    side=Side.AMOUNT,
    date=Place(1, (1, 2)),
    value_date=Place(2, (0,)),
    balance=Place(2, (1,)),
    direction=Place(1, (2,)),
    text=(Place(1, (1,)), Place(2, (0, 1))),
)
WITNESS = Witness(
    section=Section(0, 2),
    convention=CONVENTION,
    rows=(ROW,),
    opening=Place(1, (0, 2)),
    closing=Place(2, (1, 0)),
    excused=(Excuse(Place(1, (2, 0)), Reason.TEXT),),
)


def why(witness: Witness = WITNESS, pages: tuple[CertifiedPage, ...] = PAGES) -> str:
    return unfitting(pages, witness)


def named(page: int, *words: int) -> str:
    """Why a witness is refused that names these words as its opening balance."""
    return why(replace(WITNESS, opening=Place(page, words)))


def base(base: int, balance_base: int) -> str:
    said = replace(CONVENTION, base=base, balance_base=balance_base)
    return why(replace(WITNESS, convention=said))


def numbered(*numbers: int) -> str:
    pages = zip((*PAGES, *PAGES), numbers, strict=False)
    return why(pages=tuple(page.model_copy(update={"number": n}) for page, n in pages))


def test_a_witness_that_fits() -> None:
    assert why() == ""
    assert why(replace(WITNESS, opening=None, closing=None, rows=(), excused=())) == ""


def test_pages_count_from_one_without_a_gap() -> None:
    assert numbered(1, 2) == numbered(1, 2, 3) == ""
    for numbers in ((0, 1), (2, 3), (1, 3), (2, 1), (1, 1), (1, 2, 4), (1, 2, 2)):
        assert numbered(*numbers) == "its pages are not numbered from 1 without a gap"


def test_of_a_page_every_word_was_looked_at_or_none() -> None:
    blind = replace(document("one two three", "four five").pages[0], seen=())
    assert why(pages=(certified_page(blind), PAGES[1])) == ""
    half = PAGES[0].words[0][:5]
    page = PAGES[0].model_copy(update={"words": ((*half, None), *PAGES[0].words[1:])})
    assert why(pages=(page, PAGES[1])).startswith("of a page somebody looked at some words")
    empty = PAGES[0].model_copy(update={"number": 3, "words": ()})
    assert why(pages=(*PAGES, empty)) == ""


def test_a_sign_is_one_or_minus_one() -> None:
    assert base(1, 1) == base(-1, 1) == base(1, -1) == base(-1, -1) == ""
    for other in (0, 2, -2):
        assert base(other, 1) == base(1, other) == "a sign is 1 or -1"


def test_a_place_is_on_a_page_that_is_there() -> None:
    assert named(1, 0) == named(2, 0) == ""
    for page in (0, -1, 3):
        assert named(page, 0) == f"the witness names page {page}, which is not there"


def test_a_place_has_words_that_its_page_has() -> None:
    assert named(1, 2) == named(2, 1) == ""
    for page, words in ((1, (3,)), (2, (2,)), (1, (-1,)), (1, (0, 3)), (1, (3, 0))):
        assert named(page, *words) == f"the witness names words that page {page} does not have"
    assert named(1) == "the witness names a place without words"


def test_a_place_names_a_word_once() -> None:
    assert named(1, 1, 0, 2) == ""
    assert named(1, 1, 1) == "the witness names a word twice"


_ELSEWHERE = Place(9, (0,))
FIELDS: dict[str, Callable[[], Witness]] = {
    "opening": lambda: replace(WITNESS, opening=_ELSEWHERE),
    "closing": lambda: replace(WITNESS, closing=_ELSEWHERE),
    "excuse": lambda: replace(WITNESS, excused=(Excuse(_ELSEWHERE, Reason.ZERO),)),
    "amount": lambda: replace(WITNESS, rows=(replace(ROW, amount=_ELSEWHERE),)),
    "date": lambda: replace(WITNESS, rows=(ROW, replace(ROW, date=_ELSEWHERE))),
    "value date": lambda: replace(WITNESS, rows=(replace(ROW, value_date=_ELSEWHERE),)),
    "balance": lambda: replace(WITNESS, rows=(replace(ROW, balance=_ELSEWHERE),)),
    "direction": lambda: replace(WITNESS, rows=(replace(ROW, direction=_ELSEWHERE),)),
    "text": lambda: replace(WITNESS, rows=(replace(ROW, text=(*ROW.text, _ELSEWHERE)),)),
}


@pytest.mark.parametrize("made", FIELDS.values(), ids=FIELDS)
def test_every_place_is_asked_in_whichever_field(made: Callable[[], Witness]) -> None:
    assert why(made()) == "the witness names page 9, which is not there"


def test_the_places_in_their_order() -> None:
    assert [each.words for each in places_of(WITNESS)] == [
        (0,), (1, 2), (0,), (1,), (2,), (1,), (0, 1), (0, 2), (1, 0), (2, 0),
    ]  # fmt: skip
