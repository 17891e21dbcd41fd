"""Locked periods, and the discrepancies that they refused until a person has decided."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import bindparam, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.ledger.bookkeeping import remember_statement
from db.log import log
from db.models import AuditLog, Discrepancy, Lock, Reconciliation, utc_now
from db.session import is_postgresql
from db.words import EntryState, Verdict

_OF_PROOF: Final = (
    select(Lock).where(Lock.reconciliation_id == bindparam("reconciliation_id")).order_by(Lock.id)
)


class PeriodLocked(TieoutError):
    """{day} is in the period from {start} to {end} of this account, which is reconciled and locked.
    To change it, release the period with a reason: tieout unlock {lock_id} --reason TEXT
    """


class WouldBreakLock(TieoutError):
    """The period from {start} to {end} is reconciled and locked, and would no longer tie out: after
    the change its balances or pairs would differ from the bank's. Nothing was changed. To change
    it, release the period first, with a reason: tieout unlock {lock_id} --reason TEXT
    """


class NoSuchLock(TieoutError):
    """There is no lock {lock_id} that could be released. See the locks there are with: tieout
    locks"""


class LockMoved(TieoutError):
    """Lock {lock_id} is not the one that you looked at. Check the locks again, then decide: under
    Coverage, with GET /locks, or with: tieout locks
    """


def seen_of(row: Lock) -> str:
    """Identifies a lock: its number may be given out again when its account goes."""
    text = f"{row.id} {row.account_id} {row.period_start} {row.period_end} {row.created_at}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def refuse_locked(session: Session, account_id: int, days: Sequence[date]) -> None:
    """Raises ``PeriodLocked`` if one of the days lies in a locked period of the account."""
    for day in days:
        lock = session.scalar(
            select(Lock)
            .where(
                Lock.account_id == account_id,
                Lock.period_start <= day,
                Lock.period_end >= day,
                Lock.released_at.is_(None),
            )
            .limit(1)
        )
        if lock is not None:
            raise PeriodLocked(
                start=lock.period_start, end=lock.period_end, day=day, lock_id=lock.id
            )


def locks_of(session: Session, reconciliation_id: int) -> Sequence[Lock]:
    """The locks that a statement's proof has brought about, released ones too."""
    return session.scalars(_OF_PROOF, {"reconciliation_id": reconciliation_id}).all()


def lock_in_force(session: Session, reconciliation_id: int) -> int | None:
    """The id of the lock that a statement's proof has brought about, if it was not released."""
    held = (each.id for each in locks_of(session, reconciliation_id) if each.released_at is None)
    return next(held, None)


def lock(
    session: Session,
    account_id: int,
    start: date,
    end: date,
    actor: str,
    reconciliation_id: int | None = None,
    *,
    states: Mapping[str, str] | None = None,
) -> int:
    """Lock the account's period, both days included, and give the lock's id. ``states`` are those
    of its entries before, by their ids, which the log keeps for an undo."""
    row = Lock(
        account_id=account_id,
        period_start=start,
        period_end=end,
        reconciliation_id=reconciliation_id,
    )
    session.add(row)
    session.flush()
    period = {"account_id": account_id, "start": start.isoformat(), "end": end.isoformat()}
    after = {**period, "states": dict(states or {})}
    log(session, actor, "lock", f"locks:{row.id}", after=after)
    return row.id


def locked_by(session: Session, lock_id: int) -> str | None:
    """Who made a lock: the program's own name where it came by itself."""
    return _did(session, "lock", lock_id)


def unlocked_by(session: Session, lock_id: int) -> str | None:
    """Who released a lock, in the same way; None while it holds."""
    return _did(session, "unlock", lock_id)


def _did(session: Session, action: str, lock_id: int) -> str | None:
    query = select(AuditLog.actor).where(
        AuditLog.action == action, AuditLog.subject == f"locks:{lock_id}"
    )
    return session.scalar(query.order_by(AuditLog.id.desc()).limit(1))


def states_before(session: Session, lock_ids: Collection[int]) -> dict[int, EntryState]:
    """How far the entries were confirmed before the first of these locks, by their ids."""
    subjects = [f"locks:{lock_id}" for lock_id in lock_ids]
    query = select(AuditLog.after).where(
        AuditLog.action.in_(("lock", "reconcile")),
        AuditLog.subject.in_(subjects),
        AuditLog.after.is_not(None),
    )
    found: dict[int, EntryState] = {}
    for after in session.scalars(query.order_by(AuditLog.id.desc())):
        states = (after or {}).get("states", {})
        found |= {int(entry): EntryState(state) for entry, state in states.items()}
    return found


def unlock(
    session: Session, lock_id: int, reason: str, actor: str, seen: str | None = None
) -> None:
    """Release a lock, if it is what was ``seen``. Raises ``NoSuchLock`` and ``LockMoved``."""
    row = session.get(Lock, lock_id)
    if row is None or row.released_at is not None:
        raise NoSuchLock(lock_id=lock_id)
    if seen is not None and seen != seen_of(row):
        raise LockMoved(lock_id=lock_id)
    row.released_at, row.released_reason = utc_now(), reason
    remember_statement(session, row.account_id, row.period_start, row.period_end)
    log(session, actor, "unlock", f"locks:{lock_id}", after={"reason": reason})


#: Said so, and not as "not matched", an index finds them among a hundred thousand.
_OPEN: Final = (Verdict.DIFFERENCES, Verdict.UNPROVEN)


class NoSuchDiscrepancy(TieoutError):
    """There is no discrepancy {discrepancy_id} that could be dismissed. See those there are with:
    tieout discrepancies"""


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A lock in force over a statement that does not tie out any more."""

    lock: Lock
    verdict: Verdict


def note(
    session: Session,
    account_id: int,
    lock_id: int,
    actor: str,
    action: str,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    """Remember a change that a lock refused, as snapshots of the entry; a new one has no ``id``.

    What was asked before adds nothing, and stays dismissed if it was. The caller's transaction must
    not be the one that is rolled back because of the refusal.
    """
    asked = json.dumps([account_id, lock_id, before, after], sort_keys=True)
    insert = postgresql.insert if is_postgresql(session) else sqlite.insert
    row = insert(Discrepancy).values(
        account_id=account_id,
        lock_id=lock_id,
        actor=actor,
        action=action,
        before=before,
        after=after,
        digest=hashlib.sha256(asked.encode()).hexdigest(),
    )
    session.execute(row.on_conflict_do_nothing(index_elements=["digest"]))


def open_ones(
    session: Session,
    account_id: int | None = None,
    *,
    closed_too: bool = False,
    after: int = 0,
    limit: int | None = None,
) -> list[Discrepancy]:
    """What a lock that is in force refused and no one dismissed, the oldest first; ``limit`` of
    those ``after`` a number.

    ``closed_too`` adds what was dismissed, and what a lock refused that is released by now.
    """
    query = select(Discrepancy).order_by(Discrepancy.id).limit(limit)
    if after:
        query = query.where(Discrepancy.id > after)
    if not closed_too:
        query = query.join(Lock, Lock.id == Discrepancy.lock_id).where(
            Lock.released_at.is_(None), Discrepancy.dismissed_at.is_(None)
        )
    if account_id is not None:
        query = query.where(Discrepancy.account_id == account_id)
    return list(session.scalars(query))


def contradicted(
    session: Session,
    account_id: int | None = None,
    after: tuple[date, int] | None = None,
    limit: int | None = None,
) -> list[Contradicted]:
    """The locks in force whose statements do not tie out now, the earliest period first; ``limit``
    of those ``after`` the first day and the number of one."""
    query = (
        select(Lock, Reconciliation.verdict)
        .join(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
        .where(Lock.released_at.is_(None), Reconciliation.verdict.in_(_OPEN))
        .order_by(Lock.period_start, Lock.id)
        .limit(limit)
    )
    if after is not None:
        query = query.where(tuple_(Lock.period_start, Lock.id) > after)
    if account_id is not None:
        query = query.where(Lock.account_id == account_id)
    return [Contradicted(*row) for row in session.execute(query)]


def dismiss(session: Session, discrepancy_id: int, reason: str, actor: str) -> None:
    """Leave the entry as it is, for a reason that is kept. Raises ``NoSuchDiscrepancy``."""
    query = select(Discrepancy).where(Discrepancy.id == discrepancy_id).with_for_update()
    # Anyone who had to wait for the row must see what the other has made of it.
    row = session.scalar(query.execution_options(populate_existing=True))
    if row is None or row.dismissed_at is not None:
        raise NoSuchDiscrepancy(discrepancy_id=discrepancy_id)
    row.dismissed_at, row.dismissed_by, row.dismissed_reason = utc_now(), actor, reason
    refused = {"op": "refused", "before": row.before, "after": row.after}
    about = {"account_id": row.account_id, "asked": row.action, "asked_by": row.actor}
    after = {"reason": reason, **about, "refused": refused}
    log(session, actor, "dismiss", f"discrepancies:{discrepancy_id}", after=after)
