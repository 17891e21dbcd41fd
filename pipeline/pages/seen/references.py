"""The shapes of digits, letters and signs in many fonts; `fixtures.shapes` makes the file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.seen.sampling import SAMPLES, Floats, unit

FILE = "references.npz"
LEVELS = 15  # of ink in a sample: two samples share a byte
_ONE_THREAD = 1 << 18  # multiplications
_ASPECT = np.float32(0.12)  # what a print loses for each natural logarithm that its aspect is off


@dataclass(frozen=True, slots=True)
class References:
    """``characters`` in order; ``starts`` says where the shapes of each begin."""

    characters: str
    starts: NDArray[np.int_]
    shapes: Floats
    aspects: Floats

    def likeness(self, prints: Floats, aspects: Floats) -> Floats:
        """How like each print is to each character: the likeness of the best of its shapes."""
        products = np.empty((len(prints), len(self.shapes)), np.float32)
        # A product at a time that BLAS does in one thread: two cost twice the time of one.
        step = max(1, _ONE_THREAD // (max(len(prints), 2) * SAMPLES))
        rows = prints if len(prints) > 1 else np.repeat(prints, 2, axis=0)
        for start in range(0, len(self.shapes), step):
            part = rows @ self.shapes[start : start + step].T
            products[:, start : start + step] = part[: len(prints)]
        products -= _ASPECT * np.abs(aspects[:, None] - self.aspects[None, :])
        best: Floats = np.maximum.reduceat(products, self.starts, axis=1)
        return best


@cache
def references() -> References:
    """What the file holds, ready to be compared with."""
    packed = files(__package__).joinpath(FILE).read_bytes()
    with np.load(BytesIO(packed)) as held:
        shapes = unit(unpacked(held["shapes"]).astype(np.float32))
        return References(
            str(held["characters"]),
            held["starts"].astype(int),
            shapes,
            held["aspects"].astype(np.float32),
        )


def packed(samples: Floats) -> NDArray[np.uint8]:
    """Samples of ink between 0 and 1, two to a byte."""
    levels = (samples.clip(0, 1) * LEVELS).round().astype(np.uint8)
    return np.asarray(levels[:, ::2] << 4 | levels[:, 1::2], np.uint8)


def unpacked(held: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The levels that were packed, a row for each shape."""
    levels = np.empty((len(held), SAMPLES), np.uint8)
    levels[:, ::2], levels[:, 1::2] = held >> 4, held & LEVELS
    return levels
