"""A second look at what was recognised: figures and dates, drawn again and read on their own.

The first reading finds lines and reads each whole, so that one word may be guessed from its
neighbours. Here only the runs of words that hold digits are cut out, from a larger drawing whose
light is made even, and recognised without what is around them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image, Line, crop, evenly_lit, softened

DPI = 300
_SURE = 0.7  # below it both readings of a blurred scan are often wrong in the same way
_MARK = re.compile(r"(?:CR|DR|DB|OD|[CDSH])\.?|[^\w\s]+", re.IGNORECASE)
_BARE = re.compile(r"\d{1,4}[.,]?(?:st|nd|rd|th|er|º)?", re.IGNORECASE)
_MONTH = re.compile(r"[^\W\d_]{3,10}[.,]?")
_MASK = re.compile(r"[*#•●]+")
_DASHES = str.maketrans("–—−‐", "----")
_NEAR = 1.5  # heights of a word between a day and its month


def confirmed(engine: Any, lines: Sequence[Line], page: Image, scale: float) -> list[list[bool]]:
    """For each word of each line whether a second reading gives the same text.

    ``page`` is drawn ``scale`` times as large as when the words were found in it. Words that were
    not read again count as different.
    """
    alike = [[False] * len(line) for line in lines]
    runs = list(_runs(lines))
    if not runs:
        return alike
    drawn = evenly_lit(softened(page, DPI))
    crops = [crop(drawn, lines[line], span, scale) for line, span in runs]
    for (line, span), text in zip(runs, _texts(engine, crops), strict=True):
        words = [word.text for word in lines[line][span]]
        alike[line][span] = _same(words, text)
    return alike


def _runs(lines: Sequence[Line]) -> Iterator[tuple[int, slice]]:
    """Neighbours in a line that are to be read again, together."""
    months = _beside_numbers(lines)
    for place, line in enumerate(lines):
        wanted = [_wanted(word.text) or (place, index) in months for index, word in enumerate(line)]
        yield from ((place, run) for run in _together(wanted) if _has_letters(line[run]))


def _together(wanted: Sequence[bool]) -> Iterator[slice]:
    """The places of neighbours that are all wanted, as long as they go."""
    start = 0
    for is_wanted, same in groupby(wanted):
        stop = start + len(list(same))
        if is_wanted:
            yield slice(start, stop)
        start = stop


def _has_letters(words: Line) -> bool:
    """Whether there is a letter or a digit among the words, and not only marks."""
    return any(character.isalnum() for word in words for character in word.text)


def _wanted(text: str) -> bool:
    return any(map(str.isdigit, text)) or bool(_MARK.fullmatch(text))


def _beside_numbers(lines: Sequence[Line]) -> set[tuple[int, int]]:
    """Words that are beside a bare number and may name its month, whichever line they are of."""
    sides = [
        (place, index, word.text, *word.corners.min(0), *word.corners.max(0))
        for place, line in enumerate(lines)
        for index, word in enumerate(line)
    ]
    numbers = [side[3:] for side in sides if _BARE.fullmatch(side[2])]
    return {
        (place, index)
        for place, index, text, *box in sides
        if _MONTH.fullmatch(text) and any(_beside(box, number) for number in numbers)
    }


def _beside(one: Sequence[float], other: Sequence[float]) -> bool:
    x0, top, x1, bottom = one
    left, above, right, below = other
    height = bottom - top
    apart = max(left - x1, x0 - right)
    return abs(top + bottom - above - below) < height and apart < _NEAR * height


def _texts(engine: Any, crops: list[NDArray[np.uint8]]) -> list[str]:
    """What each crop says; nothing where the engine is not sure."""
    typings = importlib.import_module("rapidocr.ch_ppocr_rec.typings")
    recognised = engine.text_rec(typings.TextRecInput(img=crops, return_word_box=False))
    return [
        text if score >= _SURE else ""
        for text, score in zip(recognised.txts, recognised.scores, strict=True)
    ]


def _plain(text: str) -> str:
    return _MASK.sub("", text).translate(_DASHES).casefold()


def _same(words: Sequence[str], text: str) -> list[bool]:
    """Which of the words are whole in a text; blanks and capitals do not count, nor the marks in
    place of an account's digits, of which no one knows how many there are."""
    words = [_plain(word) for word in words]
    whole, other = "".join(words), _plain("".join(text.split()))
    if whole == other:
        return [True] * len(words)
    blocks = SequenceMatcher(None, whole, other, autojunk=False).get_matching_blocks()
    held = [range(block.a, block.a + block.size) for block in blocks]
    found, start = [], 0
    for word in words:
        stop = start + len(word)
        found.append(start == stop or any(start in piece and stop - 1 in piece for piece in held))
        start = stop
    return found
