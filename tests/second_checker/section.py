"""Whether the statement begins and ends where another does (the check ``section``)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.second_checker.anchors import Anchors
from tests.second_checker.codes import headed_codes
from tests.second_checker.figures import Figure
from tests.second_checker.number import number_in
from tests.second_checker.page_counts import Count, count_of
from tests.second_checker.period import periods_in
from tests.second_checker.view import View


def section(view: View) -> str:
    """The check ``section``."""
    return "passed" if _start_sound(view) and _stop_sound(view) else "failed"


@dataclass(frozen=True)
class _Told:
    """The number, the periods and the days that some rows tell."""

    kinds: tuple[frozenset[object], ...]

    currencies: frozenset[tuple[str, str]]

    def differs(self, other: _Told) -> bool:
        """Whether both tell something of one sort, and nothing in common."""
        pairs = [(a, b) for a, b in zip(self.kinds, other.kinds, strict=True) if a and b]
        return any(not a & b for a, b in pairs)

    def pays_otherwise(self, other: _Told) -> bool:
        """Whether both tell currencies in the same words, and none in common."""
        codes = [{code for code, _ in each.currencies} for each in (self, other)]
        words = [{how for _, how in each.currencies} for each in (self, other)]
        return bool(words[0] & words[1]) and not codes[0] & codes[1]


def _told(view: View, rows: range) -> _Told:
    digits = number_in(view.rows, rows).digits
    anchors = Anchors(view.rows, view.convention.month_first)
    return _Told(
        (
            frozenset({digits} if digits else ()),
            frozenset(periods_in(view.regions, rows)),
            frozenset(anchors.own_days(rows)),
        ),
        frozenset(code for at in rows for code in headed_codes(view.rows[at])),
    )


def _nearest(tellings: Iterable[_Told]) -> _Told:
    """Of each sort what the first telling has that has any."""
    found: list[frozenset[object]] = [frozenset(), frozenset(), frozenset()]
    currencies: frozenset[tuple[str, str]] = frozenset()
    for telling in tellings:
        found = [own or other for own, other in zip(found, telling.kinds, strict=True)]
        currencies = currencies or telling.currencies
    return _Told(tuple(found), currencies)


def _like_entries(view: View, rows: Iterable[int]) -> list[int]:
    own = {at for entry in view.statement.entries for at in entry.rows}
    return [at for at in rows if at in own or at in view.layout.begun]


def _start_sound(view: View) -> bool:
    start = view.statement.start
    if start == 0 or _begins_count(view, start):
        return True
    before = _like_entries(view, range(start))
    if not before:
        return False
    above = _above(view, before)
    own, between = _told(view, _head(view)), _told(view, range(before[-1] + 1, start))
    if own.differs(above):
        return not between.differs(above)
    anew = _begins_anew(view, range(before[-1], start), _head(view))
    return own.pays_otherwise(above) and anew and not between.pays_otherwise(above)


def _begins_anew(view: View, above: range, head: range) -> bool:
    """Whether a heading prints balances, and none of them on the rows above it."""
    printed = {_amount(figure) for at in above for figure in view.rows[at].figures}
    ends = {_amount(figure) for figure in view.layout.ends_on(head)}
    return bool(ends) and not ends & printed


def _amount(figure: Figure) -> tuple[int, int]:
    return figure.text.digits, figure.text.decimals


def _above(view: View, before: Sequence[int]) -> _Told:
    """What stands nearest above the last row like an entry before the section."""
    gaps = [range(a + 1, b) for a, b in itertools.pairwise(before)]
    headed = [gap for gap in reversed(gaps) if view.layout.tells_table(gap)]
    return _nearest(_told(view, gap) for gap in [*headed, range(before[0])])


def _stop_sound(view: View) -> bool:
    stop = view.statement.stop
    if stop == len(view.rows) or _begins_count(view, stop):
        return True
    following = _like_entries(view, range(stop, len(view.rows)))
    below = range(stop, following[0] if following else len(view.rows))
    first = _like_entries(view, range(view.statement.start))
    front = range(first[0] if first else view.statement.start)
    own = _nearest([_told(view, _head(view)), _told(view, front)])
    entries = [entry.at for entry in view.statement.entries]
    behind = range(max(entries) + 1 if entries else stop, stop)
    theirs, left = _told(view, below), _told(view, behind)
    if theirs.differs(own):
        return view.layout.tells_table(below) and not left.differs(own)
    last = max(entries, default=first[0] if first else view.statement.stop)
    anew = _begins_anew(view, range(last, stop), below)
    return theirs.pays_otherwise(own) and anew and not left.pays_otherwise(own)


def _head(view: View) -> range:
    """The section's rows before its first entry."""
    own = _like_entries(view, view.statement.section)
    return range(view.statement.start, own[0] if own else view.statement.stop)


def _begins_count(view: View, at: int) -> bool:
    """Whether a row is the first of a page 1, behind a page that ends its count."""
    page = view.rows[at].page
    if view.layout.of_page[page][0] != at:
        return False
    count, before = _count(view, page), _count(view, page - 1)
    return bool(count and count[0] == 1 and before and before[0] == before[1])


def _count(view: View, page: int) -> Count | None:
    return count_of([view.rows[at] for at in view.layout.of_page.get(page, ())])
