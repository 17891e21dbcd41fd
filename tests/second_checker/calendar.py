"""The days of the entries, and within which bounds they lie (section 13)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from tests.second_checker.anchors import Anchors
from tests.second_checker.entries import Day
from tests.second_checker.regions import Regions
from tests.second_checker.sequences import (
    Parts,
    Span,
    days_after,
    days_before,
    nearest,
    parts,
    sequences,
)
from tests.second_checker.statement import Statement
from tests.second_checker.tables import constant


@dataclass(frozen=True)
class Calendar:
    """The entries' days, given the statement's period if it is known."""

    regions: Regions
    period: Span | None

    @property
    def statement(self) -> Statement:
        return self.regions.statement

    def bounds(self, month_first: bool) -> Span | None:
        """The first and the last day that an entry may have."""
        if self.period:
            debt = self.statement.convention.balance_base < 0
            grace = constant("calendar", "CARD_GRACE" if debt else "GRACE")["days"]
            return days_before(self.period[0], grace), self.period[1]
        anchors = Anchors(self.regions.rows, month_first)
        where = (self.regions.beside, self.regions.front)
        if last := anchors.last_day(*where):
            early, late = (
                constant("calendar", "_YEAR")["days"],
                constant("calendar", "_LATE")["days"],
            )
            return days_before(last, early), days_after(last, late)
        if year := anchors.year(*where):
            return date(year, 1, 1), date(year, 12, 31)
        return None

    @cached_property
    def own_bounds(self) -> Span | None:
        return self.bounds(self.statement.convention.month_first)

    @cached_property
    def inherited(self) -> tuple[Day | None, ...]:
        """The date of each entry, its own or the last one above."""
        found: list[Day | None] = []
        for entry in self.statement.entries:
            found.append(entry.date or (found[-1] if found else None))
        return tuple(found)

    def printed(self, month_first: bool) -> list[Parts] | None:
        days = [parts(day.dated.text, month_first) for day in self.inherited if day]
        return days if len(days) == len(self.inherited) else None

    def readings(self, month_first: bool, span: Span | None) -> list[list[date]]:
        """All ways in which the dates can be read."""
        printed = self.printed(month_first)
        if not printed:
            return []
        return sequences(printed, span)

    @cached_property
    def days(self) -> tuple[date, ...] | None:
        """The day of each entry; None if it is not told."""
        if not self.statement.entries:
            return ()
        found = self.readings(self.statement.convention.month_first, self.own_bounds)
        return tuple(found[0]) if len(found) == 1 else None

    @cached_property
    def second_days(self) -> tuple[date | None, ...]:
        """The second date of each entry."""
        if self.days is None:
            return (None,) * len(self.statement.entries)
        month_first = self.statement.convention.month_first
        return tuple(
            nearest(parts(entry.value_date.dated.text, month_first), day)
            if entry.value_date
            else None
            for entry, day in zip(self.statement.entries, self.days, strict=True)
        )
