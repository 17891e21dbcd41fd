"""Pages put together from what was read and seen: words in display space, each one once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise, repeat

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.display import Columns, displayed
from pipeline.pages.look import Look
from pipeline.pages.overprint import overprinted
from pipeline.pages.pdfium_words import PageText
from pipeline.pages.rows import rows_of
from pipeline.pages.seen.judge import Sources
from pipeline.pages.tokens import numbered_tokens
from pipeline.words import Page, Word


def assemble_plainly(texts: Sequence[PageText]) -> tuple[Page, ...]:
    """The pages of a document with every word that PDFium found, as it found it."""
    words = _words(texts, displayed(texts))
    spans = pairwise(accumulate((len(text.texts) for text in texts), initial=0))
    return tuple(
        Page(number, text.width, text.height, tuple(words[slice(*span)]))
        for number, text, span in zip(range(1, len(texts) + 1), texts, spans, strict=True)
    )


def assemble(
    texts: Sequence[PageText], looks: Sequence[Look]
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


def _words(texts: Sequence[PageText], boxes: Columns) -> list[Word]:
    names = chain.from_iterable(text.texts for text in texts)
    columns = (column.tolist() for column in boxes)
    return list(map(tuple.__new__, repeat(Word), zip(names, *columns, strict=True)))


def _outside(texts: Sequence[PageText], boxes: Columns, page_of_word: NDArray[np.int_]) -> set[int]:
    """The words that stand beyond the edges of their page."""
    width, height = (
        np.array(sizes, np.float32)[page_of_word]
        for sizes in zip(*((text.width, text.height) for text in texts), strict=True)
    )
    outside = (boxes.right <= 0) | (boxes.bottom <= 0)
    outside |= (boxes.left >= width) | (boxes.top >= height)
    return set(outside.nonzero()[0].tolist())


def _turns(texts: Sequence[PageText]) -> list[int]:
    """The quarter turns, clockwise, by which each word is printed upright: by where its last
    character stands from its first. One character alone is taken to be level."""
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
