"""Chooses among plausible twins, and leaves equally plausible ones to a person."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.matching.twins import Twin


def choose(twins: Iterable[Twin], settings: MatchSettings) -> list[Difference]:
    """One difference for each line and entry that is some twin's, the likeliest first."""
    waiting = sorted(twins, key=lambda t: (t.cost, t.unlike, t.line.ordinal, t.entry.id))
    found: list[Difference] = []
    while waiting:
        best = waiting[0]
        rivals = [twin for twin in waiting[1:] if _rival(best, twin, settings)]
        found.append(_ambiguous([best, *rivals]) if rivals else _decided(best))
        waiting = [twin for twin in waiting if not _touches(twin, found[-1])]
    return found


def _rival(best: Twin, other: Twin, settings: MatchSettings) -> bool:
    """Whether another twin claims the same row with equal right and would change the outcome."""
    if other.cost != best.cost or abs(other.unlike - best.unlike) > settings.margin:
        return False
    if other.line.ordinal == best.line.ordinal:
        return (other.entry.booked_on, other.entry.description) != (
            best.entry.booked_on,
            best.entry.description,
        )
    if other.entry.id == best.entry.id:
        return (other.line.date, other.line.description) != (
            best.line.date,
            best.line.description,
        )
    return False


def _touches(twin: Twin, found: Difference) -> bool:
    return twin.line.ordinal in found.lines or twin.entry.id in found.entries


def _decided(twin: Twin) -> Difference:
    return difference(twin.kind, twin.reason, [twin.line], [twin.entry])


def _ambiguous(twins: list[Twin]) -> Difference:
    lines = {twin.line.ordinal: twin.line for twin in twins}
    entries = {twin.entry.id: twin.entry for twin in twins}
    return difference(
        DifferenceKind.AMBIGUOUS, Reason.EQUAL_CANDIDATES, lines.values(), entries.values()
    )
