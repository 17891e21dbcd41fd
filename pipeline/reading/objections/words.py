"""Objects where words say that amounts are in thousands, or that lines were never booked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pipeline.proof import Objection
from pipeline.reading.lexing.labelled import is_whole
from pipeline.reading.lexing.rows import Row
from pipeline.reading.objections.part import Part

MULTIPLE: Final = Objection("multiple")
#: "('000)", "€ 000s", "(£000)", "x 1,000"
_THOUSANDS: Final = re.compile(
    r"(?<!\d)['’‘]0{3}s?\b|\b0{3}s\b|[£$€]\s?0{3}\b(?![.,])"
    r"|(?<!\w)[x×*]\s?1[.,\s]?0{3}\b(?![.,]?\d)"
)
_HEADING: Final = 8  # words of a heading at most


def of_words(part: Part) -> tuple[Objection, ...]:
    """What to object to a statement because of words among its rows."""
    rows = [row for at, row in enumerate(part.rows) if at not in part.lines]
    multiple = any(
        _THOUSANDS.search(row.text) or row.phrases("objections", "multiple") for row in rows
    )
    other = next((Objection("other", said) for said in _unbooked(part)), None)
    return (*([MULTIPLE] if multiple else []), *([other] if other else []))


def _unbooked(part: Part) -> Iterator[str]:
    """Words that say of a line, or of those below a heading, that they were not booked."""
    first, last = min(part.lines, default=0), max(part.lines, default=-1)
    for at in range(first, last + 1):
        row = part.rows[at]
        yield from _cells(row) if at in part.lines else _headings(row)


def _cells(row: Row) -> Iterator[str]:
    """A cell of its own that says so."""
    for hit in row.phrases("objections", "unbooked"):
        if is_whole(row, hit):
            yield " ".join(row.words[place].text for place in hit.places)


def _headings(row: Row) -> Iterator[str]:
    """A heading that says so: mostly of these words, and neither a day nor a figure on it."""
    hits = [*row.phrases("objections", "unbooked"), *row.phrases("sections", "skip")]
    covered = {place for hit in hits for place in hit.places}
    heading = not (row.figures or row.dates) and len(row.words) <= _HEADING
    if covered and heading and 2 * len(covered) >= len(row.words):
        yield row.text
