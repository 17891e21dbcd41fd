"""Entries left over, by day and by amount, so that a line need not look at all of them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from pipeline.drafts import Line
from pipeline.matching.kinds import Entries
from pipeline.matching.likeness import CROWD, around, days_apart, plain

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

    def _cell(self, n: int) -> _Cell:
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
