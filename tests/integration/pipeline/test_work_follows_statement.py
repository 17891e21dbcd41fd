"""The work follows the statement, not the ledger: counted in steps of SQLite's own machine."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from benchmarks.matching import PERIOD, fill, statement
from db.engine import make_engine
from db.ledger import accounts, balance_as_of
from db.session import read_only
from db.upgrade import upgrade
from pipeline.account.comparison import compare

SMALL, LARGE = 1_000, 20_000


@pytest.mark.parametrize(
    "work",
    [
        lambda session, account: compare(session, statement(), account),
        lambda session, account: balance_as_of(session, account, PERIOD.start - timedelta(days=1)),
        lambda session, _: accounts(session, PERIOD.end),
    ],
    ids=["hold", "balance", "accounts"],
)
def test_twenty_times_the_ledger_is_hardly_more_work(
    tmp_path: Path, work: Callable[[Session, int], object]
) -> None:
    small, large = (steps(tmp_path / f"{size}.db", size, work) for size in (SMALL, LARGE))
    # What grows is one step or two for each month of the ledger's life.
    assert large < 1.5 * small + 20 * LARGE / 210


def steps(file: Path, size: int, work: Callable[[Session, int], object]) -> int:
    """How many instructions SQLite carries out for the work on a ledger of so many entries."""
    engine = make_engine(str(file), create=True)
    upgrade(engine)
    account = fill(engine, size)
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    with read_only(engine) as session:
        driver = session.connection().connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.set_progress_handler(count, 1)
        work(session, account)
        driver.set_progress_handler(None, 1)
    engine.dispose()
    return counted
