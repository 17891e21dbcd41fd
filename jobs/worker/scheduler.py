"""Reads schedules, queues the commands that are due, and runs each in a process of its own."""

from __future__ import annotations

import logging
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from redis.exceptions import LockError, RedisError
from rq import Queue, cron_job_registry
from rq.cron import CronJob, CronScheduler
from rq.exceptions import StopRequested
from rq.utils import now

from db.errors import TieoutError
from db.words import Priority
from jobs.queue.work_queue import NO_LIMIT, QUEUES, SCHEDULED, QueueUnreachable, connect, shown
from pipeline.pages.sandbox.limits import die_with_parent

if TYPE_CHECKING:
    from redis import Redis
    from redis.client import Pipeline
    from rq.job import Job


_LOCK = "tieout:scheduler"
SECONDS_OF_THE_LOCK = 30
_MOST_SECONDS_ASLEEP = 5.0


def keep_schedules(url: str, schedules: Iterable[Schedule]) -> None:
    """Queue what is due until asked to stop by SIGTERM or Ctrl-C. Raises ``QueueUnreachable``."""
    try:
        start: Callable[[], None] = OneScheduler(connect(url), schedules).start
        with suppress(StopRequested):  # asked to before its first turn
            start()
    except (RedisError, OSError) as error:
        raise QueueUnreachable(place=shown(url)) from error


class OneScheduler(CronScheduler):
    """RQ's scheduler, which queues only while no other one does."""

    def __init__(self, connection: Redis, schedules: Iterable[Schedule]) -> None:
        super().__init__(connection)
        self._lock = connection.lock(_LOCK, timeout=SECONDS_OF_THE_LOCK, blocking=False)
        self._is_ours = False
        self.get_jobs().extend(_Due(each) for each in schedules)

    def enqueue_jobs(self) -> list[CronJob]:
        """What is due, if this is the one at work."""
        if not self._holds():
            return []
        return super().enqueue_jobs()

    def calculate_sleep_interval(self) -> float:
        """Never for so long that the lock would expire."""
        until = super().calculate_sleep_interval() if self._is_ours else _MOST_SECONDS_ASLEEP
        return min(until, _MOST_SECONDS_ASLEEP)

    def register_death(self, pipeline: Pipeline | None = None) -> None:
        """Leave the lock to the next one at once."""
        if self._is_ours:
            try:
                self._lock.release()
            except LockError:
                self._is_ours = False
        super().register_death(pipeline)

    def _holds(self) -> bool:
        if self._is_ours:
            try:
                return bool(self._lock.reacquire())
            except LockError:
                self._is_ours = False
        self._is_ours = self._lock.acquire()
        if self._is_ours:
            for job in self.get_jobs():
                if isinstance(job, _Due):
                    job.remember(self.connection)
        return self._is_ours


class _Due(CronJob):
    """One schedule: what is queued is its name, and workers look up what it represents."""

    def __init__(self, schedule: Schedule) -> None:
        super().__init__(
            QUEUES[Priority.HIGH],
            func_name=SCHEDULED,
            args=(schedule.name,),
            interval=schedule.seconds,
            cron=schedule.cron,
            name=f"tieout:{schedule.name}",
        )

    def remember(self, connection: Redis) -> None:
        """When it was last queued, by whichever scheduler."""
        last = connection.zscore(cron_job_registry.get_registry_key(), self.name)
        if last is not None:
            self.set_enqueue_time(datetime.fromtimestamp(last, UTC))

    def enqueue(self, connection: Redis) -> Job:
        """Queue its name, as JSON, and write down when."""
        queue = Queue(self.queue_name, connection=connection, serializer="json")
        with connection.pipeline() as pipeline:
            job = queue.enqueue_call(
                SCHEDULED,
                args=self.args,
                job_id=f"{SCHEDULED}-{uuid4().hex}",
                timeout=NO_LIMIT,
                result_ttl=0,
                failure_ttl=0,
                description=self.name,
                pipeline=pipeline,
            )
            moment = now().timestamp()
            cron_job_registry.add(self.name, pipeline, enqueue_timestamp=moment)
            pipeline.execute()
        return job


_LOG = logging.getLogger(__name__)
_SECONDS_OF_THE_LOCK = 60
_SECONDS_BETWEEN_BEATS = 20.0
_SECONDS_BETWEEN_LOOKS = 0.5
#: What a command says of documents, and not of itself.
_WELL = frozenset({0, 3, 4, 5})


def run_scheduled(
    connection: Redis, schedule: Schedule, stopping: Callable[[], bool] = lambda: False
) -> int | None:
    """The command's exit code; None if the one before has not ended yet.

    It prints to this process's log alone, and is asked to stop when this process is, or ends. A
    queue that goes away meanwhile is no matter of the command's.
    """
    lock = connection.lock(
        f"tieout:scheduled:{schedule.name}", timeout=_SECONDS_OF_THE_LOCK, blocking=False
    )
    if not lock.acquire():
        _LOG.info("still at work", extra={"schedule": schedule.name})
        return None
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", *schedule.words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(die_with_parent, signal.SIGTERM),
    )

    def beat() -> None:
        with suppress(RedisError, OSError):
            lock.reacquire()

    code = _ended(process, beat, stopping)
    with suppress(RedisError, OSError):
        lock.release()
    level = logging.INFO if code in _WELL else logging.WARNING
    _LOG.log(level, "scheduled", extra={"schedule": schedule.name, "code": code})
    return code


def _ended(
    process: subprocess.Popen[bytes], beat: Callable[[], None], stopping: Callable[[], bool]
) -> int:
    """Its exit code; it is asked to stop once."""
    beaten, asked = time.monotonic(), False
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(_SECONDS_BETWEEN_LOOKS)
        if not asked and stopping():
            process.terminate()
            asked = True
        if time.monotonic() - beaten >= _SECONDS_BETWEEN_BEATS:
            beat()
            beaten = time.monotonic()


#: These never end by themselves.
_ENDLESS = frozenset({"worker", "web", "watch", "schedule"})
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_EVERY = re.compile(r"(\d{1,4})([smhd])")


class SchedulesUnreadable(TieoutError):
    """The schedules at {path} cannot be used: {why}. Each is a [[schedule]] with a name, run = "a
    command of tieout" that stops by itself, and every = "5m" or cron = "0 6 * * *".
    """


class NoSchedules(TieoutError):
    """No schedules are set. Name their file: TIEOUT_SCHEDULES=schedules.toml"""


class NoSuchSchedule(TieoutError):
    """This machine's schedules hold none of that name. Give workers the same file in
    TIEOUT_SCHEDULES as `tieout schedule`."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """One command, and when it is due: every so many ``seconds``, or as ``cron`` says."""

    name: str
    words: tuple[str, ...]
    seconds: int | None
    cron: str | None


def schedules(path: Path) -> dict[str, Schedule]:
    """Those of the file, by their names. Raises ``SchedulesUnreadable``."""
    try:
        read = _ScheduleFile.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError):
        raise SchedulesUnreadable(path=path, why="it is no file of text") from None
    except tomllib.TOMLDecodeError as error:
        raise SchedulesUnreadable(path=path, why=f"it is no TOML ({error})") from None
    except ValidationError as error:
        raise SchedulesUnreadable(path=path, why=_why(error)) from None
    return {each.name: each.schedule for each in read.schedule}


class _ScheduleEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")
    run: str
    every: str | None = None
    cron: str | None = None

    @field_validator("run")
    @classmethod
    def _ends(cls, run: str) -> str:
        words = shlex.split(run)
        if not words or words[0] in _ENDLESS or words[0].startswith("-"):
            raise ValueError("run is no command that ends by itself")
        return run

    @field_validator("every")
    @classmethod
    def _is_a_time(cls, every: str | None) -> str | None:
        if every is not None and not ((found := _EVERY.fullmatch(every)) and int(found[1])):
            raise ValueError("every is no time such as 30s, 5m, 2h or 1d")
        return every

    @field_validator("cron")
    @classmethod
    def _is_cron(cls, cron: str | None) -> str | None:
        from croniter import croniter

        if cron is not None and not croniter.is_valid(cron):
            raise ValueError("cron is no line such as 0 6 * * *")
        return cron

    @model_validator(mode="after")
    def _has_one(self) -> _ScheduleEntry:
        if (self.every is None) is (self.cron is None):
            raise ValueError("say either every or cron")
        return self

    @property
    def schedule(self) -> Schedule:
        found = _EVERY.fullmatch(self.every or "")
        seconds = int(found[1]) * _SECONDS[found[2]] if found else None
        return Schedule(self.name, tuple(shlex.split(self.run)), seconds, self.cron)


class _ScheduleFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    schedule: tuple[_ScheduleEntry, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _named_once(self) -> _ScheduleFile:
        names = [each.name for each in self.schedule]
        if len(set(names)) < len(names):
            raise ValueError("two have the same name")
        return self


def _why(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]
