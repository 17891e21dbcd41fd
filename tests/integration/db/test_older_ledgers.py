"""Ledgers of earlier versions are taken over without loss."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import (
    URL,
    Column,
    Engine,
    Table,
    Text,
    create_engine,
    func,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError

from app.environment.opening import make_ledger
from db.engine import NoLedger, make_engine, place
from db.ledger.bookkeeping import remember_statement
from db.models import (
    Account,
    AuditLog,
    Base,
    Document,
    Import,
    Line,
    Lock,
    Proposal,
    Reconciliation,
    Statement,
)
from db.session import unit_of_work
from db.upgrade import (
    HEAD,
    BrokenReferences,
    DatabaseTaken,
    LedgerOutdated,
    LedgerTooOld,
    check,
    current_revision,
    head_revision,
    migrating,
    require_current,
    upgrade,
)
from db.words import AccountKind, ReadingStatus, Verdict
from jobs.imports.reprocess import proven_by_another_kernel, reprocess_all
from jobs.options import ImportOptions
from pipeline.record.drafts import draft_of
from pipeline.record.settling import settle
from pipeline.review.deciding import accept, refresh
from pipeline.review.errors import LedgerMovedSince
from tests.support import older
from tests.support.books import all_of, execute_in, look_in, one_of
from tests.support.databases import database
from tests.support.ledgers import kept_line, kept_statement
from tests.support.living import from_scratch
from tests.support.older import DIFFERENT, MATCHED

JANUARY, DECEMBER = date(2000, 1, 1), date(2099, 12, 31)
"""Around everything that is in it."""


@pytest.fixture
def proven(old: Engine) -> Engine:
    """What it kept of its documents is read again by the kernel of today."""
    list(reprocess_all(old, proven_by_another_kernel(old), ImportOptions()))
    return old


@pytest.mark.parametrize("import_id", [MATCHED, DIFFERENT])
def test_nothing_of_it_is_matched_or_proven_without_its_document(
    old: Engine, import_id: int
) -> None:
    before = _verdict(old, import_id)
    with unit_of_work(old) as session:
        row = _row(session, import_id)
        assert draft_of(row.statement).proof is None
        assert row.statement.account_id is not None
        remember_statement(session, row.statement.account_id, JANUARY, DECEMBER)
        settle(session)

    assert _verdict(old, import_id) is before


def test_what_it_proposed_is_not_accepted_unproven(old: Engine) -> None:
    with pytest.raises(LedgerMovedSince), unit_of_work(old) as session:
        accept(session, _proposal(session), "a person")


def test_nothing_is_proposed_of_it_until_it_is_read_again(old: Engine) -> None:
    with unit_of_work(old) as session:
        assert refresh(session, _proposal(session)) is None

    assert _verdict(old, DIFFERENT) is Verdict.DIFFERENCES


@pytest.mark.parametrize("damage", ["words", "certificate"])
def test_what_was_damaged_in_the_database_proves_nothing(proven: Engine, damage: str) -> None:
    with unit_of_work(proven) as session:
        statement = _row(session, MATCHED).statement
        assert draft_of(statement).proof is not None
        _damage(statement, damage)
        assert draft_of(statement).proof is None


def test_a_line_that_was_damaged_in_the_database_is_read_from_its_words_again(
    proven: Engine,
) -> None:
    with unit_of_work(proven) as session:
        row = _row(session, MATCHED)
        amount = row.statement.lines[0].amount_minor
        row.statement.lines[0].amount_minor += 1
        from_scratch(session)
        assert (row.verdict, row.statement.lines[0].amount_minor) == (Verdict.MATCHED, amount)


def _damage(statement: Statement, damage: str) -> None:
    if damage == "words":
        assert statement.work.document is not None
        statement.work.document.words = b"nothing of a page"
    else:
        assert statement.certificate is not None
        statement.certificate = {**statement.certificate, "witnesses": []}


def _row(session: Any, import_id: int) -> Reconciliation:
    query = select(Reconciliation).join(Statement).where(Statement.import_id == import_id)
    found: Reconciliation = session.scalars(query).one()
    return found


def _verdict(engine: Engine, import_id: int) -> Verdict:
    return look_in(engine, _row, import_id).verdict


def _proposal(session: Any) -> int:
    found: int = session.scalars(select(Proposal.id)).one()
    return found


@pytest.fixture
def sample(tmp_path: Path) -> Any:
    """A database that commit fe1ce6c2 made."""
    file = tmp_path / "tieout.db"
    older.sample(file)
    engine = make_engine(str(file))
    yield engine
    engine.dispose()


def rows(engine: Engine) -> dict[str, list[Any]]:
    """Every row of every table that has one, without what came later: a column, a table."""
    there = set(inspect(engine).get_table_names())
    with engine.connect() as connection:
        found = {
            name: sorted(map(repr, connection.execute(select(*_first_columns(table)))))
            for name, table in Base.metadata.tables.items()
            if name in there - {"audit_chain"}
        }
    return {name: each for name, each in found.items() if each}


def _first_columns(table: Table) -> list[Column[Any]]:
    later = older.LATER if table.name == "accounts" else set()
    return [each for each in table.c if each.name not in later]


def schema(engine: Engine) -> dict[str, list[str]]:
    """What SQLite keeps of tables, indexes and triggers, whichever way round a table's
    constraints are."""
    with engine.connect() as connection:
        made = connection.execute(text("SELECT type || ' ' || name, sql FROM sqlite_master"))
        return {name: sorted(_clauses(sql or "")) for name, sql in made}


def _clauses(sql: str) -> list[str]:
    head, *constraints = re.split(r"CONSTRAINT", " ".join(sql.replace('"', "").split()))
    return [re.sub(r"[ ,)]+$", "", each.replace(" ,", ",")) for each in (head, *constraints)]


def test_it_is_asked_for_and_then_taken_over_without_loss(sample: Engine) -> None:
    before = rows(sample)
    with pytest.raises(LedgerOutdated, match=r"revision 0020.*tieout db upgrade"):
        require_current(sample)

    for _ in range(2):
        upgrade(sample)
        require_current(sample)
        assert (rows(sample), current_revision(sample)) == (before, HEAD)
    assert sum(map(len, before.values())) > 500
    check(sample)


def test_its_tables_are_those_that_a_new_ledger_has(sample: Engine, tmp_path: Path) -> None:
    new = make_engine(str(tmp_path / "new.db"), create=True)
    upgrade(new)
    upgrade(sample)
    assert schema(sample) == schema(new)
    new.dispose()


def test_its_proofs_hold_as_before(sample: Engine) -> None:
    upgrade(sample)
    with unit_of_work(sample) as session:
        statements = session.scalars(select(Statement).order_by(Statement.id)).all()
        assert [draft_of(each).status for each in statements] == [ReadingStatus.PROVEN] * 2
        verdicts = set(session.scalars(select(Reconciliation.verdict)))
        assert verdicts == {Verdict.MATCHED, Verdict.DIFFERENCES}
        held = select(func.count()).select_from(Lock).where(Lock.released_at.is_(None))
        assert session.scalar(held) == 1

        from_scratch(session)
        assert set(session.scalars(select(Reconciliation.verdict))) == verdicts
        assert session.scalar(held) == 1


def test_on_either_database_its_rows_and_triggers_stay(blank_engine: Engine) -> None:
    older.fill(blank_engine)
    before = rows(blank_engine)
    upgrade(blank_engine)
    assert (rows(blank_engine), current_revision(blank_engine)) == (before, HEAD)
    check(blank_engine)
    with unit_of_work(blank_engine) as session:
        before_it = list(session.scalars(select(Account.version).order_by(Account.id)))
        session.execute(text("UPDATE accounts SET mask = '9'"))
    after_it = all_of(blank_engine, select(Account.version).order_by(Account.id))
    assert after_it == [each + 1 for each in before_it]


@pytest.mark.parametrize("revision", ["0001", "0019"])
def test_an_earlier_step_is_refused_with_what_helps(blank_engine: Engine, revision: str) -> None:
    upgrade(blank_engine)
    older.stamp(blank_engine, revision)
    for act in (require_current, upgrade):
        with pytest.raises(LedgerTooOld, match=f"{revision}.*git checkout fe1ce6c2") as refused:
            act(blank_engine)
        assert "tieout init" in str(refused.value)
    assert current_revision(blank_engine) == revision


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
