"""One line and one entry that may be the same fact with one figure or date mistaken."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.kinds import Entries, Lines, kinds_of_entries, kinds_of_lines
from pipeline.matching.likeness import CROWD, unlikeness
from pipeline.matching.shapes import DifferenceKind, MatchSettings, Reason
from pipeline.matching.shelf import Shelf
from pipeline.matching.slips import mistake, slips
from pipeline.reading.facts.period import Period

#: A row without a likeness in words needs the same amount at most this many days away.
_BARE_AMOUNT_DAYS = 14


@dataclass(frozen=True, slots=True)
class Twin:
    """A kind of line and a kind of entry that may be one fact. ``cost`` decides between twins,
    before words do."""

    lines: Lines
    entries: Entries
    kind: DifferenceKind
    reason: Reason
    cost: tuple[int, int, int]
    unlike: int

    @classmethod
    def of(
        cls,
        lines: Lines,
        entries: Entries,
        kind: DifferenceKind,
        reason: Reason,
        *,
        rank: int,
        days: int,
        unlike: int,
    ) -> Twin:
        """A lower ``rank`` is likelier, then fewer days, then nearer amounts."""
        apart = abs(lines[0].amount - entries[0].amount_minor)
        return cls(lines, entries, kind, reason, (rank, days, apart), unlike)

    @property
    def line(self) -> Line:
        """The first of its lines."""
        return self.lines[0]

    @property
    def entry(self) -> Entry:
        """The first of its entries."""
        return self.entries[0]


def twins(
    lines: Sequence[Line],
    entries: Sequence[Entry],
    period: Period,
    settings: MatchSettings,
) -> Iterator[Twin]:
    """Every plausible twin among rows that found no exact partner."""
    mine, theirs = kinds_of_lines(lines), kinds_of_entries(entries)
    yield from _other_date(mine, theirs, period, settings)
    yield from _other_amount(mine, theirs, settings)


def _other_date(
    lines: Sequence[Lines], entries: Sequence[Entries], period: Period, settings: MatchSettings
) -> Iterator[Twin]:
    rows = Counter({line.amount: 0 for (line, *_) in lines})
    for kind in lines:
        rows[kind[0].amount] += len(kind)
    of_amount: dict[int, list[Entries]] = defaultdict(list)
    for facts in entries:
        if facts[0].amount_minor in rows:
            of_amount[facts[0].amount_minor].append(facts)
    shelves = {amount: Shelf(kinds) for amount, kinds in of_amount.items()}
    for kind in lines:
        amount = kind[0].amount
        if amount in shelves:
            alone = rows[amount] == sum(map(len, of_amount[amount])) == 1
            yield from _elsewhen(kind, shelves[amount], alone, period, settings)


def _elsewhen(
    lines: Lines, shelf: Shelf, alone: bool, period: Period, settings: MatchSettings
) -> Iterator[Twin]:
    """Entries of the lines' amount further away; ``alone`` if there is one of each."""
    near = shelf.near(lines[0], max(settings.reach, settings.margin_days), _no_slips)
    for days, entries in islice(near, CROWD):
        if days > _furthest(entries[0], period, settings):
            continue
        unlike = unlikeness(lines[0].description, entries[0].description)
        if 100 - unlike >= settings.similar:
            yield _moved(lines, entries, 0, days, unlike)
        elif alone and days <= _BARE_AMOUNT_DAYS:
            yield _moved(lines, entries, 4, days, unlike)


def _no_slips(_: int) -> Iterable[int]:
    return ()


def _furthest(entry: Entry, period: Period, settings: MatchSettings) -> int:
    """Far inside the period; outside it next week's equal entry is not this week's line."""
    return settings.reach if entry.booked_on in period else settings.margin_days


def _moved(lines: Lines, entries: Entries, rank: int, days: int, unlike: int) -> Twin:
    kind, reason = DifferenceKind.DATE_DIFFERS, Reason.BEYOND_THE_WINDOW
    return Twin.of(lines, entries, kind, reason, rank=rank, days=days, unlike=unlike)


def _other_amount(
    lines: Sequence[Lines], entries: Sequence[Entries], settings: MatchSettings
) -> Iterator[Twin]:
    shelf = Shelf(entries)
    for kind in lines:
        for days, facts in shelf.near(kind[0], settings.window, slips):
            if twin := _changed(kind, facts, days, settings):
                yield twin


def _changed(lines: Lines, entries: Entries, days: int, settings: MatchSettings) -> Twin | None:
    line, entry = lines[0], entries[0]
    if line.amount == entry.amount_minor:
        return None
    unlike = unlikeness(line.description, entry.description)
    alike = 100 - unlike >= settings.similar
    # Without a likeness in words, digits that changed places are telling only on one day.
    if not alike and days and line.amount != -entry.amount_minor:
        return None
    kind, reason = DifferenceKind.AMOUNT_DIFFERS, mistake(line.amount, entry.amount_minor)
    rank = _rank(reason, alike)
    if rank is None:
        return None
    return Twin.of(lines, entries, kind, reason, rank=rank, days=days, unlike=unlike)


def _rank(reason: Reason, alike: bool) -> int | None:
    """Likeness in words makes any mistake plausible; without it only a telling one will do."""
    if alike:
        return 2 if reason is Reason.SAME_DESCRIPTION else 1
    return 3 if reason in (Reason.SIGN, Reason.TRANSPOSED_DIGITS) else None
