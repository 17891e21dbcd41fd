"""First pass: the pairs that are certain, and the doubts that keep others from being so."""

from __future__ import annotations

from collections.abc import Sequence

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.assign import solve
from pipeline.matching.candidates import groups
from pipeline.matching.crossed import crossed
from pipeline.matching.equals import Doubt, doubts, settle
from pipeline.matching.joined import Joined
from pipeline.matching.links import Link
from pipeline.matching.shapes import MatchSettings


def certain(
    lines: Sequence[Line], entries: Sequence[Entry], settings: MatchSettings
) -> tuple[list[Link], list[Doubt]]:
    """Every pair that no other pairing contests, and every contest, joined where they overlap."""
    links: list[Link] = []
    contests: list[Doubt] = []
    for group in groups(lines, entries, settings.window):
        found = solve(group)
        served = settle(group, found)
        links += (Link(s.line, s.entry, group.edges[s.places].days) for s in served)
        contests += doubts(group, found, served, settings)
    contests = _joined([*contests, *crossed(links)])
    doubted = {ordinal for doubt in contests for ordinal in doubt.lines}
    disputed = {entry for doubt in contests for entry in doubt.entries}
    return [
        link for link in links if link.line.ordinal not in doubted and link.entry.id not in disputed
    ], contests


def _joined(contests: Sequence[Doubt]) -> list[Doubt]:
    """Doubts that share a row are one doubt, which takes the place and the reason of the last."""
    together: Joined[tuple[str, int]] = Joined()
    for doubt in contests:
        first, *others = _rows(doubt)
        for other in others:
            together.join(first, other)
    parts: dict[tuple[str, int], list[Doubt]] = {}
    for doubt in contests:
        root = together.root(_rows(doubt)[0])
        part = parts.pop(root, [])
        part.append(doubt)
        parts[root] = part
    return [_one(part) for part in parts.values()]


def _rows(doubt: Doubt) -> list[tuple[str, int]]:
    return [*(("line", n) for n in doubt.lines), *(("entry", n) for n in doubt.entries)]


def _one(part: Sequence[Doubt]) -> Doubt:
    return Doubt(
        frozenset().union(*(doubt.lines for doubt in part)),
        frozenset().union(*(doubt.entries for doubt in part)),
        part[-1].reason,
    )
