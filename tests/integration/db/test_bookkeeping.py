from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from db.errors import NameTooLong
from db.ledger.balances import wrong_months
from db.ledger.bookkeeping import AccountExists, add_account, add_transactions, hold
from db.ledger.queries import UnknownAccount, accounts, entries, ledger_etag
from db.ledger.views import NewAccount, NewEntry
from db.models import SourceRow, Transaction
from db.money import UnknownCurrency
from db.session import unit_of_work
from db.words import AccountKind
from tests.support.sources import source_says

GIRO = NewAccount("Giro", AccountKind.CHECKING, "EUR")
COFFEE = NewEntry(date(2026, 1, 2), -350, "Coffee")
BREAD = NewEntry(date(2026, 1, 2), -420, "Bread")


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    with unit_of_work(engine) as writing:
        yield writing


@pytest.fixture
def account(session: Session) -> int:
    return add_account(session, GIRO)


def test_a_name_is_given_once(session: Session) -> None:
    add_account(session, GIRO)
    with pytest.raises(AccountExists):
        add_account(session, NewAccount(" Giro ", AccountKind.CARD, "USD"))
    add_account(session, NewAccount("Card", AccountKind.CARD, "USD"))
    assert [found.name for found in accounts(session)] == ["Giro", "Card"]


def test_a_name_has_200_letters_at_most(session: Session) -> None:
    with pytest.raises(NameTooLong, match="201 letters"):
        add_account(session, replace(GIRO, name="ä" * 201))
    add_account(session, replace(GIRO, name="ä" * 200))
    assert [len(found.name) for found in accounts(session)] == [200]


def test_an_account_needs_a_currency_that_has_decimals(session: Session) -> None:
    with pytest.raises(UnknownCurrency):
        add_account(session, NewAccount("Gold", AccountKind.OTHER, "XAU"))


def test_equal_rows_of_one_source_stay_as_many(session: Session, account: int) -> None:
    assert source_says(session, account, [COFFEE, BREAD, COFFEE]).added == 3
    assert len(entries(session, account)) == 3


def test_the_same_source_again_adds_nothing(session: Session, account: int) -> None:
    source_says(session, account, [COFFEE, BREAD, COFFEE])
    assert source_says(session, account, [BREAD, COFFEE, COFFEE]).added == 0


def test_a_source_that_has_grown_adds_what_is_new(session: Session, account: int) -> None:
    source_says(session, account, [COFFEE])
    assert source_says(session, account, [COFFEE, COFFEE, BREAD]).added == 2
    assert len(entries(session, account)) == 3


def test_a_large_ledger_ends_as_if_its_rows_had_come_one_by_one(
    session: Session, account: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lunch = NewEntry(date(2026, 3, 1), -900, "Lunch", value_on=date(2026, 3, 3))
    rows = [COFFEE, BREAD, COFFEE, lunch, replace(COFFEE, description="Coffee "), COFFEE, lunch]
    alone = add_account(session, replace(GIRO, name="One by one"))
    for many in range(1, len(rows) + 1):
        source_says(session, alone, rows[:many])
    monkeypatch.setattr("db.sources.applying._AT_ONCE", 2)
    source_says(session, account, rows)
    assert _kept(session, account) == _kept(session, alone)
    assert len(_kept(session, account)) == len(rows)
    assert wrong_months(session) == []


def _kept(session: Session, account: int) -> list[tuple[object, ...]]:
    """All columns of the entries and of their source's rows, but for the numbers of things."""
    named = {"id", "account_id", "source_id", "key", "transaction_id", "sync_id"}
    entry, row = Transaction.__table__.c, SourceRow.__table__.c
    columns = [each for each in (*entry, *row) if each.name not in named]
    query = select(*columns).join_from(Transaction, SourceRow, row.transaction_id == entry.id)
    query = query.where(entry.account_id == account).order_by(entry.id)
    return [tuple(each) for each in session.execute(query)]


def test_what_a_person_accepted_is_added_beside_its_equals(session: Session, account: int) -> None:
    source_says(session, account, [COFFEE])
    assert len(add_transactions(session, account, [COFFEE, COFFEE])) == 2
    assert len(entries(session, account)) == 3
    assert source_says(session, account, [COFFEE] * 3).added == 0


def test_ids_come_in_the_order_of_the_entries(session: Session, account: int) -> None:
    many = [NewEntry(date(2026, 1, 2), amount, "x") for amount in range(-1500, 0)]
    ids = add_transactions(session, account, many)
    amounts = {entry.id: entry.amount_minor for entry in entries(session, account)}
    assert [amounts[added] for added in ids] == list(range(-1500, 0))


@pytest.mark.parametrize("write", [add_transactions, source_says])
def test_the_etag_moves_with_every_change(
    session: Session, account: int, write: Callable[[Session, int, list[NewEntry]], object]
) -> None:
    before = ledger_etag(session, account)
    write(session, account, [COFFEE])
    between = ledger_etag(session, account)
    write(session, account, [BREAD])
    assert len({before, between, ledger_etag(session, account)}) == 3


def test_the_etag_stays_where_nothing_changes(session: Session, account: int) -> None:
    source_says(session, account, [COFFEE])
    card = add_account(session, NewAccount("Card", AccountKind.CARD, "USD"))
    before = ledger_etag(session, account)
    source_says(session, account, [COFFEE])
    source_says(session, card, [COFFEE])
    assert ledger_etag(session, account) == before == hold(session, account)


def test_an_account_that_is_not_there_is_reported(session: Session) -> None:
    with pytest.raises(UnknownAccount):
        add_transactions(session, 99, [COFFEE])
