"""The rows of a document as numbered lines of text, so that an answer can say where words stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.reading.lexing.rows import Row
from tools.account_numbers import without_numbers


@dataclass(frozen=True, slots=True)
class TextLine:
    """One row of a page as a model is given it. ``number`` counts the document's rows from 1."""

    number: int
    page: int
    text: str


def text_lines(
    rows: Sequence[Row], wanted: Iterable[int], *, whole_numbers: bool = False
) -> list[TextLine]:
    """These rows (counted from 0), account numbers reduced to their last digits unless they may be
    seen whole."""
    shown = str if whole_numbers else without_numbers
    return [TextLine(index + 1, rows[index].page, shown(rows[index].text)) for index in wanted]


def as_text(lines: Sequence[TextLine]) -> str:
    """The lines as they stand in a question."""
    return "\n".join(f"{line.number}: {line.text}" for line in lines)
