"""Which words of a page may not be seen, judged by colour, opacity, mode and painting order.

This is cheap and errs on the side of doubt: what it names is put to the ink test.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.painted import Fill, Painted, brightness
from pipeline.pages.pdfium_words import PageText

_PAPER = 255.0
_FAINT = 48  # of 255 levels between a text and its ground: less, and it is doubtful
_SHEER = 96  # of 255 levels of opacity: less, and the ground decides
_WHITE = 250
_RULE = 3.0  # points: a thinner fill is a line, not a ground
_PLAIN_MODES = (0, 2, 4, 6)  # the render modes that fill the letters


def doubtful_words(text_page: int, text: PageText, found: Painted) -> dict[int, int]:
    """The doubtful words by index, each with the place in ``found`` of the text painting it."""
    sheer, grays = _sheer_texts(found), brightness(found.colors)
    fills = _grounds(found)
    on_fill = _centres_in(text, fills)
    standing_on = on_fill.any(1)
    painters = _painters(text_page, text, found, np.flatnonzero(standing_on).tolist())
    faint = sheer | set(np.flatnonzero(_PAPER - grays < _FAINT).tolist()) & _texts(found)
    if faint - set(painters.values()):
        painters |= _painters(text_page, text, found, np.flatnonzero(~standing_on).tolist())
    return {
        word: painter
        for word, painter in painters.items()
        if painter in sheer
        or _is_lost(painter, grays[painter], [fills[at] for at in np.flatnonzero(on_fill[word])])
    }


def _texts(found: Painted) -> set[int]:
    return {order for order, mode in enumerate(found.modes) if mode >= 0}


def _sheer_texts(found: Painted) -> set[int]:
    """Texts that may not show on any ground: transparent, or in a mode that fills no letter."""
    texts = _texts(found)
    odd = {order for order in texts if found.modes[order] not in _PLAIN_MODES}
    clear = set(np.flatnonzero(found.colors[:, 3] < _SHEER).tolist())
    return odd | found.blended | (clear & texts)


def _is_lost(painter: int, gray: float, fills: Sequence[Fill]) -> bool:
    """Whether a text might not show on ``fills``, the areas that its word lies in."""
    if any(fill.order > painter for fill in fills):
        return True
    ground = fills[-1].gray if fills else _PAPER
    return ground is None or abs(gray - ground) < _FAINT


def _grounds(found: Painted) -> list[Fill]:
    """The fills that matter: not thin lines, not the white that a page may begin with."""
    first_text = min(_texts(found), default=0)
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


def _painters(
    text_page: int, text: PageText, found: Painted, words: Iterable[int]
) -> dict[int, int]:
    """The text that paints each word's first character, where PDFium knows it."""
    places, whole = found.places(), ctypes.c_void_p(text_page)
    handles = {word: pdfium.text_object(whole, text.ends[2 * word]).value for word in words}
    return {word: places[handle] for word, handle in handles.items() if handle in places}
