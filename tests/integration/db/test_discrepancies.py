"""What a lock refused is remembered once, and listed until a person has looked at it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Engine, select

from db.ledger.amending import snapshot
from db.ledger.locks import NoSuchDiscrepancy, contradicted, dismiss, lock, note, open_ones, unlock
from db.models import AuditLog, Discrepancy
from db.session import read_only, unit_of_work
from db.words import Verdict
from tests.support.books import all_of
from tests.support.ledgers import FIRST_DAY, add, fill, kept_statement, kept_verdict


@dataclass(frozen=True)
class Locked:
    """An account whose month is locked, and what an entry of it says."""

    engine: Engine
    account: int
    lock: int
    before: dict[str, Any]

    def refuse(self, after: dict[str, Any] | None) -> None:
        with unit_of_work(self.engine) as session:
            note(session, self.account, self.lock, "alex", "csv", self.before, after)

    def listed(self, account: int | None = None) -> list[int]:
        with read_only(self.engine) as session:
            return [row.id for row in open_ones(session, account)]


@pytest.fixture
def locked(engine: Engine) -> Locked:
    account = add(engine, "Everyday")
    (entry,) = fill(engine, account, [-100])
    with unit_of_work(engine) as session:
        before = snapshot(session, entry)
        assert before is not None
        lock_id = lock(session, account, FIRST_DAY, FIRST_DAY + timedelta(days=30), "alex")
    return Locked(engine, account, lock_id, before)


def test_it_says_what_was_to_become_of_the_entry_and_who_asked(locked: Locked) -> None:
    after = {**locked.before, "amount_minor": -900}
    locked.refuse(after)
    with read_only(locked.engine) as session:
        (row,) = open_ones(session)
    assert (row.before, row.after) == (locked.before, after)
    assert (row.actor, row.action, row.lock_id) == ("alex", "csv", locked.lock)


def test_asking_again_adds_nothing(locked: Locked) -> None:
    for _ in range(2):
        locked.refuse({**locked.before, "amount_minor": -900})
        locked.refuse(None)
    assert len(locked.listed()) == 2


def test_the_same_asked_of_an_entry_that_says_something_else_by_now_is_another(
    locked: Locked,
) -> None:
    locked.refuse(None)
    replace(locked, before={**locked.before, "amount_minor": -200}).refuse(None)
    assert len(locked.listed()) == 2


def test_two_who_ask_at_once_add_one(locked: Locked) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(locked.refuse, [None] * 8))
    assert len(locked.listed()) == 1


def test_they_are_listed_by_account(locked: Locked) -> None:
    locked.refuse(None)
    assert len(locked.listed(locked.account)) == 1
    assert locked.listed(locked.account + 1) == []


def test_what_was_dismissed_stays_so_however_often_it_is_asked_again(locked: Locked) -> None:
    locked.refuse(None)
    with unit_of_work(locked.engine) as session:
        dismiss(session, locked.listed()[0], "the bank has it so", "sam")
    locked.refuse(None)
    assert locked.listed() == []
    with read_only(locked.engine) as session:
        (row,) = open_ones(session, closed_too=True)
        said = session.scalars(select(AuditLog.after).where(AuditLog.action == "dismiss")).one()
    assert (row.dismissed_by, row.dismissed_reason) == ("sam", "the bank has it so")
    assert said == {
        "reason": "the bank has it so",
        "account_id": locked.account,
        "asked": "csv",
        "asked_by": "alex",
        "refused": {"op": "refused", "before": locked.before, "after": None},
    }


def test_what_is_not_there_or_was_dismissed_cannot_be_dismissed(locked: Locked) -> None:
    locked.refuse(None)
    (number,) = locked.listed()
    with unit_of_work(locked.engine) as session:
        dismiss(session, number, "no", "sam")
    for unknown in (number, number + 1):
        with pytest.raises(NoSuchDiscrepancy), unit_of_work(locked.engine) as session:
            dismiss(session, unknown, "no", "sam")


def test_a_released_lock_refuses_nothing_any_more(locked: Locked) -> None:
    locked.refuse(None)
    with unit_of_work(locked.engine) as session:
        unlock(session, locked.lock, "a late receipt", "alex")
    assert locked.listed() == []


@pytest.mark.parametrize("verdict", Verdict)
def test_a_lock_over_a_statement_that_does_not_tie_out_is_one_too(
    locked: Locked, verdict: Verdict
) -> None:
    with unit_of_work(locked.engine) as session:
        row = kept_verdict(kept_statement(account_id=locked.account), verdict)
        session.add(row)
        session.flush()
        start = FIRST_DAY + timedelta(days=40)
        late = lock(session, locked.account, start, start, "alex", row.id)
    with read_only(locked.engine) as session:
        found = [(each.lock.id, each.verdict) for each in contradicted(session, locked.account)]
        assert contradicted(session, locked.account + 1) == []
    assert found == ([] if verdict is Verdict.MATCHED else [(late, verdict)])
    with unit_of_work(locked.engine) as session:
        unlock(session, late, "the bank corrected it", "alex")
        assert contradicted(session) == []


def test_nothing_is_remembered_of_what_is_rolled_back(locked: Locked) -> None:
    with unit_of_work(locked.engine, dry_run=True) as session:
        note(session, locked.account, locked.lock, "alex", "csv", locked.before, None)
    assert all_of(locked.engine, select(Discrepancy)) == []
