"""Ways that a page may differ which change nothing of what a person reads in its statement.

Whatever is still proven of a damaged page must be what was true of the whole one. A damage that
often costs the proof names the next mechanism that the reader has to learn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from random import Random
from typing import Final, TypeAlias

from pipeline.words import Page, Word

Pages: TypeAlias = tuple[Page, ...]
Damage: TypeAlias = Callable[[Pages, Random], Pages]

ADVERTS: Final = (
    "Open a savings account today and earn 4.25% AER",
    "Your credit card could be a platinum card from 01/09/2026",
    "Statement charges of 12.50 apply from 1 January 2019",
    "Transfer your balance before 31.12.2030 and pay 0.00 in fees",
    "Sparen Sie mit dem Tagesgeldkonto: 3,10 % Zinsen bis 30.06.2029",
    "Opening balance guarantee: up to EUR 100,000 are protected",
    "Total peace of mind for 9.99 a month",
    "Votre carte de crédit : plafond 3 000,00 EUR",
)
STRANGERS: Final = (
    "Your other account: Savings 99998888 1,234.56",
    "Joint account ending in 5512 balance 20.00",
    "Payee IBAN DE02120300000000202051",
    "Call us on 0800 123 4567 quoting 2026",
)
_CHARACTER: Final = 4.2
_HEIGHT: Final = 8.0
_LABEL: Final = 6
_COLUMNS: Final = 3


def advert(pages: Pages, random: Random) -> Pages:
    """An advert stands in a free band above or below the table."""
    return _said(pages, random, random.choice(ADVERTS))


def stranger(pages: Pages, random: Random) -> Pages:
    """Another account, a payee or a telephone is named in a free band."""
    return _said(pages, random, random.choice(STRANGERS))


def moved(pages: Pages, random: Random) -> Pages:
    """The whole page is printed elsewhere, and a little larger."""
    by, down, scale = random.uniform(-8, 8), random.uniform(0, 15), random.uniform(1, 1.25)
    return tuple(
        _changed(
            replace(page, width=page.width * scale + 20, height=page.height * scale + 20),
            [
                Word(
                    word.text,
                    word.x0 * scale + by,
                    word.top * scale + down,
                    word.x1 * scale + by,
                    word.bottom * scale + down,
                )
                for word in page.words
            ],
        )
        for page in pages
    )


def shaken(pages: Pages, random: Random) -> Pages:
    """No word stands quite where it should."""
    return tuple(
        _changed(
            page,
            [
                Word(word.text, word.x0 + side, word.top + up, word.x1 + side, word.bottom + up)
                for word in page.words
                for side, up in [(random.uniform(-0.4, 0.4), random.uniform(-0.4, 0.4))]
            ],
        )
        for page in pages
    )


def shuffled(pages: Pages, random: Random) -> Pages:
    """The words come in another order in the file."""
    return tuple(_changed(page, random.sample(page.words, len(page.words))) for page in pages)


def headless(pages: Pages, _: Random) -> Pages:
    """The line with the most words of columns is not printed."""
    return tuple(_without(page, _header(page)) for page in pages)


def torn(pages: Pages, random: Random) -> Pages:
    """A page ends earlier, and the rest of its lines stand on the next one, without headings."""
    at = random.randrange(len(pages))
    lines = _lines(pages[at])
    if len(lines) < _LABEL:
        return pages
    cut = lines[random.randrange(len(lines) // 2, len(lines))][0].top
    first = [word for word in pages[at].words if word.top < cut]
    rest = [
        Word(word.text, word.x0, word.top - cut + 60, word.x1, word.bottom - cut + 60)
        for word in pages[at].words
        if word.top >= cut
    ]
    both = [_changed(pages[at], first), _changed(pages[at], rest)]
    return _numbered([*pages[:at], *both, *pages[at + 1 :]])


def terms(pages: Pages, random: Random) -> Pages:
    """A page of conditions, with figures and days, follows or stands before."""
    texts = random.choices(ADVERTS, k=6)
    words = [word for line, text in enumerate(texts) for word in _words(text, 50, 80 + 20 * line)]
    more = _changed(pages[-1], words)
    return _numbered([more, *pages] if random.random() < 1 / 3 else [*pages, more])


def spaced(pages: Pages, random: Random) -> Pages:
    """A word of letters is printed with a space behind each."""
    places = [
        (n, w)
        for n, page in enumerate(pages)
        for w, word in enumerate(page.words)
        if len(word.text) >= _LABEL and word.text.isalpha()
    ]
    if not places:
        return pages
    at, place = random.choice(places)
    word = pages[at].words[place]
    step = (word.x1 - word.x0) / len(word.text)
    letters = [
        Word(letter, word.x0 + n * step, word.top, word.x0 + (n + 0.8) * step, word.bottom)
        for n, letter in enumerate(word.text)
    ]
    words = [*pages[at].words[:place], *letters, *pages[at].words[place + 1 :]]
    return (*pages[:at], _changed(pages[at], words), *pages[at + 1 :])


def capitals(pages: Pages, _: Random) -> Pages:
    """Everything is printed in capitals."""
    return tuple(
        _changed(page, [word._replace(text=word.text.upper()) for word in page.words])
        for page in pages
    )


DAMAGES: Final[dict[str, Damage]] = {
    each.__name__: each
    for each in (
        advert, stranger, moved, shaken, shuffled, headless, torn, terms, spaced, capitals,
    )
}  # fmt: skip


def _changed(page: Page, words: Sequence[Word]) -> Page:
    return replace(page, words=tuple(words), seen=(), hidden=(), overprinted=())


def _without(page: Page, words: Sequence[Word]) -> Page:
    return _changed(page, [word for word in page.words if word not in words])


def _numbered(pages: Sequence[Page]) -> Pages:
    return tuple(replace(page, number=number) for number, page in enumerate(pages, start=1))


def _said(pages: Pages, random: Random, text: str) -> Pages:
    """The text in a band of some page that has no print, if there is one."""
    at = random.randrange(len(pages))
    page = pages[at]
    tops = [20.0, *sorted(word.bottom for word in page.words), page.height - 20]
    starts = sorted(word.top for word in page.words)
    free = [
        top + 3
        for top in tops
        if all(not (top < start < top + 2 * _HEIGHT) for start in starts)
        and all(not (word.top < top + 3 + _HEIGHT and word.bottom > top + 3) for word in page.words)
    ]
    if not free:
        return pages
    words = _words(text, random.choice((45.0, 120.0)), random.choice(free))
    return (*pages[:at], _changed(page, [*page.words, *words]), *pages[at + 1 :])


def _words(text: str, left: float, top: float) -> Iterator[Word]:
    for part in text.split():
        right = left + _CHARACTER * len(part)
        yield Word(part, left, top, right, top + _HEIGHT)
        left = right + _CHARACTER


def _lines(page: Page) -> list[list[Word]]:
    ordered = sorted(page.words, key=lambda word: (round(word.bottom), word.x0))
    return [list(line) for _, line in groupby(ordered, key=lambda word: round(word.bottom))]


def _header(page: Page) -> Sequence[Word]:
    """The first line of several words without a digit that stands above one with a digit."""
    for above, below in pairwise(_lines(page)):
        if len(above) >= _COLUMNS and _has_digit(below) and not _has_digit(above):
            return above
    return ()


def _has_digit(line: Sequence[Word]) -> bool:
    return any(map(str.isdigit, "".join(word.text for word in line)))
