"""Which of an import's proposals a decision is about, and that they are what a person saw."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.errors import NothingWaits, PageOutdated
from db.models import Proposal, Reconciliation, Statement
from db.session import read_only
from db.words import ProposalStatus
from pipeline.review.errors import NoSuchChange


def waiting_proposals(
    session: Session,
    import_id: int,
    seen: str | None = None,
    *,
    from_ask: bool = False,
    of: Collection[int] = (),
) -> Sequence[Proposal]:
    """What the import proposes and nobody decided on yet, in order; with ``from_ask`` only what a
    model proposed, and with ``of`` only these proposals.

    Raises ``NothingWaits``, and ``PageOutdated`` if that is not what a person has ``seen``.
    """
    found = pending_of(session, import_id)
    if not found:
        raise NothingWaits(import_id=import_id)
    if seen is not None and seen != seen_of(found):
        raise PageOutdated(import_id=import_id)
    meant = [
        each
        for each in found
        if not (from_ask and each.suggested_by is None) and (not of or each.id in of)
    ]
    if not meant:
        raise NothingWaits(import_id=import_id)
    return meant


def pending_of(session: Session, import_id: int) -> Sequence[Proposal]:
    """The same, be it nothing."""
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
    """Stands for exactly these proposals, against the ledger that they were made for."""
    text = "".join(
        f"{each.id} {each.ledger_etag} {json.dumps(each.changes, sort_keys=True)}\n"
        for each in proposals
    )
    return hashlib.sha256(text.encode()).hexdigest()


def chosen(
    proposals: Sequence[Proposal], only: Collection[int]
) -> list[tuple[Proposal, list[int] | None]]:
    """Each proposal that is meant with its own numbers, or None for all of its changes."""
    if not only:
        return [(proposal, None) for proposal in proposals]
    found: list[tuple[Proposal, list[int] | None]] = []
    before = 0
    for proposal in proposals:
        own = [n - before for n in sorted(set(only)) if 0 < n - before <= len(proposal.changes)]
        before += len(proposal.changes)
        found += [(proposal, own)] if own else []
    beyond = [number for number in only if not 1 <= number <= before]
    if beyond:
        raise NoSuchChange(proposal_id=proposals[0].id, number=beyond[0], count=before)
    return found


def anything_waits(engine: Engine, import_id: int) -> bool:
    """Whether the import still proposes something that nobody decided on."""
    with read_only(engine) as session:
        return bool(pending_of(session, import_id))
