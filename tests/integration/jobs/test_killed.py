"""Killing an import at any point and running it again ends as one clean run does."""

import os
import signal
import warnings
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from db.engine import make_engine
from db.upgrade import upgrade
from tests.support.books import LINES, account, imported
from tests.support.faults import content
from tests.support.kills.run import Plan, struck
from tests.support.orders import compared

WRITES = {"INSERT", "UPDATE", "DELETE", "WITH"}


def killed_after(file: Path, writes: int) -> bool:
    """Import into the ledger in a child that kills itself after so many writes; False if it had
    fewer to do and came to its end."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        child = os.fork()
    if child == 0:
        left = count(writes, -1)
        engine = make_engine(str(file))

        def wrote(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if statement.split()[0] in WRITES and next(left) == 1:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(engine, "after_cursor_execute", wrote)
        try:
            imported(engine)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def ledger(path: Path) -> Engine:
    engine = make_engine(str(path), create=True)
    upgrade(engine)
    account(engine, LINES[:2])
    return engine


def test_an_import_killed_after_any_of_its_writes_ends_as_a_clean_one(tmp_path: Path) -> None:
    clean = ledger(tmp_path / "clean.db")
    imported(clean)
    writes, killed = 0, True
    while killed:
        writes += 1
        file = tmp_path / f"{writes}.db"
        ledger(file).dispose()
        killed = killed_after(file, writes)
        again = make_engine(str(file))
        imported(again)
        assert content(again) == content(clean), writes
        again.dispose()
    assert writes > 6  # lease, fence, document, statement, lines, reconciliation, matches, ...
    clean.dispose()


@pytest.mark.timeout(600)
def test_a_few_kills_and_pauses_change_nothing(tmp_path: Path) -> None:
    ended = struck(tmp_path, Plan(seed=3, accounts=2, months=4, kills=6))
    assert (ended.differences, sum(ended.done.values())) == ([], 6)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_kills_and_pauses_change_nothing(tmp_path: Path) -> None:
    ended = struck(tmp_path, Plan(seed=4, accounts=12, months=6, kills=200))
    assert (ended.differences, sum(ended.done.values())) == ([], 200)


@pytest.mark.timeout(600)
def test_any_order_and_any_kill_ends_alike(tmp_path: Path) -> None:
    assert list(compared(tmp_path, seed=1, orders=12, kills=4)) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_orders_and_sixty_kills_end_alike(tmp_path: Path) -> None:
    assert list(compared(tmp_path, seed=2, orders=200, kills=60)) == []
