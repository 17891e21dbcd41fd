"""Asks the ledger what waits for a person: imports with something unproven, and failed ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from sqlalchemy import Engine, Select, select
from sqlalchemy.orm import Session, contains_eager, joinedload, selectinload

from app.queries.books import find_account
from app.shapes.review import ReviewShape, review_shape, reviewed_shapes, with_hints
from db import ledger
from db.imports import NoSuchImport
from db.models import Document, Import, Reconciliation, Statement
from db.session import read_only
from pipeline.review.causes import Cause, causes

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
        account_id = find_account(ledger.accounts(session), account).id if account else None
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
