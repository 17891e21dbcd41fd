"""The words of loaded PDFium pages, in bulk, with their boxes as a person sees them."""

import ctypes
import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium

Boxes = NDArray[np.float32]
"""Rows of left, top, right, bottom, as PDFium gives them: y grows upwards, nothing is turned."""

_HYPHEN = "\x02"  # PDFium's mark for a hyphen that breaks a word at a line's end
_ODD = "\x00\x02\ufffe\uffff"  # that mark in text, or a glyph whose meaning no font tells
UNKNOWN = "\ufffd"
_WORD = re.compile(rf"[^\s{_HYPHEN}]+{_HYPHEN}?|{_HYPHEN}")
_SPACE = np.uint16(ord(" "))
_IS_SPACE = np.array([chr(code).isspace() or not code for code in range(0x3002)])  # none beyond
_NONE = np.zeros(0, int)
_SLOTS = 2048  # made before a child is forked, so that it need not make them


class LoadedText(NamedTuple):
    """One page's words with the boxes of their first and last characters, eight numbers a word.

    ``bounds`` is the visible part of the page in its own space: left, top, right, bottom.
    ``quarter_turns`` is its /Rotate, clockwise. ``starts`` and ``ends`` are the indices of the
    words' first and last characters.
    """

    width: float
    height: float
    bounds: tuple[float, float, float, float]
    quarter_turns: int
    texts: list[str]
    starts: NDArray[np.int_]
    ends: NDArray[np.int_]
    corners: Boxes


class _Buffers:
    """Memory that PDFium writes into, kept between pages and grown when a page needs more."""

    def __init__(self, characters: int) -> None:
        self.grow(characters)
        self.bounds = (ctypes.c_float * 4)()
        self.bounds_at = ctypes.addressof(self.bounds)

    def grow(self, characters: int) -> None:
        self.capacity = characters
        self.text = np.full(characters + 3, _SPACE, np.uint16)
        self.text_at = self.text.ctypes.data + self.text.itemsize  # a space stays before the text
        self.boxes = np.zeros((characters, 4), np.float32)
        self._boxes_at = self.boxes.ctypes.data
        self._slots: list[ctypes.c_void_p] = []
        self.slots_for(_SLOTS)

    def slots_for(self, count: int) -> list[ctypes.c_void_p]:
        made = len(self._slots)
        if made < count:
            wanted = range(made, min(max(count, 2 * made), self.capacity))
            self._slots += [ctypes.c_void_p(self._boxes_at + 16 * index) for index in wanted]
        return self._slots


_buffers = _Buffers(1 << 14)
_drain: Callable[[Iterable[object]], object] = deque[object](maxlen=0).extend


def page_text(page: int, text_page: int) -> LoadedText:
    """The words of a loaded page in the order of its content."""
    texts, ends = _split(text_page)
    indices = ends.tolist()
    count = len(indices)
    slots = _buffers.slots_for(count)
    _drain(map(pdfium.get_loose_box, repeat(ctypes.c_void_p(text_page)), indices, slots))
    corners = _buffers.boxes[:count].copy().reshape(-1, 8)
    pdfium.page_bounds(page, _buffers.bounds_at)
    left, top, right, bottom = _buffers.bounds
    return LoadedText(
        width=pdfium.page_width(page),
        height=pdfium.page_height(page),
        bounds=(left, top, right, bottom),
        quarter_turns=pdfium.page_rotation(page) % 4,
        texts=texts,
        starts=ends[::2],
        ends=ends[1::2],
        corners=corners,
    )


def _split(text_page: int) -> tuple[list[str], NDArray[np.int_]]:
    """The words, and the index of the first and last character of each, flat."""
    count = pdfium.count_chars(text_page)
    if count <= 0:
        return [], _NONE
    if count > _buffers.capacity:
        _buffers.grow(2 * count)
    written = pdfium.get_text(text_page, 0, count, _buffers.text_at)
    units = _buffers.text[1 : count + 1]
    if written - 1 != count:  # text and character indices have come apart
        return _split_oddly(map(pdfium.get_unicode, repeat(text_page, count), range(count)))
    text = units.tobytes().decode("utf-16-le", "replace")
    if not any(mark in text for mark in _ODD):
        words, ends = text.split(), _ends(count, ascii_only=text.isascii())
        if len(ends) == 2 * len(words):
            return words, ends
    return _split_oddly(
        pdfium.get_unicode(text_page, index) if chr(unit) in _ODD else unit
        for index, unit in enumerate(units.tolist())
    )


def _ends(count: int, ascii_only: bool) -> NDArray[np.int_]:
    """Where words begin and end, in the buffer that holds a space before and after the text."""
    units = _buffers.text[: count + 2]
    is_space = units <= _SPACE if ascii_only else np.take(_IS_SPACE, units, mode="clip")
    ends: NDArray[np.int_] = (is_space[1:] != is_space[:-1]).nonzero()[0]
    ends[1::2] -= 1
    return ends


def _split_oddly(codes: Iterable[int]) -> tuple[list[str], NDArray[np.int_]]:
    """Split text given as one code for each character index, astral characters in halves."""
    text = "".join(map(_character, codes))
    words: list[str] = []
    ends: list[int] = []
    for match in _WORD.finditer(text):
        whole = match.group().encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        words.append(whole.replace(_HYPHEN, "-"))
        ends += (match.start(), match.end() - 1)
    return words, np.array(ends, int)


def _character(code: int) -> str:
    """Unknown glyphs stay visible, so that what is glued to one is never taken for a figure."""
    if code > 0xFFFF or (chr(code) in _ODD and chr(code) != _HYPHEN):
        return UNKNOWN
    return chr(code)


Floats = NDArray[np.float32]


class WordBoxes(NamedTuple):
    """The boxes of many words, a side at a time, in points from the top-left corner as shown."""

    left: Floats
    top: Floats
    right: Floats
    bottom: Floats


class Bounds(NamedTuple):
    """The visible part of a page in its own space, where y grows upwards."""

    left: Floats
    top: Floats
    right: Floats
    bottom: Floats


def displayed(pages: Sequence[LoadedText]) -> WordBoxes:
    """The boxes of all words of all pages."""
    corners = pages[0].corners if len(pages) == 1 else np.concatenate([p.corners for p in pages])
    spaces = {(page.bounds, page.quarter_turns) for page in pages}
    if len(spaces) == 1:
        bounds, turns = spaces.pop()
        return _turned(corners, Bounds(*np.array(bounds, np.float32)[:, None]), turns)
    return _by_turn(corners, pages)


def _by_turn(corners: Floats, pages: Sequence[LoadedText]) -> WordBoxes:
    """Pages of different size or rotation: each word with its own page's bounds."""
    sizes = [len(page.texts) for page in pages]
    bounds = np.repeat(np.array([page.bounds for page in pages], np.float32), sizes, axis=0)
    turn_of_word = np.repeat([page.quarter_turns for page in pages], sizes)
    columns = WordBoxes(*np.zeros((4, len(corners)), np.float32))
    for turn in np.unique(turn_of_word).tolist():
        chosen = turn_of_word == turn
        for column, values in zip(
            columns, _turned(corners[chosen], Bounds(*bounds[chosen].T), turn), strict=True
        ):
            column[chosen] = values
    return columns


def _turned(corners: Floats, page: Bounds, quarter_turns: int) -> WordBoxes:
    """One box from each word's first and last character, turned clockwise with its page."""
    x0 = np.minimum(corners[:, 0], corners[:, 4])
    x1 = np.maximum(corners[:, 2], corners[:, 6])
    y0 = np.minimum(corners[:, 3], corners[:, 7])
    y1 = np.maximum(corners[:, 1], corners[:, 5])
    if quarter_turns == 1:
        return WordBoxes(y0 - page.bottom, x0 - page.left, y1 - page.bottom, x1 - page.left)
    if quarter_turns == 2:
        return WordBoxes(page.right - x1, y0 - page.bottom, page.right - x0, y1 - page.bottom)
    if quarter_turns == 3:
        return WordBoxes(page.top - y1, page.right - x1, page.top - y0, page.right - x0)
    return WordBoxes(x0 - page.left, page.top - y1, x1 - page.left, page.top - y0)
