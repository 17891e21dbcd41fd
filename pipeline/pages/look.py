"""What a person sees of a page: which words leave no ink, and where print is that no word is."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.display import displayed
from pipeline.pages.pdfium_words import UNKNOWN, PageText
from pipeline.pages.seen.layer import layer_of
from pipeline.pages.seen.leaves_ink import PRINT, contrast_in, without_ink
from pipeline.pages.seen.opened import OpenPage
from pipeline.pages.seen.overlaps import in_one_place
from pipeline.pages.seen.page_verdicts import unlike_their_ink
from pipeline.pages.seen.unread import unread_ink
from pipeline.words import Box

_STAMP_WORDS = 10  # a scan with fewer words than these still has its text in the picture
_OUTLINES = 50  # stains on a wordless page: its letters were drawn as shapes
_FAR_SCRIPTS = "\u2e80"  # from here on: Chinese, Japanese, Korean
_WATERMARK = 38.0  # points: so high a word is drawn across others and explains no ink


@dataclass(frozen=True, slots=True)
class Look:
    """``hidden`` are indices of words without ink, ``layer`` of words that are an OCR layer's and
    unseen themselves. ``elsewhere`` are words that only other viewers can draw, ``unlike`` hidden
    ones where the ink is other words'. ``ink`` is print as high as digits where no word is."""

    hidden: frozenset[int] = frozenset()
    layer: frozenset[int] = frozenset()
    elsewhere: frozenset[int] = frozenset()
    unlike: frozenset[int] = frozenset()
    image_only: bool = False
    ink: tuple[Box, ...] = ()


def look_at(page: OpenPage) -> Look:
    """Look at a loaded page and its picture."""
    text, image, space = page.text, page.image, page.space
    is_scan, layer = layer_of(page.page, page.text_page, text)
    scale = np.array(space.scale * 2, np.float32)
    boxes = np.stack(displayed([text]), 1) * scale
    hidden = frozenset(without_ink(image, boxes, text.texts)) if text.texts else frozenset()
    elsewhere = _drawn_elsewhere(page, hidden)
    hidden -= elsewhere
    crowded = [
        word for word in in_one_place(boxes, text.texts) if word not in hidden and word not in layer
    ]
    unlike = unlike_their_ink(page, crowded)
    hidden |= {word for word in layer if contrast_in(image, boxes[word]) < PRINT}
    explains = (boxes[:, 3] - boxes[:, 1]) < _WATERMARK * space.scale[1]
    explains[list(hidden)] = False
    hidden |= unlike
    found = unread_ink(image, boxes[explains], space.scale[1])
    ink = tuple(Box(*map(float, np.array(box) / scale)) for box in found)
    seen = len(text.texts) - len(hidden)
    picture = seen == 0 and len(ink) >= _OUTLINES
    picture |= (is_scan and seen < _STAMP_WORDS) or _is_garbled(text)
    return Look(hidden, layer - hidden, elsewhere, unlike, picture, ink)


def _drawn_elsewhere(page: OpenPage, words: frozenset[int]) -> frozenset[int]:
    """Words of a script that this machine has no font for, in a document that brings none.

    Other viewers show them. They hold no digits, and nothing is proven by them.
    """
    whole = ctypes.c_void_p(page.text_page)
    found = set()
    for word in words:
        text = page.text.texts[word]
        if any(char.isascii() and char.isalnum() for char in text) or max(text) < _FAR_SCRIPTS:
            continue
        object_ = pdfium.text_object(whole, int(page.text.starts[word]))
        if object_.value and not pdfium.font_is_embedded(pdfium.text_font(object_)):
            found.add(word)
    return frozenset(found)


def _is_garbled(text: PageText) -> bool:
    """Whether the fonts do not say what most words mean: only the picture does."""
    return 2 * sum(UNKNOWN in word for word in text.texts) > len(text.texts)
