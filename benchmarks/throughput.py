"""Statements per second: one after the other, two at once, and by workers over the queue.

    python -m benchmarks.throughput [--statements 60] [--rounds 3] [--check]

Every way brings the same pile of one-page statements into a fresh ledger, in turn, in one run: here
and now on SQLite with one and with two read at once, then on PostgreSQL here and now, by one worker
and by two over RQ and Valkey. Prints the median of the rounds, the gain of two over one, and what
the queue costs an import: the time of one worker less the time of doing it here and now.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Engine, text

from benchmarks.support.figures import exit_code, say
from db.engine import make_engine
from db.upgrade import upgrade
from jobs.inline import import_all
from jobs.options import ImportOptions, Source
from jobs.submitting import submit_all
from jobs.work_queue import WorkQueue
from tests.support import postgres, redis
from tests.support.piles import fill_ledger, make_pile
from tests.support.pools import open_imports, pool, wait_until_done

GAIN = 1.7
Times = dict[str, list[float]]


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--statements", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory() as folder,
        redis.running() as queue,
        postgres.own_server() as database,
    ):
        bench = Bench(Path(folder), asked.statements, queue.url, database)
        times = bench.measure(asked.rounds)
    return report(times, asked.statements, check=asked.check)


class Bench:
    """The pile, the servers, and a fresh ledger for every measurement."""

    def __init__(
        self, folder: Path, statements: int, redis_url: str, database: postgres.Server
    ) -> None:
        self.folder = folder
        self.count = statements
        self.redis_url = redis_url
        self.database = database
        # Every tenth file of a pile is damaged: those are left out.
        files = [f for f in make_pile(folder / "pile", statements * 10 // 9 + 1) if _is_whole(f)]
        self.sources = [Source(file.name, file) for file in files[:statements]]

    def measure(self, rounds: int) -> Times:
        """Wall seconds of each way, in every round."""
        ways: Mapping[str, Callable[[], float]] = {
            "one at once": lambda: self._here(str(self.folder / f"{uuid4().hex}.db"), 1),
            "two at once": lambda: self._here(str(self.folder / f"{uuid4().hex}.db"), 2),
            "here, PostgreSQL": lambda: self._here(self._own_database(), 1),
            "one worker": lambda: self._queued(1),
            "two workers": lambda: self._queued(2),
        }
        self._here(str(self.folder / "warm.db"), 1)
        times: Times = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                times[name].append(way())
        return times

    def _here(self, url: str, at_once: int) -> float:
        with self._ledger(url) as engine:
            begun = time.perf_counter()
            list(import_all(engine, self.sources, ImportOptions(), at_once=at_once))
            return time.perf_counter() - begun

    def _queued(self, workers: int) -> float:
        url = self._own_database()
        with self._ledger(url) as engine:
            with pool(self.folder, url, self.redis_url, workers) as working:
                while len(working.workers()) < workers:
                    time.sleep(0.05)
                time.sleep(1)  # until they listen
                begun = time.perf_counter()
                list(submit_all(engine, self.sources, ImportOptions(), WorkQueue(self.redis_url)))
                wait_until_done(engine, 600)
                ended = time.perf_counter()
            assert open_imports(engine) == 0
            return ended - begun

    @contextmanager
    def _ledger(self, url: str) -> Iterator[Engine]:
        engine = make_engine(url, create=True)
        try:
            upgrade(engine)
            fill_ledger(engine, self.count * 10 // 9 + 1)
            yield engine
        finally:
            engine.dispose()

    def _own_database(self) -> str:
        name = f"bench_{uuid4().hex}"
        server = make_engine(self.database.url.render_as_string(hide_password=False))
        with server.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        server.dispose()
        return self.database.url.set(database=name).render_as_string(hide_password=False)


def report(times: Mapping[str, Sequence[float]], statements: int, *, check: bool) -> int:
    """Print the medians; 1 if the target is missed and that is to be checked."""
    median = {name: statistics.median(values) for name, values in times.items()}
    for name, seconds in median.items():
        each = 1000 * seconds / statements
        say(f"{name:<18}{statements / seconds:8.1f} statements/s {each:8.1f} ms each")
    gain = statistics.median(
        one / two for one, two in zip(times["one at once"], times["two at once"], strict=True)
    )
    overhead = 1000 * (median["one worker"] - median["here, PostgreSQL"]) / statements
    workers = median["one worker"] / median["two workers"]
    say(f"two at once are {gain:.2f}x of one (aim {GAIN}x on two idle processors)")
    say(f"two workers are {workers:.2f}x of one; the queue costs {overhead:.1f} ms an import")
    missed = [f"two at once {gain:.2f}x, aim {GAIN}x"] if gain < GAIN else []
    return exit_code(missed, check=check)


def _is_whole(file: Path) -> bool:
    return b"%%EOF" in file.read_bytes()[-64:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
