"""Accepts many proposals at once: those that restore both balances, and what starts an account."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from sqlalchemy import func, select

from db.errors import TieoutError
from db.models import Proposal, Reconciliation, Statement
from db.touched import take, take_accounts
from db.watched import Step, tell
from db.words import ProposalStatus, Verdict
from pipeline.review.causes import reaches
from pipeline.review.deciding import Decided, accept

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

#: How many proposals are read together.
_AT_ONCE: Final = 20
#: Where only so many proposals are tried, none after so many statements were proven again: one
#: proposal may be the cause of an account's whole life.
_MOST_PROVEN: Final = 100


@dataclass(frozen=True, slots=True)
class Chosen:
    """Of which account (by id) and of which month proposals are meant, and how many of them are
    tried, the oldest first; None is any."""

    account_id: int | None = None
    month: date | None = None
    most: int | None = None


def accept_safe(session: Session, actor: str, chosen: Chosen) -> Iterator[tuple[Proposal, Decided]]:
    """Accept each proposal, the oldest first, after which its statement ties out.

    What would leave anything open stays as it was. An account that is still to be made is none of
    these: `accept_new` is for that.
    """
    tried: set[tuple[int, str]] = set()
    wait = how_many_to_try(session, chosen.most)
    proven = 0
    while (proposal := _next(session, chosen, tried, new=False)) is not None:
        if chosen.most is not None and (len(tried) >= chosen.most or proven >= _MOST_PROVEN):
            return
        tell(session, Step.PROPOSALS, min(len(tried), wait), wait)
        tried.add((proposal.id, proposal.ledger_etag))
        decided = _try(session, proposal, actor)
        if decided is not None:
            proven += decided.proven
            yield proposal, decided


def accept_new(
    session: Session, actor: str, chosen: Chosen, names: Mapping[str, str]
) -> Iterator[tuple[Proposal, Decided]]:
    """Make the accounts that proven statements propose, and bring in the entries of those of which
    a person answered before what nothing settles.

    ``names`` are what a person calls them, by the digits that the page prints; the others are
    called as the page says.
    """
    made: set[int] = set()
    while (proposal := _next(session, Chosen(), set(), new=True)) is not None:
        change = proposal.changes[0]
        name = names.get(change["mask"] or "", change["name"])
        proposal.changes = [{**change, "name": name}]
        session.flush()
        decided = accept(session, proposal.id, actor)
        made.add(int(decided.applied[0]["after"]["account_id"]))
        yield proposal, decided
    for account_id in sorted(made):
        yield from accept_safe(session, actor, Chosen(account_id, chosen.month))


def how_many_to_try(session: Session, most: int | None) -> int:
    """How many proposals there are to try, as far as is known before; counted up to so many."""
    query = select(Proposal.id).where(
        Proposal.status == ProposalStatus.PENDING, Proposal.suggested_by.is_(None)
    )
    some = query.limit(most).subquery()
    return session.scalar(select(func.count()).select_from(some)) or 0


def _try(session: Session, proposal: Proposal, actor: str) -> Decided | None:
    """The decision if the statement ties out after it; else nothing has happened."""
    step = session.begin_nested()
    try:
        decided = accept(session, proposal.id, actor)
    except TieoutError:
        decided = None
    if decided is not None and decided.verdict is Verdict.MATCHED:
        step.commit()
        return decided
    step.rollback()
    # What was remembered was rolled back with the rest.
    take(session), take_accounts(session)
    session.expire_all()
    return None


def _next(
    session: Session, chosen: Chosen, tried: Collection[tuple[int, str]], *, new: bool
) -> Proposal | None:
    """The pending proposal of the oldest statement that was not tried as it is."""
    query = (
        select(Proposal, Statement)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(
            Proposal.status == ProposalStatus.PENDING,
            Proposal.suggested_by.is_(None),  # what a model suggests is looked at one by one
            Statement.account_id.is_(None) if new else Statement.account_id.is_not(None),
        )
        .order_by(Statement.period_start, Statement.period_end, Statement.id)
    )
    if chosen.account_id is not None:
        query = query.where(Statement.account_id == chosen.account_id)
    # Of thousands that wait only the first few are read.
    with session.execute(query.execution_options(yield_per=_AT_ONCE)) as found:
        for proposal, statement in found:
            in_month = chosen.month is None or reaches(
                statement.period_start, statement.period_end, chosen.month
            )
            if proposal.changes and in_month and (proposal.id, proposal.ledger_etag) not in tried:
                return proposal
    return None
