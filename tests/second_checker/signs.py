"""The signed money of a statement (section 8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from tests.second_checker.entries import Entry, Money
from tests.second_checker.regions import Regions
from tests.second_checker.statement import Statement
from tests.second_checker.tables import constant

_SIDES = {"debit": -1, "credit": 1}


def _marked(money: Money) -> bool:
    """Whether a figure says its side itself."""
    return bool(money.text.mark) or money.text.sign < 0


@dataclass(frozen=True)
class Signed:
    """Amounts and balances in the holder's sign."""

    regions: Regions

    @property
    def statement(self) -> Statement:
        return self.regions.statement

    @cached_property
    def opening(self) -> int | None:
        return self._end(self.statement.opening)

    @cached_property
    def closing(self) -> int | None:
        return self._end(self.statement.closing)

    @cached_property
    def in_time(self) -> list[int]:
        """The numbers of the entries, as time has them."""
        order = list(range(len(self.statement.entries)))
        return order[::-1] if self.statement.convention.newest_first else order

    @cached_property
    def balances(self) -> tuple[int | None, ...]:
        """The balance printed beside each entry."""
        return tuple(
            self.balance(entry.balance) if entry.balance else None
            for entry in self.statement.entries
        )

    def balance(self, money: Money) -> int:
        if money.text.mark:
            return money.text.mark * money.value
        base = self.statement.convention.balance_base
        return (money.text.sign or 1) * base * money.value

    def _end(self, money: Money | None) -> int | None:
        if money is None:
            return None
        side = self._side_of_end(money)
        return self.balance(money) if side is None else side * money.value

    def _side_of_end(self, money: Money) -> int | None:
        """The side in whose column an end stands, where no balances have one."""
        entries = self.statement.entries
        if self.statement.convention.signs != "columns" or _marked(money) or not entries:
            return None
        if any(entry.balance for entry in entries):
            return None
        first, last = entries[0].at, entries[-1].at
        if not first - _near() <= money.at <= last + _near():
            return None
        for side, sign in _SIDES.items():
            own = [e.amount.figure for e in entries if e.side == side]
            if own and min(f.x0 for f in own) <= money.figure.middle <= max(f.x1 for f in own):
                return sign
        return None

    @cached_property
    def amounts(self) -> tuple[int, ...]:
        """What each entry adds."""
        if self.statement.convention.signs == "balance":
            return self._by_balances()
        return tuple(self._sign(entry) * entry.amount.value for entry in self.statement.entries)

    def _sign(self, entry: Entry) -> int:
        if entry.side != "amount":
            return _SIDES[entry.side] * self._turned(entry, self._of_side(entry.side), _own_minus)
        if entry.amount.text.mark:
            return entry.amount.text.mark
        signs = self.statement.convention.signs
        own = entry.amount.text.sign
        if signs == "direction" and entry.direction:
            return entry.direction * (own or 1)
        if signs == "plus":
            return 1 if (own or entry.direction or 0) > 0 else -1
        heading = self.regions.heading_above(entry.at)
        if signs == "section" and heading is not None:
            sign = self.regions.headings[heading]
            return sign * self._turned(entry, self._under(sign), _minus)
        return (own or 1) * self.statement.convention.base

    def _of_side(self, side: str) -> list[Entry]:
        return [entry for entry in self.statement.entries if entry.side == side]

    def _under(self, sign: int) -> list[Entry]:
        return [
            entry
            for entry in self.statement.entries
            if (above := self.regions.heading_above(entry.at)) is not None
            and self.regions.headings[above] == sign
        ]

    @staticmethod
    def _turned(entry: Entry, others: Sequence[Entry], minus: Callable[[Entry], bool]) -> int:
        """-1 for a minus where it is not the rule, and for none where it is."""
        usual = 2 * sum(map(minus, others)) > len(others)
        return 1 if minus(entry) == usual else -1

    def _by_balances(self) -> tuple[int, ...]:
        found = [entry.amount.value for entry in self.statement.entries]
        before = self.opening
        for number in self.in_time:
            value, beside = found[number], self.balances[number]
            if beside is not None and before is not None and before - value == beside:
                found[number] = -value
            if beside is not None:
                before = beside
            elif before is not None:
                before += found[number]
        return tuple(found)

    @cached_property
    def after(self) -> tuple[int | None, ...]:
        """The balance after each entry, in printed order."""
        if self.opening is None:
            return (None,) * len(self.amounts)
        running = accumulate((self.amounts[n] for n in self.in_time), initial=self.opening)
        by_number = dict(zip(self.in_time, list(running)[1:], strict=True))
        return tuple(by_number[number] for number in range(len(self.amounts)))

    @property
    def came(self) -> int:
        return sum(amount for amount in self.amounts if amount > 0)

    @property
    def went(self) -> int:
        return -sum(amount for amount in self.amounts if amount < 0)


def _near() -> int:
    return int(constant("signs", "_NEAR"))


def _own_minus(entry: Entry) -> bool:
    return entry.amount.text.sign < 0


def _minus(entry: Entry) -> bool:
    """Whether an amount has a minus, its own or else its direction's."""
    return (entry.amount.text.sign or entry.direction or 0) < 0
