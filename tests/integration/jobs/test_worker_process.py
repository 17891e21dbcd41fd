"""One worker process carries out document after document, and makes room for a new one in time."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Engine

from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue, connect
from jobs.worker import worker, worker_pool
from jobs.worker.worker_pool import Recycling, Vitals, Watch
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
