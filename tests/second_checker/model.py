"""What a certificate says: pages of words, and the witness (sections 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Box: TypeAlias = tuple[float, float, float, float]


class Refused(Exception):
    """The certificate or its witness is malformed: nothing is proven or disproven."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a page, its box, and what was found when its ink was looked at."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    seen: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """All words of a page in their order, and print that no word stands on."""

    number: int
    width: float
    words: tuple[Word, ...]
    ink: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Some words of one page."""

    page: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Convention:
    """How the words are to be read."""

    style: str
    exponent: int
    month_first: bool
    newest_first: bool
    signs: str
    base: int
    balance_base: int


@dataclass(frozen=True, slots=True)
class WitnessRow:
    """The places of one entry."""

    amount: Place
    side: str
    date: Place | None
    value_date: Place | None
    balance: Place | None
    direction: Place | None
    text: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Excuse:
    """A figure that is nothing of the witness, and why."""

    figure: Place
    reason: str


@dataclass(frozen=True, slots=True)
class Witness:
    """Which words are which part of one statement."""

    start: int
    stop: int
    convention: Convention
    rows: tuple[WitnessRow, ...]
    opening: Place | None
    closing: Place | None
    excused: tuple[Excuse, ...]
