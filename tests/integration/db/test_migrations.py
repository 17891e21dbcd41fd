from datetime import date

import pytest
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Engine, Text, create_engine, func, inspect, make_url, select, text
from sqlalchemy.exc import DBAPIError

from app.environment.opening import make_ledger
from db.engine import NoLedger, place
from db.models import Account, AuditLog, Base, Document, Import, Line
from db.session import unit_of_work
from db.upgrade import (
    HEAD,
    BrokenReferences,
    DatabaseTaken,
    LedgerOutdated,
    check,
    current_revision,
    head_revision,
    migrating,
    require_current,
    upgrade,
)
from db.words import AccountKind
from tests.support.books import execute_in, one_of
from tests.support.databases import database
from tests.support.ledgers import kept_line, kept_statement


def test_the_newest_revision_is_the_one_the_program_asks_for() -> None:
    config = Config()
    config.set_main_option("script_location", "db:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD == head_revision()


def test_models_say_what_the_migrations_made(blank_engine: Engine) -> None:
    upgrade(blank_engine)
    check(blank_engine)


def test_a_database_without_tables_is_no_ledger(blank_engine: Engine) -> None:
    assert current_revision(blank_engine) is None
    with pytest.raises(NoLedger, match="tieout init"):
        require_current(blank_engine)


def test_other_tables_than_the_programs_are_refused(blank_engine: Engine) -> None:
    upgrade(blank_engine)
    require_current(blank_engine)
    execute_in(blank_engine, text("UPDATE alembic_version SET version_num = '0000'"))

    with pytest.raises(LedgerOutdated, match=r"revision 0000.*tieout db upgrade"):
        require_current(blank_engine)


@pytest.mark.parametrize("table", ["accounts", "alembic_version"])
def test_tables_of_another_application_are_left_alone(blank_engine: Engine, table: str) -> None:
    with blank_engine.begin() as connection:
        connection.execute(text(f"CREATE TABLE {table} (version_num TEXT)"))
        connection.execute(text(f"INSERT INTO {table} VALUES ('theirs')"))

    for act in (upgrade, require_current):
        if act is upgrade or table == "alembic_version":
            with pytest.raises(DatabaseTaken, match=f"a table {table} .*tieout init"):
                act(blank_engine)
    assert inspect(blank_engine).get_table_names() == [table]


def test_a_schema_of_its_own_lies_beside_another_application(postgresql_server: URL) -> None:
    with database(postgresql_server) as url:
        theirs = create_engine(url)
        with theirs.begin() as connection:
            connection.execute(text("CREATE EXTENSION pg_trgm"))
            connection.execute(text("CREATE TABLE accounts (owner TEXT)"))
        ours = make_url(url).update_query_dict({"schema": "tieout"}).render_as_string(False)
        engine, created = make_ledger(ours)
        again, created_again = make_ledger(ours)
        _fill(again)

        assert (created, created_again) == (True, False)
        assert place(engine).endswith("?schema=tieout")
        assert inspect(theirs).get_table_names() == ["accounts"]
        assert set(inspect(theirs).get_table_names("tieout")) >= set(Base.metadata.tables)
        indexes = inspect(engine).get_indexes("lines")
        assert "ix_lines_text" in {each["name"] for each in indexes}
        for each in (engine, again, theirs):
            each.dispose()


def test_rebuilding_a_table_keeps_the_rows_that_hang_on_it(blank_engine: Engine) -> None:
    upgrade(blank_engine)
    _fill(blank_engine)
    with migrating(blank_engine) as connection:
        operations = Operations(MigrationContext.configure(connection))
        # What a migration does on SQLite to change a column: a new table in place of the old one.
        with operations.batch_alter_table("statements") as table:
            table.alter_column("exponent", type_=Text())
    assert _count(blank_engine, Line) == 1


def test_what_was_kept_of_a_number_is_whole_or_its_end(blank_engine: Engine) -> None:
    kept = {"Blue": "DE89 3704 0044 0532 0130 00", "Old": "*4471", "None": None}
    row = "'checking', 'EUR', 0, 'typed', 'typed', 'typed', 0"
    add = text(
        "INSERT INTO accounts (name, mask, kind, currency, opening_balance_minor, kind_origin,"
        f" currency_origin, opening_origin, version) VALUES (:name, :mask, {row})"
    )
    with migrating(blank_engine) as connection:
        config = Config()
        config.set_main_option("script_location", "db:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "r0002")
        connection.execute(add, [{"name": name, "mask": mask} for name, mask in kept.items()])
    upgrade(blank_engine)

    with unit_of_work(blank_engine) as session:
        found = {each.name: (each.number, each.mask) for each in session.scalars(select(Account))}
        versions = select(Account.version).where(Account.name == "Blue")
        before = session.scalar(versions) or 0
        session.execute(text("UPDATE accounts SET number = '4' WHERE name = 'Blue'"))
        assert session.scalar(versions) == before + 1
    whole = ("DE89370400440532013000", "3000")
    assert found == {"Blue": whole, "Old": (None, "*4471"), "None": (None, None)}


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)  # PostgreSQL refuses on the spot
def test_a_migration_that_would_orphan_rows_is_undone(engine: Engine) -> None:
    _fill(engine)
    with pytest.raises(BrokenReferences, match="1 rows"), migrating(engine) as connection:
        connection.execute(text("DELETE FROM documents"))
    assert _count(engine, Document) == 1


@pytest.mark.parametrize("change", ["UPDATE audit_log SET actor = 'me'", "DELETE FROM audit_log"])
def test_the_audit_log_only_grows(engine: Engine, change: str) -> None:
    with unit_of_work(engine) as session:
        session.add(AuditLog(actor="person", action="accept", subject="proposals:1"))
    with pytest.raises(DBAPIError, match="append-only"), unit_of_work(engine) as session:
        session.execute(text(change))


def _count(engine: Engine, table: type[Base]) -> int | None:
    return one_of(engine, select(func.count()).select_from(table))


def _fill(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        account = Account(name="Giro", kind=AccountKind.CHECKING, currency="EUR")
        work = Import(document=Document(sha256="0" * 64, size=1), source_name="a.pdf")
        line = kept_line("coffee", -500, booked_on=date(2026, 1, 2))
        session.add(kept_statement(account=account, work=work, lines=[line]))
