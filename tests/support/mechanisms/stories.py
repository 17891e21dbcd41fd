"""A statement's story, and layouts that print it as on a typewriter: honest, and with one damage.

A layout is a function of a story and of ``off``: by how many minor units the figure that the
mechanism is about is printed wrongly, nothing on an honest page.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from random import Random
from typing import Final, TypeAlias

from db.words import AccountKind
from tests.support.attacks.case import Case, Family, Row, Truth
from tests.support.mechanisms.pages import printed
from tests.support.typewritten import document

WRONG: Final = "a printed figure contradicts the rows"
Page: TypeAlias = "str | Iterable[Page]"


@dataclass(frozen=True, slots=True)
class Entry:
    """One row, in the holder's sign; ``value`` is its second date."""

    date: datetime.date
    text: str
    amount: int
    value: datetime.date


@dataclass(frozen=True, slots=True)
class Story:
    """What is true of one statement."""

    start: date
    end: date
    opening: int
    entries: tuple[Entry, ...]

    @property
    def came(self) -> int:
        """What came in."""
        return sum(each.amount for each in self.entries if each.amount > 0)

    @property
    def went(self) -> int:
        """What went out, without its sign."""
        return -sum(each.amount for each in self.entries if each.amount < 0)

    @property
    def closing(self) -> int:
        """The balance after all entries."""
        return self.opening + self.came - self.went

    @property
    def after(self) -> list[int]:
        """The balance after each entry."""
        return list(accumulate((each.amount for each in self.entries), initial=self.opening))[1:]

    @property
    def credits(self) -> list[Entry]:
        """The entries that came in."""
        return [each for each in self.entries if each.amount > 0]

    @property
    def debits(self) -> list[Entry]:
        """The entries that went out."""
        return [each for each in self.entries if each.amount < 0]

    @property
    def booked(self) -> list[tuple[Entry, int]]:
        """Each entry with the balance after it."""
        return list(zip(self.entries, self.after, strict=True))

    @property
    def days(self) -> dict[date, int]:
        """The balance at the end of each day with an entry."""
        return {each.date: after for each, after in self.booked}


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How one bank prints it. ``texts`` are the entries, ``+`` or ``-`` before each; ``split``
    tells that second dates are printed; ``unit`` divides every amount. Without ``printed`` it is
    printed from the text that is kept under its family and its name."""

    name: str
    printed: Callable[[Story, int], Sequence[Page]] | None = None
    texts: tuple[str, ...]
    currency: str | None
    mask: str | None
    start: date = date(2025, 3, 1)
    end: date = date(2025, 3, 31)
    period: bool = True
    opening: tuple[int, int] = (90_000, 900_000)
    kind: AccountKind = AccountKind.CHECKING
    split: bool = False
    unit: int = 1


def family(name: str, *layouts: Layout) -> Family:
    """The layouts as a family: each as it is, and with the figure of its mechanism off."""

    def made(random: Random) -> Iterator[Case]:
        for layout in layouts:
            story = _story(layout, random)
            page = layout.printed or printed(name, layout.name)
            off = layout.unit * random.choice((50, 100, 4_711, random.randint(1, 99_999)))
            honest, altered = (document(*map(lines, page(story, each))) for each in (0, off))
            yield Case(name, layout.name, honest, _truth(layout, story), True)
            title = f"{layout.name}, off by {off}"
            yield Case(name, title, altered, _truth(layout, story, WRONG), False)

    return made


def lines(page: Page) -> str:
    """A page's lines, joined; a line may be a list of further lines."""
    return page if isinstance(page, str) else "\n".join(map(lines, page))


def _story(layout: Layout, random: Random) -> Story:
    span = (layout.end - layout.start).days
    offsets = sorted(random.sample(range(1, span - 3), len(layout.texts)))
    amounts = random.sample(range(1_100, 98_000), len(layout.texts))
    entries = tuple(
        Entry(
            layout.start + timedelta(days=offset),
            text[1:],
            (amount * 2 + 1 if text[0] == "+" else -amount) * layout.unit,
            layout.start + timedelta(days=offset + random.randint(1, 2)),
        )
        for offset, amount, text in zip(offsets, amounts, layout.texts, strict=True)
    )
    opening = random.randint(*layout.opening) * layout.unit
    return Story(layout.start, layout.end, opening, entries)


def _truth(layout: Layout, story: Story, never: str = "") -> Truth:
    return Truth(
        rows=tuple(
            Row(each.date, each.amount, each.value if layout.split else None)
            for each in story.entries
        ),
        opening=story.opening,
        closing=story.closing,
        period=(story.start, story.end) if layout.period else None,
        currency=layout.currency,
        mask=layout.mask,
        kind=layout.kind,
        never=never,
    )


def sides(entry: Entry, money: Callable[[int], str], width: int = 14, *, first: str = "out") -> str:
    """An entry's amount in one of two columns, money out in the left one unless ``first``."""
    cells = (money(-entry.amount) if entry.amount < 0 else "",
             money(entry.amount) if entry.amount > 0 else "")  # fmt: skip
    left, right = cells if first == "out" else cells[::-1]
    return f"{left:>{width}}{right:>{width}}"
