"""Banks' pages as their own countries print them, honest or with one amount changed.

``texts/countries.json`` holds them by family. ``head`` are the lines above the table: texts with
the places of their left edges, or less than 0 those of the right ones. ``columns`` are places and
headings by the names of cells (``date``, ``value``, ``text``, ``out``, ``in``, ``amount``,
``mark``, ``balance``), ``marks`` say out and in, ``ends`` label the balances in the table, if they
are there. ``day`` and ``money`` are how a row's are written, ``span`` how the head writes days.
"""

import datetime
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from fixtures.figures import lakh
from fixtures.sheet import Sheet
from fixtures.typefaces import WIDE
from tests.support.attacks.case import Case, Row, Truth
from tests.support.generated.calendars import dated
from tests.support.generated.words import pages_of

STEP = 15.0


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
    """One bank's page, as it is kept."""

    key: str
    head: list[list[tuple[float, str]]]
    columns: dict[str, tuple[float, str]]
    day: list[str]
    money: list[Any]
    payees: list[str]
    span: list[str] | None = None
    ends: tuple[str, str] = ("", "")
    marks: tuple[str, str] = ("", "")
    digits: str = "0123456789"
    exponent: int = 2
    leftward: bool = False
    visual: bool = False

    def figure(self, minor: int) -> str:
        """An amount in the bank's groups of digits."""
        if self.money == ["lakhs"]:
            return self._written(lakh(Decimal(minor).scaleb(-2)))
        group, point, *more = self.money
        plain = f"{Decimal(abs(minor)).scaleb(-2):,.{more[0] if more else 2}f}"
        text = plain.translate(str.maketrans({",": group, ".": point}))
        if minor < 0:
            text = f"{text}-" if "behind" in more else f"-{text}"
        return self._written(text)

    def on(self, when: date, how: list[str] | None = None) -> str:
        """A day by a CLDR pattern, in a language and a calendar."""
        pattern, code, calendar = (*(how or self.day), "")[:3]
        return self._written(dated(when, pattern, calendar, code))

    def _written(self, text: str) -> str:
        return text.translate(str.maketrans("0123456789", self.digits))


def cases(family: str, kept: list[dict[str, Any]], random: Random) -> Iterator[Case]:
    """Each layout as it is, and with one amount that is not what the balances say."""
    for layout in (Layout(**each) for each in kept):
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
        never="an amount is not what was booked" if changed is not None else "",
        exponent=layout.exponent,
    )
    return Case(family, f"{layout.key}: {name}", pages, truth, provable=changed is None)


def _sheet(layout: Layout, book: Book, changed: int | None) -> Sheet:
    sheet = Sheet(WIDE, 8.0)
    y = 40.0
    named = {
        "start": layout.on(book.start, layout.span), "end": layout.on(book.end, layout.span),
        "opening": layout.figure(book.opening), "closing": layout.figure(book.closing),
        "came": layout.figure(book.total(1)), "went": layout.figure(book.total(-1)),
    }  # fmt: skip
    for cells in layout.head:
        _line(sheet, y, ((x, text.format_map(named)) for x, text in cells))
        y += STEP
    y += STEP
    _line(sheet, y, layout.columns.values())
    for texts in _table(layout, book, changed):
        y += STEP
        _line(sheet, y, ((layout.columns[n][0], text) for n, text in texts.items() if text))
    return sheet


def _line(sheet: Sheet, y: float, cells: Iterable[tuple[float, str]]) -> None:
    for x, text in cells:
        if x < 0:
            sheet.right(-x, y, text)
        else:
            sheet.text(x, y, text)


def _table(layout: Layout, book: Book, changed: int | None) -> Iterator[dict[str, str]]:
    opening, closing = layout.ends
    if opening:
        yield {"text": opening, "balance": layout.figure(book.opening)}
    yield from _rows(layout, book, changed)
    if closing:
        yield {"text": closing, "balance": layout.figure(book.closing)}


def _rows(layout: Layout, book: Book, changed: int | None) -> Iterator[dict[str, str]]:
    balance = book.opening
    for place, entry in enumerate(book.entries):
        balance += entry.amount
        amount = abs(entry.amount) + (10_000 if place == changed else 0)
        goes_out = entry.amount < 0
        cells = {"date": layout.on(entry.date), "text": entry.text}
        if "value" in layout.columns:
            cells["value"] = layout.on(entry.date)
        if "out" in layout.columns:
            cells["out" if goes_out else "in"] = layout.figure(amount)
        elif "mark" in layout.columns:
            cells |= {"amount": layout.figure(amount), "mark": layout.marks[not goes_out]}
        else:
            cells["amount"] = layout.figure(-amount if goes_out else amount)
        yield cells | {"balance": layout.figure(balance)}


_KEPT: Final = json.loads((Path(__file__).parent / "texts" / "countries.json").read_text("utf-8"))
MECHANISMS: Final = {name: partial(cases, name, kept) for name, kept in _KEPT.items()}
