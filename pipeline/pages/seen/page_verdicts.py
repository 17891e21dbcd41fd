"""The verdict on words of one page, with a second, closer look where the first one doubts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import Crop
from pipeline.pages.seen.characters import characters_of
from pipeline.pages.seen.one_look import MARK, Look, boxes_of
from pipeline.pages.seen.opened import OpenPage
from pipeline.pages.seen.shapes import SECOND_LOOK, Shape, Shapes
from pipeline.pages.seen.space import space_of
from pipeline.words import Seen

_CLOSER = 360  # dots an inch, for what raised a doubt
_AROUND = 40  # pixels about the words of a second look
_ALL_BUT = 0.8  # of a word's characters
_WHOLE = Crop(0, 0, 0, 0)
_DIFFERENT = 24  # of 255 levels between screen and print that a person would see


class Verdicts:
    """What was learnt of a document's fonts, kept from page to page."""

    def __init__(self) -> None:
        self._first, self._second = Shapes(), Shapes(SECOND_LOOK)

    def of(self, page: OpenPage, words: Sequence[int], visible: Collection[int]) -> dict[int, Seen]:
        """A verdict for each of these words; ``visible`` are those that leave ink."""
        characters = characters_of(page.text_page, page.text, words)
        verdict = Look(page.image, page.space, _WHOLE, self._first)
        found = verdict.of(page, words, visible, characters)
        doubted = [word for word, seen in found.items() if _is_open(page.text.texts[word], seen)]
        if doubted:
            found |= self._closer(page, doubted, visible)
        return found | _unlike_in_print(page, words, found)

    def _closer(
        self, page: OpenPage, words: Sequence[int], visible: Collection[int]
    ) -> dict[int, Seen]:
        """Only the part of the page where the words stand is drawn once more."""
        space = space_of(page.text, _CLOSER)
        boxes = boxes_of(page, space)[words]
        low = (boxes[:, :2].min(0) - _AROUND).clip(0).astype(int)
        high = np.minimum(boxes[:, 2:].max(0) + _AROUND, [space.width, space.height]).astype(int)
        part = Crop(*low.tolist(), *np.maximum(high - low, 1).tolist())
        look = Look(page.crop(space, part), space, part, self._second)
        return look.of(page, words, visible, characters_of(page.text_page, page.text, words))


def unlike_their_ink(page: OpenPage, words: Sequence[int]) -> frozenset[int]:
    """Which of some words, printed where others are, have none of the ink: the others' it is."""
    if not words:
        return frozenset()
    look = Look(page.image, page.space, _WHOLE, Shapes())
    found = zip(words, look.shapes_of(page, words, words), strict=True)
    return frozenset(word for word, shapes in found if (shapes == Shape.DIFFERS).mean() >= _ALL_BUT)


def _is_open(text: str, seen: Seen) -> bool:
    """Whether a closer look may show more: of a doubt, or of a mark that no shape explains."""
    return seen is Seen.DOUBTED or (seen is Seen.INK and len(text) <= MARK and text.isalpha())


def _unlike_in_print(
    page: OpenPage, words: Sequence[int], found: dict[int, Seen]
) -> dict[int, Seen]:
    """What notes on a page show on a screen and not on paper, or the other way, is in doubt."""
    if pdfium.count_annotations(page.page) <= 0:
        return {}
    differs = np.abs(page.printed().astype(np.int16) - page.image) >= _DIFFERENT
    if not differs.any():
        return {}
    boxes = boxes_of(page, page.space).astype(int).clip(0)
    return {
        word: Seen.DOUBTED
        for word in words
        if found[word] is not Seen.UNJUDGED
        and differs[boxes[word][1] : boxes[word][3] + 1, boxes[word][0] : boxes[word][2] + 1].any()
    }
