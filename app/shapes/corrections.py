"""What a person corrected of how a statement was read, as JSON."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from pipeline.record.correcting import corrections_in

if TYPE_CHECKING:
    from db.models import Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionShape:
    """One correction: ``what`` is a cell of a line, an end, a missing line, or that a line or
    figure is none; ``text`` is what the picture shows there, empty for nothing."""

    what: str
    line: int
    text: str
    day: str
    balance: str
    about: str
    way: str
    page: int
    by: str
    at: str


def correction_shapes(row: Statement) -> tuple[CorrectionShape, ...]:
    """All of a statement's, in their order."""
    names = [each.name for each in fields(CorrectionShape)]
    return tuple(
        CorrectionShape(**{name: getattr(each, name) for name in names})
        for each in corrections_in(row)
    )
