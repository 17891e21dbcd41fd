"""What a difference, and rows that an opinion names, are known by while they say the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference


@dataclass(frozen=True, slots=True)
class Rows:
    """The lines of a statement by their ordinals, and entries of the ledger by their ids."""

    lines: Mapping[int, Line]
    entries: Mapping[int, Entry]

    def digest_of(self, lines: Iterable[int], entries: Iterable[int]) -> str:
        """Stands for exactly what these rows say now, or for their being gone."""
        said = (
            [_line(n, self.lines.get(n)) for n in sorted(set(lines))],
            [_entry(n, self.entries.get(n)) for n in sorted(set(entries))],
        )
        return hashlib.sha256(repr(said).encode()).hexdigest()

    def digest_about(self, difference: Difference) -> str:
        """Stands for the difference: its kind, and what its rows say. Its reason is no part of it,
        for that a transfer has another half is found out only when it is shown."""
        rows = self.digest_of(difference.lines, difference.entries)
        return hashlib.sha256(f"{difference.kind} {rows}".encode()).hexdigest()


def _line(ordinal: int, line: Line | None) -> object:
    said = (str(line.date), line.amount, line.description) if line else None
    return ordinal, said


def _entry(number: int, entry: Entry | None) -> object:
    said = entry and (
        entry.account_id, str(entry.booked_on), entry.amount_minor, entry.description
    )  # fmt: skip
    return number, said
