"""A unit of work is kept whole or not at all, and the time is the database's."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, event, select, text
from sqlalchemy.exc import DBAPIError

from db.engine import LedgerBusy, LedgerUnreachable, make_engine
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount
from db.models import Account, utc_now
from db.session import database_now, read_only, unit_of_work
from db.words import AccountKind
from tests.support.books import all_of, do_in, look_in
from tests.support.clocks import clock_ahead

_ROOM = ("cache_size", "temp_store")
GIRO = NewAccount("Giro", AccountKind.CHECKING, "EUR")

only_sqlite = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
only_postgresql = pytest.mark.parametrize("engine", ["postgresql"], indirect=True)


@only_sqlite
def test_room_for_many_rows_is_given_back(engine: Engine) -> None:
    held = []
    for many in (False, True, False):
        with unit_of_work(engine, many_rows=many) as session:
            held.append([session.scalar(text(f"PRAGMA {each}")) for each in _ROOM])
    assert held == [[-2000, 0], [-200_000, 2], [-2000, 0]]


def test_a_reader_sees_one_moment(engine: Engine) -> None:
    with read_only(engine) as session:
        assert session.scalars(select(Account)).all() == []
        do_in(engine, add_account, GIRO)
        assert session.scalars(select(Account)).all() == []
    assert _names(engine) == ["Giro"]


def test_a_reader_leaves_nothing_behind(engine: Engine) -> None:
    refused = (DBAPIError, LedgerUnreachable)
    with pytest.raises(refused), read_only(engine) as session:
        add_account(session, GIRO)
    assert _names(engine) == []


def test_a_reader_spoils_no_connection_for_a_writer(engine: Engine) -> None:
    for _ in range(3):
        assert _names(engine) == []
    do_in(engine, add_account, GIRO)
    assert _names(engine) == ["Giro"]


def test_two_writers_lose_no_update(engine: Engine) -> None:
    account = do_in(engine, add_account, GIRO)

    def count_up(_: int) -> None:
        # Reads, then writes what it read plus one: lost if two do so at once.
        with unit_of_work(engine) as session:
            found = session.get_one(Account, account, with_for_update=True)
            found.version += 1

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(count_up, range(40)))
    with read_only(engine) as session:
        assert session.get_one(Account, account).version == 40


@only_sqlite
def test_a_writer_who_waits_too_long_gets_an_error(engine: Engine) -> None:
    hurried = make_engine(str(engine.url.database))
    event.listen(hurried, "connect", lambda driver, _: driver.execute("PRAGMA busy_timeout = 1"))
    with unit_of_work(engine) as session:
        add_account(session, GIRO)
        with pytest.raises(LedgerBusy), unit_of_work(hurried) as other:
            other.execute(text("SELECT 1"))
    hurried.dispose()


def test_who_finds_no_connection_free_gets_an_error(tmp_path: Path) -> None:
    one = create_engine(
        f"sqlite:///{tmp_path / 'ledger.db'}", pool_size=1, max_overflow=0, pool_timeout=0.01
    )
    with read_only(one) as session:
        session.execute(text("SELECT 1"))
        with pytest.raises(LedgerBusy), read_only(one) as other:
            other.execute(text("SELECT 1"))
    one.dispose()


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    file = tmp_path / "ledger.db"
    file.write_text("Dear diary, this is a text of more than a hundred bytes. " * 10)
    with (
        pytest.raises(LedgerUnreachable, match=r"ledger\.db"),
        read_only(make_engine(str(file))) as db,
    ):
        db.execute(text("SELECT 1"))


def test_a_server_that_is_not_there_is_named() -> None:
    url = "postgresql://me:secret@127.0.0.1:1/books"
    unreachable = pytest.raises(LedgerUnreachable, match=r"127\.0\.0\.1:1/books")
    with unreachable as raised, read_only(make_engine(url)) as session:
        session.execute(text("SELECT 1"))
    assert "secret" not in str(raised.value)


@only_postgresql
def test_a_database_that_is_not_there_is_named(engine: Engine) -> None:
    missing = engine.url.set(database="nobody_made_it").render_as_string(hide_password=False)
    with (
        pytest.raises(LedgerUnreachable, match="nobody_made_it"),
        unit_of_work(make_engine(missing)) as session,
    ):
        session.execute(text("SELECT 1"))


def test_a_mistake_of_ours_stays_one(engine: Engine) -> None:
    with pytest.raises(DBAPIError), read_only(engine) as session:
        session.execute(text("SELECT no_such_column FROM accounts"))


def _names(engine: Engine) -> list[str]:
    return all_of(engine, select(Account.name))


_COMES_AND_GOES = """
import sys
from db.ledger.bookkeeping import add_account
from db.engine import make_engine
from db.session import unit_of_work
from db.ledger.views import NewAccount
from db.words import AccountKind

engine = make_engine(sys.argv[1])
with unit_of_work(engine) as session:
    add_account(session, NewAccount(sys.argv[2], AccountKind.CHECKING, "EUR"))
engine.dispose()
"""


def _another_writes(engine: Engine, name: str) -> None:
    command = [sys.executable, "-c", _COMES_AND_GOES, str(engine.url.database), name]
    subprocess.run(command, cwd=Path(__file__).parents[3], check=True)


@only_sqlite
def test_what_a_process_writes_is_kept_whoever_comes_and_goes_meanwhile(engine: Engine) -> None:
    """A second connection of the same process once dropped the locks of the first."""
    with read_only(engine) as first, read_only(engine) as second:
        assert first.scalars(select(Account)).all() == second.scalars(select(Account)).all() == []
    _another_writes(engine, "Before")
    do_in(engine, add_account, GIRO)
    _another_writes(engine, "After")
    beside = make_engine(str(engine.url.database))
    assert sorted(_names(beside)) == sorted(_names(engine)) == ["After", "Before", "Giro"]
    beside.dispose()


def now(engine: Engine) -> datetime:
    return look_in(engine, database_now)


def test_it_is_the_present_moment_in_utc(engine: Engine) -> None:
    before = utc_now()
    told = now(engine)
    assert told.tzinfo is UTC
    # SQLite's clock has three decimals, and both servers of the tests are on this machine.
    assert before - timedelta(milliseconds=1) <= told <= utc_now()


@pytest.mark.parametrize("seconds", [90, -90, 86_400])
def test_a_wrong_clock_of_the_process_is_not_listened_to(engine: Engine, seconds: int) -> None:
    right = utc_now()
    with clock_ahead(seconds):
        assert abs(utc_now() - right - timedelta(seconds=seconds)) < timedelta(seconds=30)
        assert abs(now(engine) - right) < timedelta(seconds=30)


def test_the_zone_of_the_session_changes_nothing(engine: Engine) -> None:
    right = utc_now()
    with unit_of_work(engine) as session:
        if engine.dialect.name == "postgresql":
            session.execute(text("SET LOCAL TIME ZONE 'Asia/Kolkata'"))
        told = database_now(session)
    assert told.tzinfo is UTC
    assert abs(told - right) < timedelta(seconds=30)


def test_it_goes_on_inside_a_transaction(engine: Engine) -> None:
    """So that a lease that waited for a lock is not shorter for it."""
    with unit_of_work(engine) as session:
        first = database_now(session)
        time.sleep(0.05)
        assert database_now(session) - first >= timedelta(milliseconds=49)
