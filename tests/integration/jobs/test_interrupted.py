"""Whoever is told to end hands the import back: nobody has died over it, however often."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.words import ImportStatus
from jobs.lease.tries import MOST_BY_FORCE
from jobs.queue.work_queue import WorkQueue
from tests.support.fault_books import BOOKS, Books
from tests.support.faults import Scene, Way, counted, impatient, row_of
from tests.support.model_server import Reply, model_server
from tests.support.piles import fill_ledger, make_pile
from tests.support.process import TIEOUT, tieout
from tests.support.waiting import until

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
        process = subprocess.Popen([TIEOUT, *words], cwd=tmp_path, stderr=subprocess.DEVNULL)
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
