"""A bank's page as its own country prints it, honest or with one amount changed."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from db.words import AccountKind
from fixtures.sheet import Sheet
from fixtures.typefaces import WIDE
from tests.support.attacks.case import Case, Row, Truth
from tests.support.generated.words import pages_of

STEP = 15.0
Cells = tuple[tuple[float, str], ...]
"""Texts with the place of their left edge, or less than 0 that of their right one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row; its amount is in minor units and negative if it goes out."""

    date: datetime.date
    text: str
    amount: int


@dataclass(frozen=True, slots=True)
class Book:
    """What is true of a statement."""

    start: date
    end: date
    opening: int
    entries: tuple[Entry, ...]

    @property
    def closing(self) -> int:
        """The balance after all rows."""
        return self.opening + sum(each.amount for each in self.entries)

    def total(self, sign: int) -> int:
        """What came in (+1) or went out (-1)."""
        return sum(abs(each.amount) for each in self.entries if each.amount * sign > 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One bank's page. ``head`` and ``foot`` make its free lines; ``columns`` are headings and
    places by the names of cells (``date``, ``value``, ``text``, ``out``, ``in``, ``amount``,
    ``mark``, ``balance``); ``marks`` say out and in; ``opening`` and ``closing`` label rows of the
    table, if any."""

    key: str
    head: Callable[[Book], tuple[Cells, ...]]
    columns: Mapping[str, tuple[float, str]]
    money: Callable[[int], str]
    day: Callable[[date], str]
    payees: tuple[str, ...]
    currency: str
    mask: str | None = None
    opening: str = ""
    closing: str = ""
    marks: tuple[str, str] = ("", "")
    foot: Callable[[Book], tuple[Cells, ...]] = field(default=lambda _: ())
    exponent: int = 2
    kind: AccountKind | None = None
    leftward: bool = False
    visual: bool = False
    newest_first: bool = False


def cases(family: str, layouts: tuple[Layout, ...], random: Random) -> Iterator[Case]:
    """Each layout as it is, and with one amount that is not what the balances say."""
    for layout in layouts:
        book = _book(layout, random)
        yield _case(family, layout, book, "as printed", None)
        yield _case(family, layout, book, "an amount is changed", random.randrange(4))


def _book(layout: Layout, random: Random) -> Book:
    start = date(2025, random.choice((1, 3, 5, 7)), 1)
    end = date(2025, start.month + 1, 1) - timedelta(days=1)
    unit = 1 if layout.exponent else 100
    days = sorted(random.sample(range(1, 28), 6))
    entries = tuple(
        Entry(
            start + timedelta(days=day),
            layout.payees[place % len(layout.payees)],
            random.randrange(1_000, 3_000_000) * unit * (1 if place % 3 == 1 else -1),
        )
        for place, day in enumerate(days)
    )
    return Book(start, end, random.randrange(20_000_000, 90_000_000) * unit, entries)


def _case(family: str, layout: Layout, book: Book, name: str, changed: int | None) -> Case:
    sheet = _sheet(layout, book, changed)
    pages = pages_of([sheet], leftward=layout.leftward, visual=layout.visual)
    scale = 1 if layout.exponent else 100
    truth = Truth(
        rows=tuple(Row(e.date, e.amount // scale, None) for e in book.entries),
        opening=book.opening // scale,
        closing=book.closing // scale,
        period=(book.start, book.end),
        currency=layout.currency,
        mask=layout.mask,
        kind=layout.kind,
        never="an amount is not what was booked" if changed is not None else "",
        exponent=layout.exponent,
    )
    return Case(family, f"{layout.key}: {name}", pages, truth, provable=changed is None)


def _sheet(layout: Layout, book: Book, changed: int | None) -> Sheet:
    sheet = Sheet(WIDE, 8.0)
    y = 40.0
    for cells in layout.head(book):
        _line(sheet, y, cells)
        y += STEP
    y += STEP
    _line(sheet, y, tuple(layout.columns.values()))
    for texts in _table(layout, book, changed):
        y += STEP
        _line(sheet, y, tuple((layout.columns[n][0], text) for n, text in texts.items() if text))
    y += STEP
    for cells in layout.foot(book):
        y += STEP
        _line(sheet, y, cells)
    return sheet


def _line(sheet: Sheet, y: float, cells: Cells) -> None:
    for x, text in cells:
        if x < 0:
            sheet.right(-x, y, text)
        else:
            sheet.text(x, y, text)


def _table(layout: Layout, book: Book, changed: int | None) -> Iterator[dict[str, str]]:
    rows = list(_rows(layout, book, changed))
    first = [{"text": layout.opening, **_standing(layout, book.opening)}] * bool(layout.opening)
    last = [{"text": layout.closing, **_standing(layout, book.closing)}] * bool(layout.closing)
    yield from [*last, *rows[::-1], *first] if layout.newest_first else [*first, *rows, *last]


def _standing(layout: Layout, balance: int) -> dict[str, str]:
    name = "balance" if "balance" in layout.columns else "amount"
    return {name: layout.money(balance)}


def _rows(layout: Layout, book: Book, changed: int | None) -> Iterator[dict[str, str]]:
    balance = book.opening
    for place, entry in enumerate(book.entries):
        balance += entry.amount
        amount = abs(entry.amount) + (10_000 if place == changed else 0)
        goes_out = entry.amount < 0
        cells = {"date": layout.day(entry.date), "text": entry.text}
        if "value" in layout.columns:
            cells["value"] = layout.day(entry.date)
        if "out" in layout.columns:
            cells["out" if goes_out else "in"] = layout.money(amount)
        elif "mark" in layout.columns:
            cells |= {"amount": layout.money(amount), "mark": layout.marks[not goes_out]}
        else:
            cells["amount"] = layout.money(-amount if goes_out else amount)
        if "balance" in layout.columns:
            cells["balance"] = layout.money(balance)
        yield cells
