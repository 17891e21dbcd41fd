"""Millions of ended imports in PostgreSQL: what picking up, sweeping and listing cost among them.

    python -m benchmarks.ten_million [--imports 10000000] [--rounds 15] [--check]

Fills a server of its own, in the proportions of a large installation: nearly all have ended, a
hundredth waits for a person, a hundredth failed, 50,000 wait for a worker and 100 are at work. Then
each of these runs in a transaction of its own: a worker picks an import up, a sweep looks for lost
work, one document is queued, a known one is met again, fifty are listed (all, and those of the
rarest status), and all are counted. Prints bytes a row and the milliseconds of each (median and
worst of the rounds) beside the aim. ``--check`` ends with 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Engine, func, select, text
from sqlalchemy.orm import Session

from benchmarks.support.figures import exit_code, say
from db.engine import make_engine
from db.models import Import
from db.session import unit_of_work
from db.upgrade import upgrade
from db.words import ImportStatus, Priority
from jobs.lease.lease import acquire_queued, give_back_lost, known
from jobs.queue.submit import next_waiting
from jobs.queue.table import Selection, counts, jobs
from tests.support import postgres

AIM_MS = 50.0
NORMAL = Priority.NORMAL
QUEUED, RUNNING, FOLDERS = 50_000, 100, 40
_FAILED = Selection(statuses=frozenset({ImportStatus.FAILED}))
_AT_WORK = Selection(statuses=frozenset({ImportStatus.RUNNING}))
Act = Callable[[Session], object]


def main() -> int:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--imports", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    with postgres.own_server() as server:
        engine = make_engine(server.url.render_as_string(hide_password=False), create=True)
        upgrade(engine)
        begun = time.perf_counter()
        fill(engine, asked.imports)
        say(f"{asked.imports:,} imports, filled in {time.perf_counter() - begun:,.0f} s")
        for line in _sizes(engine, asked.imports):
            say(line)
        measured = {name: _measured(act, asked.rounds) for name, act in _acts(engine).items()}
        engine.dispose()
    return exit_code(_report(measured), check=asked.check)


def fill(engine: Engine, imports: int) -> None:
    """So many documents, each with its import, and the planner's statistics of them."""
    with unit_of_work(engine) as session:
        session.execute(text(_DOCUMENTS), {"count": imports})
        numbers = {"count": imports, "queued": imports - QUEUED, "running": imports - RUNNING}
        session.execute(text(_IMPORTS), {**numbers, "folders": FOLDERS})
        for table in ("documents", "imports"):
            latest = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), :count)"
            session.execute(text(latest), {"count": imports})
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE documents"))
        connection.execute(text("VACUUM ANALYZE imports"))


def _acts(engine: Engine) -> Mapping[str, Callable[[], object]]:
    def alone(act: Act) -> Callable[[], object]:
        def run() -> object:
            with unit_of_work(engine, dry_run=True) as session:
                return act(session)

        return run

    with unit_of_work(engine, dry_run=True) as session:
        queued = select(func.min(Import.id)).where(Import.status == ImportStatus.QUEUED)
        first = session.scalar(queued) or 0
    return {
        "pick one up": alone(lambda session: acquire_queued(session, first)),
        "find the next to queue": alone(lambda session: next_waiting(session, NORMAL, 500)),
        "sweep": lambda: give_back_lost(engine),
        "meet a known document": alone(lambda session: known(session, _hash_of(session, 7))),
        "list fifty": alone(jobs),
        "list fifty that failed": alone(lambda session: jobs(session, _FAILED)),
        "list fifty at work": alone(lambda session: jobs(session, _AT_WORK)),
        "count all by status": alone(counts),
    }


def _hash_of(session: Session, number: int) -> str:
    hashed = text("SELECT encode(sha256(CAST(CAST(:n AS text) AS bytea)), 'hex')")
    return str(session.scalar(hashed, {"n": number}))


def _measured(act: Callable[[], object], rounds: int) -> list[float]:
    times = []
    for _ in range(rounds + 1):
        begun = time.perf_counter()
        act()
        times.append(1000 * (time.perf_counter() - begun))
    return times[1:]


def _sizes(engine: Engine, imports: int) -> list[str]:
    query = "SELECT pg_table_size(:name), pg_indexes_size(:name)"
    with engine.connect() as connection:
        sizes = {
            name: connection.execute(text(query), {"name": name}).one()
            for name in ("documents", "imports")
        }
    return [
        f"  {name:<10} {table / imports:6.0f} bytes a row, its indexes {index / imports:6.0f}"
        for name, (table, index) in sizes.items()
    ]


def _report(measured: Mapping[str, Sequence[float]]) -> list[str]:
    missed = []
    say(f"{'':<24}{'median':>9}{'worst':>9}   aim {AIM_MS:.0f} ms")
    for name, times in measured.items():
        median = statistics.median(times)
        say(f"{name:<24}{median:9.1f}{max(times):9.1f}")
        if median > AIM_MS:
            missed.append(f"{name} takes {median:.1f} ms, not {AIM_MS:.0f}")
    return missed


_DOCUMENTS = """
INSERT INTO documents (id, sha256, size, pages, encrypted, engine, document_type, created_at)
SELECT n, encode(sha256(CAST(CAST(n AS text) AS bytea)), 'hex'), 40000 + n % 9999, 1 + n % 4, false,
       'pdfium', 'statement', now() - (:count - n) * interval '3 seconds'
FROM generate_series(1, CAST(:count AS bigint)) AS n
"""
_IMPORTS = """
INSERT INTO imports (id, document_id, source_name, source_path, options, status, attempts, deaths,
                     error_code, error_message, lease_until, heartbeat_at, created_at, finished_at,
                     priority, origin, turn)
SELECT n, n, 'statement-' || n || '.pdf',
       '/srv/statements/' || n % :folders || '/statement-' || n || '.pdf',
       '{"escalate": "unproven", "window": 3, "account_ids": null, "named_account": null}',
       status, CASE status WHEN 'queued' THEN 0 ELSE 1 END, 0,
       CASE status WHEN 'failed' THEN 'unreadable_pdf' END,
       CASE status WHEN 'failed' THEN 'This file cannot be read as a PDF.' END,
       CASE status WHEN 'running' THEN now() + interval '1 hour' END,
       CASE status WHEN 'running' THEN now() END,
       now() - (:count - n) * interval '3 seconds',
       CASE WHEN status NOT IN ('queued', 'running')
            THEN now() - (:count - n) * interval '3 seconds' END,
       n % 3, '/srv/statements/' || n % :folders, n / :folders
FROM (
  SELECT n, CASE WHEN n > :running THEN 'running' WHEN n > :queued THEN 'queued'
                 WHEN n % 100 = 0 THEN 'failed' WHEN n % 100 = 1 THEN 'needs_review'
                 WHEN n % 100 < 10 THEN 'done' WHEN n % 100 < 12 THEN 'duplicate'
                 ELSE 'matched' END AS status
  FROM generate_series(1, CAST(:count AS bigint)) AS n
) AS made
"""

if __name__ == "__main__":
    sys.exit(main())
