"""Entries that say again what a paired entry says already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice

from db.views import Entry
from pipeline.matching.kinds import kinds_of_entries, line_class
from pipeline.matching.likeness import ALIKE, CROWD, plain, similarity
from pipeline.matching.links import Link
from pipeline.matching.pending import is_pending
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.reading.facts.period import Period


def duplicates(
    entries: Sequence[Entry], links: Sequence[Link], period: Period, settings: MatchSettings
) -> list[Difference]:
    """Surplus entries inside the period, each beside the line that its twin already records."""
    surplus = kinds_of_entries(entry for entry in entries if entry.booked_on in period)
    booked: dict[int, list[Link]] = defaultdict(list)
    wanted = {kind[0].amount_minor for kind in surplus}
    for link in links:
        if link.entry.amount_minor in wanted:
            booked[link.entry.amount_minor].append(link)
    paired = {amount: _Paired(its) for amount, its in booked.items()}
    return [
        _repeated(twin, entry)
        for kind in surplus
        if kind[0].amount_minor in paired
        and (twin := paired[kind[0].amount_minor].twin(kind[0], settings.window))
        for entry in kind
    ]


def _repeated(twin: Link, entry: Entry) -> Difference:
    return difference(
        DifferenceKind.DUPLICATE_IN_LEDGER,
        Reason.PENDING if is_pending(entry.description) else Reason.SURPLUS_EQUAL_ENTRY,
        [twin.line],
        [entry],
    )


@dataclass(slots=True)
class _Saying:
    """Pairs whose entries are of one day and say the same: the place of the first, overall and of
    each day of their lines, and what tells their lines apart."""

    first: int
    of_line_day: dict[date | None, int] = field(default_factory=dict)
    lines: set[Hashable] = field(default_factory=set)


class _Paired:
    """The pairs of one amount, by their entries' days and words."""

    def __init__(self, links: Sequence[Link]) -> None:
        self._links = links
        self._on: dict[date, dict[str, _Saying]] = defaultdict(dict)
        for place, link in enumerate(links):
            words = plain(link.entry.description)
            saying = self._on[link.entry.booked_on].setdefault(words, _Saying(place))
            saying.of_line_day.setdefault(link.line.date, place)
            saying.lines.add(line_class(link.line))

    def twin(self, entry: Entry, window: int) -> Link | None:
        """The pair that this entry repeats: the same day, or the only one of its kind nearby.

        Of pairs whose lines nothing tells apart any will do.
        """
        near = list(self._alike(entry, window))
        day = entry.booked_on
        same_day = [
            saying.first if on == day else saying.of_line_day[day]
            for on, saying in near
            if on == day or day in saying.of_line_day
        ]
        if same_day:
            return self._links[min(same_day)]
        lines = {line for _, saying in near for line in islice(saying.lines, 2)}
        return self._links[min(saying.first for _, saying in near)] if len(lines) == 1 else None

    def _alike(self, entry: Entry, window: int) -> Iterator[tuple[date, _Saying]]:
        """Those near this entry that say much the same; in a crowd, just the same."""
        words = plain(entry.description)
        days = [entry.booked_on + timedelta(days=n) for n in range(-window, window + 1)]
        crowd = sum(len(self._on.get(day, ())) for day in days) > CROWD
        for day in days:
            said = self._on.get(day, {})
            for other in (words,) if crowd else said:
                if other in said and similarity(other, words) >= ALIKE:
                    yield day, said[other]
