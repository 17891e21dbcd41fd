"""A page's words as numbered lines of text, so that an answer can say where a value stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.words import Box, Page, Word


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text on a page. ``number`` counts the document's lines from 1."""

    number: int
    page: int
    bbox: Box
    text: str


def numbered(pages: Sequence[Page]) -> list[TextLine]:
    """Every line of text a person can see, from the top of the first page to the last one's end."""
    found: list[TextLine] = []
    for page in pages:
        for words in _rows(page.words):
            found.append(_line(len(found) + 1, page.number, words))
    return found


def _rows(words: Iterable[Word]) -> list[list[Word]]:
    """Words whose middles lie within each other's height, each row from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w.top + w.bottom, w.x0)):
        middle = (word.top + word.bottom) / 2
        if rows and rows[-1][0].top <= middle <= rows[-1][0].bottom:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: w.x0) for row in rows]


def _line(number: int, page: int, words: Sequence[Word]) -> TextLine:
    box = Box(
        min(w.x0 for w in words),
        min(w.top for w in words),
        max(w.x1 for w in words),
        max(w.bottom for w in words),
    )
    return TextLine(number, page, box, " ".join(w.text for w in words))


def joined(lines: Sequence[TextLine]) -> Box:
    """The box around these lines."""
    return Box(
        min(line.bbox.x0 for line in lines),
        min(line.bbox.top for line in lines),
        max(line.bbox.x1 for line in lines),
        max(line.bbox.bottom for line in lines),
    )
