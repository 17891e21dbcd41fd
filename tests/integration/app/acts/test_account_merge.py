"""Two accounts become one, and each change of an account is undone."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine, select

from app.acts import accounts
from app.acts.correcting import StatedByPerson, state_facts
from app.acts.imports import accept
from app.acts.imports import undo as undo_import
from db.accounts.facts import (
    AccountEdit,
    AccountLocked,
    ChangedSince,
    CurrenciesDiffer,
    NoChangeToUndo,
    OpeningUnclear,
)
from db.accounts.log import locks_of
from db.ledger.amending import Amendment, amend
from db.ledger.bookkeeping import AccountExists
from db.ledger.views import NewEntry
from db.models import (
    Account,
    AccountLink,
    AuditLog,
    Discrepancy,
    Lock,
    Reconciliation,
    Resolution,
    Statement,
    Transaction,
)
from db.money import MAX_MINOR, MAX_SUM, SumOutOfRange
from db.session import read_only, unit_of_work
from db.words import EntryState, ResolutionOp, Verdict
from tests.support.books import LINES, account, all_of, do_in, dump, imported, in_review, one_of
from tests.support.kept import source_says
from tests.support.ledgers import (
    COFFEE,
    FIRST_DAY,
    add,
    edit,
    enter,
    fill,
    flip,
    held,
    lock_period,
    merge,
    release_all,
    rows,
    two,
    undo,
    without_new_locks,
)


def test_all_entries_go_over_and_equal_ones_stay_as_many(engine: Engine) -> None:
    old, new = two(engine)
    done = merge(engine, "Old", "New")
    assert (done.entries, done.other and done.other.id) == (3, old)
    with read_only(engine) as session:
        found = session.execute(
            select(Transaction.account_id, Transaction.occurrence)
            .where(Transaction.description == "Coffee")
            .order_by(Transaction.occurrence)
        ).all()
        assert [tuple(row) for row in found] == [(new, 1), (new, 2), (new, 3), (new, 4)]
        assert session.get(Account, old) is None
    assert held(engine, new, date(2026, 4, 1)) == 100_000 - 2 * (2 * 350 + 900)


def test_the_fifth_equal_row_of_a_file_is_new_afterwards(engine: Engine) -> None:
    _, new = two(engine)
    merge(engine, "Old", "New")
    assert do_in(engine, source_says, new, [COFFEE] * 5).added == 1


@pytest.mark.parametrize(
    ("old", "new", "held_before"),
    [("0", "1000.00", 100_000), ("500.00", "0", 50_000), ("0", "0", 0)],
)
def test_the_opening_balance_is_that_of_the_one_that_has_one(
    engine: Engine, old: str, new: str, held_before: int
) -> None:
    _, into = two(engine, old, new)
    merge(engine, "Old", "New")
    assert held(engine, into, FIRST_DAY - timedelta(days=1)) == held_before


def test_two_opening_balances_are_never_added_up(engine: Engine) -> None:
    _, into = two(engine, "500.00", "1000.00")
    before = dump(engine)
    with pytest.raises(OpeningUnclear):
        merge(engine, "Old", "New")
    assert dump(engine) == before
    merge(engine, "Old", "New", opening="700.00")
    assert held(engine, into, FIRST_DAY - timedelta(days=1)) == 70_000


def test_what_the_later_one_began_with_is_not_counted_twice(engine: Engine) -> None:
    earlier, later = add(engine, "Until March"), add(engine, "From April")
    enter(engine, earlier, NewEntry(date(2026, 3, 10), -40_000, "Rent"))
    enter(engine, later, NewEntry(date(2026, 4, 10), -40_000, "Rent"))
    edit(engine, "From April", opening_balance="600.00")  # what March left of 1,000.00
    merge(engine, "Until March", "From April")
    assert held(engine, later, date(2026, 4, 30)) == 100_000 - 80_000


def test_what_the_earlier_one_lacks_is_not_taken_from_the_later_one(engine: Engine) -> None:
    earlier, later = add(engine, "Until March"), add(engine, "From April")
    edit(engine, "Until March", opening_balance="0")
    enter(engine, earlier, NewEntry(date(2026, 3, 10), 5_000, "Gift"))
    enter(engine, later, NewEntry(date(2026, 4, 10), -40_000, "Rent"))
    with pytest.raises(OpeningUnclear):
        merge(engine, "From April", "Until March")


def test_accounts_of_two_currencies_stay_two(engine: Engine) -> None:
    add(engine, "Old", currency="USD")
    add(engine, "New")
    with pytest.raises(CurrenciesDiffer):
        merge(engine, "Old", "New")


@pytest.mark.parametrize("name", ["Old", "New"])
def test_a_lock_of_either_forbids_it(engine: Engine, name: str) -> None:
    old, new = two(engine)
    lock_period(engine, {"Old": old, "New": new}[name], FIRST_DAY, FIRST_DAY)
    before = dump(engine)
    with pytest.raises(AccountLocked, match=f"^{name}"):
        merge(engine, "Old", "New")
    assert dump(engine) == before


def test_a_lock_stays_that_ends_before_anything_changes(engine: Engine) -> None:
    _, new = two(engine)
    lock_period(engine, new, date(2026, 2, 1), date(2026, 2, 28))
    assert merge(engine, "Old", "New").entries == 3
    assert undo(engine, "New").entries == 3


def test_statements_and_what_was_decided_go_over(engine: Engine) -> None:
    in_review(engine)
    accept(engine, 1, [], dry_run=False)
    into = add(engine, "New")
    edit(engine, "New", opening_balance="0")
    release_all(engine)
    merge(engine, "Everyday", "New")
    with read_only(engine) as session:
        assert session.scalars(select(Statement.account_id)).all() == [into]
        assert session.scalars(select(Lock.account_id)).all() == [into]


def test_what_a_person_settled_and_a_lock_refused_go_over_and_come_back(engine: Engine) -> None:
    amended(engine)
    add(engine, "New")
    edit(engine, "New", opening_balance="0")
    with unit_of_work(engine) as session:
        old = session.scalars(select(Account.id).where(Account.name == "Everyday")).one()
        for statement in (1, None):
            session.add(
                Resolution(
                    account_id=old, statement_id=statement, op=ResolutionOp.LEAVE, lines=[],
                    entries=[], reason="small", actor="person",
                )
            )  # fmt: skip
        held_by = session.scalars(select(Lock.id)).one()
        session.add(
            Discrepancy(account_id=old, lock_id=held_by, actor="me", action="amend", digest="d")
        )
    before = rows(engine)
    merge(engine, "Everyday", "New")
    done = undo(engine, "New")

    assert (done.statements, done.other and done.other.name) == (1, "Everyday")
    assert without_new_locks(engine) == before


def test_the_day_is_that_of_the_one_that_begins_first(engine: Engine) -> None:
    two(engine)
    edit(engine, "Old", opened_on=date(2025, 12, 1))
    edit(engine, "New", opened_on=date(2026, 1, 1), opening_balance="0")
    after = merge(engine, "Old", "New").after
    assert after is not None
    assert after.opened_on == date(2025, 12, 1)


def test_what_no_column_can_add_up_stays_two(engine: Engine) -> None:
    many = MAX_SUM // MAX_MINOR // 4 + 1
    for name in ("Old", "New"):
        number = add(engine, name)
        enter(engine, number, *[NewEntry(FIRST_DAY, MAX_MINOR, "all there is")] * many)
    before = dump(engine)
    with pytest.raises(SumOutOfRange):
        merge(engine, "Old", "New", opening="0")
    assert dump(engine) == before


def brought_in(engine: Engine) -> None:
    """An account and its entries, all of them from the statement of import 1."""
    imported(engine)
    accept(engine, 1, [], dry_run=False)
    state_facts(engine, 1, StatedByPerson(largest="in", balance="have"))
    accept(engine, 1, [], dry_run=False)
    release_all(engine)


def opened(engine: Engine) -> None:
    """An empty account that was there, its balance and entries from the statement of import 1."""
    account(engine, [], opening=0)
    accepted(engine)


def removed(engine: Engine) -> None:
    """An account with one entry too many, which the statement of import 1 took out."""
    account(engine, [*LINES, LINES[0]])
    accepted(engine)


def accepted(engine: Engine) -> None:
    """The statement of June is brought in, and what it proposes carried out."""
    imported(engine)
    accept(engine, 1, [], dry_run=False)
    release_all(engine)


def amended(engine: Engine) -> None:
    """An account that was there, with one entry from the statement of import 1."""
    in_review(engine)
    accept(engine, 1, [], dry_run=False)
    release_all(engine)


@pytest.mark.parametrize("came", [brought_in, opened, amended, removed])
def test_an_import_of_an_account_that_is_gone_can_still_be_undone(
    engine: Engine, came: Callable[[Engine], None]
) -> None:
    came(engine)
    old = one_of(engine, select(Account.id))
    add(engine, "New")
    edit(engine, "New", opening_balance="0")
    merge(engine, str(old), "New")
    add(engine, "Another")  # on SQLite with the number of the account that is gone
    left = undo_import(engine, 1, dry_run=False).left
    assert {each.reason for each in left} <= {
        "changed since", "the account was changed since", "unknown_account",
    }  # fmt: skip
    assert all_of(engine, select(Account.name).order_by(Account.name)) == [
            "Another", "New",
        ]  # fmt: skip


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
    assert do_in(engine, source_says, new, [COFFEE] * 3).added == 0


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
    imported(engine)
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
