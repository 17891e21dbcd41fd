"""A ledger's entries are kept as they came, and its monthly totals true, whoever writes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, delete, insert, select, text, update
from sqlalchemy.orm import Session

from db.errors import NameTooLong
from db.ledger.balances import TotalsWrong, recount, require_true_totals, wrong_months
from db.ledger.bookkeeping import AccountExists, add_account, add_transactions, hold
from db.ledger.queries import accounts, balance_as_of, entries, ledger_etag
from db.ledger.views import NewAccount, NewEntry
from db.models import Account, Base, MonthlyTotal, SourceRow, Transaction
from db.session import read_only, unit_of_work
from db.upgrade import upgrade
from db.words import AccountKind
from tests.support.kept import source_says

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


def test_the_etag_stays_where_nothing_changes(session: Session, account: int) -> None:
    source_says(session, account, [COFFEE])
    card = add_account(session, NewAccount("Card", AccountKind.CARD, "USD"))
    before = ledger_etag(session, account)
    source_says(session, account, [COFFEE])
    source_says(session, card, [COFFEE])
    assert ledger_etag(session, account) == before == hold(session, account)


OPENING = 1_000
FIRST = date(2023, 12, 1)
TABLE = Base.metadata.tables[Transaction.__tablename__]

DAYS = st.integers(0, 100).map(lambda n: FIRST + timedelta(days=n))
AMOUNTS = st.integers(-(10**12), 10**12)
PLACES = st.integers(0, 40)
ACCOUNTS = st.sampled_from([1, 2])


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that somebody does to the entries; ``back`` takes it back at once.

    ``place`` says which entry it is, ``account`` which account, counted round and round.
    """

    verb: str
    account: int
    place: int
    day: date
    amount: int
    back: bool


CHANGES = st.lists(
    st.builds(
        Change,
        st.sampled_from(["add", "add", "add", "amend", "move", "remove", "all", "clear", "state"]),
        ACCOUNTS,
        PLACES,
        DAYS,
        AMOUNTS,
        st.booleans(),
    ),
    max_size=20,
)


def carry_out(session: Session, change: Change, number: int, known: Sequence[int]) -> None:
    """In plain SQL, past every function of ours, for the triggers must not need them."""
    there = session.scalars(select(Transaction.id).order_by(Transaction.id)).all() or [0]
    one = Transaction.id == there[change.place % len(there)]
    account = known[change.account % len(known)]
    match change.verb:
        case "add":
            rows = [_row(change, account, number), _row(change, account, -number - 1)]
            session.execute(insert(TABLE), rows)
        case "amend":
            values = {"amount_minor": change.amount, "booked_on": change.day}
            session.execute(update(TABLE).where(one).values(values))
        case "move":
            session.execute(update(TABLE).where(one).values(account_id=account))
        case "remove":
            session.execute(delete(TABLE).where(one))
        case "all":
            here = Transaction.account_id == account
            more = Transaction.amount_minor + change.amount
            session.execute(update(TABLE).where(here).values(amount_minor=more))
        case "clear":
            session.execute(delete(TABLE).where(Transaction.booked_on > change.day))
        case _:
            session.execute(update(TABLE).values(state="cleared"))


def _row(change: Change, account: int, number: int) -> dict[str, object]:
    return {
        "account_id": account,
        "booked_on": change.day,
        "amount_minor": change.amount,
        "currency": "EUR",
        "description": "Coffee",
        "fingerprint": str(number),
        "occurrence": 1,
    }


def _added_up(session: Session, account: int, day: date) -> int:
    query = select(Transaction.amount_minor).where(
        Transaction.account_id == account, Transaction.booked_on <= day
    )
    return OPENING + sum(session.scalars(query))


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(changes=CHANGES)
def test_any_changes_leave_every_total_and_balance_true(
    engine: Engine, changes: list[Change]
) -> None:
    with unit_of_work(engine, dry_run=True) as session:
        known = [
            add_account(session, NewAccount(name, AccountKind.CHECKING, "EUR", None, None, OPENING))
            for name in ("One", "Two")
        ]
        for number, change in enumerate(changes):
            with session.begin_nested() as tried:
                carry_out(session, change, number, known)
                if change.back:
                    tried.rollback()
            assert wrong_months(session) == []
        for account in known:
            for day in (FIRST, FIRST + timedelta(days=45), FIRST + timedelta(days=60)):
                assert balance_as_of(session, account, day) == _added_up(session, account, day)
            (seen,) = accounts(session, scope=[account])
            assert seen.balance_minor == _added_up(session, account, date.max)
        assert session.scalars(select(MonthlyTotal).filter_by(entries=0)).all() == []


def _filled(engine: Engine) -> int:
    with unit_of_work(engine) as session:
        account = add_account(session, NewAccount("Everyday", AccountKind.CHECKING, "EUR"))
        days = [date(2026, 1, 31), date(2026, 2, 1), date(2026, 2, 28), date(2026, 3, 1)]
        add_transactions(session, account, [NewEntry(day, -100, "Coffee") for day in days])
    return account


def test_a_dry_run_of_the_upgrade_leaves_the_tables_as_they_are(blank_engine: Engine) -> None:
    upgrade(blank_engine, dry_run=True)
    with blank_engine.connect() as connection:
        tables = {"sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'"}
        known = tables.get(
            connection.dialect.name,
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
        )
        assert connection.execute(text(known)).all() == []


def test_a_total_that_somebody_tampered_with_is_reported_and_put_right(engine: Engine) -> None:
    account = _filled(engine)
    with unit_of_work(engine) as session:
        session.execute(update(MonthlyTotal).values(moved_minor=MonthlyTotal.moved_minor + 1))
    with pytest.raises(TotalsWrong, match="3 of the ledger"), read_only(engine) as session:
        require_true_totals(session)
    with unit_of_work(engine) as session:
        assert recount(session) == 3
        require_true_totals(session)
        assert recount(session) == 0
        assert balance_as_of(session, account, date(2026, 2, 1)) == -200


def test_an_entry_that_moves_takes_its_amount_along(engine: Engine) -> None:
    account = _filled(engine)
    with unit_of_work(engine) as session:
        other = add_account(session, NewAccount("Other", AccountKind.CHECKING, "EUR"))
        first = session.scalars(select(Transaction.id).order_by(Transaction.booked_on)).first()
        session.execute(update(TABLE).where(Transaction.id == first).values(account_id=other))
        require_true_totals(session)
        assert balance_as_of(session, other, date(2026, 2, 1)) == -100
        assert balance_as_of(session, account, date(2026, 2, 1)) == -100


def test_an_account_that_goes_takes_its_totals_with_it(engine: Engine) -> None:
    account = _filled(engine)
    with unit_of_work(engine) as session:
        session.execute(delete(Transaction))
        session.execute(delete(Account).where(Account.id == account))
        assert session.scalars(select(MonthlyTotal)).all() == []


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
def test_a_row_that_replaces_another_is_counted_once(engine: Engine) -> None:
    _filled(engine)
    with unit_of_work(engine) as session:
        columns = ", ".join(column.name for column in TABLE.columns)
        session.execute(
            text(f"REPLACE INTO transactions ({columns}) SELECT {columns} FROM transactions")
        )
        require_true_totals(session)


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_a_truncated_table_leaves_no_total(engine: Engine) -> None:
    _filled(engine)
    with unit_of_work(engine) as session:
        session.execute(text("TRUNCATE transactions CASCADE"))
        require_true_totals(session)
