"""A line and an entry that may be the same fact with one figure or date mistaken."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from db.ledger.views import Entry
from pipeline.drafts import Line, Period
from pipeline.matching.candidates import (
    CROWD,
    Entries,
    Lines,
    around,
    days_apart,
    kinds_of_entries,
    kinds_of_lines,
    plain,
    unlikeness,
)
from pipeline.matching.shapes import DifferenceKind, MatchSettings, Reason

#: A row without a likeness in words needs the same amount at most this many days away.
_BARE_AMOUNT_DAYS = 14


@dataclass(frozen=True, slots=True)
class Twin:
    """A kind of line and of entry that may be one fact; ``cost`` decides before words do."""

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
    ) -> "Twin":
        """A lower ``rank`` is likelier, then fewer days, then nearer amounts."""
        apart = abs(lines[0].amount - entries[0].amount_minor)
        return cls(lines, entries, kind, reason, (rank, days, apart), unlike)

    @property
    def line(self) -> Line:
        return self.lines[0]

    @property
    def entry(self) -> Entry:
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
    shelf = Shelf(theirs)
    for kind in mine:
        for days, facts in shelf.near(kind[0], settings.window, slips):
            if twin := _changed(kind, facts, days, settings):
                yield twin


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
    lines: Lines, shelf: "Shelf", alone: bool, period: Period, settings: MatchSettings
) -> Iterator[Twin]:
    """Entries of the lines' amount further away; ``alone`` if there is one of each."""
    near = shelf.near(lines[0], max(settings.reach, settings.margin_days), _no_slips)
    for days, entries in islice(near, CROWD):
        # Far inside the period; outside it next week's equal entry is not this week's line.
        if days > (settings.reach if entries[0].booked_on in period else settings.margin_days):
            continue
        unlike = unlikeness(lines[0].description, entries[0].description)
        if 100 - unlike >= settings.similar:
            yield _moved(lines, entries, 0, days, unlike)
        elif alone and days <= _BARE_AMOUNT_DAYS:
            yield _moved(lines, entries, 4, days, unlike)


def _no_slips(_: int) -> Iterable[int]:
    return ()


def _moved(lines: Lines, entries: Entries, rank: int, days: int, unlike: int) -> Twin:
    kind, reason = DifferenceKind.DATE_DIFFERS, Reason.BEYOND_THE_WINDOW
    return Twin.of(lines, entries, kind, reason, rank=rank, days=days, unlike=unlike)


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


#: A tip or fee raises an amount by at most a quarter.
_TIP_PARTS = 4


def mistake(on_statement: int, in_ledger: int) -> Reason:
    """What sort of slip turns one amount (minor units) into the other."""
    if on_statement == -in_ledger:
        return Reason.SIGN
    if (on_statement < 0) != (in_ledger < 0):
        return Reason.SAME_DESCRIPTION
    if _transposed(str(abs(on_statement)), str(abs(in_ledger))):
        return Reason.TRANSPOSED_DIGITS
    more = abs(on_statement) - abs(in_ledger)
    if 0 < more * _TIP_PARTS <= abs(in_ledger):
        return Reason.TIP_OR_FEE
    return Reason.SAME_DESCRIPTION


def _transposed(one: str, two: str) -> bool:
    """Whether two neighbouring digits changed places and nothing else did."""
    if len(one) != len(two):
        return False
    at = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return (
        len(at) == 2
        and at[1] == at[0] + 1
        and one[at[0]] == two[at[1]]
        and (one[at[1]] == two[at[0]])
    )


def slips(amount: int) -> Iterator[int]:
    """The amounts a slip of the pen away: the other sign, or two neighbouring digits swapped."""
    yield -amount
    digits, sign = str(abs(amount)), -1 if amount < 0 else 1
    for at in range(len(digits) - 1):
        one, two = digits[at], digits[at + 1]
        if one != two and not (at == 0 and two == "0"):
            yield sign * int(digits[:at] + two + one + digits[at + 2 :])


_EITHER_SIDE = 4
"""In a crowd a line sees so many next higher amounts of each day, and so many next lower ones."""


class Shelf:
    """Kinds of entries. Up to ``CROWD`` of them near a line are all shown to it; of more only those
    of each day whose amounts are nearest, overall and among the same words, or are a slip away."""

    def __init__(
        self, kinds: Iterable[Entries], naming: Callable[[Entries], str] | None = None
    ) -> None:
        by_day: dict[object, list[Entries]] = defaultdict(list)
        for kind in sorted(kinds, key=lambda kind: (kind[0].booked_on, kind[0].id)):
            by_day[kind[0].booked_on].append(kind)
        self._by_day = list(by_day.values())
        self._days = [kinds[0][0].booked_on for kinds in self._by_day]
        self._naming = naming or _name
        self._cells: dict[int, _Cell] = {}

    def near(
        self, line: Line, window: int, slips: Callable[[int], Iterable[int]]
    ) -> Iterator[tuple[int, Entries]]:
        """Kinds at most ``window`` days from the line, and how many days that is, nearest first.

        ``slips`` tells which other amounts the line's may have been mistaken for.
        """
        at = ((days_apart(line, self._days[n]), n) for n in around(line, self._days, window))
        places = sorted((days, n) for days, n in at if days is not None and days <= window)
        crowd = sum(len(self._by_day[n]) for _, n in places) > CROWD
        others = tuple(slips(line.amount)) if crowd else ()
        for days, n in places:
            kinds = self._cell(n).seen_by(line, others) if crowd else self._by_day[n]
            yield from ((days, kind) for kind in kinds)

    def _cell(self, n: int) -> "_Cell":
        if n not in self._cells:
            self._cells[n] = _Cell(self._by_day[n], self._naming)
        return self._cells[n]


class _Cell:
    """A day's kinds: by amount, and those of the same words by amount."""

    def __init__(self, kinds: Sequence[Entries], naming: Callable[[Entries], str]) -> None:
        by_words: dict[str, list[Entries]] = defaultdict(list)
        for kind in kinds:
            by_words[naming(kind)].append(kind)
        self._of_amount: dict[int, list[Entries]] = defaultdict(list)
        for kind in kinds:
            self._of_amount[kind[0].amount_minor].append(kind)
        self._all = _ByAmount(kinds)
        self._saying = {words: _ByAmount(same) for words, same in by_words.items()}

    def seen_by(self, line: Line, slips: Iterable[int]) -> Iterable[Entries]:
        saying = self._saying.get(plain(line.description))
        seen = [
            *self._all.next_to(line.amount),
            *(saying.next_to(line.amount) if saying else ()),
            *chain(*(self._of_amount[n][:_EITHER_SIDE] for n in slips if n in self._of_amount)),
        ]
        return {kind[0].id: kind for kind in seen}.values()


class _ByAmount:
    def __init__(self, kinds: Iterable[Entries]) -> None:
        self._kinds = sorted(kinds, key=lambda kind: (kind[0].amount_minor, kind[0].id))
        self._amounts = [kind[0].amount_minor for kind in self._kinds]

    def next_to(self, amount: int) -> Sequence[Entries]:
        at = bisect_left(self._amounts, amount)
        return self._kinds[max(0, at - _EITHER_SIDE) : at + _EITHER_SIDE]


def _name(kind: Entries) -> str:
    return plain(kind[0].description)
