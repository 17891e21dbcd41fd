"""What is due is queued by one scheduler, run by workers, and once if it was missed."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis import Redis
from rq import cron_job_registry
from sqlalchemy import Engine, select

from app.worker_pool import CarryOut
from db.models import Import
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus, Priority
from jobs.lease.lease import acquire_queued
from jobs.options import ImportOptions
from jobs.queue.table import NotFailed, retry
from jobs.queue.work_queue import QUEUES, connect
from jobs.worker import scheduler, worker
from jobs.worker.scheduler import NoSuchSchedule, OneScheduler, Schedule, run_scheduled
from jobs.worker.worker import Recycling, work
from tests.integration.jobs.test_worker_process import clean_signals
from tests.support.books import do_in, one_of
from tests.support.pools import queued
from tests.support.redis import running
from tests.support.waiting import until

HOURLY = Schedule("inbox", ("--version",), 3600, None)
AT_SIX = Schedule("books", ("--version",), None, "0 6 * * *")
QUEUE = f"rq:queue:{QUEUES[Priority.HIGH]}"


@pytest.fixture
def connection(redis_url: str) -> Iterator[Redis]:
    with Redis.from_url(redis_url) as connection:
        yield connection


def last_queued(connection: Redis, schedule: Schedule, seconds_ago: float) -> None:
    moment = time.time() - seconds_ago
    name = f"tieout:{schedule.name}"
    cron_job_registry.add(name, connection, enqueue_timestamp=moment)


def test_what_was_never_run_is_queued_at_once_and_then_in_its_time(connection: Redis) -> None:
    scheduler = OneScheduler(connection, [HOURLY])
    assert len(scheduler.enqueue_jobs()) == 1
    assert scheduler.enqueue_jobs() == []
    assert connection.llen(QUEUE) == 1


def test_of_two_schedulers_one_queues_and_the_other_takes_over(connection: Redis) -> None:
    first, second = (OneScheduler(connection, [HOURLY]) for _ in range(2))
    assert len(first.enqueue_jobs()) == 1
    assert second.enqueue_jobs() == []
    first.register_birth()
    first.register_death()
    last_queued(connection, HOURLY, 3601)
    assert len(second.enqueue_jobs()) == 1
    assert first.enqueue_jobs() == []


def test_a_scheduler_that_dies_loses_its_lock(connection: Redis) -> None:
    dead, next_one = (OneScheduler(connection, [HOURLY]) for _ in range(2))
    dead.enqueue_jobs()
    assert connection.pttl("tieout:scheduler") > 0
    connection.delete("tieout:scheduler")  # as after its time
    last_queued(connection, HOURLY, 3601)
    assert len(next_one.enqueue_jobs()) == 1


def test_one_that_lost_its_lock_while_it_slept_queues_nothing(connection: Redis) -> None:
    sleeper, awake = (OneScheduler(connection, [HOURLY]) for _ in range(2))
    sleeper.enqueue_jobs()
    connection.delete("tieout:scheduler")
    awake.enqueue_jobs()
    last_queued(connection, HOURLY, 3601)
    assert sleeper.enqueue_jobs() == []


@pytest.mark.parametrize("schedule", [HOURLY, AT_SIX])
def test_what_was_missed_for_days_is_run_once(connection: Redis, schedule: Schedule) -> None:
    last_queued(connection, schedule, 3 * 86400)
    scheduler = OneScheduler(connection, [schedule])
    assert len(scheduler.enqueue_jobs()) == 1
    assert scheduler.enqueue_jobs() == []


def test_after_a_restart_it_waits_for_its_time(connection: Redis) -> None:
    last_queued(connection, HOURLY, 60)
    assert OneScheduler(connection, [HOURLY]).enqueue_jobs() == []


def worked(connection: Redis, scheduled: Callable[[str], Schedule]) -> None:
    work(
        connection,
        lambda _import_id, _stopping: None,
        scheduled=scheduled,
        recycling=Recycling(),
        until_empty=True,
    )


def test_a_worker_runs_what_its_own_file_has_under_the_name(
    connection: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIEOUT_DATABASE_URL", str(tmp_path / "ledger.db"))
    schedule = Schedule("books", ("init", "--database", str(tmp_path / "ledger.db")), 60, None)
    OneScheduler(connection, [schedule]).enqueue_jobs()
    worked(connection, {"books": schedule}.__getitem__)
    assert (tmp_path / "ledger.db").exists()
    assert connection.llen(QUEUE) == 0


def test_a_name_that_the_worker_does_not_know_runs_nothing(connection: Redis) -> None:
    def unknown(_name: str) -> Schedule:
        raise NoSuchSchedule

    OneScheduler(connection, [HOURLY]).enqueue_jobs()
    worked(connection, unknown)
    assert connection.llen(QUEUE) == 0


def test_a_command_that_is_still_at_work_is_left_out(connection: Redis) -> None:
    with connection.lock(f"tieout:scheduled:{HOURLY.name}", timeout=60):
        assert run_scheduled(connection, HOURLY) is None
    assert run_scheduled(connection, HOURLY) == 0


EVERY_HOUR = Schedule("inbox", ("import",), 3600, None)
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
            assert run_scheduled(connection, EVERY_HOUR) == 3


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_worker_that_is_asked_to_stop_stops_what_is_scheduled(
    command: Callable[[str], Path], redis_url: str
) -> None:
    began = command("sleep 60")
    with Redis.from_url(redis_url) as connection:
        OneScheduler(connection, [EVERY_HOUR]).enqueue_jobs()
    child = os.fork()
    if child == 0:
        try:
            worker.work(connect(redis_url), lambda *_: None, scheduled=lambda _name: EVERY_HOUR)
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


@pytest.fixture
def failed(engine: Engine, redis_url: str, tmp_path: Path) -> int:
    """An import that was queued and failed."""
    import_id = queued(engine, redis_url, tmp_path)
    with unit_of_work(engine) as session:
        session.get_one(Import, import_id).status = ImportStatus.FAILED
    return import_id


#: On SQLite one writes at a time.
beside_others = pytest.mark.parametrize("engine", ["postgresql"], indirect=True)


@beside_others
def test_what_has_begun_again_meanwhile_is_not_retried(engine: Engine, failed: int) -> None:
    refused: list[Exception] = []

    def another() -> None:
        try:
            do_in(engine, retry, failed, "another")
        except NotFailed as error:
            refused.append(error)

    with unit_of_work(engine) as session:
        retry(session, failed, "somebody")
        session.flush()
        thread = threading.Thread(target=another)
        thread.start()
        time.sleep(0.5)
        assert acquire_queued(session, failed)
    thread.join()
    assert len(refused) == 1
    assert one_of(engine, select(Import)).status is ImportStatus.RUNNING


@beside_others
def test_what_has_begun_again_meanwhile_is_not_queued_anew(
    engine: Engine, redis_url: str, tmp_path: Path, failed: int
) -> None:
    thread = threading.Thread(target=queued, args=(engine, redis_url, tmp_path))
    with unit_of_work(engine) as session:
        session.get_one(Import, failed).status = ImportStatus.RUNNING
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
