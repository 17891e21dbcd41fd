"""What a person states of a statement that its pages do not print: a second witness, named as such.

It stands for a fact that no word tells, and for none that some word denies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pipeline.proof.period import Period

#: How a check names it.
BY_A_PERSON: Final = "a person states it"


@dataclass(frozen=True, slots=True)
class Stated:
    """What a person says, None where nothing is said: the days of the statement, and its balances
    in minor units, in the holder's sign. ``source`` is who says so."""

    period: Period | None = None
    opening: int | None = None
    closing: int | None = None
    source: str = ""
