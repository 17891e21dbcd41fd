"""Where the characters of words stand in a page's picture, and whether they stand as text does.

PDFium is asked about all of them at once, into memory whose slots are made once.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.pdfium_words import PageText
from pipeline.pages.seen.space import Doubles, Space
from pipeline.words import Seen

Ints = NDArray[np.int_]
Bools = NDArray[np.bool_]

_ADVANCE = 0.08  # of a word's height: characters nearer than this lie on each other
_POINTS = [ord(point) for point in ".·…_-"]  # leaders may be set as tight as they like
_LEAN, _STEP = 0.06, 0.12  # how far a base line may climb: of the way, and of the height
_VALUES = 6  # of a character: four sides of its box and where the pen stood


@dataclass(frozen=True, slots=True)
class Characters:
    """Those of the words asked about, word by word.

    ``word`` counts the words asked about; ``firsts`` are the places of their first characters.
    ``sides`` and ``pens`` are in the page's space.
    """

    codes: Ints
    word: Ints
    firsts: Ints
    sides: Doubles
    pens: Doubles

    def placed(self, space: Space) -> tuple[Doubles, Doubles]:
        """Boxes (left, top, right, bottom) and pens in the pixels of a picture."""
        pens = np.column_stack(space.points(self.pens[:, 0], self.pens[:, 1]))
        return space.boxes(self.sides), pens


class _Slots:
    """Six doubles for each of many characters, for PDFium to write into."""

    def __init__(self) -> None:
        self._grow(4096)

    def _grow(self, rows: int) -> None:
        self.values = np.zeros((rows, _VALUES))
        first, step = self.values.ctypes.data, self.values.itemsize
        self.columns = [
            [ctypes.c_void_p(first + step * (_VALUES * row + column)) for row in range(rows)]
            for column in range(_VALUES)
        ]

    def cleared(self, count: int) -> Doubles:
        if count > len(self.values):
            self._grow(2 * count)
        self.values[:count] = 0
        return self.values[:count]


_slots = _Slots()


def characters_of(text_page: int, text: PageText, words: Sequence[int]) -> Characters:
    """The characters of these words of a page."""
    chosen = np.asarray(words, int)
    starts, counts = text.starts[chosen], text.ends[chosen] - text.starts[chosen] + 1
    firsts = np.cumsum(counts) - counts
    word = np.repeat(np.arange(len(chosen)), counts)
    places = (np.arange(counts.sum()) - firsts[word] + starts[word]).tolist()
    values = _slots.cleared(len(places))
    whole, columns = ctypes.c_void_p(text_page), _slots.columns
    for _ in map(pdfium.get_tight_box, repeat(whole), places, *columns[:4]):
        pass
    for _ in map(pdfium.get_origin, repeat(whole), places, *columns[4:]):
        pass
    codes = _codes(text_page, text, words, counts.tolist(), places)
    return Characters(codes, word, firsts, values[:, :4].copy(), values[:, 4:].copy())


def _codes(
    text_page: int, text: PageText, words: Sequence[int], counts: list[int], places: list[int]
) -> Ints:
    joined = "".join(text.texts[word] for word in words)
    if len(joined) == len(places) and all(
        len(text.texts[word]) == count for word, count in zip(words, counts, strict=True)
    ):
        return np.array(list(map(ord, joined)), int)
    return np.array([pdfium.get_unicode(text_page, place) for place in places], int)


def stance(characters: Characters, boxes: Doubles, pens: Doubles, space: Space) -> list[Seen]:
    """For each word: UNJUDGED if it leans, DOUBTED if its characters do not stand side by side
    in their order within the page, else SEEN."""
    heights = np.maximum.reduceat(boxes[:, 3] - boxes[:, 1], characters.firsts)
    solid = (~np.isin(characters.codes, _POINTS)).nonzero()[0]
    word = characters.word[solid]
    same, height = word[1:] == word[:-1], np.maximum(heights, 1.0)[word[1:]]
    across, down = np.diff(pens[solid], axis=0).T
    crowded = same & (across < _ADVANCE * height)
    climbs = same & (np.abs(down) > _LEAN * np.abs(across) + _STEP * height)
    crowded_words = np.bincount(word[1:][crowded], minlength=len(heights)) > 0
    climbing = np.bincount(word[1:][climbs], minlength=len(heights)) > 0
    outside = (boxes[:, :2] < -1).any(1) | (boxes[:, 2:] > [space.width + 1, space.height + 1]).any(
        1
    )
    outside_words = np.bincount(characters.word[outside], minlength=len(heights)) > 0
    return [
        Seen.UNJUDGED if climbs_ else Seen.DOUBTED if wrong else Seen.SEEN
        for climbs_, wrong in zip(climbing, crowded_words | outside_words, strict=True)
    ]
