"""One look at words of a page: geometry, shapes and added ink taken together."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from pipeline.pages.display import displayed
from pipeline.pages.drawing import Crop, Image
from pipeline.pages.seen.cells import CONTRAST, Cells, Owners, cells_of, owners_of
from pipeline.pages.seen.characters import Characters, Ints, characters_of, stance
from pipeline.pages.seen.likeness import DIGITS
from pipeline.pages.seen.opened import OpenPage
from pipeline.pages.seen.overlaps import overlapping
from pipeline.pages.seen.prints import groups_of
from pipeline.pages.seen.shapes import Shape, Shapes
from pipeline.pages.seen.space import Doubles, Space
from pipeline.words import Seen

MARK = 3  # letters beside digits or alone: CR, Dr, S
_LOWEST = 2.2  # points: lower digits tell nothing
_NARROWEST = 0.1  # of its height that a digit is wide
_SHARE = 0.5  # of its word's contrast that each character has
_HAIRLINE = (
    0.55  # of that share, for each pixel of thickness: what is half covered is drawn lighter
)
_WATERMARK = 38.0  # points: so high a word explains no ink
_SMALL = 3  # beside the Shapes: too small, or of another script
_FIRST, _SECOND = ([ord(letter) for letter in letters] for letters in ("CDcd", "Rr"))  # CR, DR
_ASCII = 127
_THIN = ".,-–—−_·:;'’|/"


class Look:
    """One look at words in a picture of the page or of a part of it."""

    def __init__(self, image: Image, space: Space, part: Crop, shapes: Shapes) -> None:
        self._image, self._space, self._part, self._shapes = image, space, part, shapes

    def of(
        self,
        page: OpenPage,
        words: Sequence[int],
        visible: Collection[int],
        characters: Characters,
    ) -> dict[int, Seen]:
        """A verdict for each of these words, whose characters these are."""
        boxes, pens = characters.placed(self._space)
        stands = stance(characters, boxes, pens, self._space)
        cells, shapes = self._cells_and_shapes(page, words, visible, characters)
        crossed = overlapping(page, words, visible, characters)
        wrong = (
            cells.added | (cells.contrast < CONTRAST) | [stand is Seen.DOUBTED for stand in stands]
        )
        wrong[list(crossed)] = True
        counts = _counts(characters, _with_marks(characters, shapes))
        wrong |= counts[Shape.DIFFERS] > 0
        unknown = (counts[_SMALL] > 0) | [stand is Seen.UNJUDGED for stand in stands]
        agree = counts[Shape.AGREES] > 0
        verdicts = zip(words, unknown.tolist(), wrong.tolist(), agree.tolist(), strict=True)
        return {word: _verdict(*found) for word, *found in verdicts}

    def shapes_of(
        self, page: OpenPage, words: Sequence[int], visible: Collection[int]
    ) -> list[Ints]:
        """For each word the Shapes of its characters."""
        characters = characters_of(page.text_page, page.text, words)
        _, shapes = self._cells_and_shapes(page, words, visible, characters)
        return np.split(shapes, characters.firsts[1:])

    def _cells_and_shapes(
        self,
        page: OpenPage,
        words: Sequence[int],
        visible: Collection[int],
        characters: Characters,
    ) -> tuple[Cells, Ints]:
        boxes, pens = characters.placed(self._space)
        shift = np.array([self._part.left, self._part.top])
        boxes, pens = boxes - np.tile(shift, 2), pens - shift
        owners = self._owners(page, visible, np.tile(shift, 2))
        cells = cells_of(self._image, owners, np.asarray(words), characters, boxes)
        return cells, self._shapes_of(characters, boxes, pens, cells)

    def _owners(self, page: OpenPage, visible: Collection[int], shift: Ints) -> Owners:
        boxes = boxes_of(page, self._space)
        high = (boxes[:, 3] - boxes[:, 1]) >= _WATERMARK * self._space.scale[1]
        explain = [word for word in sorted(visible) if not high[word]]
        return owners_of(self._image.shape, (boxes - shift).astype(np.float32), explain)

    def _shapes_of(
        self, characters: Characters, boxes: Doubles, pens: Doubles, cells: Cells
    ) -> Ints:
        shapes = np.full(len(boxes), int(Shape.UNKNOWN))
        grounds = cells.ground[characters.word]
        groups = list(groups_of(self._image, characters.codes, boxes, pens, grounds))
        drawn = [group for group in groups if not _is_thin(group.box, group.character)]
        for group, found in zip(drawn, self._shapes.judge(drawn), strict=True):
            shapes[group.places] = found
        for group in groups:
            contrast = cells.contrast[characters.word[group.places]]
            own = group.core().max((1, 2))
            faint = (own < CONTRAST) | (own < _share(group.box) * contrast)
            shapes[group.places[faint]] = Shape.DIFFERS
        heights, widths = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
        is_digit = np.isin(characters.codes, [ord(digit) for digit in DIGITS])
        small = (heights < _LOWEST * self._space.scale[1]) | (widths < _NARROWEST * heights)
        shapes[is_digit & (small | (shapes == Shape.UNKNOWN))] = _SMALL
        far = (characters.codes > _ASCII).nonzero()[0]
        foreign = [chr(code).isdigit() for code in characters.codes[far].tolist()]
        shapes[far[np.array(foreign, bool)]] = _SMALL
        shapes[(heights <= 0) | (widths <= 0)] = _SMALL
        return shapes


def _share(box: tuple[float, float, float, float]) -> float:
    """How much of its word's contrast a character has at the least: a stroke thinner than a pixel
    may lie across two of them."""
    return _SHARE * min(1.0, _HAIRLINE * min(box[2] - box[0], box[3] - box[1]))


def _is_thin(box: tuple[float, float, float, float], character: str) -> bool:
    """Points and dashes have no shape but their box's; the cell tells whether they have more."""
    if character in DIGITS:
        return False
    return character in _THIN or min(box[2] - box[0], box[3] - box[1]) < 1


def boxes_of(page: OpenPage, space: Space) -> Doubles:
    """The boxes of all words of a page in the pixels of a picture of it."""
    return np.asarray(np.stack(displayed([page.text]), 1) * np.array(space.scale * 2))


def _with_marks(characters: Characters, shapes: Ints) -> Ints:
    """A letter or two beside digits, as in 12.50CR, turn an amount round: they must agree. An R
    tells nothing that a C or D before it does not: it must not be clearly another letter."""
    codes, word = characters.codes, characters.word
    count = len(characters.firsts)
    is_digit = (codes >= ord("0")) & (codes <= ord("9"))
    is_letter = (codes | 32 >= ord("a")) & (codes | 32 <= ord("z"))
    letters = np.bincount(word[is_letter], minlength=count)
    marks = (np.bincount(word[is_digit], minlength=count) > 0) & (letters <= MARK)
    unknown = marks[word] & is_letter & (shapes == Shape.UNKNOWN)
    first = (word[:-1] == word[1:]) & np.isin(codes[:-1], _FIRST) & (shapes[:-1] == Shape.AGREES)
    unknown[1:] &= ~(first & np.isin(codes[1:], _SECOND))
    return np.where(unknown, Shape.DIFFERS, shapes)


def _counts(characters: Characters, shapes: Ints) -> Ints:
    """How many characters of each word (columns) were found to be so (rows)."""
    count = len(characters.firsts)
    return np.stack(
        [np.bincount(characters.word[shapes == shape], minlength=count) for shape in range(4)]
    )


def _verdict(unknown: bool, wrong: bool, agree: bool) -> Seen:
    if unknown:
        return Seen.UNJUDGED
    if wrong:
        return Seen.DOUBTED
    return Seen.SEEN if agree else Seen.INK
