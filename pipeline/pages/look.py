"""What a person sees of a page: which words leave no ink, and whether the page is a picture.

The unseen text of an OCR layer counts as seen where the scan shows print in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pipeline.pages.display import displayed
from pipeline.pages.ink import InkTest
from pipeline.pages.painted import Fills, Painted, painted
from pipeline.pages.pdfium_words import UNKNOWN, PageText
from pipeline.pages.suspicion import doubtful_words

_SCAN_SHARE = 0.5  # of the page: an image this large is a scan, not a logo
_STAMP_WORDS = 10  # a scan with fewer words than these still has its text in the picture
_OUTLINES = 50  # fills on a wordless page: its letters were drawn as shapes


@dataclass(frozen=True, slots=True)
class Look:
    """``hidden`` are indices of words without ink. ``text_layer``: some words are an OCR layer's,
    unseen themselves, standing where the scan shows print."""

    hidden: frozenset[int] = frozenset()
    text_layer: bool = False
    image_only: bool = False


def look_at(page: int, text_page: int, text: PageText) -> Look:
    """Look at a loaded page, which is used up by this: its texts may be gone afterwards."""
    found = painted(page)
    is_scan = _is_scan(text, found.fills)
    doubtful = doubtful_words(text_page, text, found) if text.texts else {}
    hidden, layer = _put_to_the_test(page, text, found, doubtful, is_scan)
    seen = len(text.texts) - len(hidden)
    outlined = seen == 0 and len(found.fills.order) >= _OUTLINES
    picture = outlined or (is_scan and seen < _STAMP_WORDS) or _is_garbled(text)
    return Look(hidden, layer, picture)


def _is_garbled(text: PageText) -> bool:
    """Whether the fonts do not say what most words mean: only the picture does."""
    return 2 * sum(UNKNOWN in word for word in text.texts) > len(text.texts)


def _put_to_the_test(
    page: int, text: PageText, found: Painted, doubtful: dict[int, int], is_scan: bool
) -> tuple[frozenset[int], bool]:
    """The doubtful words that leave no ink, and whether a scan vouched for any of the rest."""
    if not doubtful:
        return frozenset(), False
    own = set(doubtful.values())
    others = [
        handle
        for place, handle in enumerate(found.handles)
        if place not in own and found.modes[place] >= 0
    ]
    words = [found.handles[place] for place in own]
    indices = list(doubtful)
    boxes = np.stack(displayed([text]), 1)[indices]
    test = InkTest(page, (text.width, text.height), boxes, others, words)
    unseen = _refused(indices, test.leaves_ink())
    if not is_scan:
        return unseen, False
    hidden = unseen & _refused(indices, test.covers_ink())
    return hidden, hidden != unseen


def _refused(indices: Iterable[int], passed: Iterable[bool]) -> frozenset[int]:
    return frozenset(index for index, ok in zip(indices, passed, strict=True) if not ok)


def _is_scan(text: PageText, fills: Fills) -> bool:
    if not fills.is_image.any():
        return False
    left, top, right, bottom = text.bounds
    low = np.maximum(fills.bounds[fills.is_image, :2], [left, bottom])
    high = np.minimum(fills.bounds[fills.is_image, 2:], [right, top])
    shares = np.maximum(high - low, 0).prod(1) / ((right - left) * (top - bottom))
    return bool(shares.max() >= _SCAN_SHARE)
