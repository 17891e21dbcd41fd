"""Rows without repeated keys: the cheapest way to show a model a table it cannot mistake."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, all of one length."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def table(columns: Sequence[str], items: Iterable[object]) -> Table:
    """One row per item, from the attributes that the columns name; columns that hold nothing in
    any row are left out."""
    rows = [tuple(getattr(item, column) for column in columns) for item in items]
    kept = [i for i in range(len(columns)) if any(row[i] not in (None, "") for row in rows)]
    return Table(
        tuple(columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows)
    )
