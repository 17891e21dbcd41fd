"""What an account's entries say, in few letters, and how they move to another account and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from db.models import Statement, Transaction

#: An entry that was changed has its old digest by chance once in 2^48 times.
_DIGITS: Final = 12
_SHOWN: Final = 5


def first_day(session: Session, account_id: int) -> date | None:
    """The day of the account's first entry."""
    mine = Transaction.account_id == account_id
    return session.scalar(select(func.min(Transaction.booked_on)).where(mine))


def last_day(session: Session, account_id: int) -> date | None:
    """The last day that an entry or a statement of the account is of."""
    entries = select(func.max(Transaction.booked_on)).where(Transaction.account_id == account_id)
    stated = select(func.max(Statement.period_end)).where(Statement.account_id == account_id)
    days = session.scalar(entries), session.scalar(stated)
    return max(filter(None, days), default=None)


def said_by_entries(session: Session, account_id: int) -> dict[str, str]:
    """A digest of what each entry says, by its id; how far it is confirmed does not count."""
    columns = select(
        Transaction.id,
        Transaction.booked_on,
        Transaction.value_on,
        Transaction.amount_minor,
        Transaction.currency,
        Transaction.description,
        Transaction.fingerprint,
    )
    rows = session.execute(columns.where(Transaction.account_id == account_id))
    return {str(row[0]): _digest(row[1:]) for row in rows}


def changed_entries(was: Mapping[str, str], now: Mapping[str, str]) -> str:
    """Which entries do not say what they said, in words; nothing if all do and no other came."""
    said = {
        "gone": [key for key in was if key not in now],
        "changed": [key for key in was if key in now and was[key] != now[key]],
        "new": [key for key in now if key not in was],
    }
    return "; ".join(f"{_few(found)} {how}" for how, found in said.items() if found)


def move_entries(session: Session, source: int, into: int) -> dict[str, int]:
    """Give the one account's entries to the other; equal ones are counted on after those there.

    Gives, by id, the occurrence that each entry had which has another one now.
    """
    there = (
        select(Transaction.fingerprint, func.max(Transaction.occurrence).label("last"))
        .where(Transaction.account_id == into)
        .group_by(Transaction.fingerprint)
        .subquery()
    )
    equal = session.execute(
        select(Transaction.id, Transaction.occurrence, there.c.last)
        .join(there, there.c.fingerprint == Transaction.fingerprint)
        .where(Transaction.account_id == source)
    ).all()
    _write(session, [(entry, into, occurrence + last) for entry, occurrence, last in equal])
    rest = update(Transaction).where(Transaction.account_id == source)
    session.execute(rest.values(account_id=into))
    return {str(entry): occurrence for entry, occurrence, _ in equal}


def move_entries_back(
    session: Session, source: int, into: int, moved: Iterable[str], had: Mapping[str, int]
) -> None:
    """Take these entries, by id, back to an account that has none; ``had`` is of `move_entries`.

    What is equal and came to ``source`` since is counted without them.
    """
    wanted = set(map(int, moved))
    columns = Transaction.id, Transaction.fingerprint, Transaction.occurrence
    # A few columns of the whole account: no more than its digests took, which were just compared.
    rows = session.execute(select(*columns).where(Transaction.account_id == source)).all()
    back = [(row, had.get(str(row.id), row.occurrence)) for row in rows if row.id in wanted]
    _write(session, [(row.id, into, occurrence) for row, occurrence in back])
    last: dict[str, tuple[int, int]] = {}
    for row, occurrence in back:
        before = last.get(row.fingerprint, (0, 0))
        last[row.fingerprint] = max(before, (row.occurrence, occurrence))
    since = [row for row in rows if row.id not in wanted and row.fingerprint in last]
    for row in sorted(since, key=lambda row: int(row.occurrence)):
        end, count = last[row.fingerprint]
        if row.occurrence > end:
            _write(session, [(row.id, source, row.occurrence - count)])


def _write(session: Session, rows: list[tuple[int, int, int]]) -> None:
    """Give each entry its account and occurrence."""
    if rows:
        names = ("id", "account_id", "occurrence")
        session.execute(update(Transaction), [dict(zip(names, row, strict=True)) for row in rows])


def _few(entries: list[str]) -> str:
    more = f" and {len(entries) - _SHOWN} more" if len(entries) > _SHOWN else ""
    return f"entries {', '.join(entries[:_SHOWN])}{more}"


def _digest(said: Iterable[Any]) -> str:
    return sha256("\n".join(map(str, said)).encode()).hexdigest()[:_DIGITS]
