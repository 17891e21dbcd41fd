"""Why the reader does not call a page proven, as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.proof import Objection


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionShape:
    """One objection; ``incomplete``: some of the statement may be missing, so that its days are not
    locked by its own word."""

    code: str
    detail: str
    incomplete: bool


def objection_shapes(found: Iterable[Objection]) -> tuple[ObjectionShape, ...]:
    """All of them."""
    return tuple(
        ObjectionShape(code=each.code, detail=each.detail, incomplete=each.incomplete)
        for each in found
    )
