"""A pool of real workers over a real queue: it stops gracefully, and outlives what kills them."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from db.engine import make_engine
from db.models import Document, Import
from db.upgrade import upgrade
from db.words import ImportStatus, Kept
from jobs.options import Documents, DocumentSource, ImportOptions
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from pipeline.intake.store import open_store
from tests.support.books import account, all_of, imported, one_of, own
from tests.support.object_store import Server
from tests.support.piles import fill_ledger, make_pile
from tests.support.pools import pool, wait_until_done
from tests.support.waiting import until

ROOT = Path(__file__).parents[3]

#: A pool whose workers do to each document what its file's name says. Beside the ledger they leave
#: word of what they have begun and ended, and what is slow waits there for word to go on.
_SCRIPT = """
import os, signal, sys, time
from pathlib import Path
from db.engine import make_engine
from jobs.worker.worker_pool import PoolOptions, WorkerPool
from jobs.options import ImportOptions
from jobs.imports.queued import import_queued
from pipeline.drafts import ReadStatements
from pipeline.progress import Silent
from tests.support.books import JUNE, documents, pages_of
from pipeline.reading.from_bytes import ReadDocument

database, queue = sys.argv[1:]
folder, stops = Path(database).parent, lambda: False

def read(intake, progress):
    progress.stage("pages")
    if "deadly" in intake.name:
        os.kill(os.getpid(), signal.SIGKILL)
    if "slow" in intake.name:
        (folder / "begun").touch()
        while not (stops() or (folder / "go on").exists()):
            time.sleep(0.02)
    progress.stage("reading")
    return ReadDocument(pages_of((JUNE,)), ReadStatements((JUNE,)))

def carry_out(import_id, stopping):
    global stops
    stops = stopping
    import_queued(make_engine(database), import_id, ImportOptions(), Silent(), stopping, read)
    (folder / "ended").touch()

WorkerPool(PoolOptions(database, queue, carry_out), 1).run()
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Engine]:
    engine = make_engine(str(tmp_path / "ledger.db"), create=True)
    upgrade(engine)
    yield engine
    engine.dispose()


@contextmanager
def odd_pool(ledger: Engine, redis_url: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", _SCRIPT, str(ledger.url.database), redis_url]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)


def queued(ledger: Engine, redis_url: str, folder: Path, *names: str) -> None:
    sources = []
    for name in names:
        (folder / name).write_bytes(b"%PDF-1.7 " + name.encode())
        sources.append(DocumentSource(name, folder / name))
    list(submit_all(ledger, sources, ImportOptions(), WorkQueue(redis_url)))


def rows(ledger: Engine) -> dict[str, Import]:
    return {row.source_name: row for row in all_of(ledger, select(Import))}


def wait_until(ledger: Engine, name: str, status: ImportStatus) -> Import:
    until(lambda: rows(ledger)[name].status is status)
    return rows(ledger)[name]


def test_a_document_that_kills_its_worker_is_set_aside_and_the_next_goes_on(
    ledger: Engine, redis_url: str, tmp_path: Path
) -> None:
    queued(ledger, redis_url, tmp_path, "deadly.pdf", "june.pdf")
    with odd_pool(ledger, redis_url):
        wait_until_done(ledger, 90)
    deadly, june = rows(ledger)["deadly.pdf"], rows(ledger)["june.pdf"]
    assert (deadly.status, deadly.error_code, deadly.deaths) == (ImportStatus.FAILED, "poison", 3)
    assert (june.status, june.deaths) == (ImportStatus.NEEDS_REVIEW, 0)


def test_asked_to_stop_it_finishes_the_stage_and_hands_the_work_back(
    ledger: Engine, redis_url: str, tmp_path: Path
) -> None:
    queued(ledger, redis_url, tmp_path, "slow.pdf")
    with odd_pool(ledger, redis_url) as process:
        until((tmp_path / "begun").exists)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    row = rows(ledger)["slow.pdf"]
    assert (row.status, row.deaths, row.attempts) == (ImportStatus.QUEUED, 0, 1)
    (tmp_path / "go on").touch()
    with odd_pool(ledger, redis_url):
        assert wait_until(ledger, "slow.pdf", ImportStatus.NEEDS_REVIEW).attempts == 2


def test_with_workers_alone_too_documents_are_dropped_when_nothing_is_left_to_do(
    ledger: Engine, redis_url: str, tmp_path: Path, object_store: Server
) -> None:
    account(ledger)
    store = open_store(object_store.url)
    imported(ledger, options=ImportOptions(documents=Documents(store)))
    settings = {"TIEOUT_DOCUMENTS": object_store.url, "TIEOUT_KEEP_DOCUMENTS": "until_done"}
    more = {**object_store.environment, **settings}
    with pool(tmp_path, str(ledger.url.database), redis_url, 1, more):
        until(lambda: kept(ledger) is not Kept.KEPT)
    assert (kept(ledger), list(own(ledger, store).hashes())) == (Kept.DROPPED, [])


def kept(ledger: Engine) -> Kept | None:
    return one_of(ledger, select(Document.kept))


def test_a_child_of_the_pool_loads_nothing_of_ours_any_more(ledger: Engine, tmp_path: Path) -> None:
    (file,) = make_pile(tmp_path, 1)
    fill_ledger(ledger, 1)
    script = """
import sys
from db.engine import make_engine
from jobs.worker.worker_pool import preload
from jobs.imports.inline import import_all
from jobs.options import ImportOptions, DocumentSource
from pathlib import Path

preload()
before = set(sys.modules)
engine = make_engine(sys.argv[1])
list(import_all(engine, [DocumentSource("june.pdf", Path(sys.argv[2]))], ImportOptions()))
rooms = ("app", "db", "jobs", "pipeline", "tools", "iso4217", "numpy", "rapidfuzz")
print([name for name in set(sys.modules) - before if name.split(".")[0] in rooms])
"""
    command = [sys.executable, "-c", script, str(ledger.url.database), str(file)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
