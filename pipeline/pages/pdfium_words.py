"""The words of one loaded PDFium page, in bulk: one call for the text, two for each word's box.

The boxes are the whole cost of doing this from Python, so only a word's first and last character
are asked for, into one buffer whose slots are made once.
"""

from __future__ import annotations

import ctypes
import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.words import Word

Boxes = NDArray[np.float32]
"""One row per word: left, top, right, bottom. PDFium's own boxes have y growing upwards."""

_HYPHENS = "\x02\ufffe"  # PDFium's marks for a hyphen at the end of a line
_UNUSABLE = "\x00\uffff"  # a glyph whose meaning the font does not tell
_WORD = re.compile(rf"[^\s{_UNUSABLE}{_HYPHENS}]+[{_HYPHENS}]?|[{_HYPHENS}]")
_SPACES = [*range(9, 14), *range(0x1C, 0x21), 0, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]
_SPACES += [0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFFFF]
_IS_SPACE = np.zeros(1 << 16, bool)
_IS_SPACE[_SPACES] = True
_SAME_LINE = 0.6  # of a character's height: further apart, two characters stand on two lines

_LEFT, _TOP, _RIGHT, _BOTTOM = range(4)


class _Buffers:
    """Memory that PDFium writes into, kept between pages and grown when a page needs more."""

    def __init__(self, characters: int) -> None:
        self.grow(characters)
        self.bounds = np.zeros(4, np.float32)
        self.bounds_at = self.bounds.ctypes.data

    def grow(self, characters: int) -> None:
        self.capacity = characters
        self.text = np.zeros(characters + 2, np.uint16)
        self.text_at = self.text.ctypes.data
        self.boxes = np.zeros((characters, 4), np.float32)
        self.boxes_at = self.boxes.ctypes.data
        self.slots: list[ctypes.c_void_p] = []

    def slots_for(self, count: int) -> list[ctypes.c_void_p]:
        made = len(self.slots)
        if made < count:
            wanted = range(made, min(max(count, 2 * made, 2048), self.capacity))
            self.slots += [ctypes.c_void_p(self.boxes_at + 16 * index) for index in wanted]
        return self.slots


_buffers = _Buffers(1 << 14)


def page_words(page: int, text_page: int) -> list[Word]:
    """The words of a loaded page in the order of its content, in display space, in points."""
    count = pdfium.count_chars(text_page)
    if count <= 0:
        return []
    if count > _buffers.capacity:
        _buffers.grow(2 * count)
    texts, ends = _split(text_page, count)
    if not texts:
        return []
    corners = char_boxes(text_page, ends).reshape(-1, 8)
    if _ends_apart(corners).any():
        texts, corners = _mend(text_page, texts, ends, corners)
    return _in_display_space(page, texts, _union(corners))


def char_boxes(text_page: int, indices: Sequence[int]) -> Boxes:
    """The loose box (font ascent to descent) of each character: left, top, right, bottom."""
    count = len(indices)
    slots = _buffers.slots_for(count)
    _drain(map(pdfium.get_loose_box, repeat(ctypes.c_void_p(text_page)), indices, slots))
    return _buffers.boxes[:count]


_drain: Callable[[Iterable[object]], object] = deque[object](maxlen=0).extend


def _split(text_page: int, count: int) -> tuple[list[str], list[int]]:
    """The words, and the first and last character index of each, flat."""
    written = pdfium.get_text(text_page, 0, count, _buffers.text_at)
    units = _buffers.text[:count]
    text = units.tobytes().decode("utf-16-le", "surrogatepass")
    if written - 1 != count or len(text) != count:
        # A dropped or astral character: text and character indices have come apart.
        return _split_slowly(_text_char_by_char(text_page, count))
    if any(mark in text for mark in _HYPHENS):
        return _split_slowly(text)
    edges = np.ones(count + 2, bool)
    np.take(_IS_SPACE, units, out=edges[1:-1])
    ends = np.flatnonzero(edges[1:] != edges[:-1])
    bounds = ends.tolist()
    ends[1::2] -= 1
    words = [text[a:b] for a, b in zip(bounds[::2], bounds[1::2], strict=True)]
    return words, ends.tolist()


def _text_char_by_char(text_page: int, count: int) -> str:
    codes = map(pdfium.get_unicode, repeat(text_page, count), range(count))
    return "".join(chr(code) if code <= 0x10FFFF else "\ufffd" for code in codes)


def _split_slowly(text: str) -> tuple[list[str], list[int]]:
    words: list[str] = []
    ends: list[int] = []
    for match in _WORD.finditer(text):
        words.append(re.sub(f"[{_HYPHENS}]", "-", match.group()))
        ends += (match.start(), match.end() - 1)
    return words, ends


def _ends_apart(corners: Boxes) -> NDArray[np.bool_]:
    """Words whose first and last character share neither a line nor a column."""
    height = np.abs(corners[:, _TOP] - corners[:, _BOTTOM])
    width = np.abs(corners[:, _RIGHT] - corners[:, _LEFT])
    off_line = np.abs(corners[:, _BOTTOM] - corners[:, 4 + _BOTTOM]) > _SAME_LINE * height
    off_column = np.abs(corners[:, _LEFT] - corners[:, 4 + _LEFT]) > _SAME_LINE * width
    result: NDArray[np.bool_] = off_line & off_column
    return result


def _mend(
    text_page: int, texts: list[str], ends: list[int], corners: Boxes
) -> tuple[list[str], Boxes]:
    """Split words that run over a line's end; box slanted ones by all their characters."""
    apart = _ends_apart(corners).tolist()
    rows = corners.copy()  # the buffer is about to be written over
    new_texts: list[str] = []
    new_rows: list[Boxes] = []
    for index, text in enumerate(texts):
        if not apart[index]:
            new_texts.append(text)
            new_rows.append(rows[index])
            continue
        characters = char_boxes(text_page, range(ends[2 * index], ends[2 * index + 1] + 1))
        for start, stop in _lines_of(characters.tolist()):
            new_texts.append(text[start:stop])
            new_rows.append(np.tile(_hull(characters[start:stop]), 2))
    return new_texts, np.stack(new_rows)


def _lines_of(boxes: list[list[float]]) -> list[tuple[int, int]]:
    """Where a run of character boxes jumps back to the start of another line."""
    starts = [0]
    for index in range(1, len(boxes)):
        before, here = boxes[index - 1], boxes[index]
        height = abs(before[_TOP] - before[_BOTTOM])
        jumped_back = here[_LEFT] < before[_LEFT] - height
        if jumped_back and abs(here[_BOTTOM] - before[_BOTTOM]) > _SAME_LINE * height:
            starts.append(index)
    return list(zip(starts, [*starts[1:], len(boxes)], strict=True))


def _hull(boxes: Boxes) -> Boxes:
    low, high = boxes.min(0), boxes.max(0)
    return np.array([low[_LEFT], high[_TOP], high[_RIGHT], low[_BOTTOM]], np.float32)


def _union(corners: Boxes) -> Boxes:
    """One box from the boxes of each word's first and last character."""
    first, last = corners[:, :4], corners[:, 4:]
    boxes = np.minimum(first, last)
    np.maximum(first[:, 1:3], last[:, 1:3], out=boxes[:, 1:3])
    return boxes


def _in_display_space(page: int, texts: list[str], boxes: Boxes) -> list[Word]:
    pdfium.page_bounds(page, _buffers.bounds_at)
    turned = to_display(boxes, _buffers.bounds.tolist(), pdfium.page_rotation(page))
    columns = turned.T.tolist()
    return list(map(Word._make, zip(texts, *columns, strict=True)))


def to_display(boxes: Boxes, bounds: Sequence[float], quarter_turns: int) -> Boxes:
    """Boxes of the page's own space (y upwards) as a person sees them.

    ``bounds`` is the visible part of the page: left, top, right, bottom in the page's space.
    ``quarter_turns`` is the page's /Rotate, clockwise.
    """
    left, top, right, bottom = bounds
    x0, y1, x1, y0 = boxes.T
    turned = {
        0: (x0 - left, top - y1, x1 - left, top - y0),
        1: (y0 - bottom, x0 - left, y1 - bottom, x1 - left),
        2: (right - x1, y0 - bottom, right - x0, y1 - bottom),
        3: (top - y1, right - x1, top - y0, right - x0),
    }
    return np.stack(turned[quarter_turns % 4], 1)
