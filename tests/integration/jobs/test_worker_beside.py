"""A worker whose queue goes away, that is asked to stop, and that meets a bug."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis import Redis
from sqlalchemy import Engine, select

from app.worker_pool import CarryOut
from db.models import Import
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus
from jobs.lease.lease import acquire_queued
from jobs.options import ImportOptions
from jobs.queue.table import NotFailed, retry
from jobs.queue.work_queue import connect
from jobs.worker import scheduler, worker
from jobs.worker.scheduler import OneScheduler, Schedule, run_scheduled
from tests.integration.jobs.test_worker_process import clean_signals
from tests.support.books import do_in, one_of
from tests.support.pools import queued
from tests.support.redis import running
from tests.support.waiting import until

HOURLY = Schedule("inbox", ("import",), 3600, None)
PRIVATE = "Rent of Mrs Smith"


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes a scheduled command of these lines of shell; gives the file that says it began."""

    def make(lines: str) -> Path:
        began, script = tmp_path / "began", tmp_path / "command"
        script.write_text(f"#!/bin/sh\ntouch {began}\n{lines}\n")
        script.chmod(0o700)
        monkeypatch.setattr(scheduler, "sys", SimpleNamespace(executable=str(script)))
        return began

    return make


def test_a_scheduled_command_ends_as_it_would_while_the_queue_is_away(
    command: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "_SECONDS_BETWEEN_LOOKS", 0.2)
    began = command("sleep 2; exit 3")
    with running() as server:

        def away() -> None:
            until(began.exists)
            server.kill()

        threading.Thread(target=away).start()
        with Redis.from_url(server.url) as connection:
            assert run_scheduled(connection, HOURLY) == 3


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_worker_that_is_asked_to_stop_stops_what_is_scheduled(
    command: Callable[[str], Path], redis_url: str
) -> None:
    began = command("sleep 60")
    with Redis.from_url(redis_url) as connection:
        OneScheduler(connection, [HOURLY]).enqueue_jobs()
    child = os.fork()
    if child == 0:
        try:
            worker.work(connect(redis_url), lambda *_: None, scheduled=lambda _name: HOURLY)
        finally:
            os._exit(0)
    until(began.exists)
    os.kill(child, signal.SIGTERM)
    try:
        until(lambda: os.waitpid(child, os.WNOHANG)[0])
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_bug_shows_nothing_private_in_the_log_or_the_queue(
    engine: Engine, redis_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    queued(engine, redis_url, tmp_path)

    def task(_import_id: int, _stopping: object) -> None:
        raise ValueError(PRIVATE)

    with caplog.at_level(logging.WARNING), clean_signals():
        worker.work(connect(redis_url), task, until_empty=True)
    assert "ValueError" in caplog.text
    assert PRIVATE not in caplog.text
    # What RQ was told is what it logs, and what it puts into Redis, packed.
    assert "WorkerBug" in caplog.text


def test_what_has_begun_again_meanwhile_is_not_retried(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    if engine.dialect.name == "sqlite":
        pytest.skip("one writes at a time")
    import_id = queued(engine, redis_url, tmp_path)
    with unit_of_work(engine) as session:
        session.get_one(Import, import_id).status = ImportStatus.FAILED
    refused: list[Exception] = []

    def another() -> None:
        try:
            do_in(engine, retry, import_id, "another")
        except NotFailed as error:
            refused.append(error)

    with unit_of_work(engine) as session:
        retry(session, import_id, "somebody")
        session.flush()
        thread = threading.Thread(target=another)
        thread.start()
        time.sleep(0.5)
        work = acquire_queued(session, import_id)
        assert work
    thread.join()
    assert len(refused) == 1
    assert one_of(engine, select(Import)).status is ImportStatus.RUNNING


def test_what_has_begun_again_meanwhile_is_not_queued_anew(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    if engine.dialect.name == "sqlite":
        pytest.skip("one writes at a time")
    import_id = queued(engine, redis_url, tmp_path)
    with unit_of_work(engine) as session:
        session.get_one(Import, import_id).status = ImportStatus.FAILED
    thread = threading.Thread(target=queued, args=(engine, redis_url, tmp_path))
    with unit_of_work(engine) as session:
        session.get_one(Import, import_id).status = ImportStatus.RUNNING
        session.flush()
        thread.start()
        time.sleep(0.5)
    thread.join()
    assert one_of(engine, select(Import)).status is ImportStatus.RUNNING


def test_an_id_that_is_queued_twice_is_not_tried_before_its_time(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    import_id = queued(engine, redis_url, tmp_path)
    url = engine.url.render_as_string(hide_password=False)
    work = CarryOut(url, ImportOptions)
    tried: list[int] = []
    for seconds in (60, -60):
        with unit_of_work(engine) as session:
            row = session.get_one(Import, import_id)
            row.run_after = database_now(session) + timedelta(seconds=seconds)
        work(import_id, lambda: False)
        with read_only(engine) as session:
            tried.append(session.get_one(Import, import_id).attempts)
    assert tried == [0, 1]
    assert work._engine
    work._engine.dispose()
