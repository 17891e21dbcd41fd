"""Amounts without noughts at their end, as exports of spreadsheets and programs print them."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pipeline.words import Page as DocumentPage
from pipeline.words import Seen
from tests.support.mechanisms.case import Case, Family


def _recognised(case: Case, state: Seen) -> Case:
    """The page as OCR gives it: a digit that it lost leaves a figure as good as any."""
    pages = tuple(replace(each, seen=(state,) * len(each.words)) for each in case.pages.pages)
    return _doubted(case, f"read from a picture ({state})", pages)


def _doubted(case: Case, why: str, pages: tuple[DocumentPage, ...]) -> Case:
    document = replace(case.pages, pages=pages)
    return Case(case.family, f"{case.name}, {why}", document, case.truth, False)


def _torn(case: Case, random: Random) -> Case:
    """A digit stands right behind an amount that has one behind its point."""
    (page,) = case.pages.pages
    after = page.words[random.choice(_short(page))]
    digit = after._replace(text="5", x0=after.x1 + 1, x1=after.x1 + 5)
    torn = replace(page, words=(*page.words, digit), seen=(*page.seen, Seen.SEEN), rows=())
    return _doubted(case, "a digit apart", (torn,))


def _filled(case: Case, random: Random) -> Case:
    """Noughts everywhere but behind one figure of the last column."""
    (page,) = case.pages.pages
    column = _last_column(page)
    kept = random.choice(column)
    words = [
        word._replace(text=word.text + "0") if n in column and n != kept else word
        for n, word in enumerate(page.words)
    ]
    return _doubted(
        case, "one figure shorter than others", (replace(page, words=tuple(words), rows=()),)
    )


def _short(page: DocumentPage) -> list[int]:
    """The words with one digit behind a point."""
    return [n for n, word in enumerate(page.words) if re.search(r"\d[.,]\d$", word.text)]


def _last_column(page: DocumentPage) -> list[int]:
    """Those of them that end furthest to the right."""
    right = max((page.words[n].x1 for n in _short(page)), default=0.0)
    return [n for n in _short(page) if page.words[n].x1 == right]


def with_lost_digits(family: Family, random: Random) -> Iterator[Case]:
    """The layouts, honest and off; and these with a figure that may lack a digit."""
    for case in family(random):
        yield case
        if case.provable:
            (page,) = case.pages.pages
            if _short(page):
                yield _recognised(case, random.choice((Seen.TWICE, Seen.ONCE, Seen.UNJUDGED)))
                yield _torn(case, random)
            if len(_last_column(page)) > 1:
                yield _filled(case, random)
