"""Forgets a document or an account: its rows, words and traces, and the log's text."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Text, cast, delete, func, null, or_, select, update
from sqlalchemy.orm import Session

from db.accounts.log import locks_of, release
from db.chain import EMPTIED, ranges_of
from db.errors import TieoutError
from db.ledger.bookkeeping import hold_row
from db.log import LogFilter, log, past
from db.models import (
    Account,
    AuditLog,
    BalanceAssertion,
    ChainLink,
    Discrepancy,
    Document,
    Import,
    Line,
    Lock,
    Match,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
    Transaction,
)
from db.session import batches
from db.statements.pages import import_of
from pipeline.record.kept_decisions import remember_going
from pipeline.record.settling import settle
from pipeline.review.undoing import remove_import, remove_statements
from tools.loop.outcome import masked

_ALL: Final = 2**31
_REASON: Final = "forgotten"


class StandsLocked(TieoutError):
    """What is to be forgotten is in the locked period from {start} to {end}. Add --locked to
    release it along with the rest, or release it first: tieout unlock {lock_id} --reason TEXT
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What went: the hashes of the documents, and how many rows of each kind.

    ``shared`` are imports that stay because they hold statements of other accounts too.
    """

    documents: tuple[str, ...]
    statements: int
    lines: int
    entries: int = 0
    acts: int = 0
    shared: tuple[int, ...] = ()


def forget_document(session: Session, import_id: int, actor: str, *, locked: bool) -> Forgotten:
    """Forget an import's document, in the caller's transaction; the entries of the ledger stay.

    Raises ``NoSuchImport`` and ``StandsLocked``.
    """
    work = import_of(session, import_id, hold=True)
    of_it = select(Reconciliation.id).where(
        Reconciliation.statement_id.in_(_statements_of([import_id]))
    )
    held = select(Lock).where(Lock.reconciliation_id.in_(of_it), Lock.released_at.is_(None))
    _let_go(session, session.scalars(held.order_by(Lock.id)).all(), actor, locked=locked)
    found = _counted(session, [import_id])
    acts = _acts(session, LogFilter(limit=_ALL, import_id=import_id))
    _forget_import(session, work)
    return _told(session, "document", f"imports:{import_id}", actor, found, acts)


def forget_account(session: Session, account_id: int, actor: str, *, locked: bool) -> Forgotten:
    """Forget an account: its entries, its statements, and the documents that hold no others.

    Raises ``UnknownAccount`` and ``StandsLocked``.
    """
    account = hold_row(session, account_id)
    _let_go(session, locks_of(session, account_id), actor, locked=locked)
    own, shared = _imports_of(session, account_id)
    found = _counted(session, own, account_id, shared)
    acts = _acts(session, LogFilter(limit=_ALL, account_id=account_id))
    for import_id in own:
        acts |= _acts(session, LogFilter(limit=_ALL, import_id=import_id))
        _forget_import(session, import_of(session, import_id, hold=True))
    statements = select(Statement.id).where(Statement.account_id == account_id)
    remove_statements(session, statements)
    # What models were shown and said of it, what pairs with it, and what proposes to change it.
    empty_told_elsewhere(session, account)
    entries = select(Transaction.id).where(Transaction.account_id == account.id)
    session.execute(delete(Match).where(Match.transaction_id.in_(entries)))
    changes = cast(Proposal.changes, Text).like(f'%"account_id": {account.id}%')
    for proposal in session.scalars(select(Proposal).where(changes)).all():
        if ("account_id", account.id) in _values(proposal.changes):
            session.delete(proposal)
    session.flush()
    # A discrepancy refers to its lock.
    for table in (Discrepancy, Resolution, Lock, BalanceAssertion, Transaction):
        session.execute(delete(table).where(table.account_id == account_id))
    session.execute(delete(Account).where(Account.id == account_id))
    session.expire_all()
    return _told(session, "account", f"accounts:{account_id}", actor, found, acts)


def _let_go(session: Session, held: Iterable[Lock], actor: str, *, locked: bool) -> None:
    for each in held:
        if not locked:
            raise StandsLocked(start=each.period_start, end=each.period_end, lock_id=each.id)
        release(session, [each.id], _REASON, actor)


def _statements_of(imports: Collection[int]) -> Any:
    return select(Statement.id).where(Statement.import_id.in_(imports))


def _imports_of(session: Session, account_id: int) -> tuple[list[int], list[int]]:
    """The imports that hold statements of this account alone, and those that hold others too.

    One that a person said to be of the account, and that failed, is its own too.
    """
    mine = select(Statement.import_id).where(Statement.account_id == account_id)
    others = select(Statement.import_id).where(Statement.account_id.is_distinct_from(account_id))
    ids = set(session.scalars(mine))
    shared = ids & set(session.scalars(others.where(Statement.import_id.in_(ids))))
    named = select(Import.id, Import.options).where(
        cast(Import.options, Text).like(f'%"named_account": {account_id}%'),
        Import.id.not_in(select(Statement.import_id)),
    )
    failed = {
        n for n, asked in session.execute(named) if (asked or {}).get("named_account") == account_id
    }
    return sorted(ids - shared | failed), sorted(shared)


def _counted(
    session: Session,
    imports: Collection[int],
    account_id: int | None = None,
    shared: Collection[int] = (),
) -> Forgotten:
    hashes = (
        select(Document.sha256)
        .join(Import, Import.document_id == Document.id)
        .where(Import.id.in_(imports))
    )
    of_account = Statement.account_id == account_id if account_id is not None else False
    statements = select(Statement.id).where(Statement.import_id.in_(imports) | of_account)
    entries = select(func.count()).select_from(Transaction)
    return Forgotten(
        documents=tuple(session.scalars(hashes.order_by(Document.sha256))),
        statements=len(session.scalars(statements).all()),
        lines=session.scalar(
            select(func.count()).select_from(Line).where(Line.statement_id.in_(statements))
        )
        or 0,
        entries=session.scalar(entries.where(Transaction.account_id == account_id)) or 0,
        shared=tuple(shared),
    )


def _acts(session: Session, wanted: LogFilter) -> set[int]:
    """The ids of the log's rows that mention it."""
    return {each.row.id for each in past(session, wanted)}


def _forget_import(session: Session, work: Import) -> None:
    """Its rows, and what a lock refused of it, in which its descriptions are."""
    texts = set(
        session.scalars(
            select(Line.description).where(Line.statement_id.in_(_statements_of([work.id])))
        )
    )
    accounts = select(Statement.account_id).where(Statement.import_id == work.id)
    refused = select(Discrepancy).where(Discrepancy.account_id.in_(accounts))
    for each in session.scalars(refused).all():
        if any((said or {}).get("description") in texts for said in (each.before, each.after)):
            session.delete(each)
    session.flush()
    remember_going(session, work.id)
    remove_import(session, work)


def _told(
    session: Session, kind: str, subject: str, actor: str, found: Forgotten, acts: Collection[int]
) -> Forgotten:
    """Empty the log's rows of it, log what went without its text, and prove again the rest."""
    for some in batches(sorted(acts)):
        rows = update(AuditLog).where(AuditLog.id.in_(some))
        session.execute(rows.values(before=null(), after=EMPTIED))
        session.execute(update(ChainLink).where(ChainLink.log_id.in_(some)).values(salt=None))
    settle(session)
    counts = {
        "documents": len(found.documents),
        "statements": found.statements,
        "lines": found.lines,
        "entries": found.entries,
        "acts": len(acts),
    }
    emptied = {"emptied": ranges_of(sorted(acts))} if acts else {}
    log(session, actor, "forget", subject, after={"kind": kind, **counts, **emptied})
    return replace(found, acts=len(acts))


_BOTH: Final = (True, False)
_COLUMNS: Final = (Reconciliation.trace, Reconciliation.asked, Reconciliation.claim)


def empty_told_elsewhere(session: Session, account: Account) -> None:
    """Take it out of every reconciliation that is left."""
    of_it = select(Transaction.id).where(Transaction.account_id == account.id)
    shown = (account.name, masked(account.name))
    escaped = (
        json.dumps(each, ensure_ascii=ascii_only)[1:-1] for each in shown for ascii_only in _BOTH
    )
    entries, spellings = frozenset(session.scalars(of_it)), frozenset((*shown, *escaped))
    any_said = or_(*(each.is_not(None) for each in _COLUMNS))
    found = [
        (row.id, column)
        for row in session.execute(select(Reconciliation.id, *_COLUMNS).where(any_said))
        for column, told in zip(_COLUMNS, row[1:], strict=True)
        if any(
            (isinstance(value, str) and any(name in value for name in spellings))
            or (key, value) == ("capture", "full")
            or (key in ("entries", "entry") and value in entries)
            for key, value in _values(told)
        )
    ]
    for reconciliation_id, column in found:
        own = update(Reconciliation).where(Reconciliation.id == reconciliation_id)
        session.execute(own.values({column: null()}))


def _values(told: Any, key: str | None = None) -> Iterator[tuple[str | None, Any]]:
    """Every text and number in it, with the name that it, or the list around it, goes by."""
    if isinstance(told, dict):
        for name, each in told.items():
            yield from _values(each, name)
    elif isinstance(told, list):
        for each in told:
            yield from _values(each, key)
    else:
        yield key, told
