"""What the queue costs a document: CPU inline and over RQ, with one worker and with two.

    python -m benchmarks.queue_cost [--statements 60] [--check]

Counts the processor time (user and system) of tieout's own processes and all their children, on
SQLite and on PostgreSQL; the servers are not counted. Each way is measured with few documents and
with many, and the difference is divided by how many more they were, so that starting is not in it.
The breakdown is of one process that brings them in here and now: reading (the child and waiting for
it), proving, recording, and the rest.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Engine, text

from benchmarks.support.figures import exit_code, say
from db.engine import make_engine
from db.upgrade import upgrade
from jobs.execution import Bench
from jobs.inline import import_all
from jobs.options import ImportOptions, Source
from jobs.submitting import submit_all
from jobs.work_queue import WorkQueue
from tests.support import postgres, redis
from tests.support.piles import fill_ledger, make_pile
from tests.support.pools import pool, wait_until_done

AIM = 1.3
_FEW = 10


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--statements", type=int, default=60)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args(arguments)
    missed = []
    with (
        tempfile.TemporaryDirectory() as folder,
        redis.running() as queue,
        postgres.own_server() as database,
    ):
        cost = Cost(Path(folder), asked.statements, queue.url, database)
        for name, url in (("SQLite", cost.sqlite), ("PostgreSQL", cost.postgresql)):
            missed += report(cost, name, url)
    return exit_code(missed, check=asked.check)


class Cost:
    """The pile, the servers, and a fresh ledger for every measurement."""

    def __init__(self, folder: Path, more: int, redis_url: str, database: postgres.Server) -> None:
        self.folder, self.more = folder, more
        self.redis_url, self.database = redis_url, database
        wanted = more + _FEW
        # Every tenth file of a pile is damaged: those are left out.
        files = [f for f in make_pile(folder / "pile", wanted * 10 // 9 + 2) if _is_whole(f)]
        self.sources = [Source(file.name, file) for file in files[:wanted]]

    def each(self, url: Callable[[], str], run: Callable[[str, list[Source]], None]) -> float:
        """Milliseconds of processor time that one more document takes."""
        few = self._spent(url(), run, self.sources[:_FEW])
        many = self._spent(url(), run, self.sources)
        return 1000 * (many - few) / self.more

    def here(self, url: str, sources: list[Source]) -> None:
        """In a process of its own, one after the other."""
        child = os.fork()
        if child == 0:
            engine = make_engine(url)
            list(import_all(engine, sources, ImportOptions()))
            os._exit(0)
        os.waitpid(child, 0)

    def queued(self, workers: int) -> Callable[[str, list[Source]], None]:
        """By a pool of so many workers, from its start to its end."""

        def run(url: str, sources: list[Source]) -> None:
            with self._opened(url) as engine:
                list(submit_all(engine, sources, ImportOptions(), WorkQueue(self.redis_url)))
                with pool(self.folder, url, self.redis_url, workers):
                    wait_until_done(engine, 900)

        return run

    def breakdown(self, url: str) -> dict[str, float]:
        """Milliseconds a document of each stage, brought in by this process."""
        self._fill(url)
        stages = dict.fromkeys(("reading", "proving", "recording"), 0.0)
        with self._opened(url) as engine, _timed(stages):
            begun = _seconds()
            list(import_all(engine, self.sources, ImportOptions()))
            whole = _seconds() - begun
        stages["rest"] = whole - sum(stages.values())
        return {name: 1000 * seconds / len(self.sources) for name, seconds in stages.items()}

    def sqlite(self) -> str:
        """The place of a new ledger."""
        return str(self.folder / f"{uuid4().hex}.db")

    def postgresql(self) -> str:
        """The URL of a new, empty database."""
        name = f"bench_{uuid4().hex}"
        server = make_engine(self.database.url.render_as_string(hide_password=False))
        with server.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        server.dispose()
        return self.database.url.set(database=name).render_as_string(hide_password=False)

    def _spent(
        self, url: str, run: Callable[[str, list[Source]], None], sources: list[Source]
    ) -> float:
        self._fill(url)
        begun = _children()
        run(url, sources)
        return _children() - begun

    def _fill(self, url: str) -> None:
        with self._opened(url) as engine:
            upgrade(engine)
            fill_ledger(engine, len(self.sources) * 10 // 9 + 2)

    @contextmanager
    def _opened(self, url: str) -> Iterator[Engine]:
        engine = make_engine(url, create=True)
        try:
            yield engine
        finally:
            engine.dispose()


def report(cost: Cost, name: str, url: Callable[[], str]) -> list[str]:
    """Print one database's figures; what missed its aim."""
    here = cost.each(url, cost.here)
    stages = ", ".join(f"{stage} {ms:.1f}" for stage, ms in cost.breakdown(url()).items())
    say(f"{name:<12}inline      {here:7.1f} ms CPU a document ({stages})")
    missed = []
    for workers in (1, 2):
        spent = cost.each(url, cost.queued(workers))
        ratio = spent / here
        say(
            f"{name:<12}RQ, {workers} worker{'s' if workers > 1 else ' '} {spent:7.1f} ms, "
            f"the queue {spent - here:5.1f} ms: {ratio:.2f}x inline (aim {AIM}x)"
        )
        if ratio > AIM:
            missed.append(f"{name}, {workers}: {ratio:.2f}x")
    return missed


@contextmanager
def _timed(stages: dict[str, float]) -> Iterator[None]:
    """While the block runs, add what the stages take to these."""
    parts = {"read_document": "reading", "prove": "proving", "_record": "recording"}
    own = {method: getattr(Bench, method) for method in parts}
    for method, stage in parts.items():
        setattr(Bench, method, _counting(own[method], stage, stages))
    try:
        yield
    finally:
        for method, function in own.items():
            setattr(Bench, method, function)


def _counting(
    function: Callable[..., object], stage: str, stages: dict[str, float]
) -> Callable[..., object]:
    def counted(*arguments: object) -> object:
        begun = _seconds()
        try:
            return function(*arguments)
        finally:
            stages[stage] += _seconds() - begun

    return counted


def _seconds() -> float:
    """Processor time of this process and its ended children."""
    return time.process_time() + _children()


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _is_whole(file: Path) -> bool:
    return b"%%EOF" in file.read_bytes()[-64:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
