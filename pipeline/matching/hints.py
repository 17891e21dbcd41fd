"""Explains differences: one mistake behind all of them, or the other half of a transfer."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from itertools import chain
from typing import Final, NamedTuple

from sqlalchemy.orm import Session

from db.ledger.queries import Elsewhere, entries_elsewhere
from db.ledger.views import Entry
from pipeline.drafts import Line, StatementDraft
from pipeline.matching.candidates import days_near
from pipeline.matching.shapes import AccountSide, Difference, DifferenceKind, MatchSettings, Reason

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


class Compared(NamedTuple):
    """A statement's differences from its account, and the lines that they name."""

    differences: Sequence[Difference]
    lines: Iterable[Line]
    account_id: int | None
    settings: MatchSettings


def with_transfers(session: Session, one: Compared) -> tuple[Difference, ...]:
    """The differences with each missing line's other half named, where there is exactly one.

    The other half is an entry of the opposite amount in another account of the same currency, at
    most the window's days away. It stays a suggestion: the line is missing here all the same. It
    is looked for when it is shown, and never kept, for it changes with other accounts.
    """
    return with_transfers_of_each(session, [one])[0]


def with_transfers_of_each(
    session: Session, compared: Sequence[Compared]
) -> list[tuple[Difference, ...]]:
    """The same of many statements, asked together; without an account there is no other one."""
    missing = [_missing(each) for each in compared]
    places = [_where(one, own) for one, own in zip(compared, missing, strict=True)]
    near = iter(entries_elsewhere(session, [each for each in places if each is not None]))
    return [
        _with_other_halves(one, own, next(near) if place else ())
        for one, own, place in zip(compared, missing, places, strict=True)
    ]


def _missing(one: Compared) -> dict[int, Line]:
    """The lines that the ledger lacks, by their ordinals."""
    by_ordinal = {line.ordinal: line for line in one.lines}
    return {
        d.lines[0]: by_ordinal[d.lines[0]]
        for d in one.differences
        if d.kind is DifferenceKind.MISSING_IN_LEDGER
    }


def _where(one: Compared, missing: Mapping[int, Line]) -> Elsewhere | None:
    """Where the other halves may be; None if there can be none."""
    days = [line.date for line in missing.values() if line.date is not None]
    if one.account_id is None or not days:
        return None
    window = timedelta(days=one.settings.window)
    amounts = {-line.amount for line in missing.values()}
    return Elsewhere(one.account_id, amounts, min(days) - window, max(days) + window)


def _with_other_halves(
    one: Compared, missing: Mapping[int, Line], near: Iterable[Entry]
) -> tuple[Difference, ...]:
    halves = _halves(missing, near, one.settings)
    return tuple(_with_other_half(each, halves) for each in one.differences)


def _with_other_half(difference: Difference, halves: Mapping[int, int]) -> Difference:
    half = halves.get(difference.lines[0]) if difference.lines else None
    if difference.kind is not DifferenceKind.MISSING_IN_LEDGER or half is None:
        return difference
    return replace(difference, reason=Reason.TRANSFER, counterpart=half)


def _halves(
    missing: Mapping[int, Line], near: Iterable[Entry], settings: MatchSettings
) -> dict[int, int]:
    """The id of the one possible other half, by the line's ordinal."""
    booked: dict[tuple[int, date], list[int]] = defaultdict(list)
    for entry in near:
        booked[entry.amount_minor, entry.booked_on].append(entry.id)
    reach = {
        n: [at for day in days_near(line, settings.window) if (at := (-line.amount, day)) in booked]
        for n, line in missing.items()
    }
    wanted = Counter(chain(*reach.values()))
    return {
        n: booked[its[0]][0]
        for n, its in reach.items()
        if len(its) == 1 and len(booked[its[0]]) == wanted[its[0]] == 1
    }
