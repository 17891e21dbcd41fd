"""Rows that are written past the session's objects, which say the same afterwards."""

import pytest
from sqlalchemy import Engine, select

from db.models import RemovedEntry, Transaction
from db.session import add_rows, change_rows, unit_of_work
from db.words import EntryState
from tests.support.ledgers import add, fill


@pytest.fixture
def entries(engine: Engine) -> list[int]:
    return fill(engine, add(engine, "Everyday"), [-100, -200, -300])


def test_an_object_at_hand_says_what_was_written(engine: Engine, entries: list[int]) -> None:
    with unit_of_work(engine) as session:
        first, _, third = (session.get_one(Transaction, each) for each in entries)
        change_rows(session, Transaction, entries[:2], {"state": EntryState.RECONCILED})
        assert (first.state, third.state) == (EntryState.RECONCILED, EntryState.UNCLEARED)


def test_what_an_object_waited_to_write_is_not_lost(engine: Engine, entries: list[int]) -> None:
    with unit_of_work(engine) as session:
        first = session.get_one(Transaction, entries[0])
        first.description = "rent"
        change_rows(session, Transaction, [first.id], {"state": EntryState.CLEARED})
    with unit_of_work(engine) as session:
        row = session.get_one(Transaction, entries[0])
        assert (row.description, row.state) == ("rent", EntryState.CLEARED)


def test_many_rows_are_added_at_once_and_none_is_no_statement(
    engine: Engine, entries: list[int]
) -> None:
    with unit_of_work(engine) as session:
        account = session.get_one(Transaction, entries[0]).account_id
        rows = [{"account_id": account, "fingerprint": f"{n:064}", "occurrence": 1} for n in (1, 2)]
        add_rows(session, RemovedEntry, rows)
        add_rows(session, RemovedEntry, [])
        assert len(session.scalars(select(RemovedEntry)).all()) == 2
