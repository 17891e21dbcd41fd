"""Many imports are reviewed together, by a fixed number of questions, each as it is alone."""

from dataclasses import replace

import pytest
from sqlalchemy import Engine, select

from app.acts import imports as acts
from app.queries.reviews import one_import, waiting
from app.shapes.review import ReviewedShape, ReviewShape
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Proposal, Reconciliation, Transaction
from db.session import read_only, unit_of_work
from jobs.options import ImportOptions
from pipeline.review.resolving import Wish
from tests.support.books import LINES, account, imported
from tests.support.opinions import answer, mind, opinion
from tests.support.shown import asked_of
from tests.support.statements import day, draft
from tools.loop.loop import ToolLoop

ADD = opinion(2, what="not_booked", why="No entry says Rent.", lines=[3], act="add")
#: So many clients, of whom one has its account in dollars.
MANY, DOLLARS = 8, 3


def brought_in(engine: Engine, client: int, name: str, rows: int = len(LINES)) -> None:
    """A statement of that client, whose ledger lacks all but its first line; of one that has all
    lines a model says why."""
    june = draft(
        LINES[:rows], mask=str(1000 + client), currency="USD" if client == DOLLARS else "EUR"
    )
    model = ToolLoop(mind(answer(ADD))) if rows == len(LINES) else None
    imported(engine, june, name=name, options=ImportOptions(language_model=model))


@pytest.fixture
def books(engine: Engine) -> Engine:
    """Clients that each lack two lines; one rent was paid out of their savings, one difference was
    left, one statement came again otherwise, and of one a model proposed an entry."""
    for n in range(MANY):
        currency = "USD" if n == DOLLARS else "EUR"
        account(engine, LINES[:1], name=f"Client {n}", mask=str(1000 + n), currency=currency)
    savings = account(engine, [], name="Savings", mask="7777")
    with unit_of_work(engine) as session:
        add_transactions(session, savings, [NewEntry(day(28), 80_000, "From everyday")])
    for n in range(MANY):
        brought_in(engine, n, f"{n}.pdf")
    brought_in(engine, 1, "again.pdf", 2)
    wish = Wish("leave", reason="not ours")
    acts.resolve(engine, 5, 1, wish, dry_run=False, actor="sam")
    with unit_of_work(engine) as session:
        first = session.scalars(select(Reconciliation).order_by(Reconciliation.id)).first()
        entry = session.scalars(select(Transaction).order_by(Transaction.id)).first()
        assert first is not None
        assert entry is not None
        change = {"op": "remove", "entry": entry.id}
        session.add(
            Proposal(
                reconciliation_id=first.id,
                request_id="asked",
                ledger_etag=first.ledger_etag or "",
                changes=[change],
                evidence=[[]],
                reason="twice",
                suggested_by="a-model",
            )
        )
    return engine


def alone(engine: Engine, import_id: int) -> ReviewShape:
    """One import as it is shown alone, but for what would explain it."""
    found = one_import(engine, import_id)
    plain: tuple[ReviewedShape, ...] = tuple(replace(each, hints=()) for each in found.statements)
    return replace(found, statements=plain)


def test_each_of_many_is_what_it_is_alone(books: Engine) -> None:
    found = {each.import_id: each for each in waiting(books).reviews}
    assert len(found) == MANY + 1
    for import_id, each in found.items():
        assert replace(each, explains=(), explained_by=None) == alone(books, import_id)


def test_what_belongs_to_one_of_many_is_shown_with_no_other(books: Engine) -> None:
    found = {each.import_id: each.statements[0] for each in waiting(books).reviews}
    halves = {n for n, one in found.items() if any(d.counterpart for d in one.differences)}
    assert halves == found.keys() - {1 + DOLLARS, MANY + 1}
    assert {n for n, one in found.items() if any(d.left for d in one.differences)} == {5}
    assert {n for n, one in found.items() if one.model_proposals} == {1}
    assert {n: [v.import_id for v in one.versions] for n, one in found.items() if one.versions} == {
        2: [MANY + 1],
        MANY + 1: [2],
    }
    assert {n for n, one in found.items() if all(d.opinion is None for d in one.differences)} == {
        MANY + 1
    }


def test_many_take_no_more_questions_than_few(books: Engine) -> None:
    with asked_of(books) as few:
        waiting(books, limit=2)
    with asked_of(books) as many:
        found = waiting(books, limit=MANY)
    assert len(found.reviews) == MANY
    assert len(many) <= len(few)


def test_a_proposed_entry_is_asked_for_once_however_many_are(books: Engine) -> None:
    with read_only(books) as session:
        entries = session.scalars(select(Transaction.id).order_by(Transaction.id)).all()
        proposal = session.scalars(select(Proposal).where(Proposal.suggested_by != "")).one()
    with asked_of(books) as few:
        waiting(books)
    with unit_of_work(books) as session:
        kept = session.get_one(Proposal, proposal.id)
        kept.changes = [{"op": "remove", "entry": n} for n in entries]
        kept.evidence = [[] for _ in entries]
    with asked_of(books) as many:
        found = waiting(books).reviews
    assert max(len(p.changes) for one in found for p in one.statements[0].model_proposals) > 5
    assert len(many) == len(few)
