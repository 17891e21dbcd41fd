"""Adds what a source holds and the ledger does not, except where a lock forbids it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.ledger.amending import snapshot_of
from db.ledger.bookkeeping import hold_row, insert_entries, known_identities
from db.ledger.locks import note
from db.ledger.queries import entries_with_amounts
from db.ledger.views import Identity, NewEntry, fingerprint, identities
from db.models import Account, Lock, RemovedEntry, Transaction
from db.session import batches
from db.words import Origin

#: Who is said to have asked, where nobody is named.
NOBODY: Final = "tieout"


@dataclass(frozen=True, slots=True)
class Merged:
    """How many entries were added, and how many a lock refused."""

    added: int
    refused: int = 0


def merge_transactions(
    session: Session,
    account_id: int,
    entries: Sequence[NewEntry],
    actor: str = NOBODY,
    closed: Mapping[date, int] | None = None,
) -> Merged:
    """Add the entries that the ledger has not seen.

    ``entries`` are all that one source holds: its third of three equal rows is added if the ledger
    has seen two. ``closed`` are last days up to which nothing may be added, with the lock that it
    would break. Raises ``UnknownAccount``.
    """
    account = hold_row(session, account_id)
    named = list(zip(entries, identities(entries), strict=True))
    names = {identity for _, identity in named}
    locks = _Locks(session, account_id, closed or {})
    allowed: list[tuple[NewEntry, Identity]] = []
    refused: list[tuple[NewEntry, int]] = []
    for entry, identity in _unseen(session, account_id, named, names):
        lock_id = locks.over(entry.booked_on)
        if lock_id is None:
            allowed.append((entry, identity))
        else:
            refused.append((entry, lock_id))
    insert_entries(session, account, _with_origins(session, allowed))
    for entry, lock_id in refused:
        before = _meant(session, account_id, entry, names)
        note(session, account_id, lock_id, actor, "csv", before, _said(account, entry))
    return Merged(len(allowed), len(refused))


def _unseen(
    session: Session,
    account_id: int,
    named: Sequence[tuple[NewEntry, Identity]],
    names: Collection[Identity],
) -> list[tuple[NewEntry, Identity]]:
    seen = known_identities(session, account_id, [digest for _, (digest, _) in named])
    gone = _removed(session, account_id)
    fresh = [each for each in named if each[1] not in seen and each[1] not in gone]
    amended = _amended(session, account_id, fresh, names)
    found = []
    for each in fresh:
        digest, _ = each[1]
        if amended[digest]:
            amended[digest] -= 1
        else:
            found.append(each)
    return found


def _with_origins(
    session: Session, named: Sequence[tuple[NewEntry, Identity]]
) -> list[tuple[NewEntry, Identity]]:
    """What says the same as an entry of any account that was made from a reading came from there,
    by whatever way."""
    days = [entry.booked_on for entry, _ in named]
    if not days:
        return []
    amounts = {entry.amount_minor for entry, _ in named}
    every = session.scalars(select(Account.id)).all()
    near = entries_with_amounts(session, every, amounts, min(days), max(days))
    read = {
        fingerprint(each.booked_on, each.amount_minor, each.description)
        for each in near
        if each.origin is Origin.READING
    }
    return [
        (replace(entry, origin=Origin.READING) if identity[0] in read else entry, identity)
        for entry, identity in named
    ]


def _removed(session: Session, account_id: int) -> set[Identity]:
    """What a person took out of the ledger, which is not to come back by itself."""
    query = select(RemovedEntry.fingerprint, RemovedEntry.occurrence)
    rows = session.execute(query.where(RemovedEntry.account_id == account_id))
    return {(digest, occurrence) for digest, occurrence in rows}


def _amended(
    session: Session,
    account_id: int,
    fresh: Sequence[tuple[NewEntry, Identity]],
    names: Collection[Identity],
) -> Counter[str]:
    """How many entries say by now what these do, though they said otherwise when they came in, and
    the source holds that no more: it was corrected there as it was here."""
    if not fresh:
        return Counter()
    days = [entry.booked_on for entry, _ in fresh]
    amounts = {entry.amount_minor for entry, _ in fresh}
    near = entries_with_amounts(session, [account_id], amounts, min(days), max(days))
    came_as = _came_as(session, [each.id for each in near])
    now = [
        (fingerprint(each.booked_on, each.amount_minor, each.description), came_as[each.id])
        for each in near
    ]
    return Counter(digest for digest, came in now if came[0] != digest and came not in names)


def _came_as(session: Session, entry_ids: Sequence[int]) -> dict[int, Identity]:
    columns = select(Transaction.id, Transaction.fingerprint, Transaction.occurrence)
    found: dict[int, Identity] = {}
    for some in batches(entry_ids):
        rows = session.execute(columns.where(Transaction.id.in_(some)))
        found.update({n: (digest, nth) for n, digest, nth in rows})
    return found


class _Locks:
    """The locks in force of one account."""

    def __init__(self, session: Session, account_id: int, closed: Mapping[date, int]) -> None:
        query = select(Lock).where(Lock.account_id == account_id, Lock.released_at.is_(None))
        self._locks = session.scalars(query).all()
        self._closed = closed

    def over(self, day: date) -> int | None:
        """The id of a lock that forbids an entry of this day; None without one."""
        held = (each.id for each in self._locks if each.period_start <= day <= each.period_end)
        until = (lock for last, lock in sorted(self._closed.items()) if day <= last)
        return next(held, next(until, None))


def _meant(
    session: Session, account_id: int, entry: NewEntry, names: Collection[Identity]
) -> dict[str, Any] | None:
    """The entry that the source seems to say otherwise now: of the same day or amount, and no
    longer in the source as it came in. None if that is not one entry alone."""
    of_day = Transaction.booked_on == entry.booked_on
    of_amount = Transaction.amount_minor == entry.amount_minor
    here = select(Transaction).where(Transaction.account_id == account_id)
    for alike in (of_day & of_amount, of_day):
        found = [
            row
            for row in session.scalars(here.where(alike))
            if (row.fingerprint, row.occurrence) not in names
        ]
        if len(found) == 1:
            return snapshot_of(found[0])
    return None


def _said(account: Account, entry: NewEntry) -> dict[str, Any]:
    return {
        "account_id": account.id,
        "booked_on": entry.booked_on.isoformat(),
        "amount_minor": entry.amount_minor,
        "currency": account.currency,
        "description": entry.description,
    }
