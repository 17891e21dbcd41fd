"""Takes decisions, or a whole import, back: the ledger as before, less what has changed since."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, Text, cast, delete, func, select, update
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
from db.ledger.locks import PeriodLocked, locks_of, note, states_before
from db.log import log, split
from db.models import (
    Account,
    AuditLog,
    BalanceAssertion,
    Discrepancy,
    Document,
    Import,
    LineNote,
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
from db.words import ImportStatus, ProposalStatus
from pipeline.record.kept_decisions import remember, remember_going
from pipeline.record.settling import settle
from pipeline.record.standing import standing
from pipeline.review.errors import NotUndoable, NotUndone


@dataclass(frozen=True, slots=True)
class Undone:
    """Ids of the entries that are as before again, and of those left alone, with why; ``applied``
    is what had been done, the last change first.

    0 represents the account itself or its opening balance."""

    restored: tuple[int, ...]
    left: tuple[tuple[int, str], ...]
    imports: tuple[int, ...] = ()
    applied: tuple[dict[str, Any], ...] = ()

    @property
    def kept(self) -> dict[str, Any]:
        return {"restored": list(self.restored), "left": [list(each) for each in self.left]}


def undo(session: Session, import_id: int, actor: str) -> Undone:
    """Take everything back that the import brought, in the caller's transaction.

    Afterwards the document is unknown again and may be brought in again; the log remembers it.
    Raises ``NoSuchImport`` and ``NotUndone``."""
    work = import_of(session, import_id, hold=True)
    if work.status in _AT_WORK:
        raise NotUndone(import_id=import_id)
    accepted = _accepted(session, import_id)
    # Those of the import's own statements, and those that its decisions brought about.
    own = session.scalars(
        select(Lock.id)
        .join(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id, Lock.released_at.is_(None))
    )
    brought = [lock for each in accepted for lock in each.get("locks", [])]
    locks = [*own, *brought, *(each["lock"] for each in accepted if "lock" in each)]
    _release(session, locks)
    applied = list(_applied(accepted))
    remember_going(session, import_id)
    outcomes = [_restore(session, each, actor) for each in applied if each["op"] != "account"]
    put_states_back(session, states_before(session, locks))
    remove_import(session, work)
    outcomes += [_close(session, each) for each in applied if each["op"] == "account"]
    undone = _undone(outcomes, [import_id])
    log(session, actor, "undo", f"imports:{import_id}", after=undone.kept)
    settle(session)
    return undone


def _undone(outcomes: Iterable[tuple[int, str | None]], imports: Iterable[int]) -> Undone:
    outcomes = list(outcomes)
    return Undone(
        restored=tuple(entry for entry, why in outcomes if why is None and entry),
        left=tuple((entry, why) for entry, why in outcomes if why is not None),
        imports=tuple(imports),
    )


def _release(session: Session, locks: Collection[int]) -> None:
    session.execute(
        update(Lock)
        .where(Lock.id.in_(locks), Lock.released_at.is_(None))
        .values(released_at=utc_now(), released_reason="undo")
    )


#: What a person does to a difference or a proposal, as the log calls it.
DECISIONS: Final = ("accept", "resolve", "reject")
_AT_WORK: Final = (ImportStatus.QUEUED, ImportStatus.RUNNING)


def undo_decisions(session: Session, acts: Collection[int], actor: str) -> Undone:
    """Take back these decisions, by their numbers in the log, the last one first. Their documents,
    and what else was decided on them, stay.

    Raises ``NotUndoable``, ``NoSuchImport`` and ``NotUndone``."""
    imports = sorted({each.row.statement.import_id for each in _decisions(session, acts)})
    for import_id in imports:
        if import_of(session, import_id, hold=True).status in _AT_WORK:
            raise NotUndone(import_id=import_id)
    session.expire_all()  # anyone who had to wait must see what the other has made of them
    found = _decisions(session, acts)
    kept = [each.kept for each in found]
    own = {lock.id for each in found for lock in locks_of(session, each.row.id)}
    locks = sorted(own.union(*(each.get("locks", ()) for each in kept)))
    _release(session, locks)
    outcomes = [_restore(session, each, actor) for each in _applied(kept)]
    put_states_back(session, states_before(session, locks))
    undone = replace(_undone(outcomes, imports), applied=tuple(_applied(kept)))
    for each in found:
        # Let the statement wait for this decision again, and say in the log what was undone.
        left = each.kept.get("left_as_is", ())
        session.execute(delete(Resolution).where(Resolution.id.in_(left)))
        proposal, statement = each.proposal, each.row.statement
        if proposal.status is ProposalStatus.REJECTED:
            proposal.status = ProposalStatus.PENDING
            proposal.decided_by = proposal.decided_reason = proposal.decided_at = None
        else:
            session.delete(proposal)
        if statement.account_id is not None:
            each.row.ledger_etag = None
        remember(session, statement)
        after = {"act": each.act, "import": statement.import_id, **undone.kept}
        after |= {"undone": each.kept.get("applied", [])}
        log(session, actor, "undo", each.subject, after=after)
    settle(session)
    for import_id in imports:
        session.get_one(Import, import_id).status = standing(session, import_id)
    return undone


def made_together(session: Session, act: int) -> list[int]:
    """The decisions that were made by the same yes as this one, by their numbers in the log."""
    row = session.get(AuditLog, act)
    group = (row.after or {}).get("group") if row is not None else None
    if group is None:
        return [act]
    query = select(AuditLog.id).where(
        AuditLog.action.in_(DECISIONS), cast(AuditLog.after, Text).contains(f'"{group}"')
    )
    return list(session.scalars(query.order_by(AuditLog.id)))


def in_force(session: Session, acts: Iterable[tuple[int, str, datetime]]) -> dict[int, Proposal]:
    """Of the log's rows, by number, subject and time, the decisions that can be undone, each with
    its proposal. The number of what was undone is given again, so a later one does not count."""
    subjects = {act: (split(subject), at) for act, subject, at in acts}
    ids = {number for (table, number), _ in subjects.values() if table == "proposals"}
    query = select(Proposal).where(
        Proposal.id.in_(ids),
        Proposal.status != ProposalStatus.PENDING,
        Proposal.reconciliation_id.is_not(None),
    )
    known = {each.id: each for each in session.scalars(query)} if ids else {}
    return {
        act: known[number]
        for act, ((table, number), at) in subjects.items()
        if table == "proposals" and number in known and known[number].created_at <= at
        if known[number].status is ProposalStatus.REJECTED
        or all(change["op"] != "account" for change in known[number].changes)
    }


@dataclass(frozen=True, slots=True)
class _Decision:
    """One that is in force: its number and subject in the log, and what the log keeps of it."""

    act: int
    subject: str
    kept: dict[str, Any]
    proposal: Proposal
    row: Reconciliation


def _decisions(session: Session, acts: Collection[int]) -> list[_Decision]:
    """These, the last one first. Raises ``NotUndoable``."""
    query = select(AuditLog).where(AuditLog.id.in_(acts), AuditLog.action.in_(DECISIONS))
    rows = {row.id: row for row in session.scalars(query)}
    found = in_force(session, ((row.id, row.subject, row.at) for row in rows.values()))
    for act in acts:
        if act not in found:
            raise NotUndoable(number=act)
    return [
        _Decision(
            act,
            rows[act].subject,
            rows[act].after or {},
            found[act],
            session.get_one(Reconciliation, found[act].reconciliation_id),
        )
        for act in sorted(acts, reverse=True)
    ]


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
    rows = session.execute(
        select(AuditLog.id, AuditLog.action, AuditLog.after)
        .where(AuditLog.subject.in_(subjects), AuditLog.id > (last_undo or 0))
        .order_by(AuditLog.id.desc())
    ).all()
    mine = [row for row in rows if row.after is not None and row.after.get("import") == import_id]
    taken_back = {row.after["act"] for row in mine if row.action == "undo"}
    return [
        row.after
        for row in mine
        if row.action in ("accept", "resolve") and row.id not in taken_back
    ]


def _applied(accepted: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in accepted:
        yield from reversed(each.get("applied", ()))


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
    session.execute(delete(LineNote).where(LineNote.statement_id.in_(statements)))
    session.execute(
        update(Lock).where(Lock.reconciliation_id.in_(proven)).values(reconciliation_id=None)
    )
    session.execute(delete(Match).where(Match.reconciliation_id.in_(proven)))
    session.execute(delete(Reconciliation).where(Reconciliation.statement_id.in_(statements)))
    session.execute(delete(Statement).where(Statement.id.in_(statements)))
