"""A word of a picture may have been mended by one digit, and no other may differ at all."""

from dataclasses import replace

import pytest

from pipeline.proof import CertifiedPage
from pipeline.verify.document import CertificateDiffers, Changed, changed_words
from pipeline.words import Page, Seen, Word

WORDS = (Word("12.34", 10.0, 10.0, 40.0, 20.0), Word("56.78", 50.0, 10.0, 80.0, 20.0))
PAGE = Page(1, 600.0, 800.0, WORDS, seen=(Seen.ONCE, Seen.TWICE), rows=((0, 1),))


def changed(page: Page, found: Page = PAGE, recognised: tuple[int, ...] = (1,)) -> list[Changed]:
    pages = (CertifiedPage.of(page),), (CertifiedPage.of(found),)
    return changed_words(pages[0], pages[1], recognised, looked_at=True)


def with_text(*texts: str) -> Page:
    words = (word._replace(text=text) for word, text in zip(WORDS, texts, strict=True))
    return replace(PAGE, words=tuple(words), seen=(Seen.ONCE, Seen.ONCE))


def test_the_same_words_are_the_same() -> None:
    assert changed(PAGE) == []


def test_fractions_of_a_point_apart_are_the_same() -> None:
    moved = tuple(word._replace(x0=word.x0 + 0.004) for word in WORDS)

    assert changed(replace(PAGE, words=moved)) == []


def test_one_digit_of_a_picture_may_be_mended() -> None:
    page = replace(with_text("12.94", "56.78"), seen=PAGE.seen)

    assert changed(page) == [Changed(1, 0, by_a_digit=True)]
    with pytest.raises(CertificateDiffers):
        changed(page, recognised=())


ONCE = replace(PAGE, seen=(Seen.ONCE, Seen.ONCE))


@pytest.mark.parametrize(
    ("page", "digits"),
    [
        (with_text("12.94", "56.98"), [True, True]),
        (with_text("92.94", "56.78"), [False]),
        (with_text("12.3", "56.78"), [False]),
        (with_text("1x.34", "56.78"), [False]),
    ],
    ids=["two words", "two digits", "another length", "no digit"],
)
def test_what_reads_otherwise_is_told_with_how_far(page: Page, digits: list[bool]) -> None:
    assert [each.by_a_digit for each in changed(page, ONCE)] == digits


@pytest.mark.parametrize(
    "page",
    [
        with_text("12.34", "56.98"),  # two readings of the document agree on it
        replace(with_text("12.94", "56.78"), seen=(Seen.SEEN, Seen.TWICE)),  # said to be seen
        replace(PAGE, words=WORDS[:1], seen=PAGE.seen[:1], rows=((0,),)),
        replace(PAGE, rows=((0,), (1,))),
        replace(PAGE, words=WORDS[::-1]),
        replace(PAGE, seen=(Seen.TWICE, Seen.TWICE)),
        replace(PAGE, height=801.0),
    ],
)
def test_nothing_else_may_differ(page: Page) -> None:
    with pytest.raises(CertificateDiffers):
        changed(page)


def test_a_person_may_type_a_word_as_the_picture_shows_it() -> None:
    typed = Word("9.00", 90.0, 10.0, 99.0, 20.0)
    page = replace(PAGE, words=(*WORDS, typed), seen=(*PAGE.seen, Seen.PERSON), rows=((0, 1, 2),))
    assert changed(page, recognised=()) == [Changed(1, 2, by_a_digit=False, typed=True)]
