"""Tells a missing line that is the other half of a transfer between the holder's own accounts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain
from typing import TYPE_CHECKING

from db.ledger import entries_elsewhere
from pipeline.drafts import Line
from pipeline.matching.likeness import days_near
from pipeline.matching.shapes import Difference, DifferenceKind, MatchSettings, Reason

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def with_transfers(
    session: Session,
    differences: Sequence[Difference],
    lines: Iterable[Line],
    account_id: int,
    settings: MatchSettings,
) -> tuple[Difference, ...]:
    """The differences with each missing line's other half named, where there is exactly one.

    The other half is an entry of the opposite amount in another account of the same currency, at
    most the window's days away. It stays a suggestion: the line is missing here all the same. It
    is looked for when it is shown, and never kept, for it changes with other accounts.
    """
    by_ordinal = {line.ordinal: line for line in lines}
    missing = {
        d.lines[0]: by_ordinal[d.lines[0]]
        for d in differences
        if d.kind is DifferenceKind.MISSING_IN_LEDGER
    }
    if not missing:
        return tuple(differences)
    halves = _halves(session, missing, account_id, settings)
    return tuple(_with_other_half(each, halves) for each in differences)


def _with_other_half(difference: Difference, halves: Mapping[int, int]) -> Difference:
    half = halves.get(difference.lines[0]) if difference.lines else None
    if difference.kind is not DifferenceKind.MISSING_IN_LEDGER or half is None:
        return difference
    return replace(difference, reason=Reason.TRANSFER, counterpart=half)


def _halves(
    session: Session, missing: Mapping[int, Line], account_id: int, settings: MatchSettings
) -> dict[int, int]:
    """The id of the one possible other half, by the line's ordinal."""
    days = [line.date for line in missing.values() if line.date is not None]
    if not days:
        return {}
    window = timedelta(days=settings.window)
    amounts = {-line.amount for line in missing.values()}
    near = entries_elsewhere(session, account_id, amounts, min(days) - window, max(days) + window)
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
