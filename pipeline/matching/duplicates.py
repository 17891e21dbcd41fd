"""Entries that repeat a paired entry, or were pending when a line replaced them."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice

from db.ledger.views import Entry
from pipeline.drafts import Line, Period
from pipeline.matching.candidates import (
    ALIKE,
    CROWD,
    Entries,
    Lines,
    kinds_of_entries,
    kinds_of_lines,
    line_class,
    plain,
    similarity,
    unlikeness,
)
from pipeline.matching.certain import Link
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason, difference
from pipeline.matching.twins import Shelf, Twin, slips


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
        difference(
            DifferenceKind.DUPLICATE_IN_LEDGER,
            Reason.PENDING if is_pending(entry.description) else Reason.SURPLUS_EQUAL_ENTRY,
            [twin.line],
            [entry],
        )
        for kind in surplus
        if kind[0].amount_minor in paired
        and (twin := paired[kind[0].amount_minor].twin(kind[0], settings.window))
        for entry in kind
    ]


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


#: A bank posts what was authorised within so many days, often with another amount: a tank was
#: filled, a hotel stayed at, a tip given.
_LONGEST_WAIT = 14

#: As exports and feeds write it, without accents; longer ones first.
_WORDS = (
    "authorisation", "authorization", "authorised", "authorized", "pending", "not yet posted",
    "vorgemerkt", "vormerkung", "vorgemerkter umsatz", "reserviert", "en attente", "a venir",
    "pendiente", "pendente", "in attesa", "in sospeso", "in behandeling", "gereserveerd",
    "oczekujaca", "oczekujace", "w toku", "bekleyen", "provizyon", "ожидает", "в обработке",
    "reserverad", "reservert", "varaus", "待入账", "未入账", "未確定",
)  # fmt: skip
_PENDING = re.compile(
    r"(?<!\w)(?:" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")(?!\w)", re.IGNORECASE
)


def is_pending(description: str) -> bool:
    """Whether the words say that the entry is only announced."""
    return _PENDING.search(_plain(description)) is not None


def posted(
    lines: Sequence[Line], entries: Sequence[Entry], settings: MatchSettings
) -> Iterator[Twin]:
    """Lines that a pending entry of a like name may have become, on a later day or with another
    amount of the same sign."""
    waiting = kinds_of_entries(entry for entry in entries if is_pending(entry.description))
    names = {kind[0].id: _named(kind[0]) for kind in waiting}
    shelf = Shelf(waiting, lambda kind: plain(names[kind[0].id]))
    longest = max(_LONGEST_WAIT, settings.window)
    for kind in kinds_of_lines(lines) if waiting else ():
        for days, facts in shelf.near(kind[0], longest, slips):
            name = names[facts[0].id]
            if name and _may_become(kind[0], facts[0], days, settings):
                unlike = unlikeness(kind[0].description, name)
                if 100 - unlike >= settings.similar:
                    yield _twin(kind, facts, days, unlike)


def _twin(lines: Lines, entries: Entries, days: int, unlike: int) -> Twin:
    same = lines[0].amount == entries[0].amount_minor
    kind = DifferenceKind.DATE_DIFFERS if same else DifferenceKind.AMOUNT_DIFFERS
    rank = 0 if same else 1
    return Twin.of(lines, entries, kind, Reason.PENDING, rank=rank, days=days, unlike=unlike)


def _may_become(line: Line, entry: Entry, days: int, settings: MatchSettings) -> bool:
    """Whether a line of the entry's sign was waited for no longer than banks let one wait."""
    if line.date is None or (line.amount < 0) != (entry.amount_minor < 0):
        return False
    return days <= (_LONGEST_WAIT if line.date >= entry.booked_on else settings.window)


def _named(entry: Entry) -> str:
    """Its description without the words that say it is pending, nor what brackets they left."""
    return _PENDING.sub(" ", _plain(entry.description)).strip(" -–:;,.*()[]")


def _plain(text: str) -> str:
    """Without accents, so that `oczekująca` is found however it was typed."""
    parts = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("ł", "l"))
    return "".join(c for c in parts if not unicodedata.combining(c))
