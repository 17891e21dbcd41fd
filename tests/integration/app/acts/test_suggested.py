"""What a model suggests is done because a person says so, exactly as shown, and undone whole."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine, select

from app.acts import imports as acts
from app.acts.undoable import Taken, take_suggested
from app.queries.history import acts as logged
from app.queries.reviews import one_import
from db.ledger.amending import Amendment, amend
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.log import LogFilter
from db.models import Resolution, Transaction
from db.session import read_only, unit_of_work
from db.words import ResolutionOp, Verdict
from pipeline.record.settling import settle
from pipeline.review.errors import NothingSuggested, SuggestionMoved
from tests.support.books import JUNE, LINES, account, all_of, do_in, unchanged
from tests.support.opinions import answer, brought_in, mind, opinion
from tests.support.statements import day, draft, line

COFFEE, SALARY, RENT = LINES
ADD = opinion(1, what="not_booked", why="No entry says Rent.", lines=[3], act="add")
LUNA = draft([line(1, 3, -350, "4411 LUNA"), line(2, 3, -350, "4411 SOLE"), SALARY])


def take(engine: Engine, *only: int, dry_run: bool = False, seen: str | None = None) -> Taken:
    return take_suggested(engine, 1, only, dry_run=dry_run, seen=seen, actor="sam")


def lacks_the_rent(engine: Engine, *said: dict[str, Any]) -> None:
    account(engine, LINES[:2])
    brought_in(engine, JUNE, mind(answer(*said)))


def of_three_coffees_two_were_paid(engine: Engine) -> list[int]:
    """Two lines of which each could be any of three entries; the words tell a person which."""
    everyday = account(engine, [SALARY])
    said = ("Moon coffee", "Fish coffee", "Adas coffee")
    with unit_of_work(engine) as session:
        new = [NewEntry(day(3), -350, words) for words in said]
        ids = list(add_transactions(session, everyday, new))
    pairs = [{"line": 1, "entry": ids[0]}, {"line": 2, "entry": ids[1]}]
    words = opinion(1, pairs=pairs, why="Luna is the moon, sole a fish.")
    brought_in(engine, LUNA, mind(answer(words)))
    return ids


def test_pairs_become_pairs_by_hand_which_the_kernel_proves(engine: Engine) -> None:
    first, second, third = of_three_coffees_two_were_paid(engine)
    (statement,) = one_import(engine, 1).statements
    assert [each.kind for each in statement.differences] == ["ambiguous"]
    (decision,) = take(engine).decisions

    assert [(each.op, each.lines, each.entries) for each in decision.changes] == [
        ("pair", (1,), (first,)), ("pair", (2,), (second,))
    ]  # fmt: skip
    with read_only(engine) as session:
        kept = session.scalars(select(Resolution).order_by(Resolution.id)).all()
        assert [(each.op, each.actor) for each in kept] == [(ResolutionOp.PAIR, "sam")] * 2
    (now,) = one_import(engine, 1).statements
    assert [(each.kind, each.entries) for each in now.differences] == [
        ("missing_in_statement", (third,))
    ]
    assert [each.entries for each in now.lines[:2]] == [(first,), (second,)]


def test_an_entry_of_another_account_is_moved_here(engine: Engine) -> None:
    account(engine, LINES[:2])
    savings = account(engine, [], name="Savings", mask="7777")
    (rent,) = do_in(engine, add_transactions, savings, [NewEntry(day(28), -80_000, "Rent")])
    said = opinion(1, what="other_account", lines=[3], entries=[rent], act="move")
    brought_in(engine, JUNE, mind(answer(said)))
    (decision,) = take(engine).decisions

    assert [(each.op, each.entry, each.moved_to) for each in decision.changes] == [
        ("move", rent, 1)
    ]
    assert decision.verdict is Verdict.MATCHED


def test_only_those_that_are_named_are_taken(engine: Engine) -> None:
    account(engine, LINES[:1])
    said = [opinion(n, what="not_booked", lines=[n + 1], act="add") for n in (1, 2)]
    brought_in(engine, JUNE, mind(answer(*said)))
    (decision,) = take(engine, 2).decisions

    assert [each.now for each in decision.changes] == ["2026-06-28 -800.00 EUR Rent"]
    assert [each.date for each in one_import(engine, 1).statements[0].differences] == [day(10)]


def test_all_of_them_are_taken_though_their_numbers_move(engine: Engine) -> None:
    account(engine, LINES[:1])
    said = [opinion(n, what="not_booked", lines=[n + 1], act="add") for n in (1, 2)]
    brought_in(engine, JUNE, mind(answer(*said)))

    assert [each.verdict for each in take(engine).decisions] == ["differences", "matched"]


def test_what_is_not_as_it_was_shown_is_not_done(engine: Engine) -> None:
    account(engine, [*LINES[:2], replace(RENT, amount=-8_000)])
    slip = opinion(1, what="typing_slip", lines=[3], entries=[3], act="amend")
    brought_in(engine, JUNE, mind(answer(slip)))
    shown = take(engine, dry_run=True)
    with unit_of_work(engine) as session:
        amend(session, 3, Amendment(day(28), -8_001))
        settle(session)
    with unchanged(engine), pytest.raises((NothingSuggested, SuggestionMoved)):
        take(engine, seen=shown.seen)


def test_where_nothing_is_suggested_it_says_so(engine: Engine) -> None:
    lacks_the_rent(engine, {**ADD, "act": None})
    for only in ((), (1,), (9,)):
        with pytest.raises(NothingSuggested):
            take(engine, *only)


def test_what_a_person_left_is_suggested_no_more(engine: Engine) -> None:
    lacks_the_rent(engine, ADD)
    acts.reject(engine, 1, "the bank has it wrong", actor="sam")

    with pytest.raises(NothingSuggested):
        take(engine)
    (statement,) = one_import(engine, 1).statements
    assert statement.differences[0].opinion is not None
    assert statement.differences[0].opinion.suggests is None


def test_the_log_says_who_took_it_and_whose_word_it_was(engine: Engine) -> None:
    lacks_the_rent(engine, ADD)
    take(engine)

    act = logged(engine, LogFilter(limit=1, actions=("resolve",))).acts[0]
    assert (act.actor, act.reason) == ("sam", "scripted: No entry says Rent.")
    assert len(all_of(engine, select(Transaction))) == 3
