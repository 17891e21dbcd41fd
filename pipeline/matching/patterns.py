"""Says what one mistake would explain all differences of a statement, so that a person mends that.

A pattern is a suggestion: nothing is proven by it, and nothing changes because of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from db.views import Entry
from pipeline.drafts import Line, StatementDraft
from pipeline.matching.shapes import AccountSide

#: A single line agrees with some entry by chance.
_ENOUGH: Final = 2


class PatternKind(StrEnum):
    """What is wrong with the account, or with all of its entries alike."""

    #: every line is there with the opposite sign
    SIGNS = "signs"
    #: every line is there, as many days earlier or later
    DAYS = "days"
    #: the account is kept in another currency
    CURRENCY = "currency"
    #: the opening balance is off, and so is every balance
    OPENING = "opening"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One mistake; what is not of its kind is None.

    ``days`` is how much later the ledger has every entry. ``amount`` is what the account's opening
    balance lacks, in minor units. ``currency`` is the statement's.
    """

    kind: PatternKind
    days: int | None = None
    amount: int | None = None
    currency: str | None = None


def patterns(draft: StatementDraft, side: AccountSide) -> tuple[Pattern, ...]:
    """The mistakes that would explain everything; none where the statement agrees."""
    if draft.currency is not None and draft.currency != side.currency:
        # Figures of two currencies have nothing to say to each other.
        return (Pattern(PatternKind.CURRENCY, currency=draft.currency),)
    return (*_of_rows(draft.lines, side.entries), *_of_balances(draft, side))


def _of_rows(lines: Sequence[Line], entries: Sequence[Entry]) -> Iterator[Pattern]:
    amounts = Counter(entry.amount_minor for entry in entries)
    if len(lines) < _ENOUGH:
        return
    if not Counter(line.amount for line in lines) <= amounts:
        if Counter(-line.amount for line in lines) <= amounts:
            yield Pattern(PatternKind.SIGNS)
        return
    days = _shift(lines, entries)
    if days:
        yield Pattern(PatternKind.DAYS, days=days)


def _shift(lines: Sequence[Line], entries: Sequence[Entry]) -> int | None:
    """How many days later each line is there; the fewest if there are several answers."""
    there = Counter((entry.booked_on, entry.amount_minor) for entry in entries)
    first = lines[0].date
    if first is None:
        return None
    shifts = {(day - first).days for day, amount in there if amount == lines[0].amount}
    for days in sorted(shifts, key=lambda days: (abs(days), days)):
        by = timedelta(days)
        if Counter((line.date and line.date + by, line.amount) for line in lines) <= there:
            return days
    return None


def _of_balances(draft: StatementDraft, side: AccountSide) -> Iterator[Pattern]:
    opening, closing = draft.opening_balance, draft.closing_balance
    if opening is None or closing is None or side.opening is None or side.closing is None:
        return
    lacks = opening - side.opening
    if lacks and closing - side.closing == lacks:
        yield Pattern(PatternKind.OPENING, amount=lacks)
