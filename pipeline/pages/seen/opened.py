"""A document kept open with its latest pages, and the words on them that overlap."""

from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.drawing import Crop, Form, Image, gray
from pipeline.pages.errors import UnreadablePdf
from pipeline.pages.pdfium_words import LoadedText, displayed, page_text
from pipeline.pages.seen.characters import Characters, Ints, Space, characters_of, space_of

DOTS = 150  # an inch: enough to tell digits, and hardly dearer than 72
_KEPT_BYTES = 64 << 20  # of pictures; what goes beyond is drawn again


class OpenPage(NamedTuple):
    """A loaded page, its text and its picture as displayed."""

    page: int
    text_page: int
    text: LoadedText
    space: Space
    image: Image
    form: Form

    def crop(self, space: Space, part: Crop) -> Image:
        """A part of the page drawn in another space."""
        return gray(self.page, space.width, space.height, form=self.form, crop=part)

    def printed(self) -> Image:
        """The page as a printer would show it."""
        size = (self.space.width, self.space.height)
        return gray(self.page, *size, form=self.form, printing=True)


class OpenDocument:
    """The pages of an open PDFium document, the last ones kept. Callers hold ``PDFIUM_LOCK``."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self._form = Form(handle)
        self._pages: OrderedDict[int, OpenPage] = OrderedDict()
        self._texts: dict[int, LoadedText] = {}

    def page(self, index: int) -> OpenPage:
        """A page counted from 0. Raises UnreadablePdf."""
        if index in self._pages:
            self._pages.move_to_end(index)
        else:
            page = pdfium.load_page(self.handle, index)
            if not page:
                raise UnreadablePdf()
            self._form.takes(page)
            text_page = pdfium.load_text(page)
            text = self._texts.get(index) or page_text(page, text_page)
            self._texts[index] = text
            space = space_of(text, DOTS)
            image = gray(page, space.width, space.height, form=self._form)
            self._pages[index] = OpenPage(page, text_page, text, space, image, self._form)
            while len(self._pages) > 1 and self._bytes() > _KEPT_BYTES:
                _, oldest = self._pages.popitem(last=False)
                self._close_page(oldest)
        return self._pages[index]

    def close(self) -> None:
        """Close the pages, but not the document itself."""
        for page in self._pages.values():
            self._close_page(page)
        self._pages.clear()
        self._form.close()

    def _bytes(self) -> int:
        return sum(page.image.nbytes for page in self._pages.values())

    def _close_page(self, page: OpenPage) -> None:
        pdfium.close_text(page.text_page)
        self._form.leaves(page.page)
        pdfium.close_page(page.page)


_AT_ONCE = 1 << 18  # pairs of words compared
_SHARED = 0.3  # of the smaller box, each way


def in_one_place(boxes: NDArray[np.float32], texts: Sequence[str]) -> list[int]:
    """The words that share their line and a good part of their width with a different one."""
    if not len(boxes):
        return []
    left, top, right, bottom = boxes.T
    middle, height, width = (top + bottom) / 2, bottom - top, right - left
    found: set[int] = set()
    for one, other in _on_a_line(middle, float(height.max()) / 2):
        shared = np.minimum(right[one], right[other]) - np.maximum(left[one], left[other])
        near = shared > _SHARED * np.minimum(width[one], width[other])
        near &= np.abs(middle[one] - middle[other]) < height[other] / 2
        near &= (height[one] < 2 * height[other]) & (height[other] < 2 * height[one])
        pairs = zip(one[near].tolist(), other[near].tolist(), strict=True)
        found |= {at for at, beside in pairs if texts[at] != texts[beside]}
    return sorted(found)


def _on_a_line(middle: NDArray[np.float32], apart: float) -> Iterator[tuple[Ints, Ints]]:
    """All pairs of words whose middles are no further apart than that, each both ways, so many at
    a time."""
    order = middle.argsort(kind="stable")
    held = middle[order].astype(float)
    first = np.searchsorted(held, held - apart)
    counts = np.searchsorted(held, held + apart, "right") - first
    step = max(1, _AT_ONCE // int(counts.max()))
    for start in range(0, len(order), step):
        some = slice(start, start + step)
        one = np.repeat(np.arange(len(order))[some], counts[some])
        before = np.cumsum(counts[some]) - counts[some]
        other = np.arange(len(one)) + np.repeat(first[some] - before, counts[some])
        yield order[one], order[other]


def overlapping(
    page: OpenPage, words: Sequence[int], visible: Collection[int], characters: Characters
) -> set[int]:
    """The places in ``words`` of those with a character under or over another word's.

    The same character twice in one place is bold print; one much larger is a watermark; whether a
    letter over a digit spoils it the shape tells.
    """
    boxes = np.stack(displayed([page.text]), 1)
    others = np.array(sorted(visible), int)
    crossing: set[int] = set()
    among = np.array(sorted({*visible, *words}), int)
    crowded = set(
        among[in_one_place(boxes[among], [page.text.texts[word] for word in among])].tolist()
    )
    if not crowded.intersection(words):
        return crossing
    order = others[boxes[others, 1].argsort()]
    tops = boxes[order, 1]
    tallest = float((boxes[order, 3] - boxes[order, 1]).max())
    for at, word in enumerate(words):
        if word not in crowded:
            continue
        left, top, right, bottom = boxes[word].tolist()
        near = order[np.searchsorted(tops, top - tallest) : np.searchsorted(tops, bottom)]
        low = np.maximum(boxes[near, :2], [left, top])
        shared = np.minimum(boxes[near, 2:], [right, bottom]) - low
        hit = (shared[:, 0] > 0.5) & (shared[:, 1] > _SHARED * (bottom - top)) & (near != word)
        for other in near[hit].tolist():
            if _crosses(characters, at, characters_of(page.text_page, page.text, [other])):
                crossing.add(at)
    return crossing


def _crosses(characters: Characters, at: int, other: Characters) -> bool:
    mine = characters.word == at
    one, two = characters.sides[mine], other.sides
    low = np.maximum(one[:, None, [0, 2]], two[None, :, [0, 2]])
    high = np.minimum(one[:, None, [1, 3]], two[None, :, [1, 3]])
    sizes = np.minimum(
        (one[:, [1, 3]] - one[:, [0, 2]])[:, None], (two[:, [1, 3]] - two[:, [0, 2]])[None]
    )
    shared = ((high - low) > _SHARED * sizes).all(2) & (sizes > 0).all(2)
    heights = one[:, 3] - one[:, 2], two[:, 3] - two[:, 2]
    like = np.abs(np.log(np.maximum(heights[0][:, None], 0.1) / np.maximum(heights[1], 0.1))) < 0.7
    mine_codes, codes = characters.codes[mine][:, None], other.codes[None, :]
    kind = _is_digit(mine_codes) == _is_digit(codes)
    return bool((shared & like & kind & (mine_codes != codes)).any())


def _is_digit(codes: Ints) -> NDArray[np.bool_]:
    return np.asarray((codes >= ord("0")) & (codes <= ord("9")))
