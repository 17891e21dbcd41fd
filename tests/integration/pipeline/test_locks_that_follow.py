"""A lock that came by itself is there or not as the documents say, whichever came in first."""

from collections.abc import Callable
from datetime import date
from functools import partial

import pytest
from sqlalchemy import Engine, select

from app.queries.history import open_discrepancies
from db.models import AuditLog, Lock, Proposal, Transaction
from db.session import read_only, unit_of_work
from db.words import EntryState
from pipeline.review.deciding import accept
from pipeline.review.undoing import undo
from tests.integration.pipeline.test_words_that_hold import account, bring, on
from tests.support.living import untrue

COFFEE, RENT = -350, -5_000
OPENING = 100_000


def locked(engine: Engine) -> list[int]:
    """The months that are locked."""
    with read_only(engine) as session:
        held = select(Lock.period_start).where(Lock.released_at.is_(None))
        return sorted(day.month for day in session.scalars(held))


def reconciled(engine: Engine) -> list[int]:
    """The days of the entries that are marked."""
    with read_only(engine) as session:
        marked = select(Transaction.booked_on).where(Transaction.state == EntryState.RECONCILED)
        return sorted(day.day for day in session.scalars(marked))


def april(engine: Engine) -> None:
    bring(engine, 4, OPENING, (30, COFFEE))


def may(engine: Engine) -> None:
    bring(engine, 5, OPENING + COFFEE, (1, COFFEE), (20, RENT))


def one_coffee_of_two(engine: Engine) -> None:
    """The one that is there may be either; that the other is missing, an older mistake hides."""
    account(engine, on(4, 30, COFFEE), on(5, 20, RENT), opening=OPENING + COFFEE)


def test_a_month_is_locked_as_long_as_no_other_has_its_entries(engine: Engine) -> None:
    one_coffee_of_two(engine)
    may(engine)
    assert (locked(engine), reconciled(engine)) == ([5], [20, 30])
    april(engine)
    assert (locked(engine), reconciled(engine)) == ([], [])
    assert untrue(engine) is None


def test_nor_is_it_locked_if_the_other_was_there_before(engine: Engine) -> None:
    one_coffee_of_two(engine)
    april(engine)
    may(engine)
    assert (locked(engine), reconciled(engine)) == ([], [])


def test_once_the_other_is_undone_it_is_locked_again(engine: Engine) -> None:
    one_coffee_of_two(engine)
    may(engine)
    april(engine)
    with unit_of_work(engine) as session:
        undo(session, 2, "person")
    assert (locked(engine), reconciled(engine)) == ([5], [20, 30])


def test_the_log_says_why_a_lock_went(engine: Engine) -> None:
    one_coffee_of_two(engine)
    may(engine)
    april(engine)
    with read_only(engine) as session:
        said = session.scalars(select(AuditLog).where(AuditLog.action == "unlock")).one()
        assert (said.actor, said.subject) == ("tieout", "locks:1")
        assert said.after == {"reason": "it does not tie out any more"}


def test_a_lock_that_a_decision_brought_stays_and_is_a_discrepancy(engine: Engine) -> None:
    account(engine, on(4, 30, COFFEE), opening=OPENING + COFFEE)
    may(engine)
    with unit_of_work(engine) as session:
        accept(session, session.scalars(select(Proposal.id)).one(), "person")
    assert locked(engine) == [5]
    april(engine)
    assert locked(engine) == [5]
    assert [each.lock.period_start for each in open_discrepancies(engine)] == [date(2026, 5, 1)]


@pytest.mark.parametrize("late", [True, False])
def test_a_statement_that_contradicts_the_next_leaves_that_locked(
    engine: Engine, late: bool
) -> None:
    account(engine, on(4, 30, COFFEE), on(5, 1, COFFEE), on(5, 20, RENT), opening=OPENING)
    both: list[Callable[[], object]] = [
        partial(may, engine),
        partial(bring, engine, 4, OPENING + 1, (30, COFFEE)),
    ]
    for bring_in in both if late else reversed(both):
        bring_in()
    assert (locked(engine), reconciled(engine)) == ([5], [1, 20])
    assert [each.lock.period_start for each in open_discrepancies(engine)] == [date(2026, 5, 1)]
