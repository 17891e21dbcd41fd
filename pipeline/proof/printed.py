"""What the labelled figures of a statement may say, once its rows are known."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from pipeline.proof.entries import Offered
from pipeline.proof.signs import end_balance, heading_above
from pipeline.proof.sums import Sums
from pipeline.proof.zones import Zones

#: Labels of the sum of one side, with its sign.
SIDES: Final = {"total_in": 1, "total_out": -1}
#: Labels whose figures follow from the rows.
SPEAKING: Final = frozenset(
    {"opening", "closing", "due", "balance_on", "total_in", "total_out", "total", "day_total",
     "carried_page"}
)  # fmt: skip
_BALANCES: Final = frozenset({"balance_on", "carried_page"})


class Printed:
    """The values that follow from the rows, all unsigned and in minor units."""

    def __init__(self, offered: Offered, sums: Sums) -> None:
        self._offered = offered
        self._sums = sums
        rows = [entry.row for entry in offered.entries]
        self.first, self.last = (min(rows), max(rows)) if rows else (offered.stop, -1)
        self.opening, self.closing = (
            None if end is None else abs(end) for end in (sums.opening, sums.closing)
        )
        self.reached = {abs(value) for value in sums.after}
        self.ends = {value for value in (self.opening, self.closing) if value is not None}
        self._parts = self._parts_of_the_rows()
        self.parts = {side: {part[side] for part in self._parts.values()} - {0} for side in (1, -1)}

    def inside(self, row: int) -> bool:
        """Whether a row stands between the entries."""
        return self.first < row < self.last

    def at(self, row: int) -> set[int]:
        """The balance that the entries have led to where a row stands between them."""
        above = [p for p, entry in enumerate(self._offered.entries) if entry.row < row]
        if not above or not self._sums.after:
            return set()
        last = above[-1]
        newest = self._offered.witness.convention.newest_first
        return {abs(self._sums.after[last] - (self._sums.amounts[last] if newest else 0))}

    def sides(self) -> dict[int, int]:
        """What came in (+1) and went out (-1)."""
        return {1: self._sums.came, -1: self._sums.went}

    def columns(self, zones: Zones, column: str) -> set[int]:
        """What the sum below the column of one side may be: with the opening balance, or the
        closing one, too, if that stands in it."""
        side = self.sides()[1 if column == "credit" else -1]
        ends = [
            abs(end_balance(self._offered, end.row, end.figure))
            for end in (self._offered.opening, self._offered.closing)
            if end and zones.column_of(self._offered.lexed.rows[end.row], end.figure) == column
        ]
        return {side, *(side + value for value in ends)}

    def allowed(self, meaning: str, row: int) -> set[int]:
        """The values that a figure with such a label may have on a row.

        A balance named between the entries is one that they lead to; elsewhere it is the one that
        is named. A side's total is its own, behind the first entry also a part's; a total of no
        side may be the net sum or a balance as well.
        """
        if meaning in ("opening", "closing"):
            return self._allowed_end(meaning, row)
        if meaning == "carried_page" and self.inside(row):
            return self.at(row)
        if meaning in _BALANCES:
            return self.ends | self.reached
        if meaning == "due":
            return self.ends
        sides = {sign: self.side_at(sign, row) for sign in (1, -1)}
        if meaning in SIDES and self._offered.witness.convention.balance_base > 0:
            return sides[SIDES[meaning]]
        either = sides[1] | sides[-1]
        if meaning in SIDES:
            return either  # on a debt's page "payments" come in
        net = {abs(self._sums.came - self._sums.went)}
        return net | either | self.ends | self.reached

    def side_at(self, sign: int, row: int) -> set[int]:
        """What a total of one side may be on a row: all of it or, behind the first entry, a part;
        nought only where the row's page, heading or day has nothing of that side."""
        whole = {self.sides()[sign]}
        if row <= self.first:
            return whole
        rows = self._offered.lexed.rows
        near = [("page", rows[row].page), ("heading", heading_above(self._offered, row)[0])]
        if self.inside(row):
            above = [entry for entry in self._offered.entries if entry.row < row]
            near.append(("day", sum(entry.day is not None for entry in above)))
        empty = any(self._parts[key][sign] == 0 for key in near if key in self._parts)
        return whole | self.parts[sign] | ({0} if empty else set())

    def _allowed_end(self, meaning: str, row: int) -> set[int]:
        """The values that the opening or the closing balance may have on a row."""
        own = self.opening if meaning == "opening" else self.closing
        if self.inside(row) or own is None:
            return self.at(row) | ({own} if own is not None else self.ends)
        # The last page may bring forward what the one before it has closed with.
        return self.ends if meaning == "opening" and row > self.last else {own}

    def under_headings(self, sign: int) -> set[int]:
        """What the entries under each heading of one direction come to."""
        found: Counter[int] = Counter()
        for entry, amount in zip(self._offered.entries, self._sums.amounts, strict=True):
            heading, said = heading_above(self._offered, entry.row)
            if said == sign:
                found[heading] += amount
        return {abs(value) for value in found.values()}

    def _parts_of_the_rows(self) -> dict[tuple[str, int], dict[int, int]]:
        """What comes in (+1) and goes out (-1) on each page, up to its end, under each heading,
        each day: 0 where one of these has nothing of a side."""
        parts: defaultdict[tuple[str, int], dict[int, int]] = defaultdict(lambda: {1: 0, -1: 0})
        upto, page, day = {1: 0, -1: 0}, 0, 0
        for entry, amount in zip(self._offered.entries, self._sums.amounts, strict=True):
            row = self._offered.lexed.rows[entry.row]
            if page and row.page != page:
                parts["up to", page] = dict(upto)
            page = row.page
            day += entry.day is not None
            side = 1 if amount > 0 else -1
            upto[side] += abs(amount)
            heading, _ = heading_above(self._offered, entry.row)
            for part in (("page", page), ("heading", heading), ("day", day)):
                parts[part][side] += abs(amount)
        return dict(parts)
