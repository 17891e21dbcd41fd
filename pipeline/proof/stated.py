"""What is known of a statement besides its pages: second witnesses, each named as such.

It stands for a fact that no word tells, and for none that some word denies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipeline.proof.period import Period

#: How a check names them.
BY_A_PERSON: Final = "a person states it"
BY_THE_ONE_BEFORE: Final = "from when follows from the statement before"


@dataclass(frozen=True, slots=True)
class Before:
    """The account's statement before, by its own proof: its days, its closing balance in minor
    units, the digits of its account and its currency. ``source`` is which statement that is."""

    period: Period
    closing: int
    number: str
    currency: str | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """What a person says, None where nothing is said: the days of the statement, and its balances
    in minor units, in the holder's sign. ``source`` is who says so.

    ``before`` is no person's word: it is the statement that this one may go on from.
    """

    period: Period | None = None
    opening: int | None = None
    closing: int | None = None
    source: str = ""
    before: Before | None = None
