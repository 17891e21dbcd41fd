"""Both passes over one statement: certain pairs first, then what the rest might be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from db.ledger.views import Entry
from pipeline.drafts import Line
from pipeline.matching.assign import Doubt
from pipeline.matching.certain import Link, certain
from pipeline.matching.shapes import (
    ByHand,
    Difference,
    DifferenceKind,
    Matching,
    MatchSettings,
    difference,
)
from pipeline.matching.suggest import Leftovers, suggestions
from pipeline.reading.facts.period import Period

DEFAULTS = MatchSettings()


def match(
    lines: Sequence[Line],
    entries: Iterable[Entry],
    period: Period,
    settings: MatchSettings = DEFAULTS,
) -> Matching:
    """Pair ``lines`` with ``entries`` of one account and explain every one left over.

    ``entries`` should reach ``settings.margin_days`` beyond the period on both sides and leave out
    those that another statement claims. Only an entry dated inside ``period`` can be missing in
    the statement; one outside belongs to a neighbour's.
    """
    facts = sorted(entries, key=lambda entry: (entry.booked_on, entry.id))
    links, doubts = certain(lines, facts, settings)
    return explained(lines, facts, links, doubts, period, settings)


def explained(
    lines: Sequence[Line],
    entries: Iterable[Entry],
    links: Sequence[Link],
    doubts: Sequence[Doubt],
    period: Period,
    settings: MatchSettings = DEFAULTS,
    by_hand: Sequence[ByHand] = (),
) -> Matching:
    """The same, where it is known already which rows are pairs, which of them a person made, and
    which are in doubt."""
    facts = sorted(entries, key=lambda entry: (entry.booked_on, entry.id))
    paired = {link.line.ordinal for link in links}.union(
        *(doubt.lines for doubt in doubts), *(group.lines for group in by_hand)
    )
    used = {link.entry.id for link in links}.union(
        *(doubt.entries for doubt in doubts), *(group.entries for group in by_hand)
    )
    left = Leftovers(
        lines=[line for line in lines if line.ordinal not in paired],
        entries=[entry for entry in facts if entry.id not in used],
        links=links,
        period=period,
    )
    return Matching(
        pairs=tuple(link.pair() for link in sorted(links, key=lambda link: link.line.ordinal)),
        differences=_in_order([*_ambiguous(doubts, lines, facts), *suggestions(left, settings)]),
        by_hand=tuple(by_hand),
    )


def _ambiguous(
    doubts: Sequence[Doubt], lines: Sequence[Line], entries: Sequence[Entry]
) -> list[Difference]:
    line_of = {line.ordinal: line for line in lines}
    entry_of = {entry.id: entry for entry in entries}
    return [
        difference(
            DifferenceKind.AMBIGUOUS,
            doubt.reason,
            [line_of[ordinal] for ordinal in doubt.lines],
            [entry_of[number] for number in doubt.entries],
        )
        for doubt in doubts
    ]


def _in_order(differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """As the statement tells them; what only the ledger has comes last, by date."""
    last = max((ordinal for d in differences for ordinal in d.lines), default=0) + 1
    return tuple(
        sorted(
            differences,
            key=lambda d: (min(d.lines, default=last), str(d.date), min(d.entries, default=0)),
        )
    )
