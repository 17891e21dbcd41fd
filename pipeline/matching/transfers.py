"""Tells a missing line that is the other half of a transfer between the holder's own accounts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from db.ledger import Elsewhere, entries_elsewhere
from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.likeness import days_near
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


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
