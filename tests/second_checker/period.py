"""From when to when the statement runs (section 14)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tests.second_checker.calendar import Calendar
from tests.second_checker.dates import Dated
from tests.second_checker.phrases import Phrase
from tests.second_checker.ranges import days_of_month, longest, pair_of, span_of
from tests.second_checker.regions import Regions
from tests.second_checker.row import Row
from tests.second_checker.sequences import Span, full_day, within
from tests.second_checker.strangers import (
    begins_text,
    is_stranger,
    names_period,
    speaks_otherwise,
    stranger_before,
)
from tests.second_checker.tables import constant


@dataclass(frozen=True)
class Period:
    """The state of the check, the range, and the rows that print it."""

    state: str
    span: Span | None = None
    rows: tuple[int, ...] = ()
    read: Span | None = None
    """The range as ``month_first`` reads it, where no order is told."""


@dataclass(frozen=True)
class Found:
    """A range as it reads with the day first and with the month first."""

    day_first: Span | None
    month_first: Span | None
    rows: tuple[int, ...]

    @property
    def readable(self) -> bool:
        return bool(self.day_first or self.month_first)


def period_of(regions: Regions) -> Period:
    """The check ``period``, and what it found."""
    return _Finder(regions).period()


def periods_in(regions: Regions, where: Sequence[int]) -> set[Span]:
    """The ranges that some rows print, whatever else is known of a statement."""
    return _Finder(regions).of_rows(where)


class _Finder:
    def __init__(self, regions: Regions) -> None:
        self._regions = regions
        self._rows = regions.rows

    def period(self) -> Period:
        beside = self._sorts(self._regions.beside)
        unreadable = any(self._unreadable(self._rows[at]) for at in self._regions.beside)
        if not beside[0] and not beside[1] and not unreadable:
            front = self._sorts(self._regions.front)
            if front[0] or front[1]:
                return self._judged(front)
        return self._judged(beside)

    def of_rows(self, where: Sequence[int]) -> set[Span]:
        """The ranges that some rows print."""
        first, second, _ = self._sorts(where, headings=True)
        month_first = self._regions.statement.convention.month_first
        found = first or second
        spans = (each.month_first if month_first else each.day_first for each in found)
        return {span for span in spans if span}

    def _sorts(
        self, where: Iterable[int], *, headings: bool = False
    ) -> tuple[list[Found], list[Found], list[Found]]:
        rows = [at for at in where if not self._rows[at].has("labels", "other_range")]
        first = [found for found in self._behind_labels(rows) if found.readable]
        second = [found for at in rows for found in self._above(at, heading=headings)]
        return first, second, list(self._beside_ends())

    def _judged(self, sorts: Sequence[list[Found]]) -> Period:
        found = next((sort for sort in sorts if sort), [])
        spans = {span for each in found if (span := self._span(each))}
        if len(spans) > 1:
            return Period("failed")
        if not spans:
            month_first = self._regions.statement.convention.month_first
            own = {each.month_first if month_first else each.day_first for each in found}
            return Period("unavailable", read=own.pop() if len(own) == 1 else None)
        (span,) = spans
        rows = [at for sort in sorts for each in sort for at in each.rows]
        rows += [at for at in self._regions.beside if self._prints(at, span)]
        return Period("passed", span, tuple(dict.fromkeys(rows)))

    def _prints(self, at: int, span: Span) -> bool:
        """Whether a row prints a range by itself."""
        pair = pair_of(self._rows[at])
        orders = (False, True)
        return pair is not None and any(span_of(pair, o, labelled=False) == span for o in orders)

    # the sorts

    def _behind_labels(self, rows: Sequence[int]) -> Iterator[Found]:
        single: list[tuple[int, Dated]] = []
        for at in rows:
            row = self._rows[at]
            labels = [p for p in row.of("labels", "period") if names_period(p)]
            if not labels or self._all_strange(row, labels):
                continue
            last = labels[0].last
            pair = pair_of(row, last)
            if row.figures and not (pair and all(f.first > pair[1].last for f in row.figures)):
                continue
            if pair:
                yield self._of_pair(at, pair, labelled=True)
            elif spans := list(days_of_month(row)):
                yield Found(spans[0], spans[0], (at,))
            else:
                behind = [d for d in row.dates if d.first > last and d.text.year is not None]
                if len(behind) == 1:
                    single.append((at, behind[0]))
        yield from self._two_rows(single)

    def _two_rows(self, single: Sequence[tuple[int, Dated]]) -> Iterator[Found]:
        for (one, first), (two, last) in itertools.pairwise(single):
            if two - one <= constant("period", "_APART"):
                both = [self._between(first, last, order) for order in (False, True)]
                yield Found(both[0], both[1], (one, two))

    @staticmethod
    def _between(first: Dated, last: Dated, month_first: bool) -> Span | None:
        start, end = full_day(first.text, month_first), full_day(last.text, month_first)
        if start and end and start <= end and end - start <= longest():
            return start, end
        return None

    def _of_pair(self, at: int, pair: tuple[Dated, Dated], *, labelled: bool) -> Found:
        return Found(
            span_of(pair, False, labelled=labelled),
            span_of(pair, True, labelled=labelled),
            (at,),
        )

    def _above(self, at: int, *, heading: bool) -> Iterator[Found]:
        row = self._rows[at]
        if row.figures or (at > self._first_on(row.page, at) and not heading):
            return
        if heading and begins_text(row):
            return
        labels = [p for p in row.of("labels", "period") if names_period(p)]
        if (labels and self._all_strange(row, labels)) or speaks_otherwise(row):
            return
        if pair := pair_of(row):
            found = self._of_pair(at, pair, labelled=False)
            if found.readable:
                yield found
        else:
            yield from (Found(span, span, (at,)) for span in days_of_month(row))

    def _first_on(self, page: int, at: int) -> int:
        """The first entry of a page, else its first row that is like one."""
        entries = [entry.at for entry in self._regions.statement.entries]
        like = (
            each
            for each in self._regions.statement.section
            if self._rows[each].dated_figure and not self._rows[each].has("labels")
        )
        for rows in (entries, like):
            own = [each for each in rows if self._rows[each].page == page]
            if own:
                return own[0]
        return at

    def _beside_ends(self) -> Iterator[Found]:
        """From the day beside the opening to the one beside the closing, else the closing day."""
        statement = self._regions.statement
        first = self._one_date(statement.opening.at) if statement.opening else None
        last = self._one_date(statement.closing.at) if statement.closing else None
        last = last or self._closing_day()
        if first and last:
            both = [span_of((first, last), order, labelled=False) for order in (False, True)]
            spans = [span if span and span[0].day == 1 else None for span in both]
            if any(spans):
                yield Found(spans[0], spans[1], ())

    def _one_date(self, at: int) -> Dated | None:
        dates = self._rows[at].dates
        return dates[0] if len(dates) == 1 else None

    def _closing_day(self) -> Dated | None:
        found = [
            dated
            for at in self._regions.beside
            for phrase in self._rows[at].of("labels", "closing_day")
            for dated in self._rows[at].dates
            if dated.first > phrase.last
        ]
        return found[0] if found else None

    # its words

    @staticmethod
    def _all_strange(row: Row, labels: Sequence[Phrase]) -> bool:
        """Whether a stranger stands before each label, or between it and its first date."""
        return all(_strange_around(row, label) for label in labels)

    def _unreadable(self, row: Row) -> bool:
        if len(row.tokens) > constant("period", "_SENTENCE") or row.has("labels", "other_range"):
            return False
        for label in row.of("labels", "period"):
            behind = "".join(token.text for token in row.tokens[label.last + 1 :])
            digits = sum(c.isdigit() for c in behind)
            damaged = digits >= constant("period", "_DAMAGED")
            if names_period(label) and len(row.dates) < 2 and damaged:
                return True
        return False

    # its order

    def _span(self, found: Found) -> Span | None:
        if found.day_first == found.month_first:
            return found.day_first
        own = self._regions.statement.convention.month_first
        if self._orders() == {"M" if own else "D"}:
            return found.month_first if own else found.day_first
        if self._regions.statement.entries and self._fits(found, own) != self._fits(found, not own):
            return found.month_first if own else found.day_first
        return None

    def _orders(self) -> set[str]:
        """The orders that other words tell: the entries' dates, and the rows beside."""
        statement = self._regions.statement
        own = {end.at for end in (statement.opening, statement.closing) if end}
        dates = [entry.date.dated for entry in statement.entries if entry.date]
        dates += [d for at in self._regions.beside if at not in own for d in self._rows[at].dates]
        return {dated.text.order for dated in dates if dated.text.order}

    def _fits(self, found: Found, month_first: bool) -> bool:
        """Whether the entries' dates can be read in an order, as the range is in it."""
        calendar = Calendar(self._regions, found.month_first if month_first else found.day_first)
        bounds = calendar.bounds(month_first)
        readings = calendar.readings(month_first, bounds)
        return bounds is not None and any(within(days, bounds) for days in readings)


def _strange_around(row: Row, label: Phrase) -> bool:
    if stranger_before(row, label.first):
        return True
    behind = [dated.first for dated in row.dates if dated.first > label.last]
    return bool(behind) and any(is_stranger(row, at) for at in range(label.last + 1, behind[0]))
