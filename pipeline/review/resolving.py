"""Settles one difference as a person says: every kind of difference can be resolved here.

What changes the ledger is a change like any that was proposed; what does not (a pair by hand, an
entry that is outstanding, a difference that stays) is kept as a resolution. Both are accepted
proposals afterwards: logged, proven, and taken back by undoing the import.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from db.amending import NoSuchEntry
from db.audit import log
from db.bookkeeping import hold
from db.locks import lock_in_force
from db.models import Proposal, Reconciliation, Statement, Transaction, utc_now
from db.words import ProposalStatus, Verdict
from pipeline.record.pairing import lines_of
from pipeline.record.proposing import About, request_id
from pipeline.record.reproof import reconciliations_of
from pipeline.record.settled_versions import is_stale
from pipeline.record.settling import settle
from pipeline.record.shown import recorded_differences
from pipeline.review.applying import apply
from pipeline.review.deciding import Decided, settle_import, waiting_of
from pipeline.review.errors import (
    CannotResolve,
    DifferenceMoved,
    LedgerStale,
    NoAccountYet,
    NoSuchDifference,
)
from pipeline.review.wishing import Numbered, Wish, changes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sqlalchemy.orm import Session


def numbered_differences(session: Session, import_id: int) -> list[Numbered]:
    """The import's differences as they are shown. Raises ``NoSuchImport``."""
    rows = reconciliations_of(session, import_id)
    lines = lines_of(session, [row.statement_id for row in rows])
    return [replace(each, lines=lines[each.row.statement_id]) for each in numbered(rows)]


def numbered(rows: Iterable[Reconciliation]) -> list[Numbered]:
    """The differences of an import's statements, without their lines."""
    all_ = [(row, each) for row in rows for each in recorded_differences(row)]
    return [Numbered(number, row, each) for number, (row, each) in enumerate(all_, start=1)]


def resolve(
    session: Session,
    import_id: int,
    number: int,
    wish: Wish,
    actor: str,
    seen: str | None = None,
) -> Decided:
    """Do what a person wishes about the difference, in the caller's transaction.

    ``seen`` says what the person looked at (`seen_of`). Raises ``NoSuchImport``,
    ``NoSuchDifference``, ``DifferenceMoved``, ``CannotResolve``, ``NoAccountYet``,
    ``LedgerStale``, ``PeriodLocked``, ``WouldBreakLock``, ``EntryTaken`` and ``NoSuchEntry``.
    """
    held = _held(session, import_id, number, seen)
    _refuse_others(session, held.row.statement.account_id, wish)
    changes = changes_of(held, wish)
    effects = [
        effect for change in changes for effect in apply(session, held.row.statement, change, actor)
    ]
    proposal = _accepted(session, held.row, changes, wish, actor)
    held.row.ledger_etag = None  # whatever is left open is to be looked at again
    locks = settle(session, actor).locks
    after = {
        "import": import_id, "applied": effects, "locks": locks, "act": wish.act,
        "reason": wish.reason,
    }  # fmt: skip
    log(session, actor, "resolve", f"proposals:{proposal.id}", after=after)
    settle_import(session, import_id)
    verdict: Verdict = held.row.verdict
    return Decided(
        proposal.id,
        verdict,
        tuple(effects),
        lock_in_force(session, held.row.id),
        waiting_of(session, held.row),
    )


def seen_of(session: Session, meant: Numbered) -> str:
    """Stands for exactly this difference, and for all that was decided about its statement."""
    return seen_of_each(session, [meant])[0]


def seen_of_each(session: Session, meant: Sequence[Numbered]) -> list[str]:
    """The same of many, by one query."""
    decided = decided_on(session, {each.row.id for each in meant})
    return [seen_with(decided, each) for each in meant]


def decided_on(session: Session, row_ids: Collection[int]) -> Mapping[int | None, Sequence[int]]:
    """The numbers of all that was decided about these statements, by what is recorded of each."""
    query = select(Proposal.reconciliation_id, Proposal.id).where(
        Proposal.reconciliation_id.in_(row_ids), Proposal.status != ProposalStatus.PENDING
    )
    decided: dict[int | None, list[int]] = {each: [] for each in row_ids}
    for row_id, proposal_id in session.execute(query.order_by(Proposal.id)) if decided else ():
        decided[row_id].append(proposal_id)
    return decided


def seen_with(decided: Mapping[int | None, Sequence[int]], meant: Numbered) -> str:
    """The same of one, where it is known what was decided."""
    said = (meant.row.id, meant.difference, decided[meant.row.id])
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _held(session: Session, import_id: int, number: int, seen: str | None) -> Numbered:
    """The difference that is meant, while nobody else can change its account."""
    first = one_difference(session, import_id, number)
    seen = seen or seen_of(session, first)
    account_id = first.row.statement.account_id
    if account_id is None:
        raise NoAccountYet(import_id=import_id)
    hold(session, account_id)
    # Whoever had to wait for the account must see what the other has made of it.
    session.expire_all()
    if is_stale(session, account_id):
        raise LedgerStale
    found = one_difference(session, import_id, number)
    if seen != seen_of(session, found):
        raise DifferenceMoved(import_id=import_id, number=number)
    return found


def one_difference(session: Session, import_id: int, number: int) -> Numbered:
    """The difference of that number. Raises ``NoSuchImport`` and ``NoSuchDifference``."""
    found = numbered_differences(session, import_id)
    if number == 0:
        return _whole(session, import_id)
    if not 1 <= number <= len(found):
        raise NoSuchDifference(import_id=import_id, number=number, count=len(found))
    return found[number - 1]


def _whole(session: Session, import_id: int) -> Numbered:
    """The import's first statement that does not tie out, as a whole."""
    query = (
        select(Reconciliation)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id, Reconciliation.verdict != Verdict.MATCHED)
        .order_by(Statement.ordinal)
    )
    row = session.scalars(query.limit(1)).first()
    if row is None:
        raise NoSuchDifference(import_id=import_id, number=0, count=0)
    return Numbered(0, row, None)


def _refuse_others(session: Session, account_id: int | None, wish: Wish) -> None:
    """Raises ``NoSuchEntry``, or ``CannotResolve`` for an entry of another account, which can only
    be moved here."""
    if wish.act == "move" and wish.account_id == account_id:
        return
    for entry in wish.entries:
        row = session.get(Transaction, entry)
        if row is None:
            raise NoSuchEntry(entry_id=entry)
        if row.account_id != account_id:
            raise CannotResolve(act=wish.act, why=f"entry {entry} is in another account")


def _accepted(
    session: Session,
    row: Reconciliation,
    changes: list[dict[str, Any]],
    wish: Wish,
    actor: str,
) -> Proposal:
    statement = row.statement
    about = About(statement.import_id, statement.ordinal, row.id)
    proposal = Proposal(
        reconciliation_id=row.id,
        request_id=request_id(session, about),
        ledger_etag=row.ledger_etag or "",
        changes=changes,
        reason=wish.act,
        evidence=[[] for _ in changes],
        status=ProposalStatus.ACCEPTED,
        decided_by=actor,
        decided_reason=wish.reason or None,
        decided_at=utc_now(),
    )
    session.add(proposal)
    session.flush()
    return proposal
