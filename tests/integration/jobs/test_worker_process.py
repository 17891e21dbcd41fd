"""One worker process carries out document after document, and makes room for a new one in time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from db.models import Document, Import
from db.words import ImportStatus, Kept
from jobs.options import Documents, DocumentSource, ImportOptions
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue, connect
from jobs.worker import worker, worker_pool
from jobs.worker.worker import Recycling, Vitals
from jobs.worker.worker_pool import Watch
from pipeline.intake.store import open_store
from tests.support.books import account, all_of, imported, one_of, own
from tests.support.object_store import Server
from tests.support.piles import fill_ledger, make_pile
from tests.support.pools import pool, wait_until_done
from tests.support.waiting import until

#: Far more than the process of the tests, which a worker here starts out as, can have grown to.
AMPLE = 1 << 20


def waiting(engine: Engine, work_queue: WorkQueue, folder: Path, count: int) -> None:
    sources = []
    for number in range(count):
        file = folder / f"{number}.pdf"
        file.write_bytes(b"%PDF-1.7 " + file.name.encode())
        sources.append(DocumentSource(file.name, file))
    list(submit_all(engine, sources, ImportOptions(), work_queue))


def carried_out(redis_url: str, folder: Path, recycling: Recycling) -> list[int]:
    """The processes that carried the imports out, one after the other, in a child that works until
    the queue is empty or it makes room."""
    told = folder / "told"
    told.touch()
    child = os.fork()
    if child == 0:

        def task(_import_id: int, _stopping: object) -> None:
            with told.open("a") as file:
                file.write(f"{os.getpid()}\n")

        try:
            worker.work(connect(redis_url), task, recycling=recycling, until_empty=True)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    return [int(line) for line in told.read_text().split()]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_after_so_many_documents_another_process_goes_on(
    engine: Engine, work_queue: WorkQueue, redis_url: str, tmp_path: Path
) -> None:
    waiting(engine, work_queue, tmp_path, 5)
    assert len(carried_out(redis_url, tmp_path, Recycling(documents=3, memory_mib=AMPLE))) == 3
    pids = carried_out(redis_url, tmp_path, Recycling(documents=3, memory_mib=AMPLE))
    assert len(pids) == 5
    assert len(set(pids)) == 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_worker_that_has_grown_makes_room_after_its_document(
    engine: Engine, work_queue: WorkQueue, redis_url: str, tmp_path: Path
) -> None:
    waiting(engine, work_queue, tmp_path, 2)
    assert len(carried_out(redis_url, tmp_path, Recycling(memory_mib=1))) == 1
    assert len(work_queue.waiting()) == 1


def test_signs_of_life_go_on_while_a_document_is_worked_on(
    engine: Engine,
    work_queue: WorkQueue,
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.02)
    waiting(engine, work_queue, tmp_path, 1)
    vitals = Vitals()
    seen: list[bytes | None] = []

    def task(_import_id: int, _stopping: object) -> None:
        with connect(redis_url) as connection:
            (key,) = (key for key in connection.keys("rq:worker:*") if key.count(b":") == 2)
            for _ in range(2):
                beat = vitals.beats + 3
                until(partial(reached, vitals, beat))
                seen.append(connection.hget(key, "last_heartbeat"))

    with clean_signals():
        worker.work(connect(redis_url), task, vitals=vitals, until_empty=True)
    first, second = seen
    assert first
    assert second
    assert first < second


def test_a_document_that_holds_its_worker_for_too_long_shows_no_signs_of_life(
    engine: Engine,
    work_queue: WorkQueue,
    redis_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(worker, "MOST_SECONDS_A_DOCUMENT", 0.05)
    waiting(engine, work_queue, tmp_path, 1)
    watch = Watch(Vitals())
    silent: list[int] = []

    def task(_import_id: int, _stopping: object) -> None:
        while watch.look() < 10:
            time.sleep(0.02)
        silent.append(watch.looks)

    with clean_signals():
        worker.work(connect(redis_url), task, vitals=watch.vitals, until_empty=True)
    assert silent == [10]


def reached(vitals: Vitals, beats: int) -> bool:
    return vitals.beats >= beats


@contextmanager
def clean_signals() -> Iterator[None]:
    """A worker takes the signals of its process, which is that of the tests here."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_a_worker_without_signs_of_life_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_pool, "MOST_SILENT_LOOKS", 2)
    post = worker_pool.PoolOptions("", "", lambda _import_id, _stopping: None)
    pool = worker_pool.WorkerPool(post, 1)
    child = os.fork()
    if child == 0:
        signal.pause()
    vitals = Vitals()
    pool._started[child] = worker_pool._Started(time.monotonic(), Watch(vitals))
    vitals.beat()
    for _ in range(3):
        pool._end_silent()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


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
def ledger(own_ledger: Engine) -> Engine:
    return own_ledger


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
rooms = ("app", "db", "jobs", "pipeline", "tools", "numpy", "rapidfuzz")
print([name for name in set(sys.modules) - before if name.split(".")[0] in rooms])
"""
    command = [sys.executable, "-c", script, str(ledger.url.database), str(file)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
