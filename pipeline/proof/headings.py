"""What rows above entries say of whose statement follows, and what is nearest above a row."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from pipeline.proof.anchors import headed_days
from pipeline.proof.codes import headed_code
from pipeline.proof.number import printed_number
from pipeline.proof.period import Period, begins_with_range, candidates, speaks_of_else
from pipeline.proof.rows import Row

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Heading:
    """What rows above entries say of which statement follows: its number, its period, its day, and
    its currency."""

    number: frozenset[str] = frozenset()
    periods: frozenset[Period] = frozenset()
    days: frozenset[date] = frozenset()
    currencies: frozenset[tuple[str, str]] = frozenset()

    def differs(self, other: Heading) -> bool:
        """Whether both name a number, a period or a day, and none in common."""
        return (
            _apart(self.number, other.number)
            or _apart(self.periods, other.periods)
            or _apart(self.days, other.days)
        )

    def or_else(self, other: Heading) -> Heading:
        """With what another heading names where this one names nothing."""
        return Heading(
            self.number or other.number,
            self.periods or other.periods,
            self.days or other.days,
            self.currencies or other.currencies,
        )

    def pays_otherwise(self, other: Heading) -> bool:
        """Whether both name a currency in the same words, and none in common."""
        codes, words = zip(*self.currencies, strict=True) if self.currencies else ((), ())
        others, same = zip(*other.currencies, strict=True) if other.currencies else ((), ())
        return not set(words).isdisjoint(same) and set(codes).isdisjoint(others)


def _apart(one: frozenset[T], two: frozenset[T]) -> bool:
    return bool(one) and bool(two) and one.isdisjoint(two)


def heading_of(rows: Sequence[Row], month_first: bool) -> Heading:
    """What some rows name."""
    number = printed_number(rows)
    return Heading(
        frozenset({number} if number else ()),
        candidates(rows, month_first, lambda row: not _begins_text(row)).strongest,
        frozenset(headed_days(rows, month_first)),
        frozenset(head for row in rows if (head := headed_code(row))),
    )


def is_entry(row: Row) -> bool:
    """Whether a row begins like an entry and bears no label, or says that there are none."""
    begins = row.looks_like_entry or _begins_text(row)
    return (begins and not row.has_label) or bool(row.phrases("labels", "no_lines"))


def _begins_text(row: Row) -> bool:
    """Whether a row begins with a date and goes on with another, or with a text that speaks of no
    statement, as an entry does whose amount stands some rows further down; a range is none."""
    goes_on = len(row.dates) > 1 or speaks_of_else(row)
    return goes_on and row.begins_with_date and not begins_with_range(row)


def _is_dated(row: Row) -> bool:
    """Whether a row begins with a date, and may be an entry's first below a header or a balance."""
    return row.begins_with_date and not row.has_label and not begins_with_range(row)


class Headings:
    """The headings above each row of a document, under one order of day and month."""

    def __init__(
        self, rows: Sequence[Row], is_headed: Callable[[int, int], bool], month_first: bool
    ) -> None:
        self._rows, self._is_headed, self._month_first = rows, is_headed, month_first
        self.entries = list(self._begun())
        self._above: list[Heading] = []

    def _begun(self) -> Iterator[int]:
        """The rows that begin like an entry; below a header or a balance a date alone does."""
        headed = False
        for index, row in enumerate(self._rows):
            if is_entry(row) or (headed and _is_dated(row)):
                yield index
                headed = False
            else:
                headed = headed or self._is_headed(index, index + 1)

    def last_before(self, row: int) -> int | None:
        """The nearest row above that begins like an entry."""
        place = bisect_left(self.entries, row)
        return self.entries[place - 1] if place else None

    def first_from(self, row: int, stop: int) -> int:
        """The first row from this one on that begins like an entry; ``stop`` without one."""
        place = bisect_left(self.entries, row)
        return min(stop, self.entries[place]) if place < len(self.entries) else stop

    def nearest_above(self, entry: int) -> Heading:
        """What the headings above an entry name, the nearest first: rows between entries are one if
        they print a balance or a table's header, and so is the front of the document."""
        place = bisect_left(self.entries, entry)
        for at in range(len(self._above), place + 1):
            begin = self.entries[at - 1] + 1 if at else 0
            above = self._above[-1] if at else Heading()
            if not at or self._is_headed(begin, self.entries[at]):
                own = heading_of(self._rows[begin : self.entries[at]], self._month_first)
                above = own.or_else(above)
            self._above.append(above)
        return self._above[place]
