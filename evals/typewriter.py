"""Pages written as on a typewriter, every word looking as its text says: no layout, only lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.pages.rows import with_rows
from pipeline.words import DocumentPages, Page, Seen, Word

CHARACTER, HEIGHT, LEADING = 4.0, 10.0, 14.0
"""Of a character and of a line, in points."""
WIDTH, LENGTH, TOP = 600.0, 842.0, 30.0
_ON_A_PAGE = 55


def typed(lines: Sequence[str]) -> DocumentPages:
    """The lines one below the other, on as many pages as they take; spaces are as wide as they
    are many."""
    starts = range(0, max(len(lines), 1), _ON_A_PAGE)
    pages = (
        _page(number, lines[start : start + _ON_A_PAGE]) for number, start in enumerate(starts, 1)
    )
    return DocumentPages(tuple(pages), engine="pdfium", encrypted=False)


def _page(number: int, lines: Sequence[str]) -> Page:
    words = tuple(word for place, line in enumerate(lines) for word in _words(place, line))
    bare = Page(number, WIDTH, LENGTH, words, seen=(Seen.SEEN,) * len(words))
    return with_rows(bare)


def _words(place: int, line: str) -> list[Word]:
    top = TOP + LEADING * place
    return [
        Word(each.group(), CHARACTER * each.start(), top, CHARACTER * each.end(), top + HEIGHT)
        for each in re.finditer(r"\S+", line)
    ]
