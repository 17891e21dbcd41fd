"""Queues thousands of documents at once: what that takes, and how soon they can be looked at.

    python -m benchmarks.queueing [--documents 5000]

In a process of its own the documents are put into a fresh SQLite ledger and queued. Prints
documents per second, the largest memory that the process had after a tenth of them and after all,
whether the queue holds them in the order given, and the wall time of listing fifty of them with the
counts: of the query alone, and of the whole command with Python's own start.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.support.figures import say
from db.engine import make_engine
from db.session import read_only
from db.upgrade import upgrade
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import submit_all
from jobs.queue.table import counts, jobs
from jobs.queue.work_queue import WorkQueue
from tests.support import redis

_MEBIBYTE = 1024  # ru_maxrss is in KiB


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.child:
        return _queue(asked.documents, *asked.child)
    with tempfile.TemporaryDirectory() as folder, redis.running() as queue:
        report(Path(folder), queue.url, asked.documents)
    return 0


def report(folder: Path, redis_url: str, documents: int) -> None:
    """Queue them in another process, then look at them."""
    database = str(folder / "ledger.db")
    upgrade(make_engine(database, create=True))
    command = [sys.executable, "-m", "benchmarks.queueing", "--documents", str(documents)]
    ran = subprocess.run(
        [*command, "--child", database, redis_url, str(folder)], stdout=subprocess.PIPE, check=True
    )
    figures = json.loads(ran.stdout)
    say(f"{documents} queued, {documents / figures['seconds']:,.0f} a second")
    say(f"memory {figures['early']} MiB after a tenth, {figures['late']} MiB after all")
    waiting = WorkQueue(redis_url).waiting()
    say(f"in the order given: {'yes' if waiting == sorted(waiting) else 'NO'}, {len(waiting)} wait")
    say(
        f"listing fifty: {_listing(database):.1f} ms, the whole command {_command(database):.0f} ms"
    )


def _queue(documents: int, database: str, redis_url: str, folder: str) -> int:
    begun = time.perf_counter()
    engine, memory = make_engine(database), {}
    sources = _documents(Path(folder) / "pile", documents)
    outcomes = submit_all(engine, sources, ImportOptions(), WorkQueue(redis_url))
    for number, _ in enumerate(outcomes, start=1):
        if number == documents // 10:
            memory["early"] = _mebibytes()
    figures = {"seconds": time.perf_counter() - begun, **memory, "late": _mebibytes()}
    say(json.dumps(figures))
    return 0


def _documents(folder: Path, count: int) -> Iterator[DocumentSource]:
    folder.mkdir()
    for number in range(count):
        file = folder / f"{number:05}.pdf"
        file.write_bytes(b"%PDF-1.7 " + file.name.encode() + bytes(40_000))
        yield DocumentSource(file.name, file)


def _listing(database: str) -> float:
    engine, times = make_engine(database), []
    for _ in range(11):
        begun = time.perf_counter()
        with read_only(engine) as session:
            jobs(session)
            counts(session)
        times.append(1000 * (time.perf_counter() - begun))
    engine.dispose()
    return statistics.median(times)


def _command(database: str) -> float:
    tieout = Path(sys.executable).with_name("tieout")
    begun = time.perf_counter()
    subprocess.run(
        [tieout, "jobs", "list", "--database", database], stdout=subprocess.DEVNULL, check=True
    )
    return 1000 * (time.perf_counter() - begun)


def _mebibytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _MEBIBYTE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
