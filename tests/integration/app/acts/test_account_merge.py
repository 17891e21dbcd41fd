"""One account of two: nothing is lost, and no balance is guessed."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine, select

from app.acts.correcting import StatedByPerson, state_facts
from app.acts.imports import accept
from app.acts.imports import undo as undo_import
from app.cli.screens.ledger import account_change_screen
from db.accounts.facts import (
    AccountLocked,
    AccountMoved,
    CurrenciesDiffer,
    OpeningUnclear,
    SameAccount,
)
from db.ledger.views import NewEntry
from db.models import Account, Discrepancy, Lock, Resolution, Statement, Transaction
from db.money import MAX_MINOR, MAX_SUM, SumOutOfRange
from db.session import read_only, unit_of_work
from db.words import ResolutionOp, Verdict
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from tests.support.accounts import (
    COFFEE,
    edit,
    enter,
    held,
    lock_period,
    merge,
    release_all,
    rows,
    two,
    undo,
    without_new_locks,
)
from tests.support.books import JUNE, LINES, account, documents, dump, in_review, source
from tests.support.ledgers import FIRST_DAY, add
from tests.support.sources import source_says


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
    with unit_of_work(engine) as session:
        assert source_says(session, new, [COFFEE] * 5).added == 1


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


def test_an_account_is_not_merged_into_itself(engine: Engine) -> None:
    add(engine, "Old")
    with pytest.raises(SameAccount):
        merge(engine, "Old", "Old")


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
    undo(engine, "New")
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
    read = documents({"june.pdf": [JUNE]})
    list(import_all(engine, [source()], ImportOptions(), read=read))
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
    read = documents({"june.pdf": [JUNE]})
    list(import_all(engine, [source()], ImportOptions(), read=read))
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
    with read_only(engine) as session:
        old = session.scalars(select(Account.id)).one()
    add(engine, "New")
    edit(engine, "New", opening_balance="0")
    merge(engine, str(old), "New")
    add(engine, "Another")  # on SQLite with the number of the account that is gone
    left = undo_import(engine, 1, dry_run=False).left
    assert {each.reason for each in left} <= {
        "changed since", "the account was changed since", "unknown_account",
    }  # fmt: skip
    with read_only(engine) as session:
        assert session.scalars(select(Account.name).order_by(Account.name)).all() == [
            "Another", "New",
        ]  # fmt: skip


def test_a_dry_run_says_which_statements_will_stand_otherwise(engine: Engine) -> None:
    in_review(engine)
    account(engine, [LINES[2]], name="Second", mask=None, opening=0)
    before = dump(engine)
    foreseen = merge(engine, "Second", "Everyday", opening="1000.00", dry_run=True)
    (follows,) = foreseen.follows
    assert (follows.import_id, follows.file) == (1, "june.pdf")
    assert (follows.was, follows.now) == (Verdict.DIFFERENCES, Verdict.MATCHED)
    shown = "\n".join(text.plain for text in account_change_screen(foreseen))
    assert "june.pdf (import 1): differences -> matched" in shown
    assert dump(engine) == before


def test_what_was_seen_is_done_and_nothing_else(engine: Engine) -> None:
    old, _ = two(engine)
    seen = merge(engine, "Old", "New", dry_run=True).seen
    enter(engine, old, COFFEE)
    with pytest.raises(AccountMoved):
        merge(engine, "Old", "New", seen=seen)
    again = merge(engine, "Old", "New", dry_run=True).seen
    assert merge(engine, "Old", "New", seen=again).entries == 4
