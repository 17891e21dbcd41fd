"""A locked period is changed by nothing, whichever way a change comes to the database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select, text, update
from sqlalchemy.orm import Session

from db.engine import LockHolds
from db.ledger.amending import snapshot
from db.ledger.bookkeeping import hold
from db.ledger.locks import NoSuchDiscrepancy, contradicted, dismiss, lock, note, open_ones, unlock
from db.models import Account, AuditLog, Discrepancy, Transaction
from db.session import read_only, unit_of_work
from db.words import Verdict
from tests.support.books import all_of, do_in, look_in
from tests.support.ledgers import FIRST_DAY, add, fill, kept_statement, kept_verdict

LATER = FIRST_DAY + timedelta(days=40)


@pytest.fixture
def locked(engine: Engine) -> tuple[Engine, list[int]]:
    """Three entries, the first two of which lie in a locked period."""
    account = add(engine, "Everyday")
    entries = fill(engine, account, [-100, -200, -300])
    do_in(engine, lock, account, FIRST_DAY, FIRST_DAY + timedelta(days=1), "person")
    return engine, entries


def insert(session: Session, entries: list[int]) -> None:
    like = session.get_one(Transaction, entries[0])
    session.add(
        Transaction(
            account_id=like.account_id, booked_on=like.booked_on, amount_minor=1, currency="EUR",
            description="late", fingerprint="f" * 64,
        )
    )  # fmt: skip


def amend(session: Session, entries: list[int]) -> None:
    session.get_one(Transaction, entries[0]).amount_minor = 1


def describe(session: Session, entries: list[int]) -> None:
    one = Transaction.id == entries[0]
    session.execute(update(Transaction).where(one).values(description="another payee"))


def move_out(session: Session, entries: list[int]) -> None:
    one = Transaction.id == entries[0]
    session.execute(update(Transaction).where(one).values(booked_on=LATER))


def move_in(session: Session, entries: list[int]) -> None:
    session.get_one(Transaction, entries[2]).booked_on = FIRST_DAY


def remove(session: Session, entries: list[int]) -> None:
    session.execute(delete(Transaction).where(Transaction.id == entries[1]))


def another_opening(session: Session, entries: list[int]) -> None:
    account = session.get_one(Transaction, entries[0]).account_id
    session.get_one(Account, account).opening_balance_minor += 1


def plain_sql(session: Session, entries: list[int]) -> None:
    session.execute(text(f"UPDATE transactions SET amount_minor = 1 WHERE id = {entries[0]}"))


WAYS = (insert, amend, describe, move_out, move_in, remove, another_opening, plain_sql)


@pytest.mark.parametrize("way", WAYS)
def test_no_way_leads_into_a_locked_period(
    locked: tuple[Engine, list[int]], way: Callable[[Session, list[int]], None]
) -> None:
    engine, entries = locked
    with pytest.raises(LockHolds), unit_of_work(engine) as session:
        way(session, entries)


@pytest.mark.parametrize("way", WAYS)
def test_a_person_who_unlocks_it_opens_every_way(
    locked: tuple[Engine, list[int]], way: Callable[[Session, list[int]], None]
) -> None:
    engine, entries = locked
    with unit_of_work(engine) as session:
        unlock(session, 1, "a late receipt", "person")
        way(session, entries)


def test_how_far_an_entry_is_confirmed_may_be_said_all_the_same(
    locked: tuple[Engine, list[int]],
) -> None:
    engine, entries = locked
    with unit_of_work(engine) as session:
        one = Transaction.id == entries[0]
        session.execute(update(Transaction).where(one).values(state="reconciled"))


@pytest.mark.parametrize("way", WAYS[:-1])
def test_every_way_counts_up_the_accounts_version(
    engine: Engine, way: Callable[[Session, list[int]], None]
) -> None:
    account = add(engine, "Everyday")
    entries = fill(engine, account, [-100, -200, -300])
    before = version(engine, account)
    do_in(engine, way, entries)
    assert version(engine, account) > before


def version(engine: Engine, account: int) -> int:
    with read_only(engine) as session:
        return session.get_one(Account, account).version


@pytest.mark.parametrize("way", WAYS)
def test_who_comes_while_the_period_is_being_locked_waits_and_is_refused(
    engine: Engine, way: Callable[[Session, list[int]], None]
) -> None:
    account = add(engine, "Everyday")
    entries = fill(engine, account, [-100, -200, -300])
    with ThreadPoolExecutor(1) as other:
        with unit_of_work(engine) as session:
            hold(session, account)
            late = other.submit(_change, engine, way, entries)
            wait([late], timeout=0.2)
            lock(session, account, FIRST_DAY, FIRST_DAY + timedelta(days=1), "person")
        with pytest.raises(LockHolds):
            late.result()


def _change(engine: Engine, way: Callable[[Session, list[int]], None], entries: list[int]) -> None:
    do_in(engine, way, entries)


@dataclass(frozen=True)
class Locked:
    """An account whose month is over_entry, and what an entry of it says."""

    engine: Engine
    account: int
    lock: int
    before: dict[str, Any]

    def refuse(self, after: dict[str, Any] | None) -> None:
        do_in(self.engine, note, self.account, self.lock, "alex", "csv", self.before, after)

    def listed(self, account: int | None = None) -> list[int]:
        return [row.id for row in look_in(self.engine, open_ones, account)]


@pytest.fixture
def over_entry(engine: Engine) -> Locked:
    account = add(engine, "Everyday")
    (entry,) = fill(engine, account, [-100])
    with unit_of_work(engine) as session:
        before = snapshot(session, entry)
        assert before is not None
        lock_id = lock(session, account, FIRST_DAY, FIRST_DAY + timedelta(days=30), "alex")
    return Locked(engine, account, lock_id, before)


def test_asking_again_adds_nothing(over_entry: Locked) -> None:
    for _ in range(2):
        over_entry.refuse({**over_entry.before, "amount_minor": -900})
        over_entry.refuse(None)
    assert len(over_entry.listed()) == 2


def test_the_same_asked_of_an_entry_that_says_something_else_by_now_is_another(
    over_entry: Locked,
) -> None:
    over_entry.refuse(None)
    replace(over_entry, before={**over_entry.before, "amount_minor": -200}).refuse(None)
    assert len(over_entry.listed()) == 2


def test_two_who_ask_at_once_add_one(over_entry: Locked) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(over_entry.refuse, [None] * 8))
    assert len(over_entry.listed()) == 1


def test_what_was_dismissed_stays_so_however_often_it_is_asked_again(over_entry: Locked) -> None:
    over_entry.refuse(None)
    do_in(over_entry.engine, dismiss, over_entry.listed()[0], "the bank has it so", "sam")
    over_entry.refuse(None)
    assert over_entry.listed() == []
    with read_only(over_entry.engine) as session:
        (row,) = open_ones(session, closed_too=True)
        said = session.scalars(select(AuditLog.after).where(AuditLog.action == "dismiss")).one()
    assert (row.dismissed_by, row.dismissed_reason) == ("sam", "the bank has it so")
    assert said == {
        "reason": "the bank has it so",
        "account_id": over_entry.account,
        "asked": "csv",
        "asked_by": "alex",
        "refused": {"op": "refused", "before": over_entry.before, "after": None},
    }


def test_what_is_not_there_or_was_dismissed_cannot_be_dismissed(over_entry: Locked) -> None:
    over_entry.refuse(None)
    (number,) = over_entry.listed()
    do_in(over_entry.engine, dismiss, number, "no", "sam")
    for unknown in (number, number + 1):
        with pytest.raises(NoSuchDiscrepancy), unit_of_work(over_entry.engine) as session:
            dismiss(session, unknown, "no", "sam")


def test_a_released_lock_refuses_nothing_any_more(over_entry: Locked) -> None:
    over_entry.refuse(None)
    do_in(over_entry.engine, unlock, over_entry.lock, "a late receipt", "alex")
    assert over_entry.listed() == []


@pytest.mark.parametrize("verdict", Verdict)
def test_a_lock_over_a_statement_that_does_not_tie_out_is_one_too(
    over_entry: Locked, verdict: Verdict
) -> None:
    with unit_of_work(over_entry.engine) as session:
        row = kept_verdict(kept_statement(account_id=over_entry.account), verdict)
        session.add(row)
        session.flush()
        start = FIRST_DAY + timedelta(days=40)
        late = lock(session, over_entry.account, start, start, "alex", row.id)
    with read_only(over_entry.engine) as session:
        found = [(each.lock.id, each.verdict) for each in contradicted(session, over_entry.account)]
        assert contradicted(session, over_entry.account + 1) == []
    assert found == ([] if verdict is Verdict.MATCHED else [(late, verdict)])
    with unit_of_work(over_entry.engine) as session:
        unlock(session, late, "the bank corrected it", "alex")
        assert contradicted(session) == []


def test_nothing_is_remembered_of_what_is_rolled_back(over_entry: Locked) -> None:
    with unit_of_work(over_entry.engine, dry_run=True) as session:
        note(session, over_entry.account, over_entry.lock, "alex", "csv", over_entry.before, None)
    assert all_of(over_entry.engine, select(Discrepancy)) == []
