"""Checks, differences and their evidence as the database keeps them: by the names of their fields.

Money stays integer minor units here: these are records for tieout itself.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from pydantic import TypeAdapter

from pipeline.claims import Asked, Citation
from pipeline.drafts import ShownHypothesis
from pipeline.matching.shapes import Difference, Evidence
from pipeline.proof import Check

CHECKS: Final = TypeAdapter(tuple[Check, ...])
HYPOTHESES: Final = TypeAdapter(tuple[ShownHypothesis, ...])
DIFFERENCES: Final = TypeAdapter(tuple[Difference, ...])
CITATIONS: Final = TypeAdapter(tuple[Citation, ...])
EVIDENCE: Final = TypeAdapter(tuple[Evidence, ...])
ASKED: Final = TypeAdapter(Asked)

Kept = TypeVar("Kept")


def stored(adapter: TypeAdapter[Kept], found: Kept) -> list[dict[str, Any]]:
    """What a JSON column takes; the adapter's own ``validate_python`` is the way back."""
    plain: list[dict[str, Any]] = adapter.dump_python(found, mode="json")
    return plain
