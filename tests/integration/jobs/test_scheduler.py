"""What is due is queued by one scheduler, run by workers, and once if it was missed."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from rq import cron_job_registry

from db.words import Priority
from jobs.queue.work_queue import QUEUES
from jobs.worker.scheduler import NoSuchSchedule, OneScheduler, Schedule, run_scheduled
from jobs.worker.worker import work
from jobs.worker.worker_pool import Recycling

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
