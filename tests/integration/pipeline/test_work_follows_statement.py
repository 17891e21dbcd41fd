"""The work follows the statement, not the ledger: counted in steps of SQLite's own machine."""

import sqlite3
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from benchmarks.matching import PERIOD, beside, fill, statement
from db.engine import make_engine
from db.ledger.queries import accounts, balance_as_of
from db.models import Import, Resolution, Transaction
from db.upgrade import upgrade
from db.words import ImportStatus, ResolutionOp
from pipeline.account.one_account import named
from tests.support.ledgers import kept_statement

SMALL, LARGE = 1_000, 20_000


@pytest.fixture(scope="module")
def ledgers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[Engine, int]]]:
    """A small ledger and a large one, each with its account."""
    folder, found = tmp_path_factory.mktemp("ledgers"), []
    for size in (SMALL, LARGE):
        engine = make_engine(str(folder / f"{size}.db"), create=True)
        upgrade(engine)
        found.append((engine, fill(engine, size)))
    yield found
    for engine, _ in found:
        engine.dispose()


def beside_an_outstanding_entry(session: Session, account: int) -> object:
    """The same when a person has said that the account's oldest entry is to come at last."""
    work = Import(source_name="may.pdf", status=ImportStatus.MATCHED)
    period_end = PERIOD.start - timedelta(days=1)
    row = kept_statement(work=work, ordinal=1, account_id=account, period_end=period_end)
    session.add(row)
    session.flush()
    said = Resolution(
        account_id=account,
        statement_id=row.id,
        op=ResolutionOp.OUTSTANDING,
        lines=[],
        entries=named(session, session.scalars(select(func.max(Transaction.id))).all()),
        reason="not cashed yet",
        actor="person",
    )
    session.add(said)
    session.flush()
    return beside(session, account, statement())


@pytest.mark.parametrize(
    "work",
    [
        lambda session, account: beside(session, account, statement()),
        beside_an_outstanding_entry,
        lambda session, account: balance_as_of(session, account, PERIOD.start - timedelta(days=1)),
        lambda session, _: accounts(session, PERIOD.end),
    ],
    ids=["hold", "outstanding", "balance", "accounts"],
)
def test_twenty_times_the_ledger_is_hardly_more_work(
    ledgers: list[tuple[Engine, int]], work: Callable[[Session, int], object]
) -> None:
    small, large = (steps(engine, account, work) for engine, account in ledgers)
    # What grows is one step or two for each month of the ledger's life.
    assert large < 1.5 * small + 20 * LARGE / 210


def steps(engine: Engine, account: int, work: Callable[[Session, int], object]) -> int:
    """How many instructions SQLite carries out for the work, which leaves nothing behind."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    with Session(engine) as session:
        driver = session.connection().connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.set_progress_handler(count, 1)
        work(session, account)
        driver.set_progress_handler(None, 1)
    return counted
