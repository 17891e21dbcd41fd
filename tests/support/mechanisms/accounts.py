"""Accounts with rows that add up, and the sheets of paper on which several are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from random import Random

from babel.dates import format_date

from db.words import AccountKind
from fixtures.sheet import Sheet
from pipeline.words import DocumentPages
from tests.support.attacks.case import Case, Family, Row, Truth, Unjudged
from tests.support.generated.words import pages_of

STEP = 13.0


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
    currency: str | Unjudged | None
    kind: AccountKind | None = AccountKind.CHECKING
    mask: str | Unjudged | None = ""
    dated: bool = True

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
        digits = "".join(filter(str.isdigit, self.number))[-4:] or None
        return Truth(
            rows=tuple(Row(e.date, e.amount) for e in self.entries),
            opening=self.opening,
            closing=self.closing,
            period=(self.start, self.end) if self.dated else None,
            currency=self.currency,
            mask=digits if self.mask == "" else self.mask,
            kind=self.kind,
            never=never,
        )


def account(
    random: Random,
    number: str,
    month: date,
    count: int,
    payees: Sequence[str],
    *,
    opening: int | None = None,
    currency: str | Unjudged | None = None,
    kind: AccountKind | None = AccountKind.CHECKING,
    mask: str | None = "",
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
        kind=kind, mask=mask,
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


def left(x: float, text: str) -> tuple[float, str]:
    """Text that begins at ``x``."""
    return x, text


def right(x: float, text: str) -> tuple[float, str]:
    """Text that ends at ``x``."""
    return -x, text


class Leaves:
    """Sheets being written from the top; a new one begins where asked."""

    def __init__(self, size: float = 8.5, step: float = STEP) -> None:
        self.sheets: list[Sheet] = []
        self._size, self._step = size, step
        self.turn()

    def turn(self, top: float = 45.0) -> None:
        """Begin another page."""
        self.sheets.append(Sheet(size=self._size))
        self._y = top

    def line(self, *cells: tuple[float, str], size: float | None = None, gap: float = 0.0) -> None:
        """One line: each cell's text begins at its x, or ends there if that is negative."""
        self._y += gap
        if self._y > 800:
            self.turn()
        for x, text in cells:
            write = self.sheets[-1].text if x >= 0 else self.sheets[-1].right
            write(abs(x), self._y, text, size=size)
        self._y += self._step

    def lines(self, *texts: str, x: float = 45.0, gap: float = 0.0) -> None:
        """Lines below each other."""
        for place, text in enumerate(texts):
            self.line((x, text), gap=0.0 if place else gap)

    def space(self, points: float = STEP) -> None:
        """Leave room."""
        self._y += points

    def foot(self, text: str, x: float = 45.0) -> None:
        """A line at the page's foot."""
        self.sheets[-1].text(x, 825, text, size=7)

    @property
    def pages(self) -> DocumentPages:
        """The words of all sheets."""
        return pages_of(self.sheets)


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


Made = tuple[list[Account], DocumentPages, list[str]]
"""The accounts printed, the pages, and of each account a word whose change spoils it alone."""
Layout = Callable[[Random], Made]


def cases_of(family: str, name: str, layout: Layout, random: Random) -> list[Case]:
    """A layout as it is; with the word of one account changed, so that the others stay proven; and
    the same where nobody asks for the others."""
    seed = random.random()
    accounts, pages, words = layout(Random(seed))
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


def family(name: str, *layouts: Layout) -> Family:
    """The cases of all these layouts."""

    def cases(random: Random) -> Iterator[Case]:
        for layout in layouts:
            title = layout.__name__.strip("_").replace("_", " ")
            yield from cases_of(name, title, layout, random)

    return cases
