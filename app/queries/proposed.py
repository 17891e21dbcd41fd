"""Finds what an import proposes, and identifies what a person was shown of it and its facts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.models import Proposal, Reconciliation, Statement
from db.words import ProposalStatus


def pending_of(session: Session, import_id: int) -> Sequence[Proposal]:
    """What the import proposes and no one decided on yet, in order."""
    query = (
        select(Proposal)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id, Proposal.status == ProposalStatus.PENDING)
        .order_by(Proposal.id)
    )
    return session.scalars(query).all()


def first_of_each_account(session: Session, proposals: Sequence[Proposal]) -> list[Proposal]:
    """Those that do not wait for what becomes of another one before them. What holds a change goes
    before what holds none, and tieout's own before what a model suggested."""
    found: dict[object, Proposal] = {}
    for proposal in sorted(proposals, key=_place):
        # Accounts that are still to be opened are distinguished by their names.
        account = statement_of(session, proposal).account_id or proposal.changes[0]["name"]
        found.setdefault(account, proposal)
    return list(found.values())


def _place(proposal: Proposal) -> tuple[bool, bool, int]:
    return not proposal.changes, proposal.suggested_by is not None, proposal.id


def statement_of(session: Session, proposal: Proposal) -> Statement:
    """What the proposal follows from; without an account if it would open one."""
    return session.get_one(Reconciliation, proposal.reconciliation_id).statement


def seen_of(proposals: Iterable[Proposal]) -> str:
    """Identifies exactly these proposals, against the ledger that they were made for."""
    text = "".join(
        f"{each.id} {each.ledger_etag} {json.dumps(each.changes, sort_keys=True)}\n"
        for each in proposals
    )
    return hashlib.sha256(text.encode()).hexdigest()


def seen_of_facts(row: Reconciliation) -> str:
    """Identifies exactly what is known of a statement by now, and its verdict."""
    known = row.statement
    said = (
        known.import_id, row.id, row.verdict.value, known.account_id, known.currency,
        known.period_start, known.period_end, known.opening_minor, known.closing_minor,
        known.stands, known.stated,
    )  # fmt: skip
    return hashlib.sha256(repr(said).encode()).hexdigest()
