"""Whatever is killed while a pool of workers works, the ledger ends as after one clean run."""

import logging
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from db.engine import make_engine
from db.errors import TieoutError
from db.models import Import
from db.session import read_only
from db.upgrade import upgrade
from jobs.imports.inline import import_all
from jobs.lease.lease import MOST_DEATHS
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from tests.support import postgres, redis
from tests.support.piles import fill_ledger, make_pile, outcome_of, row_counts
from tests.support.pools import PoolProcess, kill, open_imports, pool

_LOG = logging.getLogger(__name__)
SEED = int(os.environ.get("TIEOUT_SEED", "1"))


@dataclass
class Stage:
    """The servers and the pool that a killer may lay hands on, and what it has killed so far."""

    engine: Engine
    pool: PoolProcess
    redis: redis.Server
    postgresql: postgres.Server
    dice: random.Random
    killed: Counter[str] = field(default_factory=Counter)

    def kill_something(self) -> None:
        """One of the processes, by chance; servers and the pool are started again."""
        what = self.dice.choices(["worker", "pool", "redis", "postgresql"], weights=[16, 2, 2, 2])[
            0
        ]
        if what == "worker":
            self._kill_one(what, self.pool.workers())
        else:
            self._restart(what)

    def _kill_one(self, what: str, pids: list[int]) -> None:
        # A document that three workers died over is set aside, as it should be: not by us.
        if pids and self._most_deaths() < MOST_DEATHS - 1 and kill(self.dice.choice(pids)):
            self.killed[what] += 1

    def _restart(self, what: str) -> None:
        if what == "pool":
            self.pool.kill()
            self.pool.start()
        elif what == "redis":
            self.redis.kill()
            time.sleep(self.dice.uniform(0, 1))
            self.redis.start()
        else:
            self.postgresql.stop()
            time.sleep(self.dice.uniform(0, 1))
            self.postgresql.start()
        self.killed[what] += 1

    def _most_deaths(self) -> int:
        with read_only(self.engine) as session:
            return max(session.scalars(select(Import.deaths)), default=0)


@pytest.fixture
def servers() -> Iterator[tuple[redis.Server, postgres.Server]]:
    """Of the test's own: it will kill them."""
    with redis.running() as queue, postgres.own_server() as database:
        yield queue, database


def test_a_few_kills_change_nothing(
    tmp_path: Path, servers: tuple[redis.Server, postgres.Server]
) -> None:
    killed = same_as_clean(tmp_path, *servers, documents=12, kills=6)
    assert sum(killed.values()) >= 6


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_many_kills_change_nothing(
    tmp_path: Path, servers: tuple[redis.Server, postgres.Server]
) -> None:
    """TIEOUT_SEED chooses what is killed and when; `--log-cli-level=INFO` tells of it."""
    killed = same_as_clean(tmp_path, *servers, documents=60, kills=40)
    assert set(killed) == {"worker", "pool", "redis", "postgresql"}


def same_as_clean(
    folder: Path, queue: redis.Server, database: postgres.Server, documents: int, kills: int
) -> Counter[str]:
    """Asserts that a run with so many kills ends as a clean one, and tells what was killed."""
    files = make_pile(folder / "pile", documents)
    sources = [DocumentSource(file.name, file) for file in files]
    clean = ledger(str(folder / "clean.db"), documents)
    list(import_all(clean, sources, ImportOptions()))

    url = database.url.render_as_string(hide_password=False)
    engine = ledger(url, documents)
    list(submit_all(engine, sources, ImportOptions(), WorkQueue(queue.url)))
    with pool(folder, url, queue.url) as workers:
        stage = Stage(engine, workers, queue, database, random.Random(SEED))
        kill_until_done(stage, kills)
    try:
        assert row_counts(engine) == row_counts(clean)
        found, expected = outcome_of(engine), outcome_of(clean)
        # Name by name: the difference between two whole ledgers would take minutes to print.
        assert [name for name in expected if found[name] != expected[name]] == []
        _LOG.info("%s documents, killed: %s", documents, dict(stage.killed))
    finally:
        engine.dispose()
        clean.dispose()
    return stage.killed


def kill_until_done(stage: Stage, kills: int) -> None:
    """Kill at random moments, so many times, and wait until all imports have ended."""
    deadline = time.monotonic() + 300 + 10 * kills
    while open_imports_or_more(stage.engine):
        assert time.monotonic() < deadline, stage.pool.log.read_text()[-4000:]
        time.sleep(stage.dice.uniform(0.2, 1.0))
        stage.pool.start_if_ended()
        if sum(stage.killed.values()) < kills:
            stage.kill_something()


def open_imports_or_more(engine: Engine) -> int:
    """How many imports are open; at least one while the database cannot be asked."""
    try:
        return open_imports(engine)
    except TieoutError:
        return 1


def ledger(url: str, documents: int) -> Engine:
    """With all tables, and the accounts of the pile."""
    engine = make_engine(url, create=True)
    upgrade(engine)
    fill_ledger(engine, documents)
    return engine
