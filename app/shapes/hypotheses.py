"""What arithmetic cannot see of a statement, as JSON: each with its value and what settles it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.drafts import ShownHypothesis


@dataclass(frozen=True, slots=True, kw_only=True)
class HypothesisShape:
    """One hypothesis. ``source`` is what settles it, `assumed` if nothing does; ``printed`` are the
    words of the page that say so, ``detail`` why sources that disagree settle nothing."""

    name: str
    value: str
    source: str
    printed: str
    detail: str


def hypothesis_shapes(found: Iterable[ShownHypothesis]) -> tuple[HypothesisShape, ...]:
    """All of them."""
    return tuple(
        HypothesisShape(
            name=each.name,
            value=each.value,
            source=each.source,
            printed=each.printed,
            detail=each.detail,
        )
        for each in found
    )
