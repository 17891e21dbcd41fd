"""A locked period is changed by nothing, whichever way a change comes to the database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta

import pytest
from sqlalchemy import Engine, delete, text, update
from sqlalchemy.orm import Session

from db.engine import LockHolds
from db.ledger.bookkeeping import hold
from db.ledger.locks import lock, unlock
from db.models import Account, Transaction
from db.session import read_only, unit_of_work
from tests.support.ledgers import FIRST_DAY, add, fill

LATER = FIRST_DAY + timedelta(days=40)


@pytest.fixture
def locked(engine: Engine) -> tuple[Engine, list[int]]:
    """Three entries, the first two of which lie in a locked period."""
    account = add(engine, "Everyday")
    entries = fill(engine, account, [-100, -200, -300])
    with unit_of_work(engine) as session:
        lock(session, account, FIRST_DAY, FIRST_DAY + timedelta(days=1), "person")
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
    with unit_of_work(engine) as session:
        way(session, entries)
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
    with unit_of_work(engine) as session:
        way(session, entries)
