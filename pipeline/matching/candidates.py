"""Which entries could record which lines: exact amount, near date, in connected groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from pipeline.drafts import Line
from pipeline.matching.likeness import around, days_apart, unlikeness
from pipeline.proof.ledger_side import LedgerEntry

_Link: TypeAlias = tuple[Line, LedgerEntry, int]


@dataclass(frozen=True, slots=True)
class Edge:
    """How far one candidate is from its line: in days, and in unlikeness from 0 to 50."""

    days: int
    unlike: int


@dataclass(frozen=True, slots=True)
class Group:
    """Lines and entries of one amount that compete for each other and for nothing else.

    Both sides are in date order; ``edges`` is keyed by their positions.
    """

    lines: tuple[Line, ...]
    entries: tuple[LedgerEntry, ...]
    edges: dict[tuple[int, int], Edge]


def groups(lines: Sequence[Line], entries: Iterable[LedgerEntry], window: int) -> list[Group]:
    """The connected groups of lines and entries of equal amount at most ``window`` days apart."""
    shelf = _by_amount(entries)
    found: list[Group] = []
    for amount, rows in _lines_by_amount(lines).items():
        if facts := shelf.get(amount):
            found += [_group(links) for links in _connected(_near(rows, facts, window))]
    return found


def _by_amount(entries: Iterable[LedgerEntry]) -> dict[int, list[LedgerEntry]]:
    shelf: dict[int, list[LedgerEntry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda e: (e.booked_on, e.id)):
        shelf[entry.amount_minor].append(entry)
    return shelf


def _lines_by_amount(lines: Sequence[Line]) -> dict[int, list[Line]]:
    shelf: dict[int, list[Line]] = defaultdict(list)
    for line in sorted(lines, key=lambda row: (row.date or date.min, row.ordinal)):
        shelf[line.amount].append(line)
    return shelf


def _near(lines: Sequence[Line], entries: Sequence[LedgerEntry], window: int) -> list[_Link]:
    """Every (line, entry, days) no more than ``window`` days apart."""
    days = [entry.booked_on for entry in entries]
    near: list[_Link] = []
    for line in lines:
        for at in around(line, days, window):
            apart = days_apart(line, days[at])
            if apart is not None and apart <= window:
                near.append((line, entries[at], apart))
    return near


def _connected(near: list[_Link]) -> list[list[_Link]]:
    """The candidates, parted wherever no chain of candidates leads across."""
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def find(node: tuple[str, int]) -> tuple[str, int]:
        while root.setdefault(node, node) != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for line, entry, _ in near:
        root[find(("line", line.ordinal))] = find(("entry", entry.id))
    parts: dict[tuple[str, int], list[_Link]] = defaultdict(list)
    for link in near:
        parts[find(("line", link[0].ordinal))].append(link)
    return list(parts.values())


def _group(links: list[_Link]) -> Group:
    lines = tuple({line.ordinal: line for line, _, _ in links}.values())
    entries = tuple(
        sorted({e.id: e for _, e, _ in links}.values(), key=lambda e: (e.booked_on, e.id))
    )
    row = {line.ordinal: i for i, line in enumerate(lines)}
    column = {entry.id: j for j, entry in enumerate(entries)}
    edges = {
        (row[line.ordinal], column[entry.id]): Edge(
            apart, unlikeness(line.description, entry.description)
        )
        for line, entry, apart in links
    }
    return Group(lines, entries, edges)
