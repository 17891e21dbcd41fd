"""Queues what is due by a schedule, for the workers: RQ's scheduler, of which one is at work.

Any number may run. The one that holds a lock in Redis queues; the lock expires with its process.
When something was last queued stands in Redis too, so that whoever takes over knows what was
missed, and runs it once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import uuid4

from redis.exceptions import LockError, RedisError
from rq import Queue, cron_job_registry
from rq.cron import CronJob, CronScheduler
from rq.utils import now

from db.words import Priority
from jobs.schedules import Schedule
from jobs.work_queue import NO_LIMIT, QUEUES, SCHEDULED, QueueUnreachable, connect, shown

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
    """One schedule: what is queued is its name, and workers look up what it stands for."""

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
