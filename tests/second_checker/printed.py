"""The values that a statement's printed labels may have (section 10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import accumulate

from tests.second_checker.entries import Money
from tests.second_checker.labelled import Fact
from tests.second_checker.tables import constant
from tests.second_checker.view import View


class Printed:
    """What comes and goes, in all and in parts; values are unsigned."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._signed = view.signed
        self._entries = view.statement.entries

    @cached_property
    def ends(self) -> set[int]:
        ends = (self._signed.opening, self._signed.closing)
        return {abs(end) for end in ends if end is not None}

    @cached_property
    def balances(self) -> set[int]:
        return {abs(after) for after in self._signed.after if after is not None}

    @property
    def came(self) -> int:
        return self._signed.came

    @property
    def went(self) -> int:
        return self._signed.went

    @property
    def net(self) -> int:
        return abs(self.came - self.went)

    def _groups(self) -> Iterator[tuple[Hashable, int]]:
        """The parts to which each amount belongs."""
        pages = [self._view.rows[entry.at].page for entry in self._entries]
        days = list(accumulate(entry.date is not None for entry in self._entries))
        for number, (entry, amount) in enumerate(
            zip(self._entries, self._signed.amounts, strict=True)
        ):
            yield ("page", pages[number]), amount
            yield ("heading", self._view.regions.heading_above(entry.at)), amount
            yield ("day", days[number]), amount
            for page in set(pages):
                if pages[number] <= page:
                    yield ("until", page), amount

    @cached_property
    def _grouped(self) -> dict[Hashable, list[int]]:
        found: dict[Hashable, list[int]] = defaultdict(list)
        for part, amount in self._groups():
            found[part].append(amount)
        return dict(found)

    @cached_property
    def parts_in(self) -> set[int]:
        """What comes in of each part, if anything does."""
        return {sum(a for a in amounts if a > 0) for amounts in self._grouped.values()} - {0}

    @cached_property
    def parts_out(self) -> set[int]:
        """What goes out of each part, if anything does."""
        return {-sum(a for a in amounts if a < 0) for amounts in self._grouped.values()} - {0}

    def side(self, sign: int, at: int) -> set[int]:
        """What a total of one side may be on a row."""
        if not self.behind_first(at):
            return {self.came if sign > 0 else self.went}
        found = {self.came, *self.parts_in} if sign > 0 else {self.went, *self.parts_out}
        near: list[Hashable] = [
            ("page", self._view.rows[at].page),
            ("heading", self._view.regions.heading_above(at)),
        ]
        if self.between(at):
            days = sum(entry.date is not None for entry in self._entries if entry.at < at)
            near.append(("day", days))
        parts = [self._grouped[part] for part in near if part in self._grouped]
        empty = any(not any(sign * amount > 0 for amount in part) for part in parts)
        return found | ({0} if empty else set())

    @property
    def parts(self) -> set[int]:
        return self.parts_in | self.parts_out

    def between(self, at: int) -> bool:
        """Whether a row stands between the entries."""
        return bool(self._entries) and self._entries[0].at < at < self._entries[-1].at

    def behind_first(self, at: int) -> bool:
        return bool(self._entries) and at > self._entries[0].at

    def there(self, at: int) -> int | None:
        """The balance at a row: the one after the nearest entry above."""
        above = [number for number, entry in enumerate(self._entries) if entry.at <= at]
        if not above:
            if self._view.convention.newest_first:
                return self._signed.closing
            return self._signed.opening
        number = above[-1]
        after = self._signed.after[number]
        if after is None or not self._view.convention.newest_first:
            return after
        return after - self._signed.amounts[number]

    def values(self, label: str, at: int) -> set[int]:
        """All that a figure with this label on this row may be."""
        if label in ("opening", "closing"):
            return self._of_end(label, at)
        if label in ("carried_page", "balance_on"):
            if label == "carried_page" and self.between(at):
                return self._there(at)
            return self.ends | self.balances
        if label == "due":
            return self.ends
        if label in ("total_in", "total_out"):
            return self._of_side(label, at)
        sides = self.side(1, at) | self.side(-1, at)
        return sides | {self.net} | self.ends | self.balances

    def _there(self, at: int) -> set[int]:
        there = self.there(at)
        return set() if there is None else {abs(there)}

    def _of_end(self, label: str, at: int) -> set[int]:
        end = self._signed.opening if label == "opening" else self._signed.closing
        if end is None:
            return self.ends | self._there(at)
        found = {abs(end)}
        if self.between(at):
            found |= self._there(at)
        behind = not self._entries or at > self._entries[-1].at
        if label == "opening" and behind and self._signed.closing is not None:
            found.add(abs(self._signed.closing))
        return found

    def _of_side(self, label: str, at: int) -> set[int]:
        if self._view.convention.balance_base < 0:
            return self.side(1, at) | self.side(-1, at)
        return self.side(1 if label == "total_in" else -1, at)

    def column(self, role: str) -> set[int]:
        """What the sum below the column of a side may be: an end that stands in it may be in it."""
        side = self.came if role == "credit" else self.went
        found = {side}
        for end in (self._view.statement.opening, self._view.statement.closing):
            if end and self._column_of(end) == role:
                found.add(side + end.value)
        return found

    def _column_of(self, end: Money) -> str | None:
        for role in constant("zones", "MONEY"):
            zone = self._view.regions.nearest_zone(self._view.rows[end.at].page, role)
            if zone and zone[0] <= end.figure.middle <= zone[1]:
                return str(role)
        return None

    def _with_end(self, fact: Fact) -> set[int]:
        """What a labelled figure may be if it counts a balance in."""
        labels = {"total_in": "credit", "total_out": "debit"}
        if fact.label in labels:
            return self.column(labels[fact.label]) if self.behind_first(fact.at) else set()
        row = self._view.rows[fact.at]
        opening = self._signed.opening
        if fact.label != "opening" or opening is None or len(row.figures) != 1:
            return set()
        sides = {"total_in": self.came, "total_out": self.went}
        said = {
            label
            for phrase in row.of("labels", *sides)
            if phrase.last < fact.figure.first
            for label in phrase.of("labels") & sides.keys()
        }
        return {abs(opening) + sides[label] for label in said}

    def agrees(self, fact: Fact, value: int) -> bool:
        """Whether a labelled figure has a value that its label may have."""
        return value in self.values(fact.label, fact.at) | self._with_end(fact)
