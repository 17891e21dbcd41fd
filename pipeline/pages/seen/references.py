"""The shapes of characters in many fonts, sampled to one size; `fixtures.shapes` makes the file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Level = TypeVar("Level", np.uint8, np.int16)

ROWS, COLUMNS = 16, 10
BEYOND = 1  # rows above and below the box: a bare "1" has no ends without them
SAMPLES = (ROWS + 2 * BEYOND) * COLUMNS
_FLAT = 1e-6


@lru_cache(maxsize=4096)
def taps(low: float, high: float, count: int, beyond: int, size: int) -> Floats:
    """What each of ``size`` pixels in a line adds to each sample between ``low`` and ``high``."""
    step = (high - low) / count
    at = low + step * (np.arange(-beyond, count + beyond) + 0.5) - 0.5
    at = at.clip(0, size - 1)
    first = np.minimum(np.floor(at).astype(int), max(size - 2, 0))
    share = (at - first).astype(np.float32)
    weights = np.zeros((len(at), size), np.float32)
    rows = np.arange(len(at))
    weights[rows, first] = 1 - share
    weights[rows, np.minimum(first + 1, size - 1)] += share
    return weights


def sampled(window: Floats, box: tuple[float, float, float, float]) -> Floats:
    """The samples of a window's ink over a box in it: left, top, right, bottom, in pixels."""
    left, top, right, bottom = box
    height, width = window.shape
    down = taps(top, bottom, ROWS, BEYOND, height)
    across = taps(left, right, COLUMNS, 0, width)
    return np.asarray(down @ window @ across.T, np.float32).ravel()


def windows(
    image: NDArray[Level], tops: NDArray[np.int_], lefts: NDArray[np.int_], size: tuple[int, int]
) -> NDArray[Level]:
    """Parts of a picture of one size (rows, columns); beyond its edge it goes on as it ends."""
    (high, wide), (height, width) = image.shape, size
    if (
        len(tops) and tops.min() >= 0 and lefts.min() >= 0
        and tops.max() + height <= high and lefts.max() + width <= wide
    ):  # fmt: skip
        # numpy's sliding_window_view, whose checks cost more than what is cut out of it.
        whole = np.ascontiguousarray(image)
        shape = (high - height + 1, wide - width + 1, height, width)
        every = np.ndarray(shape, image.dtype, whole, strides=whole.strides * 2)
        return np.asarray(every[tops, lefts])
    rows = (tops[:, None] + np.arange(height)).clip(0, high - 1)
    columns = (lefts[:, None] + np.arange(width)).clip(0, wide - 1)
    return np.asarray(image.ravel().take(rows[:, :, None] * wide + columns[:, None, :]))


def unit(vectors: Floats) -> Floats:
    """Each vector less its mean and of length one; a flat one becomes nothing."""
    centred = vectors - np.add.reduce(vectors, -1, keepdims=True) / vectors.shape[-1]
    lengths = np.sqrt(np.einsum("...i,...i", centred, centred))[..., None]
    return np.asarray(centred / np.maximum(lengths, _FLAT), np.float32)


def middle(values: NDArray[np.generic], axis: int = -1) -> NDArray[np.float64]:
    """The upper median; numpy's own loads a package of 60 ms for it."""
    half = values.shape[axis] // 2
    return np.asarray(np.take(np.partition(values, half, axis=axis), half, axis=axis), float)


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
