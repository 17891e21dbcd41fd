"""The prints of characters on a page, those of one character, font and size together.

PDFium sets the glyphs of text on whole pixels, so that two prints of one glyph are the same pixels
about the pen, wherever they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.pages.drawing import Image
from pipeline.pages.seen.characters import Ints
from pipeline.pages.seen.sampling import Floats, unit, windows
from pipeline.pages.seen.space import Doubles

MARGIN = 2  # pixels about a print's box, so that it can be shifted
_FINE = 8  # parts of a pixel by which boxes are distinguished
_LARGEST = 400  # pixels: larger print is no figure

Key = tuple[int, ...]
"""A character, and its box about the pen in parts of a pixel."""


@dataclass(frozen=True, slots=True)
class Group:
    """Prints of one character in one font and size.

    ``ink`` is how far each window's pixels stand out of the ground; ``box`` is the character's
    outline in the windows; ``places`` are the prints' places among the characters, ``off`` how
    far their pens stand from whole pixels.
    """

    key: Key
    places: Ints
    ink: Floats
    box: tuple[float, float, float, float]
    off: Doubles

    @property
    def character(self) -> str:
        """What the text says that these are."""
        return chr(self.key[0])

    def core(self) -> Floats:
        """The windows without the margin at the sides, one row of it above and below."""
        return self._core(self.ink, 0, 0)

    @staticmethod
    def _core(ink: Floats, across: int, down: int) -> Floats:
        _, height, width = ink.shape
        return ink[
            :,
            MARGIN - 1 + down : height + 1 - MARGIN + down,
            MARGIN + across : width - MARGIN + across,
        ]

    def vectors(self) -> Floats:
        """The cores of all prints, each as one vector of length one."""
        return unit(self.core().reshape(len(self.ink), -1))

    def vectors_beside(self, chosen: Sequence[int]) -> Floats:
        """The same of some prints and of what lies up to a pixel beside each, shift by shift."""
        some = self.ink[chosen]
        cores = [self._core(some, x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        return unit(np.concatenate(cores).reshape(len(cores) * len(some), -1))


def groups_of(
    image: Image, codes: Ints, boxes: Doubles, pens: Doubles, grounds: Doubles
) -> Iterator[Group]:
    """The prints of these characters; ``grounds`` is the brightness about each."""
    about = boxes - np.tile(pens, 2)
    fine = np.rint(about * _FINE).astype(int)
    whole = np.rint(pens)
    keys = np.column_stack([codes, fine])
    order = np.lexsort(keys.T)
    keys = keys[order]
    cuts = (keys[1:] != keys[:-1]).any(1).nonzero()[0] + 1
    for places in np.split(order, cuts):
        first = int(places[0])
        left, top = (fine[first, :2] // _FINE - MARGIN).tolist()
        right, bottom = (-(-fine[first, 2:] // _FINE) + MARGIN).tolist()
        if not (0 < right - left < _LARGEST and 0 < bottom - top < _LARGEST):
            continue
        windows = _windows(image, whole[places], (left, top, right, bottom))
        box = tuple((about[first] - [left, top, left, top]).tolist())
        yield Group(
            (int(codes[first]), *fine[first].tolist()),
            places,
            np.abs(windows - grounds[places, None, None].astype(np.float32)),
            box,
            (pens - whole)[places],
        )


def _windows(image: Image, pens: Doubles, about: tuple[int, int, int, int]) -> Floats:
    left, top, right, bottom = about
    x, y = pens.astype(int).T
    gathered = windows(image, y + top, x + left, (bottom - top, right - left))
    return np.asarray(gathered, np.float32)
