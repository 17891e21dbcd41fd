"""Rows keep what was written to them, exactly, also past the objects of a session."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError, StatementError

from db.models import (
    Account,
    Document,
    Import,
    Line,
    Match,
    MonthlyTotal,
    Reconciliation,
    RemovedEntry,
    Statement,
    Transaction,
)
from db.money import MAX_MINOR
from db.session import add_rows, change_rows, read_only, unit_of_work
from db.words import AccountKind, EntryState, ImportStatus
from tests.support.ledgers import add, fill, kept_line, kept_statement, kept_verdict


@pytest.mark.parametrize("money", [12.5, 12.0, Decimal("12"), True])
def test_money_that_is_no_int_is_refused(engine: Engine, money: Any) -> None:
    with pytest.raises(StatementError, match="int minor units"), unit_of_work(engine) as session:
        session.add(_giro(money))


@pytest.mark.parametrize("money", [MAX_MINOR, -MAX_MINOR, MAX_MINOR - 1])
def test_the_largest_money_comes_back_exactly(engine: Engine, money: int) -> None:
    with unit_of_work(engine) as session:
        session.add(_giro(money))
    with read_only(engine) as session:
        assert session.scalar(select(Account.opening_balance_minor)) == money


def test_the_largest_sum_comes_back_exactly(engine: Engine) -> None:
    # A float would turn the last digit into a 4.
    with unit_of_work(engine) as session:
        session.add(account := _giro(0))
        session.flush()
        total = MonthlyTotal(account_id=account.id, month=date(2026, 1, 1), entries=1)
        total.moved_minor = 9_007_199_254_740_993
        session.add(total)
    with read_only(engine) as session:
        assert session.scalar(select(MonthlyTotal.moved_minor)) == 9_007_199_254_740_993


def _giro(money: int) -> Account:
    return Account(
        name="Giro", kind=AccountKind.CHECKING, currency="EUR", opening_balance_minor=money
    )


def test_a_moment_comes_back_in_utc(engine: Engine) -> None:
    noon_in_delhi = datetime(2026, 1, 2, 12, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    with unit_of_work(engine) as session:
        session.add(Import(source_name="a.pdf", lease_until=noon_in_delhi))
    with read_only(engine) as session:
        found = session.scalars(select(Import)).one()
        assert found.lease_until == datetime(2026, 1, 2, 6, 30, tzinfo=UTC)
        assert found.created_at.tzinfo is UTC
        past = select(Import.id).where(Import.lease_until < noon_in_delhi + timedelta(seconds=1))
        assert session.scalar(past) == found.id


def test_a_moment_without_a_zone_is_refused(engine: Engine) -> None:
    with pytest.raises(StatementError, match="needs its zone"), unit_of_work(engine) as session:
        session.add(Import(source_name="a.pdf", lease_until=datetime(2026, 1, 2)))


@pytest.mark.parametrize("name", ["a\0b", "\ud83d", "\N{GRINNING FACE}", "ｆｕｌｌ", "עברית"])
def test_any_text_of_a_page_can_be_stored(engine: Engine, name: str) -> None:
    with unit_of_work(engine) as session:
        session.add(Import(source_name=name, options={name: [name]}))
    with read_only(engine) as session:
        found = session.scalars(select(Import)).one()
        assert found.source_name == name.replace("\0", "\ufffd").replace("\ud83d", "\ufffd")
        assert found.options == {name: [name]}


def test_words_are_stored_as_their_values(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        session.add(Import(source_name="a.pdf"))
    with read_only(engine) as session:
        stored = session.connection().exec_driver_sql("SELECT status FROM imports").scalar_one()
        assert stored == "queued"
        assert session.scalars(select(Import)).one().status is ImportStatus.QUEUED


def test_a_word_that_is_none_is_refused(engine: Engine) -> None:
    with pytest.raises(StatementError), unit_of_work(engine) as session:
        session.add(Import(source_name="a.pdf", status="asleep"))


def test_a_document_is_there_once_and_imported_once(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        document = Document(sha256="0" * 64, size=1)
        session.add(Import(document=document, source_name="a.pdf"))
    with pytest.raises(IntegrityError), unit_of_work(engine) as session:
        session.add(Document(sha256="0" * 64, size=1))
    with pytest.raises(IntegrityError), unit_of_work(engine) as session:
        session.add(Import(document_id=document.id, source_name="b.pdf"))


def test_references_must_lead_somewhere(engine: Engine) -> None:
    with pytest.raises(IntegrityError), unit_of_work(engine) as session:
        session.add(Match(reconciliation_id=1, line_id=1, transaction_id=1))


def test_a_reconciliation_tells_its_verdict_and_account(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        session.add(_reconciliation())
    with read_only(engine) as session:
        found = session.scalars(select(Reconciliation)).one()
        assert found.matched
        assert found.account is not None
        assert found.account.name == "Giro"
        assert found.data["verdict"] == "matched"
        assert found.data["proof"] == [{"name": "arithmetic", "state": "passed"}]


def test_a_statement_that_goes_takes_its_lines_and_verdict_along(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        session.add(_reconciliation())
    with unit_of_work(engine) as session:
        session.delete(session.scalars(select(Statement)).one())
    with read_only(engine) as session:
        assert session.scalars(select(Line)).all() == []
        assert session.scalars(select(Reconciliation)).all() == []
        assert session.scalars(select(Account.name)).all() == ["Giro"]


def _reconciliation() -> Reconciliation:
    giro = Account(name="Giro", kind=AccountKind.CHECKING, currency="EUR")
    statement = kept_statement(account=giro, lines=[kept_line("Coffee", -500)])
    return kept_verdict(statement, proof=[{"name": "arithmetic", "state": "passed"}])


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
