"""An account is closed on a day, and opened again."""

from datetime import date, timedelta

import pytest
from sqlalchemy import Engine, select

from app.acts import accounts
from db.accounts.facts import AccountEdit, ClosedBeforeOpened, ClosedTooEarly
from db.accounts.log import locks_of
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Account
from db.session import read_only, unit_of_work
from db.words import AccountKind
from pipeline.review.deciding import accept
from tests.support.accounts import COFFEE, edit, enter, merge, rows, undo
from tests.support.books import dump, in_review
from tests.support.ledgers import FIRST_DAY, add, fill

END = date(2026, 3, 31)


def closed_on(engine: Engine, name: str) -> date | None:
    with read_only(engine) as session:
        return session.scalars(select(Account.closed_on).where(Account.name == name)).one()


def test_an_account_is_closed_and_opened_again(engine: Engine) -> None:
    fill(engine, add(engine, "Giro"), [-100])
    assert edit(engine, "Giro", closed_on=END).changed
    assert closed_on(engine, "Giro") == END
    assert not edit(engine, "Giro", closed_on=END).changed
    edit(engine, "Giro", closed_on="")
    assert closed_on(engine, "Giro") is None
    undo(engine, "Giro")
    assert closed_on(engine, "Giro") == END


def test_undo_of_a_closing_restores_every_row(engine: Engine) -> None:
    add(engine, "Giro")
    before = rows(engine)
    edit(engine, "Giro", closed_on=END)
    assert rows(engine) != before
    undo(engine, "Giro")
    assert rows(engine) == before


def test_an_account_may_be_closed_when_it_is_added(engine: Engine) -> None:
    new = AccountEdit(name="Old", currency="EUR", opened_on=FIRST_DAY, closed_on=END)
    accounts.add(engine, new, dry_run=False)
    assert closed_on(engine, "Old") == END


def test_no_account_is_closed_before_its_last_entry(engine: Engine) -> None:
    fill(engine, add(engine, "Giro"), [-100, -200])
    before = dump(engine)
    with pytest.raises(ClosedTooEarly, match=r"of 2026-03-02, so .* closed on 2026-03-01"):
        edit(engine, "Giro", closed_on=FIRST_DAY)
    assert dump(engine) == before
    assert edit(engine, "Giro", closed_on=FIRST_DAY + timedelta(days=1)).changed


def test_no_account_is_closed_before_the_last_day_of_its_last_statement(engine: Engine) -> None:
    in_review(engine)
    with pytest.raises(ClosedTooEarly, match="of 2026-06-30"):
        edit(engine, "Everyday", closed_on=date(2026, 6, 29))
    assert edit(engine, "Everyday", closed_on=date(2026, 6, 30)).changed


def test_no_account_is_closed_before_it_was_opened(engine: Engine) -> None:
    add(engine, "Giro")
    edit(engine, "Giro", opened_on=FIRST_DAY)
    before = dump(engine)
    with pytest.raises(ClosedBeforeOpened):
        edit(engine, "Giro", closed_on=FIRST_DAY - timedelta(days=1))
    wanted = AccountEdit(name="New", currency="EUR", opened_on=END, closed_on=FIRST_DAY)
    with pytest.raises(ClosedBeforeOpened):
        accounts.add(engine, wanted, dry_run=False)
    assert dump(engine) == before


def test_what_comes_after_the_end_is_taken_in_and_hinders_no_other_correction(
    engine: Engine,
) -> None:
    number = add(engine, "Giro")
    edit(engine, "Giro", closed_on=END)
    enter(engine, number, NewEntry(END + timedelta(days=9), -100, "Late fee"))
    assert edit(engine, "Giro", name="Everyday").changed
    assert closed_on(engine, "Everyday") == END


def test_a_closing_is_not_brought_back_over_what_came_since(engine: Engine) -> None:
    number = add(engine, "Giro")
    edit(engine, "Giro", closed_on=END)
    edit(engine, "Giro", closed_on="")
    enter(engine, number, NewEntry(END + timedelta(days=9), -100, "Fee"))
    with pytest.raises(ClosedTooEarly):
        undo(engine, "Giro")
    assert closed_on(engine, "Giro") is None


def test_a_locked_account_can_be_closed_and_its_lock_stays(engine: Engine) -> None:
    in_review(engine)
    with unit_of_work(engine) as session:
        accept(session, 1, "alex")
    with read_only(engine) as session:
        held = [lock.id for lock in locks_of(session, 1)]
    done = edit(engine, "Everyday", closed_on=date(2026, 6, 30))
    assert (done.changed, done.follows) == (True, ())
    with read_only(engine) as session:
        assert [lock.id for lock in locks_of(session, 1)] == held != []


@pytest.mark.parametrize(
    ("old", "new", "both"),
    [(END, None, None), (None, END, None), (END, END + timedelta(days=1), END + timedelta(days=1))],
)
def test_two_accounts_that_are_one_are_closed_only_if_both_are(
    engine: Engine, old: date | None, new: date | None, both: date | None
) -> None:
    for name, day in (("Old", old), ("New", new)):
        account = NewAccount(name, AccountKind.CHECKING, "EUR", closed_on=day)
        with unit_of_work(engine) as session:
            add_transactions(session, add_account(session, account), [COFFEE])
    before = rows(engine)
    merge(engine, "Old", "New")
    assert closed_on(engine, "New") == both
    undo(engine, "New")
    assert rows(engine) == before
