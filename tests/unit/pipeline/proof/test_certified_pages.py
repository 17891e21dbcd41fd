"""A page goes into a certificate and comes out of it the very same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from pipeline.proof.certified_pages import CertifiedPage, certified_page, page_of
from pipeline.words import Box, Page, Seen, Word

PAGE = Page(
    number=2,
    width=595.3,
    height=842,
    words=(Word("Coffee", 10, 20.5, 40, 30.5), Word("5.00", 50, 20.5, 70, 30.5)),
    seen=(Seen.INK, Seen.SEEN),
    ink=(Box(1, 2, 3, 4.25),),
)


def page_with(**changes: Any) -> dict[str, Any]:
    """A page as JSON would give it, with some of it otherwise."""
    return {"number": 1, "width": 9.0, "height": 9.0, "words": [], **changes}


def word(text: str = "a", x0: float = 1.0, seen: object = None) -> dict[str, Any]:
    return page_with(words=[[text, x0, 2.0, 3.0, 4.0, seen]])


def read(values: dict[str, Any]) -> CertifiedPage:
    return CertifiedPage.model_validate_json(json.dumps(values))


def test_every_word_with_its_box_and_its_look_is_there() -> None:
    found = certified_page(PAGE)
    assert (found.number, found.width, found.height) == (2, 595.3, 842.0)
    assert found.words == (
        ("Coffee", 10.0, 20.5, 40.0, 30.5, Seen.INK),
        ("5.00", 50.0, 20.5, 70.0, 30.5, Seen.SEEN),
    )
    assert found.ink == ((1.0, 2.0, 3.0, 4.25),)


def test_the_same_page_comes_out() -> None:
    assert page_of(certified_page(PAGE)) == PAGE


def test_words_that_nobody_looked_at_say_so_each() -> None:
    blind = replace(PAGE, seen=())
    assert [each[5] for each in certified_page(blind).words] == [None, None]
    assert page_of(certified_page(blind)) == blind


def test_a_look_at_some_words_is_a_look_at_none() -> None:
    whole = certified_page(PAGE)
    half = whole.model_copy(update={"words": ((*whole.words[0][:5], None), whole.words[1])})
    assert page_of(half).seen == ()


def test_looks_that_are_not_one_for_each_word_make_no_page() -> None:
    with pytest.raises(ValueError, match="argument"):
        certified_page(replace(PAGE, seen=(Seen.SEEN,)))


@pytest.mark.parametrize(
    "values",
    [
        page_with(),
        page_with(width=1e6, height=-1e6),
        page_with(number=1_000_000),
        word("a"),
        word("a" * 10_000),
        word(seen="twice"),
    ],
)
def test_what_a_page_may_be(values: dict[str, Any]) -> None:
    assert read(values).number == values["number"]


@pytest.mark.parametrize(
    "values",
    [
        page_with(width=1e6 + 1),
        page_with(height=-1e6 - 1),
        page_with(number=0),
        page_with(number=1_000_001),
        page_with(number="1"),
        page_with(width="9"),
        page_with(note="of mine"),
        word(""),
        word("a" * 10_001),
        word(x0=1e7),
        word(seen="honest"),
    ],
)
def test_what_no_page_is(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        read(values)


def test_no_edge_is_infinite_or_no_number() -> None:
    for text in ("Infinity", "-Infinity", "NaN"):
        with pytest.raises(ValidationError):
            CertifiedPage.model_validate_json(
                f'{{"number": 1, "width": {text}, "height": 9.0, "words": []}}'
            )


def test_a_page_that_was_read_cannot_be_altered() -> None:
    with pytest.raises(ValidationError):
        certified_page(PAGE).number = 3
