"""What a person sees of a page: which words leave no ink, and whether the page is a picture.

The unseen text of an OCR layer counts as seen where the scan shows print in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.pages.display import displayed_boxes
from pipeline.pages.ink import InkTest
from pipeline.pages.painted import Fill, Painted, painted
from pipeline.pages.pdfium_words import PageText
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
    is_scan = any(_covers_most(fill, text) for fill in found.fills)
    doubtful = doubtful_words(text_page, text, found) if text.texts else {}
    hidden, layer = _put_to_the_test(page, text, found, doubtful, is_scan)
    seen = len(text.texts) - len(hidden)
    outlined = seen == 0 and len(found.fills) >= _OUTLINES
    return Look(hidden, layer, image_only=outlined or (is_scan and seen < _STAMP_WORDS))


def _put_to_the_test(
    page: int,
    text: PageText,
    found: Painted,
    doubtful: dict[int, int],
    is_scan: bool,
) -> tuple[frozenset[int], bool]:
    """The doubtful words that leave no ink, and whether a scan vouched for any of the rest."""
    if not doubtful:
        return frozenset(), False
    own = set(doubtful.values())
    others = [
        handle
        for order, handle in enumerate(found.handles)
        if order not in own and found.modes[order] >= 0
    ]
    words = [found.handles[order] for order in own]
    test = InkTest(page, (text.width, text.height), others, words)
    indices = list(doubtful)
    boxes = displayed_boxes([text])[indices]
    unseen = _refused(indices, test.leaves_ink(boxes))
    if not is_scan:
        return unseen, False
    hidden = unseen & _refused(indices, test.covers_ink(boxes))
    return hidden, hidden != unseen


def _refused(indices: Iterable[int], passed: Iterable[bool]) -> frozenset[int]:
    return frozenset(index for index, ok in zip(indices, passed, strict=True) if not ok)


def _covers_most(fill: Fill, text: PageText) -> bool:
    left, bottom, right, top = fill.bounds
    page_left, page_top, page_right, page_bottom = text.bounds
    width = min(right, page_right) - max(left, page_left)
    height = min(top, page_top) - max(bottom, page_bottom)
    whole = (page_right - page_left) * (page_top - page_bottom)
    return fill.is_image and min(width, height) > 0 and width * height >= _SCAN_SHARE * whole
