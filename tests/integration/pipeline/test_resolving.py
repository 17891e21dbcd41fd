"""Every kind of difference can be resolved, and what was resolved can be taken back."""

import pytest
from sqlalchemy import Engine, select

from db.ledger.amending import move
from db.ledger.bookkeeping import add_transactions
from db.ledger.locks import unlock
from db.ledger.views import NewEntry
from db.models import Import, Transaction
from db.session import read_only, unit_of_work
from db.words import ImportStatus, Verdict
from pipeline.record.settling import settle
from pipeline.review.deciding import Decided
from pipeline.review.errors import CannotResolve, NoSuchDifference
from pipeline.review.resolving import Wish, resolve
from tests.support.books import JUNE, LINES, account, do_in, imported, verdicts
from tests.support.statements import day, draft, line

COFFEE, SALARY, RENT = LINES


def booked(engine: Engine, account_id: int, *entries: NewEntry) -> list[int]:
    return do_in(engine, add_transactions, account_id, entries)


def settled(engine: Engine, wish: Wish, number: int = 1) -> Decided:
    return do_in(engine, resolve, 1, number, wish, "person")


def ledger(engine: Engine) -> list[tuple[object, ...]]:
    with read_only(engine) as session:
        rows = session.scalars(select(Transaction).order_by(Transaction.id))
        return [(r.id, r.account_id, r.booked_on, r.amount_minor, r.description) for r in rows]


def status(engine: Engine) -> ImportStatus:
    with read_only(engine) as session:
        return session.get_one(Import, 1).status


def test_what_is_outstanding_is_expected_on_the_next_statement_and_ticks_itself_off_there(
    engine: Engine,
) -> None:
    everyday = account(engine)
    booked(engine, everyday, NewEntry(day(25), -1_111, "Cheque 17"))
    imported(engine)
    assert settled(engine, Wish("outstanding", reason="not cashed yet")).verdict is Verdict.MATCHED
    cashed = line(1, 20, -1_111, "Cheque 17", month=7)
    july = draft([cashed], opening=JUNE.closing_balance, start=day(1, 7), end=day(31, 7))
    imported(engine, july, name="july.pdf")
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.MATCHED]


def test_what_is_outstanding_for_longer_is_carried_over_every_statement_between(
    engine: Engine,
) -> None:
    everyday = account(engine)
    booked(engine, everyday, NewEntry(day(25), -1_111, "Cheque 17"))
    imported(engine)
    settled(engine, Wish("outstanding"))
    july = draft(
        [], opening=JUNE.closing_balance, start=day(1, 7), end=day(31, 7), says_no_lines=True
    )
    imported(engine, july, name="july.pdf")
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.MATCHED]
    cashed = line(1, 20, -1_111, "Cheque 17", month=8)
    august = draft([cashed], opening=JUNE.closing_balance, start=day(1, 8), end=day(31, 8))
    imported(engine, august, name="august.pdf")
    assert verdicts(engine) == [Verdict.MATCHED] * 3


def test_what_is_in_another_account_by_now_is_outstanding_no_more(engine: Engine) -> None:
    everyday, savings = account(engine), account(engine, [], name="Savings", mask="7777")
    (entry,) = booked(engine, everyday, NewEntry(day(25), -1_111, "Cheque 17"))
    imported(engine)
    lock_id = settled(engine, Wish("outstanding")).lock_id
    with unit_of_work(engine) as session:
        unlock(session, lock_id or 0, "it was the other account's", "person")
        move(session, entry, None, savings)
        settle(session)
    assert verdicts(engine) == [Verdict.MATCHED]


def test_a_difference_is_left_for_a_reason_and_waits_for_nobody(engine: Engine) -> None:
    account(engine, LINES[:2])
    imported(engine)
    decided = settled(engine, Wish("leave", reason="the bank has it wrong"))
    assert (decided.verdict, decided.rest) == (Verdict.DIFFERENCES, None)
    assert status(engine) is ImportStatus.LEFT


def test_of_two_differences_the_other_still_waits(engine: Engine) -> None:
    account(engine, LINES[:1])
    imported(engine)
    decided = settled(engine, Wish("leave", reason="the bank has it wrong"))
    assert decided.rest is not None
    assert status(engine) is ImportStatus.NEEDS_REVIEW


def test_sums_that_are_not_equal_are_no_pair(engine: Engine) -> None:
    everyday = account(engine, [COFFEE, SALARY])
    entries = booked(engine, everyday, NewEntry(day(20), -30_000, "Flat"))
    imported(engine)
    wish = Wish("pair", lines=(3,), entries=tuple(entries), reason="so it is")
    with pytest.raises(CannotResolve, match="the same"):
        settled(engine, wish)


@pytest.mark.parametrize(
    "wish",
    [
        Wish("leave"),
        Wish("move"),
        Wish("outstanding"),
        Wish("amend"),
        Wish("pair"),
        Wish("forget"),
        Wish("add", lines=(9,)),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_reason(engine: Engine, wish: Wish) -> None:
    account(engine, LINES[:2])
    imported(engine)
    with pytest.raises(CannotResolve):
        settled(engine, wish)


def test_a_number_that_is_none_is_refused(engine: Engine) -> None:
    account(engine, LINES[:2])
    imported(engine)
    with pytest.raises(NoSuchDifference):
        settled(engine, Wish("add"), number=2)
