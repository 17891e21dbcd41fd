"""Rows of one kind: those that nothing tells apart, so that they are worked on as one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias, TypeVar

from db.views import Entry
from pipeline.drafts import Line

Lines: TypeAlias = tuple[Line, ...]
"""Lines of one kind, in order."""
Entries: TypeAlias = tuple[Entry, ...]
"""Entries of one kind, in order."""

_Row = TypeVar("_Row")


def line_class(line: Line) -> Hashable:
    """Equal for lines of one amount that are interchangeable."""
    return line.date, line.value_date, line.description


def entry_class(entry: Entry) -> Hashable:
    """Equal for entries of one amount that are interchangeable."""
    return entry.booked_on, entry.description


def kinds_of_lines(lines: Iterable[Line]) -> list[Lines]:
    """The lines by kind, a kind where its first line stands."""
    return by_kind(lines, lambda line: (line.amount, line_class(line)))


def kinds_of_entries(entries: Iterable[Entry]) -> list[Entries]:
    """The entries by kind, a kind where its first entry stands."""
    return by_kind(entries, lambda entry: (entry.amount_minor, entry_class(entry)))


def by_kind(rows: Iterable[_Row], kind: Callable[[_Row], Hashable]) -> list[tuple[_Row, ...]]:
    """The rows of each kind together, kinds in the order of their first rows."""
    found: dict[Hashable, list[_Row]] = defaultdict(list)
    for row in rows:
        found[kind(row)].append(row)
    return [tuple(equal) for equal in found.values()]
