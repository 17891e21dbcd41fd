"""One page to attack a reader with, and what a person sees on it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final, TypeAlias

from db.words import AccountKind
from pipeline.words import DocumentPages


class Unjudged(Enum):
    """A fact of which people would say different things."""

    ANY = "any"


ANY: Final = Unjudged.ANY

Period: TypeAlias = tuple[datetime.date | None, datetime.date | None]


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
    """What a person sees of one statement; None is a fact that the page does not print.

    ``never`` says why nothing of this statement may be proven, if so. Where the columns do not say
    which of two dates is which, ``either`` is true: then both are to be kept. Of ``kind`` None,
    current accounts and others are not distinguished. ``not_names`` are names that are none.
    ``account`` is the account's name.
    """

    rows: tuple[Row, ...]
    opening: int | Unjudged | None
    closing: int | Unjudged | None
    period: Period | Unjudged | None
    currency: str | Unjudged | None
    mask: str | Unjudged | None
    kind: AccountKind | Unjudged | None
    never: str = ""
    either: bool = False
    exponent: int = 2
    not_names: tuple[str, ...] = ()
    institution: str | Unjudged | None = ANY
    account: str | Unjudged | None = ANY


@dataclass(frozen=True, slots=True)
class Case:
    """Pages, and what a person sees on them.

    ``provable`` is true of honest pages with enough on them, false of those that no reader may
    prove, None of those that may be proven rightly or not at all. ``others`` are further
    statements in the same document; ``before`` are the pages of the account's statement before.
    """

    family: str
    name: str
    pages: DocumentPages
    truth: Truth
    provable: bool | None = None
    others: tuple[Truth, ...] = ()
    before: DocumentPages | None = None


Family: TypeAlias = Callable[[Random], Iterator[Case]]
"""Yields the cases of one round, which differs with the random numbers alone."""
