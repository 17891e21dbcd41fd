"""The neighbourhood of words: its brightness, and ink there that belongs to no character."""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.drawing import Image
from pipeline.pages.seen.characters import Bools, Characters, Doubles, Ints, cut, middle, windows

Boxes = NDArray[np.float32]

CONTRAST = 48  # of 255 levels that print must stand out by
_DIGIT = 0.55  # of its height is a digit wide
_REACH = 1.6  # digit widths beside a word where a digit or a sign would be read with it
_FAINT = 0.35  # of the word's contrast: what adds to it stands out as far
_LEAST, _SHARE = 3, 0.02  # pixels, and of the height's square, that added ink has
_ABOUT = 2  # pixels above and below the digits
_GROWN = 1.5  # pixels
_CLASS_HEIGHT, _CLASS_WIDTH = 4, 48  # pixels: words so alike in size are looked at together


class Cells(NamedTuple):
    """For each word the brightness of its ground, how far its print differs from that, and whether
    ink was added to it."""

    ground: Doubles
    contrast: Doubles
    added: Bools


class PrintedWords(NamedTuple):
    """The words that explain ink, by their indices, and their boxes in whole pixels."""

    words: Ints
    sides: Ints

    @classmethod
    def of(cls, boxes: Boxes, words: Sequence[int]) -> "PrintedWords":
        """Those of ``words``, of all words' ``boxes``."""
        chosen = np.array(words, int)
        return cls(chosen, (boxes[chosen].astype(int) + np.array([0, 0, 1, 1])).clip(0))

    def near(self, corners: Ints) -> list[Ints]:
        """For each neighbourhood the places of those that lie in it, in their order."""
        if not len(self.words):
            return [self.words] * len(corners)
        order = self.sides[:, 1].argsort(kind="stable")
        tops = self.sides[order, 1]
        tallest = int((self.sides[:, 3] - self.sides[:, 1]).max())
        first = np.searchsorted(tops, corners[:, 1] - tallest)
        counts = np.searchsorted(tops, corners[:, 3]) - first
        at = np.repeat(np.arange(len(corners)), counts)
        before = np.cumsum(counts) - counts
        found = order[np.arange(len(at)) + np.repeat(first - before, counts)]
        sides, within = self.sides[found], corners[at]
        shared = (sides[:, :2] < within[:, 2:]).all(1) & (sides[:, 2:] > within[:, :2]).all(1)
        at, found = at[shared], found[shared]
        sorted_ = np.lexsort((found, at))
        return cut(found[sorted_], np.searchsorted(at[sorted_], np.arange(1, len(corners))))


class _Scene(NamedTuple):
    """A picture, the words that explain its ink, and those to look at with their characters' boxes.

    ``corners`` are the words' neighbourhoods: left, top, right, bottom; ``near`` says what is
    printed there.
    """

    image: Image
    printed: PrintedWords
    own: Ints
    corners: Ints
    boxes: Sequence[Doubles]
    near: Sequence[Ints]


def cells_of(
    image: Image, printed: PrintedWords, own: Ints, characters: Characters, boxes: Doubles
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
    near = printed.near(corners)
    scene = _Scene(image, printed, own, corners, cut(boxes, firsts[1:]), near)
    cells = Cells(np.full(count, 255.0), np.zeros(count), np.zeros(count, bool))
    width = (corners[:, 2] - corners[:, 0]) // _CLASS_WIDTH
    height = (corners[:, 3] - corners[:, 1]) // _CLASS_HEIGHT
    keys = height * 1000 + width
    order = keys.argsort(kind="stable")
    for chosen in cut(order, np.diff(keys[order]).nonzero()[0] + 1):
        cells.ground[chosen], cells.contrast[chosen], cells.added[chosen] = _looked(scene, chosen)
    return cells


def _looked(scene: _Scene, chosen: Ints) -> tuple[Image, Image, Bools]:
    """Ground, contrast and whether ink was added, of words of like size."""
    corners, count = scene.corners[chosen], len(chosen)
    pixels, inside = _gathered(scene.image, corners)
    ground = middle(pixels[:, [0, 1, -1], :].reshape(count, -1)).astype(np.uint8)
    level = ground[:, None, None]
    ink = np.maximum(pixels, level) - np.minimum(pixels, level)
    mine = _characters_in(scene, chosen, ink.shape)
    contrast = (ink * mine).reshape(count, -1).max(1)
    least = np.ceil(np.maximum(_FAINT * contrast, 1)).astype(np.uint8)
    dark = (ink >= least[:, None, None]) & inside
    dark = _without_rules(dark, inside) & ~mine
    dark &= ~_others_in(scene, chosen, ink.shape)
    tall = corners[:, 3] - corners[:, 1] - 2 * _ABOUT
    down = np.arange(ink.shape[1])
    level_with = (down >= _ABOUT) & (down < _ABOUT + tall[:, None])
    added = np.zeros(count, bool)
    some = np.flatnonzero(dark.reshape(count, -1).any(1))  # hardly ever any
    found = (dark[some].sum(2) * level_with[some]).sum(1)
    added[some] = found >= np.maximum(_LEAST, _SHARE * tall[some] ** 2)
    return ground, contrast, added


def _characters_in(scene: _Scene, chosen: Ints, shape: tuple[int, ...]) -> Bools:
    """Which pixels lie in the words' characters' boxes, grown by a pixel and its rounding."""
    boxes = [scene.boxes[word] for word in chosen.tolist()]
    row = np.repeat(np.arange(len(boxes)), [len(each) for each in boxes])
    sides = np.concatenate(boxes) - np.tile(scene.corners[chosen][row, :2], 2)
    low = (sides[:, :2] - _GROWN).clip(0).astype(int)
    high = (sides[:, 2:] + _GROWN).clip(-1).astype(int) + 1
    return _painted(shape, row, np.column_stack([low, high]), repeat(True))


def _others_in(scene: _Scene, chosen: Ints, shape: tuple[int, ...]) -> Bools:
    """Which pixels lie in another word's box, unless the word's own lies over it."""
    near = [scene.near[word] for word in chosen.tolist()]
    row, printed = np.repeat(chosen, [len(each) for each in near]), np.concatenate(near)
    sides = (scene.printed.sides[printed] - np.tile(scene.corners[row, :2], 2)).clip(0)
    are_others = scene.printed.words[printed] != scene.own[row]
    at = np.repeat(np.arange(len(near)), [len(each) for each in near])
    return _painted(shape, at, sides, are_others.tolist())


def _painted(shape: tuple[int, ...], at: Ints, sides: Ints, values: Iterable[bool]) -> Bools:
    """Parts of a picture with boxes in them painted over each other."""
    painted = np.zeros(shape, bool)
    boxes = zip(at.tolist(), sides.tolist(), values, strict=False)
    for part, (left, top, right, bottom), value in boxes:
        painted[part, top:bottom, left:right] = value
    return painted


def _gathered(image: Image, corners: Ints) -> tuple[Image, Bools]:
    """The pixels of neighbourhoods, and which truly belong to them."""
    high, wide = image.shape
    width, height = (corners[:, 2:] - corners[:, :2]).max(0).tolist()
    rows = corners[:, 1, None] + np.arange(height)
    columns = corners[:, 0, None] + np.arange(width)
    valid_rows = (rows < corners[:, 3, None]) & (rows >= 0) & (rows < high)
    valid_columns = (columns < corners[:, 2, None]) & (columns >= 0) & (columns < wide)
    inside = valid_rows[:, :, None] & valid_columns[:, None, :]
    return windows(image, corners[:, 1], corners[:, 0], (height, width)), inside


def _without_rules(dark: Bools, inside: Bools) -> Bools:
    """The dark pixels without columns that are ink from top to bottom and rows from side to side,
    and their rims."""
    ink = (dark | ~inside).view(np.uint8)
    down, across = ink.min(1) > 0, ink.min(2) > 0
    through, along = down.copy(), across.copy()
    for rims, lines in ((through, down), (along, across)):
        rims[:, 1:] |= lines[:, :-1]
        rims[:, :-1] |= lines[:, 1:]
    return np.asarray(dark & ~through[:, None] & ~along[:, :, None])
