"""A statement's story, and layouts of it in text, each printed honestly and with one damage."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

from tests.support.attacks.case import Case, Family, Row, Truth
from tests.support.mechanisms.pages import kept, printed
from tests.support.typewritten import document

START, END = date(2025, 3, 1), date(2025, 3, 31)
_TEXTS: Final = Path(__file__).parent / "texts"
WRONG: Final = "a printed figure contradicts the rows"


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
    def booked(self) -> list[tuple[Entry, int]]:
        """Each entry with the balance after it."""
        return list(zip(self.entries, self.after, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How one bank prints it. ``texts`` are the entries, ``+`` or ``-`` before each; ``split``
    tells that second dates are printed; ``unit`` divides every amount."""

    name: str
    lines: list[str]
    texts: Sequence[str]
    opening: Sequence[int] = (90_000, 900_000)
    split: bool = False
    unit: int = 1


def texts() -> Iterator[tuple[str, Family]]:
    """The families whose layouts are kept as text, by name."""
    for path in sorted(_TEXTS.glob("*.txt")):
        layouts = [Layout(name=name, lines=text, **about) for name, about, text in kept(path)]
        name = path.stem.replace("_", " ")
        yield name, _family(name, layouts)


def _family(name: str, layouts: list[Layout]) -> Family:
    """The layouts as a family: each as it is, and with the figure of its mechanism off."""

    def made(random: Random) -> Iterator[Case]:
        for layout in layouts:
            story = _story(layout, random)
            off = layout.unit * random.choice((50, 100, 4_711, random.randint(1, 99_999)))
            honest, altered = (document(*printed(layout.lines, story, each)) for each in (0, off))
            yield Case(name, layout.name, honest, _truth(layout, story), True)
            title = f"{layout.name}, off by {off}"
            yield Case(name, title, altered, _truth(layout, story, WRONG), False)

    return made


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
        never=never,
    )
