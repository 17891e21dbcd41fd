"""Asks the ledger what waits for a person: imports with something unproven, and failed ones."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Engine, Select, select
from sqlalchemy.orm import Session, selectinload

from app.shapes.review import ReviewShape, review_shape
from db.imports import import_of
from db.models import Import, Reconciliation, Statement
from db.session import read_only
from db.words import ImportStatus

WAITING = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)


def waiting(engine: Engine) -> list[ReviewShape]:
    """Every import that needs a person, oldest first."""
    with read_only(engine) as session:
        found = session.scalars(
            select(Import).where(Import.status.in_(WAITING)).order_by(Import.id)
        ).all()
        return _reviews(session, found)


def one_import(engine: Engine, import_id: int) -> ReviewShape:
    """One import, whatever its status.

    Raises:
        NoSuchImport: there is no such import.
    """
    with read_only(engine) as session:
        work = import_of(session, import_id)
        return _reviews(session, [work])[0]


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
