"""Imports as work, what waits for a person in each, and what it offers to change."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from sqlalchemy import Engine, Select, select
from sqlalchemy.orm import Session, contains_eager, joinedload, selectinload

from app.queries.books import find_account
from app.shapes.decisions import ChangeShape, change_shape
from app.shapes.imports import JobShape, JobsShape, job_shape
from app.shapes.lists import OfferShape
from app.shapes.reading import ExplainedShape, ExplainedStatementShape
from app.shapes.review import (
    ReviewedShape,
    ReviewShape,
    review_shape,
    reviewed_shapes,
    with_hints,
)
from app.shapes.writing import shaped
from app.texts.sentences import reasons_of, state_word
from db.ledger import queries
from db.models import Document, Import, Proposal, Reconciliation, Statement
from db.session import read_only
from db.statements.pages import NoSuchImport, import_of
from db.words import ImportStatus, ProposalStatus, Verdict
from jobs.lease.lease import OPEN
from jobs.queue import table
from jobs.queue.table import Selection
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
    behind ``after``, be it settled by now. Raises ``AccountUnclear``."""
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
                    reviews[each.import_id], explains=each.explains, explained_by=each.explained_by
                )
                for each in shown
            ],
            len(left) - len(shown),
            _place(shown[-1]) if shown else None,
        )


def one_import(engine: Engine, import_id: int) -> ReviewShape:
    """One import, whatever its status. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        review, results = review_of(session, import_id)
        return with_hints(session, review, results)


def explained(engine: Engine, import_id: int) -> ExplainedShape:
    """Why the statements of an import are not matched, and what helps. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        review, _ = review_of(session, import_id)
    return ExplainedShape(
        import_id=import_id,
        file=review.file,
        statements=tuple(_explained(import_id, each) for each in review.statements),
    )


def _explained(import_id: int, of: ReviewedShape) -> ExplainedStatementShape:
    where = {"import_id": import_id, "number": of.ordinal + 1, "account_id": of.account_id}
    found = reasons_of(of.checks, of.hypotheses, of.objections, **where)
    return shaped(
        ExplainedStatementShape,
        of,
        number=of.ordinal + 1,
        state=state_word(of.verdict, of.account_id, proven=of.reading == "proven"),
        reasons=() if of.verdict is Verdict.MATCHED else tuple(found),
    )


def review_of(session: Session, import_id: int) -> tuple[ReviewShape, Sequence[Reconciliation]]:
    """One import without hints, and the rows of its statements. Raises ``NoSuchImport``."""
    works = _works(session, [import_id])
    if not works:
        raise NoSuchImport(import_id=import_id)
    results = session.scalars(_results([import_id])).all()
    return review_shape(works[0], reviewed_shapes(session, results)[import_id]), results


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


def offered(engine: Engine, import_id: int) -> OfferShape | None:
    """The changes that a yes would carry out, numbered by their order; None if nothing waits."""
    with read_only(engine) as session:
        proposals = pending_of(session, import_id)
        if not proposals:
            return None
        first = first_of_each_account(session, proposals)
        moved = any(has_moved(session, proposal) for proposal in first)
        return OfferShape(
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
    statement = statement_of(session, proposal)
    if statement.account_id is not None:
        return is_stale(session, statement.account_id)
    return is_outdated(session, draft_of(statement), proposal.changes[0])


MOST_AT_WORK: Final = 200


def listed(
    engine: Engine, selection: Selection, limit: int, *, before: int | None = None
) -> JobsShape:
    """The newest imports of the selection, or those ``before`` one of them, and how many there are
    of each status in all."""
    with read_only(engine) as session:
        found = table.jobs(session, selection, limit, before=before)
        return JobsShape(jobs=tuple(map(job_shape, found)), counts=table.counts(session))


@dataclass(frozen=True, slots=True)
class Running:
    """An import that somebody is at, and how far it is."""

    id: int
    stage: str | None
    page: str | None


@dataclass(frozen=True, slots=True)
class AtWork:
    """What runs now, at most `MOST_AT_WORK`, and what ended since the last look."""

    running: tuple[Running, ...]
    ended: tuple[tuple[int, ImportStatus], ...]
    counts: Mapping[ImportStatus, int]


def at_work(engine: Engine, before: frozenset[int] = frozenset()) -> AtWork:
    """What goes on just now, for pages that follow it; ``before`` ran at the last look."""
    newest = Import.id.desc()
    with read_only(engine) as session:
        running = select(Import.id, Import.stage, Import.progress).where(
            Import.status == ImportStatus.RUNNING
        )
        rows = session.execute(running.order_by(newest).limit(MOST_AT_WORK))
        now = tuple(Running(*row) for row in rows)
        gone = before.difference(each.id for each in now)
        ended = select(Import.id, Import.status).where(Import.id.in_(gone)).order_by(newest)
        stand = tuple((row[0], row[1]) for row in session.execute(ended)) if gone else ()
        return AtWork(now, stand, table.counts(session))


def imports_before(
    engine: Engine, selection: Selection, before: int | None, limit: int
) -> list[JobShape]:
    """The newest imports of the selection whose number is below ``before``."""
    with read_only(engine) as session:
        return [job_shape(row) for row in table.jobs(session, selection, limit, before=before)]


def still_open(engine: Engine) -> int:
    with read_only(engine) as session:
        return sum(number for status, number in table.counts(session).items() if status in OPEN)


def one_job(engine: Engine, import_id: int) -> JobShape:
    """One import. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        return job_shape(import_of(session, import_id))


def jobs_of(engine: Engine, import_ids: Collection[int]) -> dict[int, JobShape]:
    """These imports by their numbers, as far as they are there."""
    with read_only(engine) as session:
        found = table.jobs(session, Selection(ids=tuple(import_ids)), len(import_ids))
        return {row.id: job_shape(row) for row in found}


def short_hash(engine: Engine, import_id: int) -> str | None:
    """How a log names the import's document: the beginning of its SHA-256."""
    query = select(Document.sha256).join(Import, Import.document_id == Document.id)
    with read_only(engine) as session:
        found = session.scalar(query.where(Import.id == import_id))
    return found[:12] if found else None


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
    """Those that do not depend on the outcome of an earlier one. What holds a change goes
    before what holds none, and tieout's own before what a model suggested."""
    found: dict[object, Proposal] = {}
    for proposal in sorted(proposals, key=_order):
        # Accounts that are still to be opened are distinguished by their names.
        account = statement_of(session, proposal).account_id or proposal.changes[0]["name"]
        found.setdefault(account, proposal)
    return list(found.values())


def _order(proposal: Proposal) -> tuple[bool, bool, int]:
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
