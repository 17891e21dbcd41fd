"""Knows what hangs on an account besides its entries, and moves it to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from sqlalchemy import select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from db.models import (
    BalanceAssertion,
    Discrepancy,
    Document,
    Import,
    Lock,
    Reconciliation,
    Resolution,
    Statement,
)

_Own: TypeAlias = type[BalanceAssertion] | type[Lock] | type[Resolution]
#: What hangs on a statement, if on anything; else it is the account's own.
_HANGING: Final[Mapping[str, tuple[_Own, InstrumentedAttribute[int | None]]]] = {
    "balance_assertions": (BalanceAssertion, BalanceAssertion.statement_id),
    "locks": (Lock, Lock.reconciliation_id),
    "resolutions": (Resolution, Resolution.statement_id),
}


def statements_of(session: Session, account_id: int) -> dict[int, str]:
    """The account's statements by id, each called by its document and its place in it, which stay
    the same when a document is read again.
    """
    query = (
        select(Statement.id, Document.sha256, Statement.ordinal)
        .join(Import, Import.id == Statement.import_id)
        .join(Document, Document.id == Import.document_id)
        .where(Statement.account_id == account_id)
    )
    return {found: f"{sha}:{ordinal}" for found, sha, ordinal in session.execute(query)}


def own_rows(session: Session, account_id: int) -> dict[str, list[int]]:
    """The ids of what hangs on the account and on no statement."""
    return {
        name: sorted(
            session.scalars(select(table.id).where(table.account_id == account_id, on.is_(None)))
        )
        for name, (table, on) in _HANGING.items()
    }


def move_all(session: Session, source: int, into: int) -> None:
    """Everything that hangs on the one account hangs on the other."""
    for table in (Statement, BalanceAssertion, Lock, Resolution, Discrepancy):
        moved = update(table).where(table.account_id == source).values(account_id=into)
        session.execute(moved)


def move_back(
    session: Session, source: int, into: int, statements: list[int], own: Mapping[str, Any]
) -> None:
    """These statements, what hangs on them, and these rows of the account's own."""
    proven = select(Reconciliation.id).where(Reconciliation.statement_id.in_(statements))
    theirs = select(Statement.id).where(Statement.id.in_(statements))
    on = {"locks": proven, "balance_assertions": theirs, "resolutions": theirs}
    moved = update(Statement).where(Statement.id.in_(statements))
    session.execute(moved.values(account_id=into))
    for name, (table, hangs) in _HANGING.items():
        with_them = hangs.in_(on[name]) | (table.id.in_(own[name]) & hangs.is_(None))
        here = update(table).where(table.account_id == source, with_them)
        session.execute(here.values(account_id=into))
    refused = select(Lock.id).where(Lock.account_id == into)
    session.execute(
        update(Discrepancy).where(Discrepancy.lock_id.in_(refused)).values(account_id=into)
    )
