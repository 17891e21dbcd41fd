"""Rows that are read from right to left, turned over so that all that reads them goes one way.

A bank's Hebrew or Arabic page has its columns from the right edge to the left, and what a label
names stands at its left. Turned over, its rows begin where a person begins them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pipeline.words import Word

_LETTER = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_NEAR = 0.75  # of a word's height: words with a smaller gap between belong together
# The parts of one number as they are read, the second of which stands left of the first in a row
# that is turned over: "1 234.00", "1,234 .00".
_PARTED = re.compile(r"^\D*\d{1,3} \d{3}(?!\d)|\d [.,]\d")


class Writing(NamedTuple):
    """Whether pages are read from right to left, and whether the letters of each word stand in the
    order of the page, the last one first, as some programs write them."""

    leftward: bool = False
    visual: bool = False


def is_leftward(text: str) -> bool:
    """Whether a word has letters that are written from right to left."""
    return not text.isascii() and _LETTER.search(text) is not None


def turned(words: Iterable[Word], width: float, writing: Writing) -> Iterator[Word]:
    """Words at the other side of their page, and with their letters in the order of reading."""
    for word in words:
        text = word.text
        if writing.visual and is_leftward(text) and not any(map(str.isdigit, text)):
            text = text[::-1]
        yield word._replace(text=text, x0=width - word.x1, x1=width - word.x0)


def rightward_runs(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The first and last of neighbours in a turned row that are read to the right: Latin words, and
    numbers beside them; or else the parts of one number."""
    first = 0
    for at, word in enumerate(words):
        last = at + 1 == len(words) or not _goes_on(word, words[at + 1])
        if last:
            run = words[first : at + 1]
            if len(run) > 1 and any(_LATIN.search(each.text) for each in run):
                yield first, at
            else:
                yield from _parted(words, first, at)
            first = at + 1


def _parted(words: Sequence[Word], first: int, last: int) -> Iterator[tuple[int, int]]:
    """The first and last of the parts of each number in a run."""
    start = first
    for at in range(first, last + 1):
        if at < last and _PARTED.search(f"{words[at + 1].text} {words[at].text}"):
            continue
        if at > start:
            yield start, at
        start = at + 1


def _goes_on(left: Word, right: Word) -> bool:
    near = right.x0 - left.x1 < _NEAR * (left.bottom - left.top)
    return near and not is_leftward(left.text) and not is_leftward(right.text)
