"""What was done to an account, as the audit log keeps it: enough to take it back exactly."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.accounts.facts import AccountFacts, AccountLocked, NoChangeToUndo, from_json, to_json
from db.ledger.amending import put_states_back
from db.ledger.locks import states_before, unlock
from db.log import log
from db.models import AuditLog, Import, Lock, Reconciliation, Statement
from db.words import Verdict


class AccountAct(StrEnum):
    """What a person can do to an account."""

    ADD = "add"
    EDIT = "edit"
    MERGE = "merge"
    FLIP_SIGNS = "flip_signs"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Done:
    """One act on an account.

    ``other`` is the account that a merge took away, or that taking it back brought again.
    ``entries`` and ``statements`` are how many were turned or moved. ``kept`` is what taking it
    back needs; ``locks`` are those that held before, ``undoes`` the log's row that is taken back.
    """

    act: AccountAct
    account_id: int
    before: AccountFacts | None
    after: AccountFacts | None
    other: AccountFacts | None = None
    entries: int = 0
    statements: int = 0
    kept: Mapping[str, Any] = field(default_factory=dict)
    locks: frozenset[int] = frozenset()
    undoes: int | None = None
    undone: AccountAct | None = None

    @property
    def changed(self) -> bool:
        """Whether anything is otherwise now: an account may say already what it is to say."""
        return self.act is not AccountAct.EDIT or self.before != self.after


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """What the log says of an act; ``locks`` are those that it brought."""

    id: int
    act: AccountAct
    before: AccountFacts | None
    after: AccountFacts
    other: AccountFacts | None
    kept: Mapping[str, Any]
    locks: tuple[int, ...]


def keep(session: Session, actor: str, done: Done) -> None:
    """Write the act down, if it changed anything, once all that follows from it has happened."""
    if not done.changed:
        return
    brought = {lock.id for lock in locks_of(session, done.account_id)} - done.locks
    after = {
        "account": _json(done.after),
        "other": _json(done.other),
        "kept": dict(done.kept),
        "locks": sorted(brought),
        "undoes": done.undoes,
    }
    before = {"account": _json(done.before)}
    log(session, actor, done.act, f"accounts:{done.account_id}", before=before, after=after)
    session.flush()


def last_act(session: Session, account: AccountFacts) -> LoggedAct:
    """The newest act on the account that was not taken back. Raises ``NoChangeToUndo``."""
    columns = select(AuditLog.id, AuditLog.action, AuditLog.before, AuditLog.after).where(
        AuditLog.subject == f"accounts:{account.id}", AuditLog.action.in_(list(AccountAct))
    )
    undone: set[int] = set()
    for row_id, action, before, after in session.execute(columns.order_by(AuditLog.id.desc())):
        assert after is not None
        if "forgotten" in after:
            break  # of an account that had this number before
        assert before is not None
        if action == AccountAct.UNDO:
            undone.add(after["undoes"])
        elif row_id not in undone:
            return LoggedAct(
                id=row_id,
                act=AccountAct(action),
                before=_facts(before["account"]),
                after=from_json(after["account"]),
                other=_facts(after["other"]),
                kept=after["kept"],
                locks=tuple(after["locks"]),
            )
    raise NoChangeToUndo(name=account.name)


def last_acts(session: Session, account_ids: Collection[int]) -> set[int]:
    """The log's rows that `last_act` finds for these accounts, without what each of them kept."""
    query = (
        select(
            AuditLog.id,
            AuditLog.subject,
            AuditLog.after["undoes"].as_integer(),
            AuditLog.after["forgotten"].as_string(),
        )
        .where(
            AuditLog.subject.in_([f"accounts:{each}" for each in account_ids]),
            AuditLog.action.in_(list(AccountAct)),
        )
        .order_by(AuditLog.id.desc())
    )
    undone: set[int] = set()
    newest: dict[str, int | None] = {}
    for row_id, subject, undoes, forgotten in session.execute(query):
        if forgotten is not None:
            newest.setdefault(subject, None)
        elif undoes is not None:
            undone.add(undoes)
        elif row_id not in undone:
            newest.setdefault(subject, row_id)
    return {row_id for row_id in newest.values() if row_id is not None}


def _facts(said: dict[str, Any] | None) -> AccountFacts | None:
    return from_json(said) if said else None


def _json(facts: AccountFacts | None) -> dict[str, Any] | None:
    return to_json(facts) if facts else None


def locks_of(
    session: Session, account_id: int, since: date = date.min, until: date = date.max
) -> list[Lock]:
    """The account's locks that end on ``since`` or later and begin before ``until``, by period."""
    query = select(Lock).where(
        Lock.account_id == account_id,
        Lock.released_at.is_(None),
        Lock.period_end >= since,
        Lock.period_start < until,
    )
    return list(session.scalars(query.order_by(Lock.period_start, Lock.id)))


def refuse_if_locked(
    session: Session, account: AccountFacts, since: date = date.min, until: date = date.max
) -> None:
    """Raises ``AccountLocked`` if one of those locks still holds."""
    found = locks_of(session, account.id, since, until)
    if found:
        said = ", ".join(f"{each.id} ({each.period_start}..{each.period_end})" for each in found)
        raise AccountLocked(name=account.name, locks=said, first=found[0].id)


def refuse_another_opening(session: Session, before: AccountFacts, after: AccountFacts) -> None:
    """An opening balance moves every balance; before a later day the ledger tells of none. Raises
    ``AccountLocked`` if a locked period would be of it."""
    if _opening(before) != _opening(after):
        refuse_if_locked(session, before)
    if after.opened_on is not None and after.opened_on != before.opened_on:
        refuse_if_locked(session, before, until=after.opened_on)


def release(session: Session, lock_ids: Collection[int], reason: str, actor: str) -> None:
    """Release those of the locks that still hold; their entries are confirmed as far as before."""
    wanted = select(Lock.id).where(Lock.id.in_(lock_ids), Lock.released_at.is_(None))
    for lock_id in session.scalars(wanted.order_by(Lock.id)).all():
        unlock(session, lock_id, reason, actor)
    put_states_back(session, states_before(session, lock_ids))


def _opening(account: AccountFacts) -> tuple[int, str]:
    return account.opening_balance_minor, account.currency


#: By the number of the import, the name of its file, and which of its statements it is.
Verdicts: TypeAlias = dict[tuple[int, str, int], Verdict]


def verdicts_of(session: Session, account_ids: Collection[int]) -> Verdicts:
    """The verdict on each statement of these accounts."""
    query = (
        select(Import.id, Import.source_name, Statement.ordinal, Reconciliation.verdict)
        .join(Statement, Statement.import_id == Import.id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id.in_(account_ids))
    )
    rows = session.execute(query.execution_options(populate_existing=True))
    return {(work, file, ordinal): verdict for work, file, ordinal, verdict in rows}
