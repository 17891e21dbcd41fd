"""Entries that say again what a paired entry says already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pipeline.matching.kinds import line_class
from pipeline.matching.likeness import ALIKE, similarity
from pipeline.matching.links import Link
from pipeline.matching.pending import is_pending
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.proof.ledger_side import LedgerEntry
from pipeline.proof.period import Period


def duplicates(
    entries: Sequence[LedgerEntry], links: Sequence[Link], period: Period, settings: MatchSettings
) -> list[Difference]:
    """Surplus entries inside the period, each beside the line that its twin already records."""
    booked: dict[int, list[Link]] = defaultdict(list)
    for link in links:
        booked[link.entry.amount_minor].append(link)
    found: list[Difference] = []
    for entry in entries:
        if entry.booked_on in period and (
            twin := _twin(entry, booked[entry.amount_minor], settings)
        ):
            found.append(
                difference(
                    DifferenceKind.DUPLICATE_IN_LEDGER,
                    Reason.PENDING if is_pending(entry.description) else Reason.SURPLUS_EQUAL_ENTRY,
                    [twin.line],
                    [entry],
                )
            )
    return found


def _twin(entry: LedgerEntry, links: Sequence[Link], settings: MatchSettings) -> Link | None:
    """The pair that this entry repeats: the same day, or the only one of its kind nearby.

    Of pairs whose lines nothing tells apart any will do.
    """
    near = [
        link
        for link in links
        if abs((link.entry.booked_on - entry.booked_on).days) <= settings.window
        and similarity(link.entry.description, entry.description) >= ALIKE
    ]
    same_day = [link for link in near if entry.booked_on in (link.entry.booked_on, link.line.date)]
    if same_day:
        return same_day[0]
    return near[0] if len({line_class(link.line) for link in near}) == 1 else None
