"""Discrepancies: what somebody asked for that a lock refused, until a person has looked at it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Final

from sqlalchemy import select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from db.audit import log
from db.errors import TieoutError
from db.models import Discrepancy, Lock, Reconciliation, utc_now
from db.session import is_postgresql
from db.words import Verdict

#: Said so, and not as "not matched", an index finds them among a hundred thousand.
_OPEN: Final = (Verdict.DIFFERENCES, Verdict.UNPROVEN)


class NoSuchDiscrepancy(TieoutError):
    """There is no discrepancy {discrepancy_id} that could be dismissed. See those there are with:
    tieout discrepancies"""

    code: ClassVar[str] = "no_such_discrepancy"


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
    """What a lock that is in force refused and nobody dismissed, the oldest first; ``limit`` of
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
    # Whoever had to wait for the row must see what the other has made of it.
    row = session.scalar(query.execution_options(populate_existing=True))
    if row is None or row.dismissed_at is not None:
        raise NoSuchDiscrepancy(discrepancy_id=discrepancy_id)
    row.dismissed_at, row.dismissed_by, row.dismissed_reason = utc_now(), actor, reason
    refused = {"op": "refused", "before": row.before, "after": row.after}
    about = {"account_id": row.account_id, "asked": row.action, "asked_by": row.actor}
    after = {"reason": reason, **about, "refused": refused}
    log(session, actor, "dismiss", f"discrepancies:{discrepancy_id}", after=after)
