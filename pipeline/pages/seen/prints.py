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
from pipeline.pages.seen.sampling import Floats, unit
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

    def core(self, across: int = 0, down: int = 0) -> Floats:
        """The windows without the margin at the sides, one row of it above and below; or what
        lies a pixel beside that."""
        _, height, width = self.ink.shape
        return self.ink[
            :,
            MARGIN - 1 + down : height + 1 - MARGIN + down,
            MARGIN + across : width - MARGIN + across,
        ]

    def vectors(
        self, across: int = 0, down: int = 0, chosen: Sequence[int] | slice = slice(None)
    ) -> Floats:
        """The cores of all or some prints, each as one vector of length one."""
        cores = self.core(across, down)[chosen]
        return unit(cores.reshape(len(cores), -1))


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
    height, width = image.shape
    left, top, right, bottom = about
    rows = (pens[:, 1, None].astype(int) + np.arange(top, bottom)).clip(0, height - 1)
    columns = (pens[:, 0, None].astype(int) + np.arange(left, right)).clip(0, width - 1)
    gathered = image.ravel()[rows[:, :, None] * width + columns[:, None, :]]
    return np.asarray(gathered, np.float32)
