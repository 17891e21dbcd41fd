"""Finds what may explain a difference beside its own rows: the same amount elsewhere, in scope."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from db.ledger import entries_of, entries_with_amounts
from db.models import Account
from db.views import Entry
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

#: So many entries, and so many lines, of the same amount are looked at beside each difference.
MOST_NEAR: Final = 3
_REACH: Final = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Near:
    """The entries that the differences are about, and for each difference those near it, the
    nearest first. ``names`` are the names and digits of the accounts that any of them is in."""

    own: Mapping[int, Entry]
    beside: Sequence[Sequence[Entry]]
    names: Mapping[int, tuple[str, str | None]]


def near(
    session: Session,
    differences: Sequence[Difference],
    account_id: int,
    currency: str,
    scope: Collection[int],
) -> Near:
    """Look for them in the accounts of the same currency that the import may see."""
    named = {number for each in differences for number in each.entries}
    own = {entry.id: entry for entry in entries_of(session, named)}
    accounts = {
        row.id: (row.name, row.mask)
        for row in session.execute(
            select(Account.id, Account.name, Account.mask).where(Account.currency == currency)
        )
        if row.id in scope or row.id == account_id
    }
    found = _alike(session, differences, accounts)
    beside = [
        _nearest(each, [e for e in found if e.id not in own and _is_near(each, e, account_id)])
        for each in differences
    ]
    return Near(own, beside, accounts)


def _alike(
    session: Session, differences: Sequence[Difference], accounts: Collection[int]
) -> list[Entry]:
    amounts = {_amount(each) for each in differences if _is_lone(each)}
    days = [each.date for each in differences if each.date is not None]
    if not amounts or not days:
        return []
    both = amounts | {-amount for amount in amounts}
    return entries_with_amounts(session, accounts, both, min(days) - _REACH, max(days) + _REACH)


def _is_lone(difference: Difference) -> bool:
    """Whether only the statement, or only the ledger, has it."""
    return not (difference.lines and difference.entries)


def _amount(difference: Difference) -> int:
    stated = difference.found if difference.expected is None else difference.expected
    return stated or 0


def _is_near(difference: Difference, entry: Entry, account_id: int) -> bool:
    if not _is_lone(difference) or difference.date is None:
        return False
    if abs(entry.booked_on - difference.date) > _REACH:
        return False
    if entry.account_id == account_id:
        return entry.amount_minor == _amount(difference)
    # What another account's own statement has is its own, unless it is a transfer's other half.
    taken = entry.paired_with is not None
    same = entry.amount_minor == _amount(difference) and not taken
    return same or entry.amount_minor == -_amount(difference)


def _nearest(difference: Difference, found: Sequence[Entry]) -> list[Entry]:
    day = difference.date or date.min
    return sorted(found, key=lambda e: (abs(e.booked_on - day), e.id))[:MOST_NEAR]


def lines_beside(difference: Difference, lines: Sequence[Line]) -> list[Line]:
    """The statement's other lines of the same amount, and those before and after each of its own,
    which often say what it is."""
    own = set(difference.lines)
    others = [line for line in lines if line.ordinal not in own]
    alike = [line for line in others if abs(line.amount) == abs(_amount(difference))]
    next_to = [line for line in others if {line.ordinal - 1, line.ordinal + 1} & own]
    found = {line.ordinal: line for line in [*alike[:MOST_NEAR], *next_to]}
    return list(found.values())
