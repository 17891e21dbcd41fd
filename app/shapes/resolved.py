"""The JSON of what was settled about a statement, within `tieout review`."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.shapes.imports import DifferenceShape, difference_shape
from app.shapes.opinions import OpinionShape, opinion_shape
from app.shapes.writing import by_name, shaped
from db.words import ResolutionOp
from pipeline.record.left import by_ordinal
from pipeline.review.settled import left_by

if TYPE_CHECKING:
    from db.models import Resolution
    from pipeline.drafts import Line
    from pipeline.matching.shapes import Difference
    from pipeline.review.suggested import Heard


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionShape:
    """What somebody settled of these lines and entries without changing any entry; neither is the
    statement as a whole."""

    op: ResolutionOp
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    actor: str
    reason: str
    at: datetime.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedDifferenceShape(DifferenceShape):
    """A difference with its number in the import, who left it as it is, if anybody did, and what a
    model said of it, if one was asked and the difference is still what it saw."""

    number: int
    left: ResolutionShape | None
    opinion: OpinionShape | None


def resolution_shape(row: Resolution) -> ResolutionShape:
    """One resolution as it was kept."""
    lines = tuple(each["ordinal"] for each in row.lines)
    return shaped(
        ResolutionShape,
        row,
        lines=lines,
        entries=tuple(each["id"] for each in row.entries),
        at=row.created_at,
    )


def reviewed_differences(
    found: Sequence[Difference],
    lines: Sequence[Line],
    settled: Sequence[Resolution],
    said: Sequence[Heard | None],
    exponent: int,
    numbers: Iterator[int],
) -> tuple[ReviewedDifferenceShape, ...]:
    """The differences with the next ``numbers``, as `pipeline.review.resolving` counts them."""
    rows = by_ordinal(lines)
    return tuple(
        ReviewedDifferenceShape(
            **by_name(difference_shape(each, exponent)),
            number=next(numbers),
            left=resolution_shape(by) if (by := left_by(settled, each, rows)) else None,
            opinion=opinion_shape(heard),
        )
        for each, heard in zip(found, said, strict=True)
    )
