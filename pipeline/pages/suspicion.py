"""Which words of a page may not be seen, judged by colour, opacity, mode and painting order.

This is cheap and errs on the side of doubt: what it names is put to the ink test.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.painted import Fill, Painted, PaintedText, brightness
from pipeline.pages.pdfium_words import PageText

_PAPER = 255.0
_FAINT = 48  # of 255 levels between a text and its ground: less, and it is doubtful
_SHEER = 96  # of 255 levels of opacity: less, and the ground decides
_WHITE = 250
_RULE = 3.0  # points: a thinner fill is a line, not a ground
_PLAIN_MODES = (0, 2, 4, 6)  # the render modes that fill the letters


def doubtful_words(text_page: int, text: PageText, found: Painted) -> dict[int, PaintedText]:
    """The doubtful words by index, each with the text object that paints it."""
    fills = _grounds(found)
    on_fill = _centres_in(text, fills)
    standing_on = on_fill.any(1)
    sources = _sources(text_page, text, found, np.flatnonzero(standing_on).tolist())
    faint = {source.order for source in found.texts.values() if is_doubtful(source, ())}
    if faint - {source.order for source in sources.values()}:
        sources |= _sources(text_page, text, found, np.flatnonzero(~standing_on).tolist())
    return {
        index: source
        for index, source in sources.items()
        if is_doubtful(source, [fills[place] for place in np.flatnonzero(on_fill[index])])
    }


def is_doubtful(text: PaintedText, fills: Sequence[Fill]) -> bool:
    """Whether a text might not show on ``fills``, the areas that its place lies in."""
    if text.uncertain or text.mode not in _PLAIN_MODES or text.color[3] < _SHEER:
        return True
    if any(fill.order > text.order for fill in fills):
        return True
    ground = fills[-1].gray if fills else _PAPER
    return ground is None or abs(brightness(text.color) - ground) < _FAINT


def _grounds(found: Painted) -> list[Fill]:
    """The fills that matter: not thin lines, not the white that a page may begin with."""
    first_text = min((text.order for text in found.texts.values()), default=0)
    fills = [fill for fill in found.fills if _is_area(fill)]
    start = 0
    while start < len(fills) and fills[start].order < first_text and _is_white(fills[start]):
        start += 1
    return fills[start:]


def _is_area(fill: Fill) -> bool:
    left, bottom, right, top = fill.bounds
    return right - left >= _RULE and top - bottom >= _RULE


def _is_white(fill: Fill) -> bool:
    return fill.gray is not None and fill.gray >= _WHITE


def _centres_in(text: PageText, fills: Sequence[Fill]) -> NDArray[np.bool_]:
    """For each word (row) and fill (column): does the word's middle lie in the fill?"""
    if not fills:
        return np.zeros((len(text.texts), 0), bool)
    x = text.corners[:, 0::2].mean(1)[:, None]
    y = text.corners[:, 1::2].mean(1)[:, None]
    left, bottom, right, top = np.array([fill.bounds for fill in fills], np.float32).T
    result: NDArray[np.bool_] = (x > left) & (x < right) & (y > bottom) & (y < top)
    return result


def _sources(
    text_page: int, text: PageText, found: Painted, words: Iterable[int]
) -> dict[int, PaintedText]:
    """The text object of each word's first character, where PDFium knows it."""
    whole = ctypes.c_void_p(text_page)
    handles = {index: pdfium.text_object(whole, text.ends[2 * index]).value for index in words}
    return {
        index: found.texts[handle] for index, handle in handles.items() if handle in found.texts
    }
