"""The statement begins and ends where the page says so: no half of a table, no other's heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from pipeline.proof.anchors import headed_days
from pipeline.proof.checks import Check, passed_unless
from pipeline.proof.entries import Offered
from pipeline.proof.number import printed_number
from pipeline.proof.page_counts import page_count
from pipeline.proof.period import Period, candidates
from pipeline.proof.rows import Row

T = TypeVar("T")
_ENDS = frozenset({"opening", "balance_on", "closing"})


@dataclass(frozen=True, slots=True)
class _Heading:
    """What rows above entries say of which statement follows: its number, its period, its day."""

    number: frozenset[str] = frozenset()
    periods: frozenset[Period] = frozenset()
    days: frozenset[date] = frozenset()

    def differs(self, other: _Heading) -> bool:
        """Whether both name a number, a period or a day, and none in common."""
        return (
            _apart(self.number, other.number)
            or _apart(self.periods, other.periods)
            or _apart(self.days, other.days)
        )

    def or_else(self, other: _Heading) -> _Heading:
        """With what another heading names where this one names nothing."""
        return _Heading(
            self.number or other.number, self.periods or other.periods, self.days or other.days
        )


def _apart(one: frozenset[T], two: frozenset[T]) -> bool:
    return bool(one) and bool(two) and one.isdisjoint(two)


def section_check(offered: Offered) -> Check:
    """Passed if the section is the whole document, or each neighbour is another statement.

    It is one if its heading names another account number, or other days, than this one's heading,
    and prints a balance or a table's header; or if the pages are counted from 1 again.
    """
    return passed_unless("section", [*_before(offered), *_after(offered)])


def _before(offered: Offered) -> Iterator[str]:
    if not offered.start or _counts_anew(offered, offered.start):
        return
    rows = offered.lexed.rows
    own = _heading_of(offered, offered.start, _first_entry(offered, offered.start, offered.stop))
    last = next((i for i in range(offered.start)[::-1] if _is_entry(rows[i])), None)
    if last is None:
        yield "the statement begins below the document's heading"
        return
    theirs = _nearest_above(offered, last)
    if not own.differs(theirs):
        yield "no heading says that another statement begins here"
    elif _heading_of(offered, last + 1, offered.start).differs(theirs):
        yield "the statement begins below its own heading"


def _nearest_above(offered: Offered, entry: int) -> _Heading:
    """What the headings above an entry name, the nearest first: rows between entries are one if
    they print a balance or a table's header, and so is the front of the document."""
    rows = offered.lexed.rows
    found, stop = _Heading(), entry
    while stop > 0:
        begin = next((i for i in range(stop)[::-1] if _is_entry(rows[i])), -1) + 1
        if not begin or _is_headed(offered, begin, stop):
            found = found.or_else(_heading_of(offered, begin, stop))
        stop = begin - 1
    return found


def _after(offered: Offered) -> Iterator[str]:
    rows = offered.lexed.rows
    if offered.stop == len(rows) or _counts_anew(offered, offered.stop):
        return
    first = _first_entry(offered, offered.start, offered.stop)
    own = _heading_of(offered, offered.start, first)
    own = own.or_else(_heading_of(offered, 0, _first_entry(offered, 0, offered.start)))
    until = _first_entry(offered, offered.stop, len(rows))
    if not _heading_of(offered, offered.stop, until).differs(own):
        yield "no heading says that another statement begins behind this one"
    elif not _is_headed(offered, offered.stop, until):
        yield "what follows has neither a balance nor a header of its own"
    last = max((entry.row for entry in offered.entries), default=first)
    if offered.entries and _heading_of(offered, last + 1, offered.stop).differs(own):
        yield "the statement ends below another's heading"


def _counts_anew(offered: Offered, index: int) -> bool:
    """Whether a row is the first of a page that is counted as 1, behind one that ends a count."""
    rows = offered.lexed.rows
    above, page = rows[index - 1].page, rows[index].page
    if above == page:
        return False
    last, first = (page_count([r for r in rows if r.page == each]) for each in (above, page))
    return last is not None and first is not None and first[0] == 1 and last[0] == last[1]


def _first_entry(offered: Offered, start: int, stop: int) -> int:
    """The first row from ``start`` on that begins like an entry, or is one."""
    own = {entry.row for entry in offered.entries}
    rows = offered.lexed.rows
    return next((i for i in range(start, stop) if i in own or _is_entry(rows[i])), stop)


def _is_entry(row: Row) -> bool:
    return row.looks_like_entry and not row.has_label


def _heading_of(offered: Offered, start: int, stop: int) -> _Heading:
    rows: Sequence[Row] = offered.lexed.rows[start:stop]
    month_first = offered.witness.convention.month_first
    number = printed_number(rows)
    return _Heading(
        frozenset({number} if number else ()),
        candidates(rows, month_first, lambda _row: True).strongest,
        frozenset(headed_days(rows, month_first)),
    )


def _is_headed(offered: Offered, start: int, stop: int) -> bool:
    """Whether a heading prints a balance, or a table's header."""
    facts = (fact for row in range(start, stop) for fact in offered.lexed.facts_on(row))
    header = any(start <= header.first < stop for header in offered.lexed.headers)
    return header or any(fact.meaning in _ENDS and fact.sure for fact in facts)
