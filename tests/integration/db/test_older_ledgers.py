"""Ledgers of earlier versions are taken over without loss."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Engine, Table, func, inspect, select, text

from app.queries.reviews import one_import
from app.texts import sentences as wording
from db.engine import make_engine
from db.ledger.bookkeeping import remember_statement
from db.models import (
    Account,
    Base,
    Lock,
    Proposal,
    Reconciliation,
    Statement,
)
from db.session import unit_of_work
from db.upgrade import (
    HEAD,
    LedgerOutdated,
    LedgerTooOld,
    check,
    current_revision,
    require_current,
    upgrade,
)
from db.words import ImportStatus, ReadingStatus, Verdict
from fixtures.demo import make_demo
from jobs.imports.reprocess import reprocess
from jobs.options import ImportOptions
from pipeline.proof import KERNEL_VERSION
from pipeline.record.drafts import draft_of
from pipeline.record.settling import settle
from pipeline.review.deciding import accept, refresh
from pipeline.review.errors import LedgerMovedSince
from tests.support import older
from tests.support.books import all_of, look_in
from tests.support.living import from_scratch, untrue
from tests.support.older import DIFFERENT, MATCHED

JANUARY, DECEMBER = date(2000, 1, 1), date(2099, 12, 31)
"""Around everything that is in it."""


@pytest.fixture
def old(blank_engine: Engine) -> Engine:
    """Upgraded to the tables of today."""
    older.fill(blank_engine)
    upgrade(blank_engine)
    return blank_engine


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_demo(tmp_path_factory.mktemp("demo")).statements


@pytest.mark.parametrize("import_id", [MATCHED, DIFFERENT])
def test_nothing_of_it_is_matched_or_proven_without_its_document(
    old: Engine, import_id: int
) -> None:
    before = _verdict(old, import_id)
    with unit_of_work(old) as session:
        row = _row(session, import_id)
        assert draft_of(row.statement).proof is None
        remember_statement(session, 1, JANUARY, DECEMBER)
        settle(session)

    assert _verdict(old, import_id) is before


def test_what_it_proposed_is_not_accepted_unproven(old: Engine) -> None:
    with pytest.raises(LedgerMovedSince), unit_of_work(old) as session:
        accept(session, _proposal(session), "a person")


def test_nothing_is_proposed_of_it_until_it_is_read_again(old: Engine) -> None:
    with unit_of_work(old) as session:
        assert refresh(session, _proposal(session)) is None

    assert _verdict(old, DIFFERENT) is Verdict.DIFFERENCES


@pytest.mark.parametrize(
    ("import_id", "status"),
    [(DIFFERENT, ImportStatus.NEEDS_REVIEW), (MATCHED, ImportStatus.MATCHED)],
)
def test_reprocessing_proves_it(
    old: Engine, files: Path, import_id: int, status: ImportStatus
) -> None:
    file = files / older.DOCUMENTS[import_id]
    outcome = reprocess(old, import_id, ImportOptions(), file)

    assert outcome.status is status
    (statement,) = one_import(old, import_id).statements
    assert (statement.reading, statement.kernel_version) == ("proven", KERNEL_VERSION)
    assert not wording.is_earlier(statement)
    assert untrue(old) is None


@pytest.mark.parametrize("damage", ["words", "certificate"])
def test_what_was_damaged_in_the_database_proves_nothing(
    old: Engine, files: Path, damage: str
) -> None:
    reprocess(old, MATCHED, ImportOptions(), files / older.DOCUMENTS[MATCHED])
    with unit_of_work(old) as session:
        statement = _row(session, MATCHED).statement
        assert draft_of(statement).proof is not None
        _damage(statement, damage)
        assert draft_of(statement).proof is None


def test_a_line_that_was_damaged_in_the_database_is_read_from_its_words_again(
    old: Engine, files: Path
) -> None:
    reprocess(old, MATCHED, ImportOptions(), files / older.DOCUMENTS[MATCHED])
    with unit_of_work(old) as session:
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
def file(tmp_path: Path) -> Path:
    """A database that commit fe1ce6c2 made."""
    made = tmp_path / "tieout.db"
    older.sample(made)
    return made


@pytest.fixture
def sample(file: Path) -> Any:
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
    return [each for each in table.c if str(each) != "accounts.number"]


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

    upgrade(sample)
    require_current(sample)

    assert current_revision(sample) == HEAD
    assert rows(sample) == before
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
    assert untrue(sample) is None


def test_a_dry_run_takes_nothing_over(sample: Engine) -> None:
    upgrade(sample, dry_run=True)
    assert current_revision(sample) == older.REVISION


def test_a_second_upgrade_changes_nothing(sample: Engine) -> None:
    upgrade(sample)
    before = rows(sample)
    upgrade(sample)
    assert (rows(sample), current_revision(sample)) == (before, HEAD)


def test_on_either_database_its_rows_and_triggers_stay(blank_engine: Engine) -> None:
    older.fill(blank_engine, "67315214")
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
