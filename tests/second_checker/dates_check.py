"""Whether the dates that the witness names are those of their entries (section 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise
from typing import Final

from tests.second_checker.dates import Dated
from tests.second_checker.entries import Day, Entry
from tests.second_checker.headers import Column
from tests.second_checker.listed import has_cell_of_dates
from tests.second_checker.row import Row
from tests.second_checker.sequences import within
from tests.second_checker.strangers import names_period
from tests.second_checker.tables import constant
from tests.second_checker.view import View

_NEAR: Final = 3.0
_OWN_DAYS: Final = ("statement_date", "closing_day", "due_date", "other_range")


def dates(view: View) -> str:
    """The check ``dates``."""
    return "failed" if any(_faults(view)) else "passed"


def _faults(view: View) -> Iterator[bool]:
    yield view.calendar.days is None
    yield _gaps(view)
    for number, entry in enumerate(view.statement.entries):
        yield entry.date is not None and entry.date.at != entry.at and _far(view, number, entry)
        yield _another_before(view, entry)
        yield entry.date is not None and _further_left(view, number, entry)
    if view.calendar.days:
        yield _out_of_order(view, view.calendar.days)
        yield _out_of_bounds(view, view.calendar.days)


# entries without a date


def _gaps(view: View) -> bool:
    entries = view.statement.entries
    lacking = [number for number, entry in enumerate(entries) if entry.date is None]
    if not lacking:
        return False
    few = max(constant("days", "_INHERITED"), constant("days", "_SHARE") * len(entries))
    if lacking[0] == 0 or (len(lacking) < few and not _balance_ends_days(view)):
        return True
    printed = [entry.date for entry in entries if entry.date]
    same = any(_same(a, b) for a, b in pairwise(printed))
    return same or any(_date_unread(view, number) for number in lacking)


def _same(one: Day, two: Day) -> bool:
    a, b = one.dated.text, two.dated.text
    return (a.day, a.month, a.year) == (b.day, b.month, b.year)


def _balance_ends_days(view: View) -> bool:
    """A balance beside the last entry of each date, and no other."""
    entries = view.statement.entries
    if view.convention.newest_first:
        return False
    lasts = [following.date is not None for following in entries[1:]] + [True]
    return all((e.balance is not None) == last for e, last in zip(entries, lasts, strict=True))


def _date_unread(view: View, number: int) -> bool:
    entry, above = view.statement.entries[number], view.statement.entries[number - 1]
    row = view.rows[entry.at]
    if view.regions.in_date_zone(entry.at):
        return True
    zone = view.regions.date_zone(row.page)
    if zone and any(zone[0] <= (t.x0 + t.x1) / 2 <= zone[1] for t in row.tokens):
        return True
    between = (at for at in range(above.at + 1, entry.at) if at in view.regions.in_tables)
    if any(has_cell_of_dates(view, at) for at in between):
        return True
    return view.regions.heading_above(entry.at) != view.regions.heading_above(above.at)


# where a date stands


def _far(view: View, number: int, entry: Entry) -> bool:
    """A date of another row that does not belong to its amount."""
    assert entry.date is not None
    at, entries = entry.date.at, view.statement.entries
    above = entries[number - 1].at if number else -1
    below = entries[number + 1].at if number + 1 < len(entries) else len(view.rows)
    if (
        at > entry.at
        or not above < at < below
        or abs(at - entry.at) > constant("days", "_LONGEST_ENTRY")
    ):
        return True
    if view.rows[at].has("labels", *_OWN_DAYS) or any(
        names_period(label) for label in view.rows[at].of("labels", "period")
    ):
        return True
    if any(_parts_entries(view, each, view.rows[at].page) for each in range(at, entry.at)):
        return True
    if view.rows[at].page != view.rows[entry.at].page and not _goes_on(view, above, at):
        return True
    own = [row_edges(view, e.date) for e in entries if e.date and e.date.at == e.at]
    left, right = row_edges(view, entry.date)
    return bool(own) and not (left < max(x1 for _, x1 in own) and min(x0 for x0, _ in own) < right)


def _parts_entries(view: View, at: int, page: int) -> bool:
    if at in view.layout.header_rows and view.rows[at].page == page:
        return True
    return any(view.regions.zone_of_figure(at, f) for f in view.rows[at].figures)


def _goes_on(view: View, above: int, at: int) -> bool:
    """Whether a date on the page before follows the entry above it there, or the header."""
    begin = max([above, *(head for head in view.layout.header_rows if head < at)])
    if begin < 0 or view.rows[begin].page != view.rows[at].page:
        return False
    return view.regions.follows(begin, at)


def _further_left(view: View, number: int, entry: Entry) -> bool:
    """Whether a date in the rows of the entry's text above it stands further left, where a
    booking's date stands."""
    assert entry.date is not None
    above = view.statement.entries[number - 1].at if number else view.statement.start - 1
    heads = (head for head in view.layout.header_rows if head < entry.at)
    rows = [
        at
        for at in range(max([above, *heads]) + 1, entry.at + 1)
        if at == entry.at
        or (at in view.regions.in_tables and view.rows[at].page == view.rows[entry.at].page)
    ]
    days = [_edges(view.rows[at], dated) for at in rows for dated in view.rows[at].dates]
    booked = [c for c in _date_columns(view, entry.at) if "date" in c.meanings]
    named = [edges for edges in days if any(_near(edges, column) for column in booked)]
    first = min(named or days, default=None)
    return first is not None and first[1] <= row_edges(view, entry.date)[0]


def _another_before(view: View, entry: Entry) -> bool:
    """Another date of the row that may be the entry's."""
    if entry.date is None:
        return False
    row = view.rows[entry.date.at]
    columns = _date_columns(view, entry.date.at)
    place = row.dates.index(entry.date.dated)
    booked = [column for column in columns if "date" in column.meanings][:1]
    if place and not any(_near(row_edges(view, entry.date), c) for c in booked):
        return True
    expected = _second(view, entry.date, columns) or _below(view, entry)
    return expected != (entry.value_date.dated if entry.value_date else None)


def _second(view: View, date: Day, columns: list[Column]) -> Dated | None:
    """The date right behind an entry's, else the one in another date column."""
    row = view.rows[date.at]
    others = [dated for dated in row.dates if dated != date.dated]
    for dated in others:
        if dated.first == date.dated.last + 1:
            return dated
    free = [column for column in columns if not _near(row_edges(view, date), column)]
    for dated in others:
        edges = row.tokens[dated.first].x0, row.tokens[dated.last].x1
        if any(_near(edges, column) for column in free):
            return dated
    return None


def _below(view: View, entry: Entry) -> Dated | None:
    """The date below an entry's, where no entry has one beside its own and each one below."""
    entries = view.statement.entries
    if len(entries) < constant("second_dates", "_FEWEST"):
        return None
    days = [e.date for e in entries]
    if any(d is None or _second(view, d, _date_columns(view, d.at)) for d in days):
        return None
    nexts = [e.at for e in entries[1:]] + [view.statement.stop]
    found = [list(_dated_below(view, e, to)) for e, to in zip(entries, nexts, strict=True)]
    if any(len(days) != 1 for days in found):
        return None
    return found[entries.index(entry)][0]


def _dated_below(view: View, entry: Entry, stop: int) -> Iterator[Dated]:
    """The first dates of the rows below an entry that stand right below its own."""
    assert entry.date is not None
    left, right = row_edges(view, entry.date)
    for at in range(entry.at + 1, stop):
        row = view.rows[at]
        if row.page != view.rows[entry.at].page or row.figures or not row.begins_with_date:
            continue
        x0, x1 = _edges(row, row.dates[0])
        if x0 < right and left < x1:
            yield row.dates[0]


def row_edges(view: View, day: Day) -> tuple[float, float]:
    return _edges(view.rows[day.at], day.dated)


def _edges(row: Row, dated: Dated) -> tuple[float, float]:
    return row.tokens[dated.first].x0, row.tokens[dated.last].x1


def _near(edges: tuple[float, float], column: Column) -> bool:
    return edges[0] <= column.x1 + _NEAR and column.x0 - _NEAR <= edges[1]


def _date_columns(view: View, at: int) -> list[Column]:
    header = view.layout.header_above(at)
    return list(header.named("date", "value_date")) if header else []


# their order


def _out_of_order(view: View, days: Sequence[date]) -> bool:
    if view.kind.debt:
        return False
    second = [b or a for a, b in zip(days, view.calendar.second_days, strict=True)]
    return _goes_back(view, days) and _goes_back(view, second)


def _goes_back(view: View, days: Sequence[date]) -> bool:
    entries = view.statement.entries
    headings = [view.regions.heading_above(entry.at) for entry in entries]
    runs = [
        [days[number] for number in run]
        for _, run in groupby(range(len(days)), key=lambda number: headings[number])
    ]
    up = all(run == sorted(run) for run in runs)
    down = all(run == sorted(run, reverse=True) for run in runs)
    if any(entry.balance for entry in entries):
        return not (down if view.convention.newest_first else up)
    return not (up or down)


def _out_of_bounds(view: View, days: Sequence[date]) -> bool:
    bounds = view.calendar.own_bounds
    if bounds and not within(days, bounds):
        return True
    return max(days) - min(days) > timedelta(days=constant("period", "LONGEST")["days"])
