"""A bank's statement with its truth: what a person reads on it, line by line, and the ledger."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

_PAYEES = (
    ("Corner coffee bar", -1),
    ("Salary Meridian Works", 1),
    ("Rent flat Hafenstrasse", -1),
    ("City gym", -1),
    ("Harbour book shop", -1),
    ("Night train to the coast", -1),
    ("Refund from the tailor", 1),
    ("Water and light", -1),
    ("Pharmacy at the gate", -1),
    ("Transfer from a friend", 1),
)

DATE, OUT, IN, BALANCE = 12, 62, 78, 96
"""Where a column begins (dates), or ends (figures), in characters."""


@dataclass(frozen=True, slots=True)
class Row:
    """One true entry, in minor units; ``balance`` is what the account holds after it."""

    date: date
    payee: str
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Truth:
    """What a statement says. Money is minor units in the holder's sign."""

    rows: tuple[Row, ...]
    opening: int
    start: date
    end: date
    mask: str
    bank: str = "Northgate Bank"
    currency: str = "EUR"

    @property
    def closing(self) -> int:
        """What the account holds at the end."""
        return self.opening + sum(row.amount for row in self.rows)


@dataclass(frozen=True, slots=True)
class Printed:
    """One printed line: the entry that it is, as ``(date, out, in, balance)`` in its own words, and
    the facts that it says, as name and words."""

    text: str
    row: tuple[str, str, str, str] | None = None
    facts: tuple[tuple[str, str], ...] = ()


def truth(seed: int, count: int, opening: int | None = None) -> Truth:
    """A month of made-up entries, each payee's with its own direction, no two amounts alike."""
    dice = random.Random(seed)
    start = date(2026, dice.randrange(1, 10), 1)
    end = (start + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    held = opening if opening is not None else dice.randrange(150_000, 900_000)
    days = sorted(dice.randrange(0, (end - start).days + 1) for _ in range(count))
    amounts = dice.sample(range(305, 90_000), count)
    rows: list[Row] = []
    balance = held
    for day, amount in zip(days, amounts, strict=True):
        # The account is never overdrawn: how a debt is printed is another matter.
        payee, sign = dice.choice([each for each in _PAYEES if balance + each[1] * amount > 0])
        balance += sign * amount
        rows.append(Row(start + timedelta(days=day), payee, sign * amount, balance))
    return Truth(tuple(rows), held, start, end, f"{dice.randrange(1000, 10_000)}")


def figure(minor: int, point: str = ".", group: str = ",") -> str:
    """The amount without its sign, as banks print it."""
    whole, part = divmod(abs(minor), 100)
    return f"{whole:,}".replace(",", group) + f"{point}{part:02}"


def cells(row: Row, day: str, amount: str, balance: str = "") -> tuple[str, str, str, str]:
    """What an entry's words are, by its direction."""
    return (day, amount, "", balance) if row.amount < 0 else (day, "", amount, balance)


def opening_line(text: str, words: str) -> Printed:
    """A line that says what the account held before."""
    return Printed(text, facts=(("opening_balance", words),))


def closing_line(text: str, words: str) -> Printed:
    """A line that says what it holds at the end."""
    return Printed(text, facts=(("closing_balance", words),))


def entries(truth: Truth, without: Sequence[int] = ()) -> Iterator[tuple[date, int, str]]:
    """The ledger's entries: those of the statement, less some that nobody has entered."""
    for place, row in enumerate(truth.rows):
        if place not in without:
            yield row.date, row.amount, row.payee


def heading(said: Truth, day: str = "%d/%m/%Y") -> Iterator[Printed]:
    """Who, which account, and from when to when."""
    yield Printed(f"{said.bank}      Current account      Account number 4400{said.mask}")
    period = f"{said.start.strftime(day)} to {said.end.strftime(day)}"
    yield Printed(f"Statement period {period}      Currency {said.currency}")


def in_table(row: Row, day: str) -> str:
    """An entry whose words stand in their columns."""
    out, in_ = (figure(row.amount), "") if row.amount < 0 else ("", figure(row.amount))
    return in_columns(day, row.payee, out, in_, figure(row.balance))


def in_columns(day: str, text: str, out: str = "", in_: str = "", balance: str = "") -> str:
    """Texts from the left, figures up to where their column ends."""
    line = f"{day:<{DATE}}{text:<{OUT - DATE - 12}}"
    for figure_, end in ((out, OUT), (in_, IN), (balance, BALANCE)):
        if figure_:
            line = f"{line:<{end - len(figure_)}}{figure_}"
    return line
