"""Compares the ink of words with their text, with a closer look where the first one doubts."""

import ctypes
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import NamedTuple

import numpy as np

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import Crop, Image
from pipeline.pages.pdfium_library import PDFIUM_LOCK
from pipeline.pages.pdfium_words import displayed
from pipeline.pages.seen.cells import CONTRAST, Cells, PrintedWords, cells_of
from pipeline.pages.seen.characters import (
    NATIVE,
    Bools,
    Characters,
    Doubles,
    Ints,
    Space,
    among,
    characters_of,
    cut,
    groups_of,
    space_of,
    stance,
)
from pipeline.pages.seen.opened import OpenDocument, OpenPage, overlapping
from pipeline.pages.seen.shapes import SECOND_LOOK, Shape, Shapes, script_of
from pipeline.proof import Place, Witness
from pipeline.words import DocumentPages, Page, Seen


class Sources(NamedTuple):
    """Where a page's words come from: for each the index of what PDFium gave. ``seen`` are the
    indices of what takes part in the ink, ``unjudged`` of what an OCR layer only says or what
    cannot be drawn here."""

    words: tuple[int, ...]
    seen: frozenset[int]
    unjudged: frozenset[int]


class Judge:
    """Judges words of one document, which it keeps open until it is closed.

    Without a document nothing can be said: then all words are unjudged.
    """

    def __init__(
        self, document: OpenDocument | None, sources: Sequence[Sources], closing: ExitStack
    ) -> None:
        self._document, self._sources, self._closing = document, sources, closing
        self._verdicts = Verdicts()

    def __enter__(self) -> "Judge":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the document go."""
        with PDFIUM_LOCK:
            self._closing.close()

    def __call__(
        self, pages: DocumentPages, wanted: Mapping[int, Collection[int]]
    ) -> DocumentPages:
        """The same pages with ``seen`` filled: the wanted words judged, INK for the others.

        ``wanted`` holds indices in a page's words by the page's number. Pages read from pictures
        stay as they are.
        """
        with PDFIUM_LOCK:
            judged = tuple(
                page if page.confidence else self._judged(page, wanted.get(page.number, ()))
                for page in pages.pages
            )
        return replace(pages, pages=judged)

    def _judged(self, page: Page, wanted: Iterable[int]) -> Page:
        chosen = sorted(set(wanted))
        if self._document is None:
            return replace(page, seen=(Seen.UNJUDGED,) * len(page.words))
        sources = self._sources[page.number - 1]
        if len(sources.words) != len(page.words):
            raise ValueError("these are not the pages that were read with this judge")
        seen = [Seen.UNJUDGED if at in sources.unjudged else Seen.INK for at in sources.words]
        asked = sorted({sources.words[at] for at in chosen} - sources.unjudged)
        if asked:
            found = self._verdicts.of(self._document.page(page.number - 1), asked, sources.seen)
            for at in chosen:
                seen[at] = found.get(sources.words[at], seen[at])
        return replace(page, seen=tuple(seen))


MARK = 3  # letters beside digits or alone: CR, Dr, S
_LOWEST = 2.2  # points: lower digits tell nothing
_NARROWEST = 0.1  # of its height that a digit is wide
_SHARE = 0.5  # of its word's contrast that each character has
_HAIRLINE = (
    0.55  # of that share, for each pixel of thickness: what is half covered is drawn lighter
)
_WATERMARK = 38.0  # points: so high a word explains no ink
_SMALL = 3  # beside the Shapes: too small, or in another script
_FIRST, _SECOND = ([ord(letter) for letter in letters] for letters in ("CDcd", "Rr"))  # CR, DR
_ASCII = 127
_NATIVE = [ord(digit) for digits in NATIVE for digit in digits]
_DOTS = [0x660, 0x6F0]  # zeros of Arabic and Persian
_LOWEST_DOT, _MIDWAY = 0.5, 0.3  # points, and of the height of digits
_OUR_FIGURE = re.compile(r"[0-9][.,][0-9]")
_THIN = ".,-–—−_·:;'’|/"


class CloserLook:
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
        return cut(shapes, characters.firsts[1:])

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
        printed = self._printed(page, visible, np.tile(shift, 2))
        cells = cells_of(self._image, printed, np.asarray(words), characters, boxes)
        shapes = np.full(len(boxes), int(Shape.UNKNOWN))
        grounds = cells.ground[characters.word]
        groups = list(groups_of(self._image, characters.codes, boxes, pens, grounds))
        drawn = [group for group in groups if not _is_thin(group.box, group.character)]
        for group, found in zip(drawn, self._shapes.judge(drawn), strict=True):
            shapes[group.places] = found
        if groups:
            places = np.concatenate([group.places for group in groups])
            own = np.concatenate([group.contrasts() for group in groups])
            share = np.repeat([_share(g.box) for g in groups], [len(g.places) for g in groups])
            faint = (own < CONTRAST) | (own < share * cells.contrast[characters.word[places]])
            shapes[places[faint]] = Shape.DIFFERS
        heights, widths = boxes[:, 3] - boxes[:, 1], boxes[:, 2] - boxes[:, 0]
        native = _native_digits(page, visible, characters.codes)
        dots = native & among(characters.codes, _DOTS)
        is_digit = (characters.codes >= ord("0")) & (characters.codes <= ord("9"))
        lowest = np.where(dots, _LOWEST_DOT, _LOWEST) * self._space.scale[1]
        small = (heights < lowest) | (widths < _NARROWEST * heights)
        shapes[(is_digit | native) & (small | (shapes == Shape.UNKNOWN))] = _SMALL
        far = (characters.codes > _ASCII).nonzero()[0]
        foreign = [chr(code).isdigit() for code in characters.codes[far].tolist()]
        foreign = far[np.array(foreign, bool)]
        shapes[foreign[~native[foreign]]] = _SMALL
        shapes[dots & ~_are_midway(dots, native, characters.word, boxes)] = _SMALL
        shapes[(heights <= 0) | (widths <= 0)] = _SMALL
        return cells, shapes

    def _printed(self, page: OpenPage, visible: Collection[int], shift: Ints) -> PrintedWords:
        boxes = boxes_of(page, self._space)
        high = (boxes[:, 3] - boxes[:, 1]) >= _WATERMARK * self._space.scale[1]
        explain = [word for word in sorted(visible) if not high[word]]
        return PrintedWords.of((boxes - shift).astype(np.float32), explain)


def _native_digits(page: OpenPage, visible: Collection[int], codes: Ints) -> Bools:
    """Which characters are digits of other scripts whose shapes are known: on a page that prints
    no figure in ours, since some look alike and have different values."""
    found = among(codes, _NATIVE) if codes.max(initial=0) > _ASCII else np.zeros(len(codes), bool)
    if found.any() and any(_OUR_FIGURE.search(page.text.texts[word]) for word in visible):
        return np.zeros(len(codes), bool)
    return found


def _are_midway(dots: Bools, native: Bools, word: Ints, boxes: Doubles) -> Bools:
    """Which zeros that are dots lie half way up the other digits of their word, as no point does.
    Without others there is no answer."""
    count, others = int(word.max(initial=0)) + 1, native & ~dots
    top, bottom = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(top, word[others], boxes[others, 1])
    np.maximum.at(bottom, word[others], boxes[others, 3])
    height = np.maximum(bottom - top, 1.0)[word]
    at = ((boxes[:, 1] + boxes[:, 3]) / 2 - top[word]) / height
    return np.asarray(np.abs(at - 0.5) < _MIDWAY)


def _share(box: tuple[float, float, float, float]) -> float:
    """How much of its word's contrast a character has at the least: a stroke thinner than a pixel
    may lie across two of them."""
    return _SHARE * min(1.0, _HAIRLINE * min(box[2] - box[0], box[3] - box[1]))


def _is_thin(box: tuple[float, float, float, float], character: str) -> bool:
    """Points and dashes have no shape but their box's; the cell tells whether they have more."""
    if script_of(character):
        return False
    return character in _THIN or min(box[2] - box[0], box[3] - box[1]) < 1


def boxes_of(page: OpenPage, space: Space) -> Doubles:
    """The boxes of all words of a page in the pixels of a picture of it."""
    return np.asarray(np.stack(displayed([page.text]), 1) * np.array(space.scale * 2))


def _with_marks(characters: Characters, shapes: Ints) -> Ints:
    """A letter or two beside digits, as in 12.50CR, turn an amount round: they must agree; none in
    the midst of digits does, as in 1MAR25. An R tells nothing that a C or D before it does not: it
    must not be clearly another letter."""
    codes, word = characters.codes, characters.word
    count = len(characters.firsts)
    is_digit = (codes >= ord("0")) & (codes <= ord("9"))
    is_letter = (codes | 32 >= ord("a")) & (codes | 32 <= ord("z"))
    letters = np.bincount(word[is_letter], minlength=count)
    marks = (np.bincount(word[is_digit], minlength=count) > 0) & (letters <= MARK)
    unknown = marks[word] & is_letter & (shapes == Shape.UNKNOWN)
    at, first_digit, last_digit = np.arange(len(word)), np.full(count, len(word)), np.zeros(count)
    np.minimum.at(first_digit, word[is_digit], at[is_digit])
    np.maximum.at(last_digit, word[is_digit], at[is_digit])
    unknown &= (at < first_digit[word]) | (at > last_digit[word])
    first = (word[:-1] == word[1:]) & among(codes[:-1], _FIRST) & (shapes[:-1] == Shape.AGREES)
    unknown[1:] &= ~(first & among(codes[1:], _SECOND))
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


_CLOSER = 360  # dots an inch, for what raised a doubt
_PALER = 128  # of 255 levels by which ink is taken for another text's
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
        verdict = CloserLook(page.image, page.space, _WHOLE, self._first)
        found = verdict.of(page, words, visible, characters)
        doubted = [word for word, seen in found.items() if _is_open(page.text.texts[word], seen)]
        if doubted:
            found |= self._closer(page, doubted, visible)
            found |= self._without_paler(page, found, visible)
        return found | _unlike_in_print(page, words, found)

    def _closer(
        self, page: OpenPage, words: Sequence[int], visible: Collection[int]
    ) -> dict[int, Seen]:
        """Only the part of the page where the words are is drawn once more."""
        space = space_of(page.text, _CLOSER)
        part = _about(boxes_of(page, space)[words], space)
        look = CloserLook(page.crop(space, part), space, part, self._second)
        return look.of(page, words, visible, characters_of(page.text_page, page.text, words))

    def _without_paler(
        self, page: OpenPage, found: Mapping[int, Seen], visible: Collection[int]
    ) -> dict[int, Seen]:
        """What is still in doubt and lies over or under much paler words, without the pale ink in
        their boxes: a footer in grey across the last row."""
        space = space_of(page.text, _CLOSER)
        boxes = boxes_of(page, space)
        again: dict[int, Seen] = {}
        for word in (word for word, seen in found.items() if seen is Seen.DOUBTED):
            across = _across(page, boxes, word, visible)
            own = _shade(page, word)
            paler = min((_shade(page, each) for each in across), default=0)
            if paler - own < _PALER:
                continue
            part = _about(boxes[[word]], space)
            image = page.crop(space, part).copy()
            for left, top, right, bottom in (boxes[across] - [part.left, part.top] * 2).tolist():
                area = image[max(0, int(top)) : int(bottom) + 1, max(0, int(left)) : int(right) + 1]
                area[area > (own + paler) / 2] = np.median(image)
            look, rest = CloserLook(image, space, part, self._second), set(visible) - set(across)
            characters = characters_of(page.text_page, page.text, [word])
            again |= look.of(page, [word], rest, characters)
        return again


def _about(boxes: Doubles, space: Space) -> Crop:
    """The part of a page that some boxes are in, with some more about them."""
    low = (boxes[:, :2].min(0) - _AROUND).clip(0).astype(int)
    high = np.minimum(boxes[:, 2:].max(0) + _AROUND, [space.width, space.height]).astype(int)
    return Crop(*low.tolist(), *np.maximum(high - low, 1).tolist())


def _across(page: OpenPage, boxes: Doubles, word: int, visible: Collection[int]) -> list[int]:
    """The visible words that share a part of a word's box; none where digits may be over digits."""
    others = np.array(sorted(set(visible) - {word}), int)
    low = np.maximum(boxes[others, :2], boxes[word, :2])
    high = np.minimum(boxes[others, 2:], boxes[word, 2:])
    across = [int(each) for each in others[(high > low).all(1)]]
    texts = page.text.texts
    both = re.search(r"\d", texts[word]) and any(re.search(r"\d", texts[each]) for each in across)
    return [] if both else across


def _shade(page: OpenPage, word: int) -> float:
    """How light the first letter of a word is filled, of 255 levels, on white."""
    letter = pdfium.text_object(ctypes.c_void_p(page.text_page), int(page.text.starts[word]))
    levels = [ctypes.c_uint(0) for _ in range(4)]
    if not letter.value or not pdfium.object_fill_color(letter, *map(ctypes.byref, levels)):
        return 0
    red, green, blue, opacity = (level.value for level in levels)
    return 255 - (255 - (0.3 * red + 0.59 * green + 0.11 * blue)) * opacity / 255


def unlike_their_ink(page: OpenPage, words: Sequence[int]) -> frozenset[int]:
    """Which of some words, printed where others are, have none of the ink: the others' it is."""
    if not words:
        return frozenset()
    look = CloserLook(page.image, page.space, _WHOLE, Shapes())
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


_SURE = frozenset({Seen.SEEN, Seen.TWICE})


def are_bound(words: Collection[tuple[int, int]], witness: Witness, pages: Sequence[Page]) -> bool:
    """Whether the balances leave each of these words (page, counted from 1, and place) no other
    value: from one balance to the next it is the only figure that was not read twice."""
    bound: set[tuple[int, int]] = set()
    for places in _equations(witness):
        unsure = [place for place in places if not _is_sure(place, pages)]
        if len(unsure) == 1:
            bound.update((unsure[0].page, word) for word in unsure[0].words)
    return bound.issuperset(words)


def _equations(witness: Witness) -> Iterator[list[Place]]:
    """From each balance to the next in time: both, and the amounts that lead there."""
    newest_first = witness.convention.newest_first
    places = [witness.opening.figure] if witness.opening else []
    for line in reversed(witness.lines) if newest_first else witness.lines:
        places.append(line.amount)
        if line.balance is not None:
            yield [*places, line.balance]
            places = [line.balance]


def _is_sure(place: Place, pages: Sequence[Page]) -> bool:
    seen = pages[place.page - 1].seen
    return bool(seen) and all(seen[word] in _SURE for word in place.words)
