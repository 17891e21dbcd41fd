"""A statement's story, and layouts that print it as on a typewriter: honest, and with one damage.

A layout is a function of a story and of ``off``: by how many minor units the figure that the
mechanism is about is printed wrongly, nothing on an honest page.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from db.words import AccountKind
from tests.support.attacks.case import Case, Family, Row, Truth
from tests.support.mechanisms.pages import kept, printed
from tests.support.typewritten import document

START, END = date(2025, 3, 1), date(2025, 3, 31)
_TEXTS: Final = Path(__file__).parent / "texts"
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
    tells that second dates are printed; ``unit`` divides every amount."""

    name: str
    printed: Callable[[Story, int], Sequence[Page]]
    texts: Sequence[str]
    currency: str | None
    mask: str | None
    opening: Sequence[int] = (90_000, 900_000)
    kind: AccountKind = AccountKind.CHECKING
    split: bool = False
    unit: int = 1


def texts() -> Iterator[tuple[str, Family]]:
    """The families whose layouts are kept as text, by name."""
    for path in sorted(_TEXTS.glob("*.txt")):
        layouts = [
            Layout(name=name, printed=partial(printed, text), **about)
            for name, about, text in kept(path)
        ]
        name = path.stem.replace("_", " ")
        yield name, family(name, *layouts)


def family(name: str, *layouts: Layout) -> Family:
    """The layouts as a family: each as it is, and with the figure of its mechanism off."""

    def made(random: Random) -> Iterator[Case]:
        for layout in layouts:
            story = _story(layout, random)
            off = layout.unit * random.choice((50, 100, 4_711, random.randint(1, 99_999)))
            pages = (layout.printed(story, each) for each in (0, off))
            honest, altered = (document(*map(lines, each)) for each in pages)
            yield Case(name, layout.name, honest, _truth(layout, story), True)
            title = f"{layout.name}, off by {off}"
            yield Case(name, title, altered, _truth(layout, story, WRONG), False)

    return made


def lines(page: Page) -> str:
    """A page's lines, joined; a line may be a list of further lines."""
    return page if isinstance(page, str) else "\n".join(map(lines, page))


def _story(layout: Layout, random: Random) -> Story:
    offsets = sorted(random.sample(range(1, 27), len(layout.texts)))
    amounts = random.sample(range(1_100, 98_000), len(layout.texts))
    entries = tuple(
        Entry(
            START + timedelta(days=offset),
            text[1:],
            (amount * 2 + 1 if text[0] == "+" else -amount) * layout.unit,
            START + timedelta(days=offset + random.randint(1, 2)),
        )
        for offset, amount, text in zip(offsets, amounts, layout.texts, strict=True)
    )
    least, most = layout.opening
    return Story(START, END, random.randint(least, most) * layout.unit, entries)


def _truth(layout: Layout, story: Story, never: str = "") -> Truth:
    return Truth(
        rows=tuple(
            Row(each.date, each.amount, each.value if layout.split else None)
            for each in story.entries
        ),
        opening=story.opening,
        closing=story.closing,
        period=(story.start, story.end),
        currency=layout.currency,
        mask=layout.mask,
        kind=AccountKind(layout.kind),
        never=never,
    )


def sides(entry: Entry, money: Callable[[int], str], width: int = 14, *, first: str = "out") -> str:
    """An entry's amount in one of two columns, money out in the left one unless ``first``."""
    cells = (money(-entry.amount) if entry.amount < 0 else "",
             money(entry.amount) if entry.amount > 0 else "")  # fmt: skip
    left, right = cells if first == "out" else cells[::-1]
    return f"{left:>{width}}{right:>{width}}"
