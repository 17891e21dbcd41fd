"""Accounts with rows that add up, and the sheets of paper on which several are printed."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final

from babel.dates import format_date

from db.words import AccountKind
from fixtures.sheet import Sheet
from pipeline.words import DocumentPages
from tests.support.attacks.case import Case, Row, Truth
from tests.support.generated.words import pages_of


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: minor units in the holder's sign."""

    date: date
    text: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What is true of one statement."""

    number: str
    start: date
    end: date
    opening: int
    entries: tuple[Entry, ...]
    currency: str

    @property
    def running(self) -> list[int]:
        """The balance after each entry."""
        return list(accumulate((e.amount for e in self.entries), initial=self.opening))[1:]

    @property
    def closing(self) -> int:
        """The balance after all entries."""
        return self.opening + sum(each.amount for each in self.entries)

    @property
    def came(self) -> int:
        """What came in."""
        return sum(e.amount for e in self.entries if e.amount > 0)

    @property
    def went(self) -> int:
        """What went out, without its sign."""
        return -sum(e.amount for e in self.entries if e.amount < 0)

    def truth(self, never: str = "") -> Truth:
        """What a person sees; ``never`` says why it may not be proven."""
        return Truth(rows=tuple(Row(e.date, e.amount) for e in self.entries), never=never)


def account(
    random: Random,
    number: str,
    month: date,
    count: int,
    payees: Sequence[str],
    *,
    opening: int | None,
    currency: str,
    kind: AccountKind,
) -> Account:
    """A month of an account: distinct amounts, in the order of their days; a card owes. Money of a
    payee with a plus comes in."""
    end = (month.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    debt = kind in (AccountKind.CARD, AccountKind.LOAN)
    if opening is None:
        opening = -random.randint(300_000, 900_000) if debt else random.randint(150_000, 900_000)
    days = sorted(random.choices(range(1, (end - month).days), k=count))
    values = random.sample(range(1_11, 190_99), count)
    turn = random.randrange(len(payees))
    named = [payees[(place + turn) % len(payees)] for place in range(count)]
    entries = tuple(
        Entry(month + timedelta(days=day), name.strip("+"), value * 7 if "+" in name else -value)
        for name, day, value in zip(named, days, values, strict=True)
    )
    return Account(
        number=number, start=month, end=end, opening=opening, entries=entries, currency=currency,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """How a bank prints days and figures."""

    locale: str
    day: str
    full: str
    marks: str = ",."
    minus: str = "-{}"
    plus: str = "{}"
    sign: str = "{}"

    def on(self, when: date) -> str:
        """A row's date."""
        return str(format_date(when, self.day, locale=self.locale))

    def long(self, when: date) -> str:
        """A date in a heading."""
        return str(format_date(when, self.full, locale=self.locale))

    def bare(self, minor: int) -> str:
        """A figure without sign and currency."""
        group, point = self.marks[0].replace("_", ""), self.marks[1]
        whole, part = divmod(abs(minor), 100)
        return f"{whole:,}".replace(",", group) + f"{point}{part:02}"

    def signed(self, minor: int) -> str:
        """A figure with its sign."""
        return (self.minus if minor < 0 else self.plus).format(self.bare(minor))

    def money(self, minor: int) -> str:
        """A figure with its currency, as boxes print it."""
        return self.sign.format(self.signed(minor))


class Leaves:
    """Sheets being written from the top; a new one begins where asked."""

    def __init__(self, step: float) -> None:
        self.sheets: list[Sheet] = []
        self._step = step
        self.turn()

    def turn(self) -> None:
        """Begin another page, unless this one is empty."""
        if not self.sheets or self.sheets[-1].ink:
            self.sheets.append(Sheet(size=8.5))
            self._y = 45.0

    def line(self, *cells: tuple[float, str], size: float | None = None, gap: float = 0.0) -> None:
        """One line: each cell's text begins at its x, or ends there if that is negative."""
        self._y += gap
        if self._y > 800:
            self.turn()
        for x, text in cells:
            write = self.sheets[-1].text if x >= 0 else self.sheets[-1].right
            write(abs(x), self._y, text, size=size)
        self._y += self._step

    def foot(self, text: str, x: float) -> None:
        """A line at the page's foot."""
        self.sheets[-1].text(x, 825, text, size=7)

    @property
    def pages(self) -> DocumentPages:
        """The words of all sheets."""
        return pages_of(self.sheets)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How a bank prints an account's rows: its headings from left to right, and its ends' labels.

    With five headings money out and in have a column each; without a balance heading no running
    balance is printed.
    """

    style: Style
    heads: list[str]
    opening: str = ""
    closing: str = ""
    balance: bool = True
    text_at: float = 125.0
    edges: Sequence[float] = (395.0, 472.0, 550.0)
    owed: bool = False

    def print(self, leaves: Leaves, each: Account) -> None:
        """The header, the ends and the rows."""
        heads = zip(self._edges, self.heads[2:], strict=True)
        cells = ((45, self.heads[0]), (self.text_at, self.heads[1]))
        leaves.line(*cells, *((-x, head) for x, head in heads), gap=8)
        self._end(leaves, self.opening, each.opening)
        self.rows(leaves, each)
        self._end(leaves, self.closing, each.closing)

    def rows(self, leaves: Leaves, each: Account) -> None:
        """The rows alone."""
        money = self._edges[:-1] if self.balance else self._edges
        for entry, balance in zip(each.entries, each.running, strict=True):
            x = money[0] if entry.amount < 0 else money[-1]
            beside = [(-self._edges[-1], self.said(balance))] if self.balance else []
            cells = ((45, self.style.on(entry.date)), (self.text_at, entry.text))
            leaves.line(*cells, (-x, self.amount(entry.amount)), *beside)

    @property
    def _edges(self) -> Sequence[float]:
        return self.edges[-(len(self.heads) - 2) :]

    def said(self, minor: int) -> str:
        """A figure in the bank's own sign: what is owed is printed as positive."""
        return self.style.signed(-minor if self.owed else minor)

    def amount(self, minor: int) -> str:
        """An amount as its column prints it."""
        sides = len(self.heads) - 2 - self.balance == 2
        return self.style.bare(minor) if sides else self.said(minor)

    def _end(self, leaves: Leaves, label: str, value: int) -> None:
        if label:
            leaves.line((self.text_at, label), (-self._edges[-1], self.said(value)))


def with_word(pages: DocumentPages, old: str, new: str, place: int = 0) -> DocumentPages:
    """The pages with one word changed: the one of this text at that place among its likes."""
    spots = [
        (number, at)
        for number, page in enumerate(pages.pages)
        for at, word in enumerate(page.words)
        if word.text == old
    ]
    number, at = spots[place]
    page = pages.pages[number]
    words = list(page.words)
    words[at] = words[at]._replace(text=new)
    changed = replace(page, words=tuple(words), rows=())
    return replace(pages, pages=(*pages.pages[:number], changed, *pages.pages[number + 1 :]))


def other_digit(text: str) -> str:
    """The same figure with its last digit changed."""
    at = max(i for i, char in enumerate(text) if char.isdigit())
    return f"{text[:at]}{(int(text[at]) + 3) % 10}{text[at + 1 :]}"


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount that is written as a method of the style has it, with a minus before it turned."""

    style: Style
    minor: int

    def __format__(self, spec: str) -> str:
        minor = -self.minor if spec[0] == "-" else self.minor
        return str(getattr(self.style, spec.lstrip("-"))(minor))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a bank prints accounts together. ``accounts`` are number, month, count of rows (or of
    each month's in a row), payees and what else is true; the n-th has the n-th table, or the last.

    ``page`` is lines of places and texts, the ``table`` or its ``rows`` alone, a ``turn`` of the
    page, a ``foot``, or a page for each of the accounts, or for those that it is ``of``. ``spoilt``
    tells how the word is written that is changed, in the n-th row or of the closing balance.
    """

    name: str
    style: dict[str, str]
    tables: list[dict[str, Any]]
    accounts: list[tuple[str, str, int | list[int], list[str], dict[str, str]]]
    page: list[Any]
    spoilt: str
    spoilt_row: int = 1
    titles: list[str] = field(default_factory=list)
    step: float = 13.0

    def made(self, random: Random) -> list[Account]:
        """The accounts, with rows."""
        found: list[Account] = []
        for number, month, counts, payees, more in self.accounts:
            facts: dict[str, Any] = dict(more) | {"kind": AccountKind(more.get("kind", "checking"))}
            first = date.fromisoformat(month)
            for place, count in enumerate(counts if isinstance(counts, list) else [counts]):
                years, months = divmod(first.month - 1 + place, 12)
                facts["opening"] = found[-1].closing if place else None
                start = date(first.year + years, months + 1, 1)
                found.append(account(random, number, start, count, payees, **facts))
        return found

    def printed(self, made: list[Account]) -> tuple[DocumentPages, list[str]]:
        """The pages, and of each account a word whose change spoils it alone."""
        style = Style(**self.style)
        tables = [
            Table(**{**each, "style": replace(style, **each.get("style", {}))})
            for each in self.tables
        ]
        beside = [tables[min(place, len(tables) - 1)] for place in range(len(made))]
        leaves = Leaves(self.step)
        self._print(leaves, self.page, made, beside, range(1))
        return leaves.pages, [
            self._word(each, table) for each, table in zip(made, beside, strict=True)
        ]

    def _print(
        self,
        leaves: Leaves,
        page: list[Any],
        made: list[Account],
        tables: list[Table],
        places: Iterable[int],
    ) -> None:
        for place in places:
            facts = self._facts(made, place)
            for each in page:
                if each == "turn":
                    leaves.turn()
                elif each == "table":
                    tables[place].print(leaves, made[place])
                elif each == "rows":
                    tables[place].rows(leaves, made[place])
                elif isinstance(each, list):
                    cells = [(x[0], x[1].format_map(facts)) for x in each if isinstance(x, list)]
                    leaves.line(*cells, **(each[-1] if isinstance(each[-1], dict) else {}))
                elif "foot" in each:
                    leaves.foot(each["foot"].format_map(facts), each["x"])
                else:
                    of = each.get("of", range(len(made)))
                    self._print(leaves, each["page"], made, tables, of)

    def _facts(self, made: list[Account], place: int) -> dict[str, Any]:
        style, each = Style(**self.style), made[place]
        figures = {
            "opening": each.opening, "closing": each.closing, "came": each.came, "went": each.went,
            "all_opening": sum(one.opening for one in made),
            "all_closing": sum(one.closing for one in made),
        }  # fmt: skip
        return {
            "number": each.number, "currency": each.currency, "place": place + 1,
            "title": self.titles[place] if self.titles else "",
            "start": style.long(each.start), "end": style.long(each.end),
            **{name: Figure(style, minor) for name, minor in figures.items()},
        }  # fmt: skip

    def _word(self, each: Account, table: Table) -> str:
        if not self.spoilt or not each.entries:
            return ""
        if self.spoilt == "closing":
            return table.style.money(each.closing)
        written = table.amount if self.spoilt == "amount" else getattr(table.style, self.spoilt)
        return str(written(each.entries[self.spoilt_row].amount)).split()[-1]


def cases_of(family: str, layout: Layout, random: Random) -> list[Case]:
    """A layout as it is; with the word of one account changed, so that the others stay proven; and
    the same where nobody asks for the others."""
    accounts, name = layout.made(Random(random.random())), layout.name
    pages, words = layout.printed(accounts)
    truths = [each.truth() for each in accounts]
    found = [Case(family, name, pages, truths[0], True, tuple(truths[1:]))]
    for at, word in enumerate(words):
        if not word:
            continue
        spoilt = with_word(pages, word, other_digit(word))
        told = [
            each.truth("a figure of it was changed" if place == at else "")
            for place, each in enumerate(accounts)
        ]
        text = f"{name}, {word} of account {at + 1} changed"
        found.append(Case(family, text, spoilt, told[0], False, tuple(told[1:])))
        if len(accounts) > 1:
            text = f"{text}, the others as they are"
            found.append(Case(family, text, spoilt, told[0], True, tuple(told[1:])))
    return found


def _family(name: str, kept: list[dict[str, Any]], random: Random) -> Iterator[Case]:
    for each in kept:
        yield from cases_of(name, Layout(**each), random)


_KEPT: Final = json.loads((Path(__file__).parent / "texts" / "accounts.json").read_text("utf-8"))
MECHANISMS: Final = {name: partial(_family, name, kept) for name, kept in _KEPT.items()}
