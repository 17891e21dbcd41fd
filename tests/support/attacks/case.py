"""One page to attack a reader with, and what a person sees on it."""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from pipeline.words import DocumentPages


@dataclass(frozen=True, slots=True)
class Row:
    """A row as a person reads it: minor units in the holder's sign.

    ``other`` is the second printed date. A ``date`` or an ``amount`` of None is one that nobody
    can read, so that no value is right.
    """

    date: datetime.date | None
    amount: int | None
    other: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The rows that a person sees of one statement; ``never`` says why nothing of it may be
    proven, if so."""

    rows: tuple[Row, ...]
    never: str = ""
    exponent: int = 2


@dataclass(frozen=True, slots=True)
class Case:
    """Pages, and what a person sees on them.

    ``provable`` is true of honest pages with enough on them, false of those that no reader may
    prove, None of those that may be proven rightly or not at all. ``others`` are further
    statements in the same document.
    """

    family: str
    name: str
    pages: DocumentPages
    truth: Truth
    provable: bool | None = None
    others: tuple[Truth, ...] = ()


Family: TypeAlias = Callable[[Random], Iterator[Case]]
"""Yields the cases of one round, which differs with the random numbers alone."""
