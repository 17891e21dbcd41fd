"""A review numbers the differences, and shows who settled what and how the rest is settled."""

import io

from sqlalchemy import Engine

from app.acts import imports as acts
from app.cli.output import console
from app.cli.screens.review import review_screen
from app.queries.reviews import one_import
from app.shapes.review import ReviewShape
from app.texts.differences import ways_to_settle
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Reconciliation
from db.session import read_only, unit_of_work
from pipeline.drafts import StatementDraft
from pipeline.record.drafts import draft_of
from pipeline.record.proposing import left_alone, recorded_differences
from pipeline.review.resolving import Wish, numbered_differences
from tests.support.books import JUNE, LINES, account, imported
from tests.support.statements import day, draft, line

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
    with read_only(engine) as session:
        counted = numbered_differences(session, 1)
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
    with unit_of_work(engine) as session:
        add_transactions(session, everyday, [NewEntry(day(15), -1_111, "Cinema")])
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
    with unit_of_work(engine) as session:
        add_transactions(session, 1, parts)
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
