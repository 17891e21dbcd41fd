"""Takes an import back: the ledger as it was before, less what a person has changed since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.ledger.amending import (
    opening_of,
    put_back,
    put_states_back,
    remove,
    set_opening,
    snapshot,
)
from db.ledger.locks import PeriodLocked, note, states_before
from db.log import log
from db.models import (
    Account,
    AuditLog,
    BalanceAssertion,
    Discrepancy,
    Document,
    Import,
    Lock,
    Match,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
    Transaction,
    utc_now,
)
from db.statements.pages import import_of
from db.words import EntryState, ImportStatus
from pipeline.record.kept_decisions import remember_going
from pipeline.record.settling import settle
from pipeline.review.errors import NotUndone


@dataclass(frozen=True, slots=True)
class Undone:
    """Ids of the entries that are as before the import again, and of those left alone, with why.

    0 represents the account itself or its opening balance."""

    restored: tuple[int, ...]
    left: tuple[tuple[int, str], ...]


def undo(session: Session, import_id: int, actor: str) -> Undone:
    """Take everything back that the import brought, in the caller's transaction.

    Afterwards the document is unknown again and may be brought in again; the log remembers it.
    Raises ``NoSuchImport`` and ``NotUndone``."""
    work = import_of(session, import_id, hold=True)
    if work.status in (ImportStatus.QUEUED, ImportStatus.RUNNING):
        raise NotUndone(import_id=import_id)
    accepted = _accepted(session, import_id)
    locks = _locks(session, import_id, accepted)
    session.execute(
        update(Lock)
        .where(Lock.id.in_(locks), Lock.released_at.is_(None))
        .values(released_at=utc_now(), released_reason="undo")
    )
    applied = list(_applied(accepted))
    remember_going(session, import_id)
    outcomes = [_restore(session, each, actor) for each in applied if each["op"] != "account"]
    put_states_back(session, _states_before(session, accepted, locks))
    remove_import(session, work)
    outcomes += [_close(session, each) for each in applied if each["op"] == "account"]
    undone = Undone(
        restored=tuple(entry for entry, why in outcomes if why is None and entry),
        left=tuple((entry, why) for entry, why in outcomes if why is not None),
    )
    after = {"restored": list(undone.restored), "left": [list(each) for each in undone.left]}
    log(session, actor, "undo", f"imports:{import_id}", after=after)
    settle(session)
    return undone


def _accepted(session: Session, import_id: int) -> list[dict[str, Any]]:
    """What the log keeps of each accepted proposal of the import, the last one first."""
    proposals = session.scalars(
        select(Proposal.id)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id)
    )
    subjects = [f"proposals:{proposal}" for proposal in proposals]
    # Ids of what was undone are given again: older rows may mention another import's proposal,
    # or of an import that had this number before.
    last_undo = session.scalar(
        select(func.max(AuditLog.id)).where(
            AuditLog.subject == f"imports:{import_id}", AuditLog.action == "undo"
        )
    )
    logged = session.scalars(
        select(AuditLog.after)
        .where(
            AuditLog.subject.in_(subjects),
            AuditLog.action.in_(("accept", "resolve")),
            AuditLog.id > (last_undo or 0),
        )
        .order_by(AuditLog.id.desc())
    )
    return [after for after in logged if after is not None and after.get("import") == import_id]


def _locks(session: Session, import_id: int, accepted: list[dict[str, Any]]) -> list[int]:
    """Those of the import's own statements, and those that its decisions brought about."""
    own = session.scalars(
        select(Lock.id)
        .join(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id, Lock.released_at.is_(None))
    )
    brought = [lock for each in accepted for lock in each.get("locks", [])]
    return [*own, *brought, *(each["lock"] for each in accepted if "lock" in each)]


def _applied(accepted: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in accepted:
        yield from reversed(each["applied"])


def _restore(session: Session, applied: dict[str, Any], actor: str) -> tuple[int, str | None]:
    """The entry, and why it was left alone if it was."""
    entry, before, after = applied["entry"], applied["before"], applied["after"]
    if "resolution" in applied:
        session.execute(delete(Resolution).where(Resolution.id == applied["resolution"]))
        return entry, None
    try:
        if applied["op"] == "open":
            return entry, _close_again(session, before, after)
        if _said(snapshot(session, entry)) != _said(after):
            return entry, "changed since"
        if before is None:
            remove(session, entry)
        else:
            put_back(session, before)
    except PeriodLocked as locked:
        lock = session.get_one(Lock, locked.facts["lock_id"])
        note(session, lock.account_id, lock.id, actor, "undo", after, before)
        return entry, locked.code
    except TieoutError as error:
        return entry, error.code
    return entry, None


def _close(session: Session, applied: dict[str, Any]) -> tuple[int, str | None]:
    """Remove an account that the import brought, unless there is something else in it by now."""
    account_id = applied["after"]["account_id"]
    # Merged away since, and its number perhaps given to another; or a person's own by now.
    name = session.scalar(select(Account.name).where(Account.id == account_id))
    if name is None or name != applied["after"].get("name", name):
        return 0, "the account was changed since"
    for table in (Transaction, Statement, BalanceAssertion):
        if session.scalar(select(table.id).where(table.account_id == account_id).limit(1)):
            return 0, "the account is in use"
    for theirs in (Discrepancy, Resolution, Lock):  # a discrepancy refers to its lock
        session.execute(delete(theirs).where(theirs.account_id == account_id))
    session.execute(delete(Account).where(Account.id == account_id))
    return 0, None


def _close_again(session: Session, before: dict[str, Any], after: dict[str, Any]) -> str | None:
    if opening_of(session, before["account_id"]) != after:
        return "the account's opening balance was changed since"
    set_opening(session, before)
    return None


def _said(entry: dict[str, Any] | None) -> dict[str, Any] | None:
    """What a person may have changed: everything but how far it is confirmed."""
    return None if entry is None else {k: v for k, v in entry.items() if k != "state"}


def _states_before(
    session: Session, accepted: list[dict[str, Any]], locks: list[int]
) -> dict[int, EntryState]:
    """How far the entries were confirmed before; an earlier version kept it with the decision."""
    found = states_before(session, locks)
    for each in accepted:
        found |= {int(entry): EntryState(was) for entry, was in each.get("states", {}).items()}
    return found


def remove_import(session: Session, work: Import) -> None:
    """Delete what was recorded of the import; the log keeps that it was."""
    remove_statements(session, select(Statement.id).where(Statement.import_id == work.id))
    session.execute(
        update(Transaction).where(Transaction.import_id == work.id).values(import_id=None)
    )
    document_id = work.document_id
    session.expire_all()
    session.execute(delete(Import).where(Import.id == work.id))
    session.execute(delete(Document).where(Document.id == document_id))


def remove_statements(session: Session, statements: Select[int]) -> None:
    """Delete these statements, by their ids, and all that rests on them."""
    proven = select(Reconciliation.id).where(Reconciliation.statement_id.in_(statements))
    session.execute(delete(Proposal).where(Proposal.reconciliation_id.in_(proven)))
    session.execute(delete(BalanceAssertion).where(BalanceAssertion.statement_id.in_(statements)))
    session.execute(delete(Resolution).where(Resolution.statement_id.in_(statements)))
    session.execute(
        update(Lock).where(Lock.reconciliation_id.in_(proven)).values(reconciliation_id=None)
    )
    session.execute(delete(Match).where(Match.reconciliation_id.in_(proven)))
    session.execute(delete(Reconciliation).where(Reconciliation.statement_id.in_(statements)))
    session.execute(delete(Statement).where(Statement.id.in_(statements)))
