"""The day of each entry is its own cell's, or inherited where the page shows that it does so."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.proof.anchors import headed_days, last_day, years_named
from pipeline.proof.calendar import (
    CARD_GRACE,
    GRACE,
    Bounds,
    bounds_of,
    days_in_printed_order,
    orders_shown,
    out_of_order,
    resolved,
    same_in_both_orders,
    value_day,
)
from pipeline.proof.checks import Check, CheckState, holds, passed_unless
from pipeline.proof.entries import Dated, Entry, Offered
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.period import Candidates, Period, candidates, is_period_label
from pipeline.proof.rows import Row
from pipeline.proof.scope import headings
from pipeline.proof.second_dates import dates_below, second_date
from pipeline.proof.signs import heading_above
from pipeline.proof.zones import Zones

_LONGEST_ENTRY = 8  # rows from an entry's date to its amount
_SHARE = 0.17  # of the rows, at least
_INHERITED = 2  # one blank cell alone may be a lost date


@dataclass(frozen=True, slots=True)
class Calendar:
    """What the rows beside the entries say of days, under one order of day and month.

    ``named`` are the statement's own day, or its month's last, where no period is printed.
    """

    found: Candidates
    bounds: Bounds | None
    days: list[date] | None
    named: frozenset[date] = frozenset()

    @property
    def period(self) -> Period | None:
        """The period, if the candidates agree."""
        return self.found.agreed


def calendar_of(
    offered: Offered, beside: Sequence[Row], front: Sequence[Row], month_first: bool, card: bool
) -> Calendar:
    """Period, bounds and days under this order; the document's front speaks where the section's
    own rows say nothing."""
    rows = offered.lexed.rows
    ends = [rows[end.row] if end else None for end in (offered.opening, offered.closing)]
    found = candidates(beside, month_first, headings(offered), ends)
    if not found.strongest and not found.named:
        found = candidates(front, month_first, lambda _row: True)
    period = found.agreed
    anchor = None if period else last_day(beside, month_first) or last_day(front, month_first)
    grace = CARD_GRACE if card else GRACE
    bounds = bounds_of(period, anchor, grace)
    years = years_named(beside) or years_named(front) if bounds is None else set()
    if len(years) == 1:
        year = min(years)
        bounds = Bounds(date(year, 1, 1), date(year, 12, 31))
    days = resolved(days_in_printed_order(offered), month_first, bounds)
    named = () if period else _headed(beside, front, month_first)
    return Calendar(found, bounds, days, frozenset(named))


def _headed(beside: Sequence[Row], front: Sequence[Row], month_first: bool) -> set[date]:
    return headed_days(beside, month_first) or headed_days(front, month_first)


def order_check(offered: Offered, beside: Sequence[Row], both: dict[bool, Calendar]) -> Check:
    """Which of day and month comes first: a day above 12 tells, or only one order fits."""
    name, month_first = "day_order", offered.witness.convention.month_first
    printed = [day for day in days_in_printed_order(offered) if day]
    printed += [entry.other.day for entry in offered.entries if entry.other]
    around = [day for row in beside for day in row.dates]
    orders = orders_shown(printed) or orders_shown(around)
    if len(orders) == 2:
        return holds(name, False, "some dates have the day first and some the month")
    if orders:
        return holds(name, month_first in orders, "a day above 12 tells the order")
    if same_in_both_orders(printed):
        return holds(name, True, "both orders give the same days")
    mine, other = (_fits(both[order]) for order in (month_first, not month_first))
    if mine and not other:
        return holds(name, True, "only this order fits the statement's days")
    return holds(name, None if mine else False, "day and month could change places")


def _fits(calendar: Calendar) -> bool:
    """Whether every entry has a day, in order and within the bounds."""
    days, bounds = calendar.days, calendar.bounds
    return days is not None and bounds is not None and all(map(bounds.holds, days))


def dates_check(offered: Offered, calendar: Calendar, zones: Zones, card: bool) -> Check:
    """Every entry has one possible day; inherited ones rightly so; all in order and in bounds."""
    if not offered.entries:
        return Check("dates", CheckState.PASSED, detail="there are no entries")
    faults = [
        *_inherited(offered, zones),
        *_borrowed(offered, zones),
        *_unnamed_columns(offered, zones),
        *_second_dates(offered),
    ]
    days = calendar.days
    if days is None:
        return passed_unless("dates", [*faults, "the years of the dates are not printed"])
    runs = [heading_above(offered, entry.row)[0] for entry in offered.entries]
    if not card:
        orders = [
            out_of_order(each, runs, newest)
            for each in (days, _other_days(offered, days))
            for newest in _directions(offered)
        ]
        faults += [f"row {at + 1} is out of order" for at in min(orders, key=len)]
    if calendar.bounds and not all(map(calendar.bounds.holds, days)):
        faults.append("a date lies outside the statement's days")
    if max(days) - min(days) > timedelta(days=750):
        faults.append("the dates lie years apart")
    return passed_unless("dates", faults)


def _directions(offered: Offered) -> tuple[bool, ...]:
    """Whether the newest entry comes first: as the balances beside the rows have it, or either."""
    if any(entry.balance for entry in offered.entries):
        return (offered.witness.convention.newest_first,)
    return (False, True)


def _other_days(offered: Offered, days: Sequence[date]) -> list[date]:
    """Each entry's second day, or its first: a bank may order its rows by either."""
    month_first = offered.witness.convention.month_first
    return [
        value_day(entry, day, month_first) or day
        for entry, day in zip(offered.entries, days, strict=True)
    ]


def _inherited(offered: Offered, zones: Zones) -> Iterator[str]:
    """What speaks against the entries that take the date of the one above."""
    without = [entry for entry in offered.entries if entry.day is None]
    if not without:
        return
    if offered.entries[0].day is None:
        yield "the first row has no date"
    few = len(without) < max(_INHERITED, _SHARE * len(offered.entries))
    if few and not _balanced_by_day(offered):
        yield "too few rows are without a date to show that dates are left out"
    for place, entry in enumerate(offered.entries):
        if entry.day is None and (row := _unread(offered, zones, place)):
            yield f"the date of a row on page {row.page} is unread: {row.text[:40]}"
    yield from _dated_again(offered)


def _unread(offered: Offered, zones: Zones, place: int) -> Row | None:
    """The row with a date of an entry that is not read: the amount's own, or one between the entry
    above and it, where texts of several rows begin."""
    rows, entry = offered.lexed.rows, offered.entries[place]
    if _stands_in_dates(rows[entry.row], entry, zones):
        return rows[entry.row]
    between = range(_above(offered, place) + 1, entry.row)
    return next((rows[i] for i in between if zones.within(i) and zones.dated(rows[i])), None)


def _stands_in_dates(row: Row, entry: Entry, zones: Zones) -> bool:
    """Whether a word of an entry's row stands in the column of dates: a date that is not read."""
    loose = (*row.words[: entry.amount.first], *row.words[entry.amount.last + 1 :])
    return any(zones.in_dates(row, word) for word in loose)


def _dated_again(offered: Offered) -> Iterator[str]:
    """What speaks against dates left out: one printed again, or a heading with none below it."""
    printed = [(entry.row, entry.day) for entry in offered.entries]
    for (one, above), (two, below) in itertools.pairwise(printed):
        if above and below and _same(above.day, below.day):
            yield "equal dates are printed again, so none is left out"
            return
        if below is None and heading_above(offered, one)[0] != heading_above(offered, two)[0]:
            yield "a row below a heading has no date"


def _balanced_by_day(offered: Offered) -> bool:
    """Whether a balance stands beside the last entry of each date, and beside no other: then what
    follows a row without a balance is of the same day."""
    entries = list(offered.entries)
    if offered.witness.convention.newest_first:
        return False
    ends = [two.day is not None for two in entries[1:]] + [True]
    return all(end is (each.balance is not None) for each, end in zip(entries, ends, strict=True))


def _same(one: PrintedDate, two: PrintedDate) -> bool:
    return (one.day, one.month, one.year) == (two.day, two.month, two.year)


def _borrowed(offered: Offered, zones: Zones) -> Iterator[str]:
    """A date that stands on another row than its entry's amount is printed for that entry: above
    it in the column of dates, with no other entry's row, no header and no figure of the table
    between; the header of a page on which the entry goes on apart."""
    rows, entries = offered.lexed.rows, offered.entries
    column = _own_dates(offered)
    for place, entry in enumerate(entries):
        if entry.day is None or entry.day.row == entry.row:
            continue
        between = range(entry.day.row, entry.row)
        # Another entry's row has its amount, a figure of the table.
        if not between or any(
            _heads(offered, i, rows[entry.day.row].page) or _has_money(offered, zones, i)
            for i in between
        ):
            yield "a date stands beyond another row"
        elif _is_dated_label(rows[entry.day.row]) or len(between) > _LONGEST_ENTRY:
            yield "a date stands too far from its row"
        elif not _goes_on(offered, zones, _above(offered, place), entry):
            yield "a date on the page before stands apart from its table"
        elif column and not (entry.day.day.x0 < column[1] and column[0] < entry.day.day.x1):
            yield "a date stands outside the column of dates"


def _above(offered: Offered, place: int) -> int:
    """The row of the entry above, or the one before the section."""
    return offered.entries[place - 1].row if place else offered.start - 1


def _goes_on(offered: Offered, zones: Zones, above: int, entry: Entry) -> bool:
    """Whether a date on the page before stands in that page's table, as a footer's does not: right
    below the entry above, or below the header."""
    rows, day = offered.lexed.rows, entry.day
    if day is None or rows[day.row].page == rows[entry.row].page:
        return True
    head = offered.lexed.header_above(day.row)
    begin = max(above, head.last) if head else above
    return begin >= 0 and rows[begin].page == rows[day.row].page and zones.follows(begin, day.row)


def _own_dates(offered: Offered) -> tuple[float, float] | None:
    """The edges of the dates that stand on their amounts' rows."""
    own = [e.day.day for e in offered.entries if e.day and e.day.row == e.row]
    return (min(day.x0 for day in own), max(day.x1 for day in own)) if own else None


def _heads(offered: Offered, index: int, page: int) -> bool:
    """Whether a row is a header's of this page."""
    return offered.lexed.rows[index].page == page and index in offered.lexed.header_rows


def _is_dated_label(row: Row) -> bool:
    """Whether a row's dates are the statement's own: its period, its day, when it is due."""
    own = ("statement_date", "closing_day", "due_date", "opening", "closing")
    return bool(row.phrases("labels", *own)) or any(is_period_label(row, hit) for hit in row.hits)


def _has_money(offered: Offered, zones: Zones, index: int) -> bool:
    row = offered.lexed.rows[index]
    return any(zones.role_of(row, figure) for figure in row.figures)


def _unnamed_columns(offered: Offered, zones: Zones) -> Iterator[str]:
    """The date that counts is the first of its entry, or the one under a header's date column."""
    for place, entry in enumerate(offered.entries):
        above = _above(offered, place)
        if entry.day is None or not _wrong_column(offered, zones, entry, above):
            continue
        yield f"another date stands before that of a row: {offered.lexed.rows[entry.row].text[:40]}"
        return


def _wrong_column(offered: Offered, zones: Zones, entry: Entry, above: int) -> bool:
    """Whether the date that counts is not the first in a column that a header names for dates of
    booking; or, where none stands in such a column, not the first of its row, or further right
    than one on the rows between that of the entry above and the amount."""
    assert entry.day is not None
    rows, printed = offered.lexed.rows, entry.day.day
    own = _named(offered, entry.row, rows[entry.day.row].dates)
    head = offered.lexed.header_above(entry.row)
    between = range((max(above, head.last) if head else above) + 1, entry.row)
    near = [i for i in between if rows[i].page == rows[entry.row].page and zones.within(i)]
    days = [day for i in (*near, entry.row) for day in rows[i].dates]
    first = min(_named(offered, entry.row, days), key=lambda day: day.x0, default=printed)
    return own[0] != printed or first.x1 <= printed.x0


def _named(offered: Offered, row: int, days: Sequence[PrintedDate]) -> Sequence[PrintedDate]:
    """The dates that stand under a header's column of dates of booking; all, if none does."""
    cells = [cell for cell in offered.lexed.date_cells_above(row) if "date" in cell.meanings]
    return [d for d in days if any(c.x0 - 3 < d.x1 and d.x0 < c.x1 + 3 for c in cells)] or days


def order_settled(offered: Offered, beside: Sequence[Row], both: dict[bool, Calendar]) -> bool:
    """Whether the printed words tell the order of day and month of the period as well."""
    return both[True].period == both[False].period or order_told(offered, beside, both)


def order_told(offered: Offered, beside: Sequence[Row], both: dict[bool, Calendar]) -> bool:
    """Whether the printed words tell the order of day and month of all dates of the statement."""
    printed = [day for row in beside for day in row.dates]
    printed += [day for day in days_in_printed_order(offered) if day]
    fits = [_fits(both[order]) for order in (False, True)]
    mine = offered.witness.convention.month_first
    return orders_shown(printed) == {mine} or (bool(offered.entries) and fits[0] != fits[1])


def _second_dates(offered: Offered) -> Iterator[str]:
    """An entry's second date is the one that its place makes it, and no other."""
    for entry, own in zip(offered.entries, _others(offered), strict=True):
        if entry.day is not None and entry.other != own:
            yield f"a second date is passed over: {offered.lexed.rows[entry.row].text[:40]}"
            return


def _others(offered: Offered) -> list[Dated | None]:
    """The second date of each entry; where none has one beside the first, that below it."""
    lexed, entries = offered.lexed, offered.entries
    dated = [(e, e.day) for e in entries if e.day is not None]
    beside = {
        entry.row: Dated(day.row, second)
        for entry, day in dated
        if (second := second_date(lexed, day.row, day.day)) is not None
    }
    if beside or len(dated) < len(entries):
        return [beside.get(entry.row) for entry in entries]
    below = dates_below(lexed, [(entry.row, day.day) for entry, day in dated], offered.stop)
    return [Dated(row, lexed.rows[row].dates[0]) for row in below] or [None] * len(entries)


def period_check(calendar: Calendar, settled: bool) -> Check:
    """Passed if one period is printed, and its order of day and month is settled."""
    found = calendar.found.strongest if settled else frozenset()
    if len(found) > 1:
        return holds("period", False, f"{len(found)} different periods are printed")
    if not found:
        named = min(calendar.named) if settled and len(calendar.named) == 1 else None
        day = f", it names {named}" if named else ""
        return holds("period", None, f"the page does not say from when to when{day}")
    (period,) = found
    return holds("period", True, f"{period.start} to {period.end}")
