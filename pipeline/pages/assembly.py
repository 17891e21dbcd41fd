"""Puts pages together from what was read and what a person sees, each word once."""

import ctypes
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise, repeat
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages import pdfium_library as pdfium
from pipeline.pages.pdfium_words import UNKNOWN, LoadedText, WordBoxes, displayed
from pipeline.pages.rows import numbered_tokens, rows_of
from pipeline.pages.seen.ink import PRINT, contrast_in, layer_of, unread_ink, without_ink
from pipeline.pages.seen.judge import Sources, unlike_their_ink
from pipeline.pages.seen.opened import OpenPage, in_one_place
from pipeline.words import Box, Page, Word


def assemble_plainly(texts: Sequence[LoadedText]) -> tuple[Page, ...]:
    """The pages of a document with every word that PDFium found, as it found it."""
    words = _words(texts, displayed(texts))
    spans = pairwise(accumulate((len(text.texts) for text in texts), initial=0))
    return tuple(
        Page(number, text.width, text.height, tuple(words[slice(*span)]))
        for number, text, span in zip(range(1, len(texts) + 1), texts, spans, strict=True)
    )


def assemble(
    texts: Sequence[LoadedText], looks: "Sequence[Look]"
) -> tuple[tuple[Page, ...], tuple[Sources, ...]]:
    """The pages of a document, and where their words come from.

    Words off the page are hidden too.
    """
    sizes = [len(text.texts) for text in texts]
    spans = list(pairwise(accumulate(sizes, initial=0)))
    page_of_word = np.repeat(np.arange(len(sizes)), sizes)
    boxes = displayed(texts)
    words = _words(texts, boxes)
    unseen = _outside(texts, boxes, page_of_word)
    turns = _turns(texts)
    for (start, _), look in zip(spans, looks, strict=True):
        unseen |= {start + index for index in look.hidden}
    overprint = overprinted(words, boxes, page_of_word, unseen)
    clashing = {index for pair in overprint.clashes for index in pair}
    pages, sources = [], []
    for number, (text, look, span) in enumerate(zip(texts, looks, spans, strict=True), 1):
        kept = _kept(unseen | overprint.doubles, span)
        cut = numbered_tokens(words[index] for index in kept)
        tokens = tuple(token for token, _ in cut)
        origins = tuple(kept[place] - span[0] for _, place in cut)
        seen = frozenset(index - span[0] for index in _kept(unseen, span))
        sources.append(Sources(origins, seen | look.unlike, look.layer | look.elsewhere))
        pages.append(
            Page(
                number=number,
                width=text.width,
                height=text.height,
                words=tokens,
                hidden=_only(unseen, words, span),
                image_only=look.image_only,
                overprinted=_only(clashing, words, span),
                text_layer=bool(look.layer),
                ink=look.ink,
                rows=rows_of(tokens, [turns[kept[place]] for _, place in cut]),
            )
        )
    return tuple(pages), tuple(sources)


def _words(texts: Sequence[LoadedText], boxes: WordBoxes) -> list[Word]:
    names = chain.from_iterable(text.texts for text in texts)
    columns = (column.tolist() for column in boxes)
    return list(map(tuple.__new__, repeat(Word), zip(names, *columns, strict=True)))


def _outside(
    texts: Sequence[LoadedText], boxes: WordBoxes, page_of_word: NDArray[np.int_]
) -> set[int]:
    """The words that lie beyond the edges of their page."""
    width, height = (
        np.array(sizes, np.float32)[page_of_word]
        for sizes in zip(*((text.width, text.height) for text in texts), strict=True)
    )
    outside = (boxes.right <= 0) | (boxes.bottom <= 0)
    outside |= (boxes.left >= width) | (boxes.top >= height)
    return set(outside.nonzero()[0].tolist())


def _turns(texts: Sequence[LoadedText]) -> list[int]:
    """The quarter turns, clockwise, by which each word is printed upright: by where its last
    character is from its first. One character alone is taken to be level."""
    found: list[int] = []
    for text in texts:
        across = text.corners[:, 4] + text.corners[:, 6] - text.corners[:, 0] - text.corners[:, 2]
        up = text.corners[:, 5] + text.corners[:, 7] - text.corners[:, 1] - text.corners[:, 3]
        upright = (np.abs(up) > 2 * np.abs(across)) & (text.starts != text.ends)
        turns = np.where(upright, np.where(up > 0, 3, 1), 0)
        turns[text.starts != text.ends] += text.quarter_turns
        found += (turns % 4).tolist()
    return found


def _kept(dropped: set[int], span: tuple[int, int]) -> Sequence[int]:
    return [index for index in range(*span) if index not in dropped] if dropped else range(*span)


def _only(chosen: set[int], words: list[Word], span: tuple[int, int]) -> tuple[Word, ...]:
    return tuple(words[index] for index in range(*span) if index in chosen) if chosen else ()


_SAME_PLACE = 0.35  # of a word's height: nearer than this, equal words are one drawn twice
_CLASH = 0.6  # of the smaller word, in width and in height: more than kerning ever shares
_LINE = 4.0  # points: how far apart, downwards, overprinted words are looked for
_PAGE = 1e5  # more points than a page is wide, more lines than it is high


class Overprint(NamedTuple):
    """Indices of words to drop, and pairs of different words in one place."""

    doubles: set[int]
    clashes: tuple[tuple[int, int], ...]


def overprinted(
    words: list[Word], boxes: WordBoxes, page_of_word: NDArray[np.int_], unseen: set[int]
) -> Overprint:
    """Find them among the words that are seen; ``boxes`` runs parallel to ``words``."""
    doubles: set[int] = set()
    clashes: set[tuple[int, int]] = set()
    # Pairs of words that follow each other on a line and begin before the other ends.
    pairs: list[tuple[int, int]] = []
    reach = (1 - _CLASH) * (boxes.right - boxes.left)
    first_line = page_of_word * _PAGE
    for offset in (0.0, 0.5):  # so that rounding cannot part a pair both times
        keys = ((boxes.top / _LINE + offset).round() + first_line) * _PAGE + boxes.left
        order = keys.argsort()
        shared = (np.diff(keys[order]) < reach[order[:-1]]).nonzero()[0]
        pairs += zip(order[shared].tolist(), order[shared + 1].tolist(), strict=True)
    for pair in pairs:
        one, other = (words[index] for index in pair)
        if not unseen.isdisjoint(pair):
            continue
        if one.text == other.text and _same_place(one, other):
            doubles.add(max(pair))
        elif one.text != other.text and _clashing(one, other):
            clashes.add((min(pair), max(pair)))
    return Overprint(doubles, tuple(sorted(clashes)))


def _same_place(one: Word, other: Word) -> bool:
    limit = _SAME_PLACE * (one.bottom - one.top)
    return all(abs(a - b) < limit for a, b in zip(one[1:], other[1:], strict=True))


def _clashing(one: Word, other: Word) -> bool:
    heights = sorted((one.bottom - one.top, other.bottom - other.top))
    narrower = min(one.x1 - one.x0, other.x1 - other.x0)
    shared_width = min(one.x1, other.x1) - max(one.x0, other.x0)
    shared_height = min(one.bottom, other.bottom) - max(one.top, other.top)
    alike = heights[1] < 2 * heights[0]  # a watermark lies across many words and clashes with none
    return alike and shared_width > _CLASH * narrower and shared_height > _CLASH * heights[0]


_STAMP_WORDS = 10  # a scan with fewer words than these still has its text in the picture
_OUTLINES = 50  # stains on a wordless page: its letters were drawn as shapes
_FAR_SCRIPTS = "\u2e80"  # from here on: Chinese, Japanese, Korean
_WATERMARK = 38.0  # points: so high a word is drawn across others and explains no ink


class Look(NamedTuple):
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


def _is_garbled(text: LoadedText) -> bool:
    """Whether the fonts do not say what most words mean: only the picture does."""
    return 2 * sum(UNKNOWN in word for word in text.texts) > len(text.texts)
