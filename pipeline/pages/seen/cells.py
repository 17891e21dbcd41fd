"""The neighbourhood of words: its brightness, and ink there that belongs to no character."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image
from pipeline.pages.seen.characters import Bools, Characters, Doubles, Ints, cut, middle, windows

Boxes = NDArray[np.float32]
Owners = NDArray[np.int16]

CONTRAST = 48  # of 255 levels that print must stand out by
_DIGIT = 0.55  # of its height is a digit wide
_REACH = 1.6  # digit widths beside a word where a digit or a sign would be read with it
_FAINT = 0.35  # of the word's contrast: what adds to it stands out as far
_LEAST, _SHARE = 3, 0.02  # pixels, and of the height's square, that added ink has
_ABOUT = 2  # pixels above and below the digits
_GROWN = 1.5  # pixels
_CLASS_HEIGHT, _CLASS_WIDTH = 4, 48  # pixels: words so alike in size are looked at together


@dataclass(frozen=True, slots=True)
class Cells:
    """For each word the brightness of its ground, how far its print differs from that, and whether
    ink was added to it."""

    ground: Doubles
    contrast: Doubles
    added: Bools


def owners_of(shape: tuple[int, int], boxes: Boxes, words: Sequence[int]) -> Owners:
    """Whose box each pixel lies in: a word's index and one more, 0 for no one's."""
    owners = np.zeros(shape, np.int16)
    sides = (boxes[words].astype(int) + np.array([0, 0, 1, 1])).clip(0).tolist()
    for word, (left, top, right, bottom) in zip(words, sides, strict=True):
        owners[top:bottom, left:right] = word + 1
    return owners


@dataclass(frozen=True, slots=True)
class _Scene:
    """A picture, whose its pixels are, and the words to look at with their characters' boxes.

    ``corners`` are the words' neighbourhoods: left, top, right, bottom.
    """

    image: Image
    owners: Owners
    own: Ints
    corners: Ints
    boxes: Sequence[Doubles]


def cells_of(
    image: Image, owners: Owners, own: Ints, characters: Characters, boxes: Doubles
) -> Cells:
    """``own`` are the indices of the words that ``characters`` belong to."""
    count, firsts = len(own), characters.firsts
    low = np.minimum.reduceat(boxes[:, :2], firsts, axis=0)
    high = np.maximum.reduceat(boxes[:, 2:], firsts, axis=0)
    reach = np.ceil(_REACH * _DIGIT * (high[:, 1] - low[:, 1])).astype(int)
    about = np.column_stack([reach, np.full(count, _ABOUT)])
    corners = np.column_stack(
        [np.floor(low).astype(int) - about, np.ceil(high).astype(int) + about]
    )
    scene = _Scene(image, owners, own, corners, cut(boxes, firsts[1:]))
    cells = Cells(np.full(count, 255.0), np.zeros(count), np.zeros(count, bool))
    width = (corners[:, 2] - corners[:, 0]) // _CLASS_WIDTH
    height = (corners[:, 3] - corners[:, 1]) // _CLASS_HEIGHT
    keys = height * 1000 + width
    order = keys.argsort(kind="stable")
    for chosen in cut(order, np.diff(keys[order]).nonzero()[0] + 1):
        cells.ground[chosen], cells.contrast[chosen], cells.added[chosen] = _looked(scene, chosen)
    return cells


def _looked(scene: _Scene, chosen: Ints) -> tuple[Doubles, NDArray[np.int16], Bools]:
    """Ground, contrast and whether ink was added, of words of like size."""
    corners = scene.corners[chosen]
    pixels, owner, inside = _gathered(scene, corners)
    ground = middle(pixels[:, [0, 1, -1], :].reshape(len(chosen), -1))
    ink = np.abs(pixels - ground[:, None, None].astype(np.int16))
    # Which pixels lie in the words' characters' boxes, grown by a pixel and its rounding.
    boxes = [scene.boxes[word] for word in chosen.tolist()]
    row = np.repeat(np.arange(len(boxes)), [len(each) for each in boxes])
    sides = np.concatenate(boxes) - np.column_stack([corners[row, :2]] * 2)
    low = (sides[:, :2] - _GROWN).clip(0).astype(int)
    high = (sides[:, 2:] + _GROWN).clip(-1).astype(int) + 1
    mine = np.zeros(ink.shape, bool)
    for at, (left, top), (right, bottom) in zip(
        row.tolist(), low.tolist(), high.tolist(), strict=True
    ):
        mine[at, top:bottom, left:right] = True
    contrast = np.where(mine, ink, 0).max((1, 2))
    dark = (ink >= np.maximum(_FAINT * contrast, 1)[:, None, None]) & inside
    dark &= ~_rules(dark | ~inside)
    free = ~mine & ((owner == 0) | (owner == scene.own[chosen][:, None, None] + 1))
    tall = corners[:, 3] - corners[:, 1] - 2 * _ABOUT
    down = np.arange(ink.shape[1])
    free &= ((down >= _ABOUT) & (down < _ABOUT + tall[:, None]))[:, :, None]
    added = (dark & free).sum((1, 2)) >= np.maximum(_LEAST, _SHARE * tall**2)
    return ground, contrast, added


def _gathered(scene: _Scene, corners: Ints) -> tuple[NDArray[np.int16], Owners, Bools]:
    """The pixels of neighbourhoods, whose they are, and which truly belong to them."""
    high, wide = scene.image.shape
    width, height = (corners[:, 2:] - corners[:, :2]).max(0).tolist()
    rows = corners[:, 1, None] + np.arange(height)
    columns = corners[:, 0, None] + np.arange(width)
    valid_rows = (rows < corners[:, 3, None]) & (rows >= 0) & (rows < high)
    valid_columns = (columns < corners[:, 2, None]) & (columns >= 0) & (columns < wide)
    inside = valid_rows[:, :, None] & valid_columns[:, None, :]
    left, top, size = corners[:, 0], corners[:, 1], (height, width)
    pixels = windows(scene.image, top, left, size).astype(np.int16)
    return pixels, windows(scene.owners, top, left, size), inside


def _rules(dark: Bools) -> Bools:
    """Columns that are ink from top to bottom and rows from side to side, and their rims."""
    down: Bools = np.asarray(dark.all(1, keepdims=True))
    across: Bools = np.asarray(dark.all(2, keepdims=True))
    through, along = down.copy(), across.copy()
    through[:, :, 1:] |= down[:, :, :-1]
    through[:, :, :-1] |= down[:, :, 1:]
    along[:, 1:] |= across[:, :-1]
    along[:, :-1] |= across[:, 1:]
    return np.asarray(through | along)
