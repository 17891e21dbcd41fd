"""The pages of an import's document as pictures, with a box around each line that was read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import Engine

from app.shapes.review import ReviewShape
from db.errors import TieoutError
from jobs.documents import document_of
from jobs.kept_documents import Documents
from pipeline.pages.picture import page_sizes
from pipeline.pages.sandbox.limited import run_limited
from pipeline.pages.sandbox.limits import chosen_limits


@dataclass(frozen=True, slots=True)
class Box:
    """Where a line stands, in points from the page's top-left corner."""

    anchor: str
    left: float
    top: float
    width: float
    height: float
    paired: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page; its size is in points."""

    number: int
    width: float
    height: float
    boxes: tuple[Box, ...]


def anchor_of(statement: int, line: int) -> str:
    """What a link to a line's box leads to."""
    return f"line-{statement}-{line}"


def sheets(
    engine: Engine, review: ReviewShape, documents: Documents, passwords: tuple[str, ...]
) -> tuple[tuple[Sheet, ...], str | None]:
    """The pages of the document; or none, and why not."""
    try:
        _, intake = document_of(engine, review.import_id, documents)
        limits = chosen_limits()
        sizes = run_limited(page_sizes, intake.data, passwords, limits, limits=limits)
    except TieoutError as error:
        return (), error.message()
    boxes = _boxes(review)
    numbered = enumerate(sizes, start=1)
    return tuple(Sheet(number, *size, tuple(boxes[number])) for number, size in numbered), None


def _boxes(review: ReviewShape) -> dict[int, list[Box]]:
    """The boxes of each page."""
    found: dict[int, list[Box]] = defaultdict(list)
    for statement in review.statements:
        for line in statement.lines:
            anchor = anchor_of(statement.ordinal, line.ordinal)
            left, top, right, bottom = line.bbox
            box = Box(anchor, left, top, right - left, bottom - top, bool(line.entries))
            found[line.page].append(box)
    return found
