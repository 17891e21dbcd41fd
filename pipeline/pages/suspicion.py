"""Which words of a page may not be seen, judged by colour, opacity, mode and painting order.

This is cheap and errs on the side of doubt: what it names is put to the ink test.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.painted import UNTOLD, Fills, Painted
from pipeline.pages.pdfium_words import PageText

_PAPER = 255
_FAINT = 48  # of 255 levels between a text and its ground: less, and it is doubtful
_SHEER = 96  # of 255 levels of opacity: less, and the ground decides
_WHITE = 250
_RULE = 3.0  # points: a thinner fill is a line, not a ground
_PLAIN_MODES = {-1, 0, 2, 4, 6}  # not text, and the render modes that fill the letters


def doubtful_words(text_page: int, text: PageText, found: Painted) -> dict[int, int]:
    """The doubtful words by index, each with the place in ``found`` of the text painting it."""
    fills = _grounds(found)
    standing = _fills_under_words(text, fills)
    sheer = _sheer(found)
    faint = sheer | _texts_among(found, np.flatnonzero(found.gray > _PAPER - _FAINT).tolist())
    painters = _painters(text_page, text, found, standing)
    if not faint.issubset(painters.values()):
        others = set(range(len(text.texts))).difference(standing)
        painters |= _painters(text_page, text, found, sorted(others))
    return {
        word: painter
        for word, painter in painters.items()
        if painter in sheer or _is_lost(painter, found, fills, standing.get(word, ()))
    }


def _is_lost(painter: int, found: Painted, fills: Fills, under: Sequence[int]) -> bool:
    """Whether a text is painted over later, or stands on a ground too much like itself."""
    if not under:
        return _PAPER - int(found.gray[painter]) < _FAINT
    last = under[-1]
    ground = int(fills.gray[last])
    painted_over = fills.order[last] > painter
    return bool(painted_over or ground == UNTOLD or abs(int(found.gray[painter]) - ground) < _FAINT)


def _sheer(found: Painted) -> set[int]:
    """Texts that may not show on any ground: veiled, or in a mode that fills no letter."""
    sheer = found.veiled | _texts_among(found, np.flatnonzero(found.opacity < _SHEER).tolist())
    if not _PLAIN_MODES.issuperset(found.modes):
        sheer |= {at for at, mode in enumerate(found.modes) if mode not in _PLAIN_MODES}
    return sheer


def _texts_among(found: Painted, places: Iterable[int]) -> set[int]:
    return {place for place in places if found.modes[place] >= 0}


def _grounds(found: Painted) -> Fills:
    """The fills that matter: not thin lines, not the white that a page may begin with."""
    fills = found.fills
    if not fills.order.size:
        return fills
    fills = fills.chosen((fills.bounds[:, 2:] - fills.bounds[:, :2]).min(1) >= _RULE)
    first_text = next((at for at, mode in enumerate(found.modes) if mode >= 0), 0)
    matters = (fills.gray < _WHITE) | (fills.order > first_text)
    start = int(matters.argmax()) if matters.any() else len(matters)
    return fills.chosen(slice(start, None))


def _fills_under_words(text: PageText, fills: Fills) -> dict[int, list[int]]:
    """For each word whose middle lies in any fill: those fills, in painting order."""
    if not fills.order.size:
        return {}
    corners = text.corners
    x = (corners[:, 0] + corners[:, 6])[:, None] / 2
    y = (corners[:, 1] + corners[:, 7])[:, None] / 2
    left, bottom, right, top = fills.bounds.T
    inside: NDArray[np.bool_] = (x > left) & (x < right) & (y > bottom) & (y < top)
    under: dict[int, list[int]] = {}
    for word, fill in np.argwhere(inside).tolist():
        under.setdefault(word, []).append(fill)
    return under


def _painters(
    text_page: int, text: PageText, found: Painted, words: Iterable[int]
) -> dict[int, int]:
    """The text that paints each word's first character, where PDFium knows it."""
    whole = ctypes.c_void_p(text_page)
    starts = text.starts.tolist()
    handles = {word: pdfium.text_object(whole, starts[word]).value for word in words}
    if not handles:
        return {}
    places = {handle.value: place for place, handle in enumerate(found.handles)}
    return {word: places[handle] for word, handle in handles.items() if handle in places}
