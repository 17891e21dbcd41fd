"""Killing an import at any point and running it again ends as one clean run does."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from db.engine import make_engine
from db.words import ImportStatus
from jobs.lease.tries import MOST_BY_FORCE
from jobs.queue.work_queue import WorkQueue
from tests.support.books import LINES, account, imported
from tests.support.faults import BOOKS, Books, Scene, Way, content, counted, impatient, row_of
from tests.support.kills.run import Plan, struck
from tests.support.model_server import Reply, model_server
from tests.support.orders import compared
from tests.support.piles import fill_ledger, make_pile
from tests.support.process import started, tieout
from tests.support.waiting import until

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


def test_an_import_killed_after_any_of_its_writes_ends_as_a_clean_one(
    own_ledger: Engine, tmp_path: Path
) -> None:
    account(own_ledger, LINES[:2])
    own_ledger.dispose()
    begun = shutil.copy(tmp_path / "ledger.db", tmp_path / "begun.db")
    imported(own_ledger)
    writes, killed = 0, True
    while killed:
        writes += 1
        file = Path(shutil.copy(begun, tmp_path / f"{writes}.db"))
        killed = killed_after(file, writes)
        again = make_engine(str(file))
        imported(again)
        assert content(again) == content(own_ledger), writes
        again.dispose()
    assert writes > 6  # lease, fence, document, statement, lines, reconciliation, matches, ...


@pytest.mark.timeout(600)
def test_a_few_kills_and_pauses_change_nothing(tmp_path: Path) -> None:
    ended = struck(tmp_path, Plan(seed=3, accounts=2, months=2, kills=4))
    assert (ended.differences, sum(ended.done.values())) == ([], 4)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_kills_and_pauses_change_nothing(tmp_path: Path) -> None:
    ended = struck(tmp_path, Plan(seed=4, accounts=12, months=6, kills=200))
    assert (ended.differences, sum(ended.done.values())) == ([], 200)


@pytest.mark.timeout(600)
def test_any_order_and_any_kill_ends_alike(tmp_path: Path) -> None:
    assert list(compared(tmp_path, seed=1, orders=3, kills=1)) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("seed", "orders", "kills"), [(1, 25, 12), (2, 200, 60)])
def test_many_orders_end_alike(tmp_path: Path, seed: int, orders: int, kills: int) -> None:
    assert list(compared(tmp_path, seed, orders, kills)) == []


SOME = range(MOST_BY_FORCE + 1)


@pytest.fixture
def scene(sqlite_template: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Scene]:
    stage = request.node.callspec.params["stage"]
    engine = impatient(str(shutil.copy(sqlite_template, tmp_path / "ledger.sqlite")))
    books = BOOKS.get(stage, Books())
    books.fill(engine)
    made = Scene(engine, tmp_path, Way.HERE, WorkQueue("redis://"), books.read, books.model)
    made.prepare()
    yield made
    engine.dispose()


@pytest.mark.parametrize("stage", ["pages", "reconcile", "extraction", "opinion", "record"])
def test_ctrl_c_at_any_stage_hands_the_import_back(scene: Scene, stage: str) -> None:
    scene.at[stage] = lambda: signal.raise_signal(signal.SIGINT)
    for _ in SOME:
        with pytest.raises(KeyboardInterrupt):
            scene.run()
        row = row_of(scene.engine)
        assert row
        assert (row.status, row.lease_until, row.deaths) == (ImportStatus.QUEUED, None, 0)
        assert counted(row) == {}
    del scene.at[stage]
    outcome = scene.run()
    assert outcome
    assert outcome.status in (ImportStatus.MATCHED, ImportStatus.NEEDS_REVIEW)


@pytest.mark.parametrize("stage", ["pages"])
def test_so_does_one_while_the_ledger_is_away(scene: Scene, stage: str) -> None:
    other = sqlite3.connect(scene.engine.url.database or "", isolation_level=None)

    def ends() -> None:
        other.execute("BEGIN IMMEDIATE")
        os.kill(os.getpid(), signal.SIGINT)

    scene.at[stage] = ends
    for _ in SOME:
        with pytest.raises(KeyboardInterrupt):
            scene.run()
        other.rollback()
    del scene.at[stage]
    outcome = scene.run()
    assert outcome
    assert outcome.status is ImportStatus.MATCHED
    other.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_command_that_is_told_to_end_leaves_its_import_waiting(
    tmp_path: Path, number: signal.Signals
) -> None:
    tieout("init", cwd=tmp_path)
    engine = impatient(str(tmp_path / "tieout.db"))
    fill_ledger(engine, 4)
    file = make_pile(tmp_path / "pile", 4)[3]  # the one that lacks an entry
    with model_server(*[Reply(b"{}", delay=60)] * 9) as server:
        words = ("import", file, "--model", "qwen", "--base-url", server.base_url)
        process = started(*words, cwd=tmp_path, stderr=subprocess.DEVNULL)
        until(lambda: server.requests or process.poll() is not None)
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(timeout=60) == 130
    row = row_of(engine)
    assert row
    assert (row.status, row.deaths, row.tries) == (ImportStatus.QUEUED, 0, None)
    engine.dispose()
    again = tieout("import", file, "--json", cwd=tmp_path)
    assert json.loads(again.out)[0]["status"] == "needs_review"
