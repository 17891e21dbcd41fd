"""The balances that a journal asserts: the last of an account, and those that do not hold."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Asserted:
    """What an account held, give or take ``slack``.

    It held that after ``after`` rows in the tool's order, or at the end of the day if that is None.
    """

    on: date
    minor: int
    file: Path
    line: int
    after: int | None = None
    slack: int = 0


def last_balance(
    days: Sequence[date], amounts: Sequence[int], asserted: Sequence[Asserted]
) -> tuple[date, int] | None:
    """What the account held at the end of the last day that an assertion is about.

    ``days`` and ``amounts`` are the account's rows in the order in which the tool applies
    assertions. None if this order mixes the days, so that the assertion is about no day.
    """
    if not asserted:
        return None
    last = max(asserted, key=lambda each: (each.on, each.after or 0))
    if last.after is None:
        return last.on, last.minor
    if any(day > last.on for day in days[: last.after]):
        return None
    rest = list(zip(days[last.after :], amounts[last.after :], strict=True))
    if any(day < last.on for day, _ in rest):
        return None
    return last.on, last.minor + sum(amount for day, amount in rest if day == last.on)


def broken(
    days: Sequence[date], amounts: Sequence[int], asserted: Sequence[Asserted]
) -> list[tuple[Asserted, int]]:
    """The assertions that do not hold, each with what the rows come to."""
    held = [0, *accumulate(amounts)]
    found = []
    for each in asserted:
        count = bisect_right(days, each.on) if each.after is None else each.after
        if abs(held[count] - each.minor) > each.slack:
            found.append((each, held[count]))
    return found
