"""Whether the statement begins and ends where another does (the check ``section``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.second_checker.anchors import Anchors
from tests.second_checker.number import number_in
from tests.second_checker.page_counts import count_of
from tests.second_checker.period import periods_in
from tests.second_checker.regions import used_rows
from tests.second_checker.tables import constant
from tests.second_checker.view import View


def section(view: View) -> str:
    """The check ``section``."""
    return "failed" if any(_faults(view)) else "passed"


def _faults(view: View) -> Iterator[bool]:
    statement = view.statement
    if statement.start:
        before = range(statement.start)
        yield not any(is_entry_like(view, at) for at in before)
        heading = _heading_at(view, statement.start)
        heading = range(heading.start, min(heading.stop, _first(view), statement.stop))
        yield not _begins_count(view, statement.start) and not _another(view, before, heading)
    if statement.stop < len(view.rows):
        below = _heading_at(view, statement.stop)
        counted = _begins_count(view, statement.stop)
        yield not counted and not _another(view, statement.section, below)
        yield not _tells_table(view, below)
    if statement.entries and statement.stop < len(view.rows):
        last = max(used_rows(statement, statement.entries[-1]))
        own, behind = range(statement.start, last + 1), range(last + 1, statement.stop)
        yield _another(view, own, behind)


def _begins_count(view: View, at: int) -> bool:
    """Whether a row is the first of a page that counts itself as the first."""
    rows = view.layout.of_page[view.rows[at].page]
    count = count_of([view.rows[each] for each in rows])
    return rows[0] == at and count is not None and count[0] == 1


def _first(view: View) -> int:
    """The first row of the entries."""
    first = view.regions.first_entry
    return len(view.rows) if first is None else first


def is_entry_like(view: View, at: int) -> bool:
    """Whether a row begins with a date, has a figure, and bears no label."""
    return view.rows[at].dated_figure and not view.rows[at].has("labels")


def _heading_at(view: View, at: int) -> range:
    """The rows from one on, up to the next that is like an entry."""
    stop = at
    while stop < len(view.rows) and not is_entry_like(view, stop):
        stop += 1
    return range(at, stop)


def _another(view: View, one: range, other: range) -> bool:
    """Whether rows tell another account, or other days, than others do."""
    anchors = Anchors(view.rows, view.convention.month_first)
    numbers = [number_in(view.rows, rows).digits for rows in (one, other)]
    before, behind = (periods_in(view.regions, rows) for rows in (one, other))
    days = [anchors.last_day(rows) for rows in (one, other)]
    other_period = bool(before and behind) and not before & behind
    return _differ(numbers) or _differ(days) or other_period


def _differ(pair: Sequence[object]) -> bool:
    return None not in pair and pair[0] != pair[1]


def _tells_table(view: View, rows: range) -> bool:
    """Whether a header or an end stands in some rows."""
    ends = constant("sections", "_ENDS")
    headers = any(header.first in rows for header in view.layout.headers)
    return headers or any(fact.label in ends and fact.at in rows for fact in view.layout.facts)
