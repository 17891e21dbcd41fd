"""Asks the ledger what waits for a person: imports with something unproven, and failed ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from sqlalchemy import Engine, Select, select
from sqlalchemy.orm import Session, joinedload, selectinload

from app.queries.books import find_account
from app.shapes.review import ReviewShape, review_shape, with_hints
from db import ledger
from db.imports import import_of
from db.models import Import, Reconciliation, Statement
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
        reviews = {each.import_id: each for each in _reviews(session, works)}
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
        work = import_of(session, import_id)
        results = list(session.scalars(_results([import_id])))
        return with_hints(session, review_shape(session, work, results), results)


def _place(cause: Cause) -> CausePlace:
    return cause.day or date.max, cause.import_id


def _works(session: Session, ids: Sequence[int]) -> Sequence[Import]:
    query = select(Import).where(Import.id.in_(ids)).options(joinedload(Import.document))
    return session.scalars(query).all()


def _reviews(session: Session, works: Sequence[Import]) -> list[ReviewShape]:
    results: dict[int, list[Reconciliation]] = {work.id: [] for work in works}
    for result in session.scalars(_results(list(results))):
        results[result.statement.import_id].append(result)
    return [review_shape(session, work, results[work.id]) for work in works]


def _results(import_ids: list[int]) -> Select[Reconciliation]:
    statement = selectinload(Reconciliation.statement)
    return (
        select(Reconciliation)
        .join(Reconciliation.statement)
        .where(Statement.import_id.in_(import_ids))
        .order_by(Statement.import_id, Statement.ordinal)
        .options(
            statement.selectinload(Statement.lines),
            statement.selectinload(Statement.account),
            selectinload(Reconciliation.matches),
        )
    )
