"""What waits for a person, and what an import offers to change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from sqlalchemy import Engine, Select, select
from sqlalchemy.orm import Session, contains_eager, joinedload, selectinload

from app.acts.deciding import first_of_each_account, pending_of, seen_of, statement_of
from app.queries.books import find_account
from app.shapes.decisions import ChangeShape, change_shape
from app.shapes.review import ReviewShape, review_shape, reviewed_shapes, with_hints
from db.ledger import queries
from db.models import Document, Import, Proposal, Reconciliation, Statement
from db.session import read_only
from db.statements.pages import NoSuchImport
from pipeline.account.new_account import is_outdated
from pipeline.record.drafts import draft_of
from pipeline.record.settling import is_stale
from pipeline.review.applying import entries_changed, foreseen
from pipeline.review.waiting import Cause, causes

#: So many causes are shown at once, unless more are asked for.
PAGE: Final = 50


#: The day and the number of an import in the order of `causes`; what has no day comes last.
CausePlace = tuple[date, int]


@dataclass(frozen=True, slots=True)
class ToReview:
    """A page of what waits: ``more`` causes follow behind ``last``, the place of its last one."""

    reviews: list[ReviewShape]
    more: int
    last: CausePlace | None


def waiting(
    engine: Engine,
    *,
    account: str | None = None,
    month: date | None = None,
    limit: int | None = PAGE,
    after: CausePlace | None = None,
) -> ToReview:
    """The imports that need a person, the oldest first, each with those that follow from it; those
    behind ``after``, be it settled by now.

    Raises ``AccountUnclear``.
    """
    with read_only(engine) as session:
        account_id = find_account(queries.accounts(session), account).id if account else None
        found = causes(session, account_id, month)
        left = found if after is None else [each for each in found if _place(each) > after]
        shown = left[:limit]
        works = _works(session, [each.import_id for each in shown])
        reviews = _reviews(session, works)
        return ToReview(
            [
                replace(
                    reviews[each.import_id],
                    explains=each.explains,
                    explained_by=each.explained_by,
                )
                for each in shown
            ],
            len(left) - len(shown),
            _place(shown[-1]) if shown else None,
        )


def one_import(engine: Engine, import_id: int) -> ReviewShape:
    """One import, whatever its status.

    Raises:
        NoSuchImport: there is no such import.
    """
    with read_only(engine) as session:
        review, results = review_of(session, import_id)
        return with_hints(session, review, results)


def review_of(session: Session, import_id: int) -> tuple[ReviewShape, Sequence[Reconciliation]]:
    """One import, without what would explain it, and what is recorded of its statements.

    Raises ``NoSuchImport``.
    """
    works = _works(session, [import_id])
    if not works:
        raise NoSuchImport(import_id=import_id)
    results = session.scalars(_results([import_id])).all()
    found = reviewed_shapes(session, results)
    return review_shape(works[0], found[import_id]), results


def _place(cause: Cause) -> CausePlace:
    return cause.day or date.max, cause.import_id


def _works(session: Session, ids: Sequence[int]) -> Sequence[Import]:
    """The imports, with the words of which their statements are proven again."""
    words = joinedload(Import.document).undefer(Document.words)
    return session.scalars(select(Import).where(Import.id.in_(ids)).options(words)).all()


def _reviews(session: Session, works: Sequence[Import]) -> dict[int, ReviewShape]:
    results = session.scalars(_results([work.id for work in works])).all()
    found = reviewed_shapes(session, results)
    return {work.id: review_shape(work, found[work.id]) for work in works}


def _results(import_ids: list[int]) -> Select[Reconciliation]:
    statement = contains_eager(Reconciliation.statement)
    return (
        select(Reconciliation)
        .join(Reconciliation.statement)
        .where(Statement.import_id.in_(import_ids))
        .order_by(Statement.import_id, Statement.ordinal)
        .options(
            statement.selectinload(Statement.lines),
            statement.joinedload(Statement.account),
            selectinload(Reconciliation.matches),
        )
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """``seen`` goes back with the decision. ``moved``: the ledger is not what the changes were
    proposed for, so none is shown until they are made again. ``more``: so many proposals wait until
    those before them, for the same account, are decided."""

    seen: str
    moved: bool
    changes: tuple[ChangeShape, ...]
    more: int


def offered(engine: Engine, import_id: int) -> Offer | None:
    """The changes that a yes would carry out, numbered by their order; None if nothing waits."""
    with read_only(engine) as session:
        proposals = pending_of(session, import_id)
        if not proposals:
            return None
        first = first_of_each_account(session, proposals)
        moved = any(has_moved(session, proposal) for proposal in first)
        return Offer(
            seen=seen_of(proposals),
            moved=moved,
            changes=() if moved else tuple(_changes(session, first)),
            more=len(proposals) - len(first),
        )


def _changes(session: Session, proposals: Sequence[Proposal]) -> Iterator[ChangeShape]:
    for proposal in proposals:
        statement = statement_of(session, proposal)
        kept = (statement.account, entries_changed(session, [proposal]))
        for change in proposal.changes:
            seen = foreseen(session, statement.account_id, change)
            yield change_shape(seen, proposal.suggested_by)
        del kept


def has_moved(session: Session, proposal: Proposal) -> bool:
    """Whether the ledger is not what the proposal was made for."""
    statement = statement_of(session, proposal)
    if statement.account_id is not None:
        return is_stale(session, statement.account_id)
    return is_outdated(session, draft_of(statement), proposal.changes[0])
