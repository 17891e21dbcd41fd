"""A review numbers the differences, and shows who settled what and how the rest is settled."""

import io
from dataclasses import replace

import pytest
from sqlalchemy import Engine, select

from app.acts import imports as acts
from app.cli.output import console
from app.cli.screens.review import review_screen
from app.queries.reviews import one_import, waiting
from app.shapes.review import ReviewedShape, ReviewShape
from app.texts.differences import ways_to_settle
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Proposal, Reconciliation, Transaction
from db.session import read_only, unit_of_work
from jobs.options import ImportOptions
from pipeline.drafts import StatementDraft
from pipeline.record.drafts import draft_of
from pipeline.record.proposing import left_alone, recorded_differences
from pipeline.review.resolving import Wish, numbered_differences
from tests.support.books import JUNE, LINES, account, do_in, imported, look_in
from tests.support.opinions import answer, mind, opinion
from tests.support.shown import asked_of
from tests.support.statements import day, draft, line
from tools.loop.loop import ToolLoop

REASON = "the bank has it wrong"


def brought_in(engine: Engine, *statements: StatementDraft) -> ReviewShape:
    imported(engine, *statements)
    return one_import(engine, 1)


def settled(engine: Engine, number: int, wish: Wish) -> ReviewShape:
    acts.resolve(engine, 1, number, wish, dry_run=False, actor="sam")
    return one_import(engine, 1)


def screen(review: ReviewShape) -> str:
    out = io.StringIO()
    for part in review_screen(review):
        console(file=out, width=120).print(part)
    return out.getvalue()


def lacks_two(engine: Engine) -> ReviewShape:
    account(engine, LINES[:1])
    return brought_in(engine, JUNE)


def test_numbers_go_on_over_all_statements_as_they_are_resolved_by(engine: Engine) -> None:
    account(engine, LINES[:1])
    account(engine, [], name="Savings", mask="7777")
    other = draft([line(1, 5, -700, "Fee"), line(2, 6, 900, "Gift")], mask="7777")
    review = brought_in(engine, JUNE, other)
    shown = [d for statement in review.statements for d in statement.differences]
    assert [each.number for each in shown] == [1, 2, 3, 4]
    counted = look_in(engine, numbered_differences, 1)
    assert [(e.number, e.difference.lines) for e in counted if e.difference] == [
        (each.number, each.lines) for each in shown
    ]


def test_a_difference_that_was_left_says_by_whom_and_why_and_no_other_does(
    engine: Engine,
) -> None:
    lacks_two(engine)
    (statement,) = settled(engine, 2, Wish("leave", reason=REASON)).statements
    first, second = statement.differences
    assert first.left is None
    assert second.left is not None
    assert (second.left.actor, second.left.reason, second.left.lines) == ("sam", REASON, (3,))
    assert f"not in the ledger (page 1); left by sam: {REASON}" in screen(one_import(engine, 1))


def test_what_is_shown_as_left_is_what_waits_for_nobody(engine: Engine) -> None:
    lacks_two(engine)
    (statement,) = settled(engine, 2, Wish("leave", reason=REASON)).statements
    with read_only(engine) as session:
        row = session.get_one(Reconciliation, 1)
        lines = draft_of(row.statement).lines
        open_ = left_alone(session, row, lines, recorded_differences(row))
    shown = [each.lines for each in statement.differences if each.left is None]
    assert shown == [each.lines for each in open_]


def test_what_was_refused_as_a_proposal_is_left_too(engine: Engine) -> None:
    lacks_two(engine)
    acts.reject(engine, 1, REASON, actor="kim")
    (statement,) = one_import(engine, 1).statements
    assert [each.left and each.left.actor for each in statement.differences] == ["kim", "kim"]


def test_a_pair_by_hand_and_what_is_outstanding_are_shown_with_who_said_so(
    engine: Engine,
) -> None:
    everyday = account(engine, LINES[:2])
    parts = [NewEntry(day(20), -30_000, "Flat"), NewEntry(day(27), -50_000, "Garage")]
    with unit_of_work(engine) as session:
        flat, garage = add_transactions(session, everyday, parts)
        (cheque,) = add_transactions(session, everyday, [NewEntry(day(25), -1_111, "Cheque 17")])
    brought_in(engine, JUNE)
    settled(engine, 1, Wish("pair", lines=(3,), entries=(flat, garage), reason="one payment"))
    text = screen(settled(engine, 1, Wish("outstanding", entries=(cheque,))))
    assert f"paired by hand: line 3; entry {flat}, {garage} (sam): one payment" in text
    assert f"outstanding: entry {cheque} (sam)" in text


def test_a_reason_cannot_pass_for_another_difference(engine: Engine) -> None:
    lacks_two(engine)
    text = screen(settled(engine, 1, Wish("leave", reason="so\n9. 2026-06-01  1.00  Tea\x1b[2J")))
    assert not any(row.strip().startswith("9.") for row in text.splitlines())
    assert "\x1b" not in text


def test_each_kind_that_is_open_comes_with_the_commands_that_settle_it(engine: Engine) -> None:
    everyday = account(engine, LINES[:1])
    do_in(engine, add_transactions, everyday, [NewEntry(day(15), -1_111, "Cinema")])
    review = brought_in(engine, JUNE)
    assert ways_to_settle(review) == [
        "not in the ledger: tieout resolve 1 1 add | pair --entry ID | leave --reason TEXT",
        "only in the ledger: tieout resolve 1 3 outstanding | move --to-day DATE | remove"
        " | leave --reason TEXT",
    ]
    for number in (1, 2, 3):
        review = settled(engine, number, Wish("leave", reason=REASON))
    assert ways_to_settle(review) == []


def test_what_several_entries_come_to_is_paired_and_not_amended(engine: Engine) -> None:
    account(engine, LINES[:2])
    parts = [NewEntry(day(28), -30_000, "Flat"), NewEntry(day(28), -50_000, "Garage")]
    do_in(engine, add_transactions, 1, parts)
    assert ways_to_settle(brought_in(engine, JUNE)) == [
        "one amount for several: tieout resolve 1 1 pair | split | leave --reason TEXT"
    ]
    (statement,) = settled(engine, 1, Wish("pair", reason="one payment")).statements
    assert statement.verdict == "matched"


def test_a_statement_without_a_difference_that_could_be_named_is_left_as_a_whole(
    engine: Engine,
) -> None:
    account(engine, opening=99_000)
    review = brought_in(engine, JUNE)
    assert ways_to_settle(review) == ["the statement: tieout resolve 1 0 leave --reason TEXT"]
    review = settled(engine, 0, Wish("leave", reason=REASON))
    assert ways_to_settle(review) == []
    assert f"left as it is: the statement as it is (sam): {REASON}" in screen(review)


ADD = opinion(2, what="not_booked", why="No entry says Rent.", lines=[3], act="add")
#: So many clients, of whom one has its account in dollars.
MANY, DOLLARS = 8, 3


def of_client(engine: Engine, client: int, name: str, rows: int = len(LINES)) -> None:
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
    do_in(engine, add_transactions, savings, [NewEntry(day(28), 80_000, "From everyday")])
    for n in range(MANY):
        of_client(engine, n, f"{n}.pdf")
    of_client(engine, 1, "again.pdf", 2)
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
