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
from pipeline.pages.seen.judge import Sources
from pipeline.proof.tokens import numbered_tokens
from pipeline.words import Page, Word

_TINY = 2.0  # points: lower letters are not meant to be read


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

    Words off the page or too small to read are hidden too.
    """
    sizes = [len(text.texts) for text in texts]
    spans = list(pairwise(accumulate(sizes, initial=0)))
    page_of_word = np.repeat(np.arange(len(sizes)), sizes)
    boxes = displayed(texts)
    words = _words(texts, boxes)
    unseen = _unreadable(texts, boxes, page_of_word)
    for (start, _), look in zip(spans, looks, strict=True):
        unseen |= {start + index for index in look.hidden}
    overprint = overprinted(words, boxes, page_of_word, unseen)
    clashing = {index for pair in overprint.clashes for index in pair}
    pages, sources = [], []
    for number, (text, look, span) in enumerate(zip(texts, looks, spans, strict=True), 1):
        kept = _kept(unseen | overprint.doubles, span)
        cut = numbered_tokens(words[index] for index in kept)
        origins = tuple(kept[place] - span[0] for _, place in cut)
        seen = frozenset(index - span[0] for index in _kept(unseen, span))
        sources.append(Sources(origins, seen | look.unlike, look.layer | look.elsewhere))
        pages.append(
            Page(
                number=number,
                width=text.width,
                height=text.height,
                words=tuple(token for token, _ in cut),
                hidden=_only(unseen, words, span),
                image_only=look.image_only,
                overprinted=_only(clashing, words, span),
                text_layer=bool(look.layer),
                ink=look.ink,
            )
        )
    return tuple(pages), tuple(sources)


def _words(texts: Sequence[PageText], boxes: Columns) -> list[Word]:
    names = chain.from_iterable(text.texts for text in texts)
    columns = (column.tolist() for column in boxes)
    return list(map(tuple.__new__, repeat(Word), zip(names, *columns, strict=True)))


def _unreadable(
    texts: Sequence[PageText], boxes: Columns, page_of_word: NDArray[np.int_]
) -> set[int]:
    first = np.concatenate([text.corners[:, :4] for text in texts])
    letters = np.maximum(first[:, 2] - first[:, 0], first[:, 1] - first[:, 3])
    width, height = (
        np.array(sizes, np.float32)[page_of_word]
        for sizes in zip(*((text.width, text.height) for text in texts), strict=True)
    )
    outside = (boxes.right <= 0) | (boxes.bottom <= 0)
    outside |= (boxes.left >= width) | (boxes.top >= height)
    return set(((letters > 0) & (letters < _TINY) | outside).nonzero()[0].tolist())


def _kept(dropped: set[int], span: tuple[int, int]) -> Sequence[int]:
    return [index for index in range(*span) if index not in dropped] if dropped else range(*span)


def _only(chosen: set[int], words: list[Word], span: tuple[int, int]) -> tuple[Word, ...]:
    return tuple(words[index] for index in range(*span) if index in chosen) if chosen else ()
