"""What was done to an account is taken back exactly, or not at all."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Engine, select

from app.acts import accounts
from app.acts.imports import accept
from db.accounts.facts import (
    AccountEdit,
    AccountLocked,
    ChangedSince,
    NoChangeToUndo,
)
from db.accounts.log import locks_of
from db.ledger.amending import Amendment, amend
from db.ledger.bookkeeping import AccountExists
from db.models import Account, AccountLink, AuditLog, Reconciliation, Transaction
from db.session import read_only, unit_of_work
from db.words import EntryState, Verdict
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from tests.support.accounts import (
    COFFEE,
    edit,
    enter,
    flip,
    lock_period,
    merge,
    release_all,
    rows,
    two,
    undo,
    without_new_locks,
)
from tests.support.books import JUNE, LINES, account, documents, dump, in_review, source
from tests.support.ledgers import FIRST_DAY, add, fill
from tests.support.sources import source_says


def do_edit(engine: Engine) -> None:
    edit(engine, "New", name="Joint", digits="9", opening_balance="3.00", opened_on=FIRST_DAY)


ACTS: dict[str, Callable[[Engine], object]] = {
    "edit": do_edit,
    "flip_signs": lambda engine: flip(engine, "New"),
    "merge": lambda engine: merge(engine, "Old", "New"),
}


def last_account(engine: Engine) -> str:
    with read_only(engine) as session:
        subject = session.scalars(select(AuditLog.subject).order_by(AuditLog.id.desc())).first()
    assert subject is not None
    return subject.removeprefix("accounts:")


@pytest.mark.parametrize("act", ACTS)
def test_undo_restores_every_row(engine: Engine, act: str) -> None:
    two(engine)
    before = rows(engine)
    ACTS[act](engine)
    assert rows(engine) != before
    done = undo(engine, last_account(engine))
    assert (done.undone, rows(engine)) == (act, before)


def test_undo_of_a_merge_gives_back_statements_and_what_hangs_on_them(engine: Engine) -> None:
    in_review(engine)
    accept(engine, 1, [], dry_run=False)
    release_all(engine)
    add(engine, "New")
    edit(engine, "New", opening_balance="0")
    before = rows(engine)
    merge(engine, "Everyday", "New")
    done = undo(engine, "New")
    assert (done.statements, done.other and done.other.name) == (1, "Everyday")
    assert without_new_locks(engine) == before


def test_undo_steps_back_one_change_after_the_other(engine: Engine) -> None:
    add(engine, "A")
    before = rows(engine)
    edit(engine, "A", name="B")
    edit(engine, "B", name="C")
    undo(engine, "C")
    undo(engine, "B")
    assert rows(engine) == before
    with pytest.raises(NoChangeToUndo):
        undo(engine, "A")


def test_an_account_that_was_added_goes_unless_it_is_in_use(engine: Engine) -> None:
    accounts.add(engine, AccountEdit(name="Mine", currency="EUR"), dry_run=False)
    assert undo(engine, "Mine", dry_run=True).after is None
    fill(engine, int(last_account(engine)), [-100])
    with pytest.raises(ChangedSince, match="in use"):
        undo(engine, "Mine")


def test_a_fact_that_was_changed_since_is_named(engine: Engine) -> None:
    number = add(engine, "A")
    edit(engine, "A", opening_balance="5.00")
    with unit_of_work(engine) as session:
        session.get_one(Account, number).opening_balance_minor = 600
    with pytest.raises(ChangedSince, match="opening balance"):
        undo(engine, "A")


@pytest.mark.parametrize("act", ["flip_signs", "merge"])
def test_an_entry_that_was_changed_since_is_named(engine: Engine, act: str) -> None:
    two(engine)
    ACTS[act](engine)
    with unit_of_work(engine) as session:
        entry = session.scalars(select(Transaction.id).order_by(Transaction.id)).all()
        # The last one is of New, the first of Old.
        changed = entry[0] if act == "merge" else entry[-1]
        amend(session, changed, Amendment(FIRST_DAY, 1))
    before = dump(engine)
    with pytest.raises(ChangedSince, match=f"entries {changed} changed"):
        undo(engine, "New")
    assert dump(engine) == before


def test_an_entry_that_came_since_keeps_signs_from_turning_back(engine: Engine) -> None:
    _, new = two(engine)
    flip(engine, "New")
    (entry,) = enter(engine, new, COFFEE)
    with pytest.raises(ChangedSince, match=f"entries {entry} new"):
        undo(engine, "New")


def test_what_came_since_a_merge_stays_and_is_counted_anew(engine: Engine) -> None:
    _, new = two(engine)
    merge(engine, "Old", "New")
    enter(engine, new, COFFEE)
    undo(engine, "New")
    with unit_of_work(engine) as session:
        assert source_says(session, new, [COFFEE] * 3).added == 0


def test_undo_of_a_merge_gives_each_account_its_source_and_what_that_brought(
    engine: Engine,
) -> None:
    ids = two(engine)
    with unit_of_work(engine) as session:
        for account_id in ids:
            source_says(session, account_id, [COFFEE])
    merge(engine, "Old", "New")
    with unit_of_work(engine) as session:
        old, new = ids
        said = [COFFEE, replace(COFFEE, description="Tea", amount_minor=-410)]
        assert source_says(session, old, said, into=new).added == 1
    undo(engine, "New")
    with unit_of_work(engine) as session:
        tied = {each.key: each.account_id for each in session.scalars(select(AccountLink))}
        (back,) = set(tied.values()) - {new}
        assert tied == {str(old): back, str(new): new}
        tea = select(Transaction.account_id).where(Transaction.description == "Tea")
        assert session.scalars(tea).all() == [back]
        assert source_says(session, old, said, into=back).added == 0


def test_a_name_given_away_since_a_merge_is_refused(engine: Engine) -> None:
    two(engine)
    merge(engine, "Old", "New")
    add(engine, "Old")
    with pytest.raises(AccountExists):
        undo(engine, "New")


def test_a_number_given_away_since_a_merge_is_left_to_the_other(engine: Engine) -> None:
    add(engine, "New")
    edit(engine, "New", opening_balance="0")
    old = add(engine, "Old")
    fill(engine, old, [-100])
    merge(engine, "Old", "New")
    add(engine, "Another")  # on SQLite with the number of the account that is gone
    undo(engine, "New")
    with read_only(engine) as session:
        names = session.scalars(select(Account.name).order_by(Account.name)).all()
        owner = session.scalars(select(Account.name).join(Transaction)).all()
    assert (names, owner) == (["Another", "New", "Old"], ["Old"])


def test_a_lock_that_came_since_forbids_undoing(engine: Engine) -> None:
    _, new = two(engine)
    flip(engine, "New")
    lock_period(engine, new, FIRST_DAY, FIRST_DAY)
    with pytest.raises(AccountLocked):
        undo(engine, "New")


def test_a_lock_that_came_of_a_change_goes_with_it(engine: Engine) -> None:
    turned = [replace(each, amount=-each.amount) for each in LINES if each.amount]
    number = account(engine, turned, opening=-100_000)
    read = documents({"june.pdf": [JUNE]})
    list(import_all(engine, [source()], ImportOptions(), read=read))
    states = select(Transaction.state).distinct()
    flip(engine, "Everyday")
    with read_only(engine) as session:
        assert session.scalars(states).all() == [EntryState.RECONCILED]
        assert [each.period_start for each in locks_of(session, number)] == [LINES[0].date]
    assert undo(engine, "Everyday").undone == "flip_signs"
    with read_only(engine) as session:
        assert not locks_of(session, number)
        assert session.scalars(states).all() == [EntryState.UNCLEARED]
        assert session.scalars(select(Reconciliation.verdict)).all() == [Verdict.DIFFERENCES]
