"""CPU and statements per second: here with one and two read at once, and by workers of the queue.

    python -m benchmarks.throughput [--statements 60] [--rounds 3] [--here] [--check]

Every way brings the same pile of one-page statements into a fresh ledger, in turn, in one run: here
and now, with one and with two read at once, and by one worker and two over RQ and Valkey, each on
SQLite and on PostgreSQL. Prints the medians of the rounds: wall and CPU a statement (of this
process, and of all that it or the pool started; servers are not counted), and CPU as a ratio to one
at once on the same database. Then what reading several at once can come to by the part of a
statement's CPU that only one process can do. It does that while others are read, so that N at once
are at most the smaller of N and 1 / that part. ``--here`` measures nothing but that, on SQLite.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Engine

from benchmarks.support.databases import own_database
from benchmarks.support.figures import exit_code, say
from db.engine import make_engine
from db.upgrade import upgrade
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from tests.support import postgres, redis
from tests.support.piles import fill_ledger, make_pile
from tests.support.pools import children, open_imports, pool, wait_until_done

GAIN, QUEUE = 1.7, 1.3
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that a pile took: of wall, of CPU in this process, and in all that were started."""

    wall: float
    here: float
    others: float

    @property
    def cpu(self) -> float:
        """Of all processes."""
        return self.here + self.others


Costs = dict[str, list[Cost]]


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--statements", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--here", action="store_true", help="one and two at once on SQLite alone")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory() as folder,
        redis.running() as queue,
        postgres.own_server() as database,
    ):
        bench = Bench(Path(folder), asked.statements, queue.url, database)
        costs = bench.measure(asked.rounds, here=asked.here)
    return report(costs, asked.statements, check=asked.check)


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
        self.sources = [DocumentSource(file.name, file) for file in files[:statements]]

    def measure(self, rounds: int, *, here: bool = False) -> Costs:
        """What each way cost, in every round; ``here`` leaves out all but those on SQLite that use
        no queue."""
        databases = {"SQLite": self._file}
        if not here:
            databases["PostgreSQL"] = lambda: own_database(self.database)
        ways: dict[str, Callable[[], Cost]] = {}
        for name, new in databases.items():
            ways[f"one at once, {name}"] = partial(self._here, new, 1)
            ways[f"two at once, {name}"] = partial(self._here, new, 2)
            if not here:
                ways[f"one worker, {name}"] = partial(self._queued, new, 1)
                ways[f"two workers, {name}"] = partial(self._queued, new, 2)
        self._here(self._file, 1)
        costs: Costs = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                costs[name].append(way())
        return costs

    def _file(self) -> str:
        return str(self.folder / f"{uuid4().hex}.db")

    def _here(self, new: Callable[[], str], at_once: int) -> Cost:
        with self._ledger(new()) as engine, _measuring() as cost:
            list(import_all(engine, self.sources, ImportOptions(), at_once=at_once))
            # Readers that are ended are not waited for, and count only when they are.
            while at_once > 1 and active_children():
                time.sleep(0.01)
        return cost()

    def _queued(self, new: Callable[[], str], workers: int) -> Cost:
        url = new()
        with self._ledger(url) as engine, pool(self.folder, url, self.redis_url, workers) as own:
            while len(own.workers()) < workers:
                time.sleep(0.05)
            time.sleep(1)  # until they listen
            assert own.process is not None
            before = _seconds_of_tree(own.process.pid)
            with _measuring() as cost:
                list(submit_all(engine, self.sources, ImportOptions(), WorkQueue(self.redis_url)))
                wait_until_done(engine, 600)
            after = _seconds_of_tree(own.process.pid)
            assert open_imports(engine) == 0
        return replace(cost(), others=after - before)

    @contextmanager
    def _ledger(self, url: str) -> Iterator[Engine]:
        engine = make_engine(url, create=True)
        try:
            upgrade(engine)
            fill_ledger(engine, self.count * 10 // 9 + 1)
            yield engine
        finally:
            engine.dispose()


@contextmanager
def _measuring() -> Iterator[Callable[[], Cost]]:
    """What the block costs, once it has ended."""
    found: list[Cost] = []
    begun, here, others = time.perf_counter(), _own(), _children()
    yield lambda: found[0]
    wall = time.perf_counter() - begun
    found.append(Cost(wall, _own() - here, _children() - others))


def _own() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _seconds_of_tree(pid: int) -> float:
    """CPU of a process, of those that it has, and of those that it or they waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    own: float = sum(int(ticks) for ticks in fields[11:15]) / _TICKS
    return own + sum(map(_seconds_of_tree, children(pid)), 0.0)


def report(costs: Mapping[str, Sequence[Cost]], statements: int, *, check: bool) -> int:
    """Print the medians; 1 if an aim is missed and that is to be checked."""
    say(f"{'ms a statement':<26}{'wall':>8}{'CPU':>8}{'here':>8}{'others':>8}{'ratio':>8}")
    for name, of_way in costs.items():
        base = costs[f"one at once, {name.rpartition(', ')[2]}"]
        figures = [
            1000 * statistics.median(getattr(each, part) for each in of_way) / statements
            for part in ("wall", "cpu", "here", "others")
        ]
        cells = "".join(f"{figure:8.1f}" for figure in figures)
        say(f"{name:<26}{cells}{_ratio(of_way, base, 'cpu'):8.2f}")
    gain = _ratio(costs["one at once, SQLite"], costs["two at once, SQLite"], "wall")
    say(f"two at once are {gain:.2f}x of one (aim {GAIN}x on two idle processors)")
    serial = statistics.median(each.here / each.cpu for each in costs["two at once, SQLite"])
    most = {at: min(at, 1 / serial) for at in (2, 4, 8, 16)}
    said = ", ".join(f"{at} at once {times:.1f}x" for at, times in most.items())
    say(f"of a statement's CPU {serial:.0%} is one process's: at the most {said}")
    queue = max(
        (
            _ratio(of_way, costs[f"one at once, {name.rpartition(', ')[2]}"], "cpu")
            for name, of_way in costs.items()
            if name.startswith("one worker")
        ),
        default=0.0,
    )
    missed = [f"two at once {gain:.2f}x, aim {GAIN}x"] if gain < GAIN else []
    missed += [f"the queue {queue:.2f}x, aim {QUEUE}x"] if queue > QUEUE else []
    return exit_code(missed, check=check)


def _ratio(costs: Sequence[Cost], base: Sequence[Cost], part: str) -> float:
    """The median of the rounds' ratios."""
    pairs = zip(costs, base, strict=True)
    ratios = (getattr(one, part) / getattr(other, part) for one, other in pairs)
    return float(statistics.median(ratios))


def _is_whole(file: Path) -> bool:
    return b"%%EOF" in file.read_bytes()[-64:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
