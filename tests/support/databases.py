"""Ledgers for the tests: each test that asks for one runs on SQLite and on PostgreSQL."""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
from sqlalchemy import URL, Engine, NullPool, create_engine

from db.engine import make_engine
from db.models import Base, Ledger
from db.session import change_identity, new_identity, unit_of_work
from db.upgrade import upgrade
from tests.support import older, postgres

_COUNT_FROM_ONE: Final = """
    SELECT setval(format('%%I.%%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE last_value IS NOT NULL"""


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[URL]:
    """A server of the tests' own; the tests that need it fail where there can be none."""
    with postgres.running() as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty ledger to copy."""
    file = tmp_path_factory.mktemp("sqlite") / "template.sqlite"
    with _disposed(str(file)) as engine:
        upgrade(engine)
    return file


@pytest.fixture(scope="session")
def sqlite_compiled(sqlite_template: Path) -> Iterator[Engine]:
    """Whose dialect and compiled statements all the tests' SQLite ledgers share."""
    with compiling(sqlite_template) as engine:
        yield engine


@pytest.fixture(scope="session")
def postgresql_engine(postgresql_server: URL) -> Iterator[Engine]:
    """A ledger that the tests of a session share; ``engine`` empties it after each."""
    with database(postgresql_server) as url, _disposed(url) as engine:
        upgrade(engine)
        yield engine


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty ledger with all its tables."""
    if request.param == "postgresql":
        shared: Engine = request.getfixturevalue("postgresql_engine")
        yield shared
        emptied(shared)
        return
    template: Path = request.getfixturevalue("sqlite_template")
    with _disposed(str(shutil.copy(template, tmp_path / "ledger.sqlite"))) as own:
        share_compiled(own, request.getfixturevalue("sqlite_compiled"))
        yield own


@pytest.fixture
def own_ledger(sqlite_template: Path, tmp_path: Path) -> Iterator[Engine]:
    """An empty ledger in a file, for what has nothing to do with which database keeps it."""
    with _disposed(str(shutil.copy(sqlite_template, tmp_path / "ledger.db"))) as own:
        yield own


@pytest.fixture(params=["sqlite", "postgresql"])
def blank_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A database without any table."""
    if request.param == "postgresql":
        server: URL = request.getfixturevalue("postgresql_server")
        with database(server) as url, _disposed(url) as own:
            yield own
        return
    with _disposed(str(tmp_path / "blank.sqlite")) as own:
        yield own


@pytest.fixture
def old(blank_engine: Engine) -> Engine:
    """An earlier version's ledger with the tables of today: it kept its documents' words, and the
    documents are gone."""
    older.fill(blank_engine)
    upgrade(blank_engine)
    return blank_engine


@contextmanager
def _disposed(url: str) -> Iterator[Engine]:
    engine = make_engine(url, create=True)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def compiling(file: Path) -> Iterator[Engine]:
    """An engine of the SQLite ledger, whose compiled statements others may share."""
    with _disposed(str(file)) as engine:
        engine.update_execution_options(compiled_cache={})
        # It knows its dialect only when it has connected.
        engine.connect().close()
        yield engine


def share_compiled(own: Engine, common: Engine) -> None:
    """Statements are compiled for each dialect anew, and a new engine has one of its own."""
    own.dialect = common.dialect
    own.update_execution_options(**common.get_execution_options())


@contextmanager
def database(server: URL) -> Iterator[str]:
    """A new and empty database of the server, by its URL; it is gone afterwards."""
    name = f"tieout_test_{uuid4().hex}"
    administration = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with administration.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        with administration.connect() as connection:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


def emptied(engine: Engine) -> None:
    """The ledger as it was when it was made; as another ledger, for it is another test's."""
    every = [table.name for table in Base.metadata.sorted_tables]
    _delete_all(engine, [name for name in every if name != Ledger.__tablename__])
    with unit_of_work(engine) as session:
        change_identity(session, new_identity())


def past_the_triggers(engine: Engine, statements: Sequence[str]) -> None:
    """Carry them out as somebody would who can write to the database past the program."""
    if engine.dialect.name == "sqlite":
        with closing(sqlite3.connect(str(engine.url.database), isolation_level=None)) as file:
            triggers = file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for each in [*(f"DROP TRIGGER {name}" for (name,) in triggers), *statements]:
                file.execute(each)
        return
    with engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        for each in statements:
            connection.exec_driver_sql(each)


def _delete_all(engine: Engine, names: Sequence[str]) -> None:
    """To truncate all of them would make some hundred files anew, though most tables are empty."""
    some = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in names)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        filled = list(connection.exec_driver_sql(" UNION ALL ".join(some)).scalars())
        tables = ", ".join(filled)
        steps = [
            # A test that leaves a transaction open fails, and does not hang.
            "SET LOCAL lock_timeout = '5s'",
            # No trigger and no foreign key is asked.
            "SET LOCAL session_replication_role = replica",
            *([f"LOCK TABLE {tables}"] if filled else ()),
            *(f"DELETE FROM {name}" for name in filled),
            _COUNT_FROM_ONE,
        ]
        connection.exec_driver_sql("; ".join(["BEGIN", *steps, "COMMIT"]))
        if filled:
            # The next test's rows lie as in a new table.
            connection.exec_driver_sql(f"VACUUM {tables}")
