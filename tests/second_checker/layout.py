"""What the rows of a document hold under one style, whatever else the witness says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tests.second_checker.figures import Figure
from tests.second_checker.headers import Header, headers_of
from tests.second_checker.labelled import Fact, facts_of
from tests.second_checker.multiples import is_multiple
from tests.second_checker.row import Row
from tests.second_checker.strangers import begins_text, begins_with_range
from tests.second_checker.tables import constant


@dataclass(frozen=True)
class Layout:
    """The rows, their headers and the labelled figures."""

    rows: tuple[Row, ...]

    @cached_property
    def headers(self) -> tuple[Header, ...]:
        return headers_of(self.rows)

    @cached_property
    def header_rows(self) -> frozenset[int]:
        return frozenset(at for h in self.headers for at in range(h.first, h.last + 1))

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return facts_of(self.rows, self.headers)

    @cached_property
    def multiples(self) -> frozenset[int]:
        """The rows that say that amounts are thousands or millions."""
        return frozenset(at for at, row in enumerate(self.rows) if is_multiple(row))

    @cached_property
    def begun(self) -> tuple[int, ...]:
        """The rows that are like entries. They begin with a date that a figure or a text follows,
        or with any below a header or a balance, and bear no label; or say that there are none."""
        found: list[int] = []
        for at, row in enumerate(self.rows):
            gap = range(found[-1] + 1 if found else 0, at)
            alone = row.begins_with_date and not begins_with_range(row)
            begun = row.dated_figure or begins_text(row) or (alone and self.tells_table(gap))
            if (begun and not row.has("labels")) or row.has("labels", "no_lines"):
                found.append(at)
        return tuple(found)

    def tells_table(self, where: range) -> bool:
        """Whether a header or a sure end stands in some rows."""
        return any(header.first in where for header in self.headers) or bool(self.ends_on(where))

    def ends_on(self, where: range) -> list[Figure]:
        """The figures that sure labels call a balance."""
        ends = constant("lexed", "_ENDS")
        return [f.figure for f in self.facts if f.sure and f.label in ends and f.at in where]

    def header_above(self, at: int, start: int = 0) -> Header | None:
        """The nearest header above a row, not before ``start``."""
        above = [h for h in self.headers if start <= h.first and h.last < at]
        return above[-1] if above else None

    @cached_property
    def of_page(self) -> dict[int, tuple[int, ...]]:
        """The numbers of the rows of each page."""
        found: dict[int, list[int]] = {}
        for at, row in enumerate(self.rows):
            found.setdefault(row.page, []).append(at)
        return {page: tuple(rows) for page, rows in found.items()}
