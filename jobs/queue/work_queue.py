"""Hands waiting imports to workers through Redis, which holds ids only: losing it loses nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from db.errors import ExtraMissing, TieoutError
from db.words import FaultClass, Priority

if TYPE_CHECKING:
    from redis import Redis
    from rq import Queue


#: Workers take from the first of these that holds something.
QUEUES: Mapping[Priority, str] = {
    Priority.HIGH: "tieout:high",
    Priority.NORMAL: "tieout:normal",
    Priority.LOW: "tieout:low",
}
#: The name of what a worker does. A name, not a path into the code: what is in Redis
#: can choose nothing else.
TASK = "import"
#: The other one: it runs a command that the worker's own file of schedules has under this name.
SCHEDULED = "scheduled"

#: RQ's word for no limit: a worker that is held by a document is ended by its pool.
NO_LIMIT = -1
_SECONDS_TO_CONNECT = 5
#: How many ids of each priority Redis holds: what workers do in a few seconds, and not more, for
#: what is queued already cannot be overtaken.
LEAST_WINDOW = 128
WINDOW_A_WORKER = 16
_REFILLING = "tieout:refilling"
_REFILLED = "tieout:refilled"
_SECONDS_OF_A_REFILL = 10
_MILLISECONDS_BETWEEN_REFILLS = 900
_OURS = re.compile(rb"(\d{1,18})-")


class NoQueue(TieoutError):
    """No queue is set. Set TIEOUT_REDIS_URL, for example to redis://localhost:6379/0, or leave
    the queue out: tieout import works without one"""


class QueueMissing(ExtraMissing, extra="queue"):
    """The packages for the queue are not installed. Run: {install}"""


class BadRedisUrl(TieoutError):
    """The queue must be a redis://, rediss:// or unix:// URL, which the one given is not. Correct
    TIEOUT_REDIS_URL.
    """


class QueueUnreachable(TieoutError, fault=FaultClass.TRANSIENT):
    """The queue at {place} does not answer. What was queued is kept in the ledger's database and
    starts when the queue is back. Check that Redis runs; tieout doctor says more."""


class WorkQueue:
    """The queue as those who put work into it see it."""

    def __init__(self, url: str | None) -> None:
        """Nothing is connected yet. Raises ``NoQueue``, ``QueueMissing`` and ``BadRedisUrl``."""
        if not url:
            raise NoQueue
        self._url = url
        self._connection = connect(url)
        named = {each.name: each for each in queues(self._connection)}
        self._queues = {priority: named[name] for priority, name in QUEUES.items()}

    def check(self) -> None:
        """Raises ``QueueUnreachable`` unless the server answers."""
        with self._typed():
            self._connection.ping()

    def push(self, import_ids: Iterable[int], priority: Priority = Priority.NORMAL) -> None:
        """Queue these imports for the workers, in this order. Raises ``QueueUnreachable``. Queueing
        the same import twice does no harm: only one worker can acquire it."""
        from rq import Queue

        calls = [
            Queue.prepare_data(
                TASK,
                args=(import_id,),
                job_id=f"{import_id}-{uuid4().hex[:12]}",
                timeout=NO_LIMIT,
                result_ttl=0,
                failure_ttl=0,
                description=f"import {import_id}",
            )
            for import_id in import_ids
        ]
        if calls:
            with self._typed():
                self._queues[priority].enqueue_many(calls)

    def waiting(self, *priorities: Priority) -> list[int]:
        """The imports that the queue knows of, of these priorities or of all, the next one first.
        Raises ``QueueUnreachable``."""
        asked = priorities or tuple(Priority)
        with self._typed(), self._connection.pipeline(transaction=False) as pipeline:
            for each in asked:
                pipeline.lrange(self._queues[each].key, 0, -1)
            listed = cast("list[list[bytes]]", pipeline.execute())
        # Whatever else somebody put there is not ours to judge.
        return [int(found[1]) for ids in listed for each in ids if (found := _OURS.match(each))]

    def depth(self, priority: Priority) -> int:
        """How many ids of that priority it holds. Raises ``QueueUnreachable``."""
        with self._typed():
            return self._connection.llen(self._queues[priority].key)

    def window(self) -> int:
        """How many ids of a priority it shall hold at most. Raises ``QueueUnreachable``."""
        from rq.worker_registration import WORKERS_BY_QUEUE_KEY

        key = WORKERS_BY_QUEUE_KEY % QUEUES[Priority.HIGH]
        with self._typed():
            workers = self._connection.scard(key)
        return max(LEAST_WINDOW, WINDOW_A_WORKER * workers)

    def workers(self, most: int) -> list[dict[str, str]]:
        """What each worker says of itself, in RQ's words. Raises ``QueueUnreachable``."""
        from rq.worker_registration import REDIS_WORKER_KEYS

        with self._typed(), self._connection.pipeline(transaction=False) as pipeline:
            keys = cast("set[bytes]", self._connection.smembers(REDIS_WORKER_KEYS))
            for key in sorted(keys)[:most]:
                pipeline.hgetall(key)
            told = cast("list[dict[bytes, bytes]]", pipeline.execute())
        as_text = (
            {name.decode(): value.decode(errors="replace") for name, value in each.items()}
            for each in told
        )
        return [each for each in as_text if each]

    @contextmanager
    def refilling(self) -> Iterator[bool]:
        """Whether the caller may refill; no one else does while the block runs, unless it lasts too
        long or its process is gone. Raises ``QueueUnreachable``."""
        from redis.exceptions import LockError

        lock = self._connection.lock(_REFILLING, timeout=_SECONDS_OF_A_REFILL, blocking=False)
        with self._typed():
            ours = lock.acquire()
        try:
            yield ours
        finally:
            if ours:
                # If it took too long, it is another's by now.
                with self._typed(), suppress(LockError):
                    lock.release()

    def is_due(self) -> bool:
        """Whether it is time to look if it must be refilled; true for one of all crews, about once
        a second. Raises ``QueueUnreachable``."""
        with self._typed():
            return bool(
                self._connection.set(_REFILLED, 1, nx=True, px=_MILLISECONDS_BETWEEN_REFILLS)
            )

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _typed(self) -> Iterator[None]:
        from redis.exceptions import RedisError

        try:
            yield
        except (RedisError, OSError) as error:
            raise QueueUnreachable(place=shown(self._url)) from error


def connect(url: str) -> Redis:
    """A client of the server; nothing is sent yet. Raises ``QueueMissing`` and ``BadRedisUrl``."""
    try:
        from redis import Redis
    except ModuleNotFoundError:
        raise QueueMissing from None
    try:
        client = Redis.from_url(url, socket_connect_timeout=_SECONDS_TO_CONNECT)
        # An option in the URL's query that nobody knows is noticed only here.
        client.connection_pool.make_connection()
    except (ValueError, TypeError):
        raise BadRedisUrl from None
    return client


def queues(connection: Redis) -> list[Queue]:
    """All that workers take from, in this order. Their entries are JSON: RQ's default would run
    what an attacker pickled. Raises ``QueueMissing``."""
    try:
        from rq import Queue
    except ModuleNotFoundError:
        raise QueueMissing from None
    return [Queue(name, connection=connection, serializer="json") for name in QUEUES.values()]


def shown(url: str) -> str:
    """The URL without user and password, which may also be in its query."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))


#: A worker that is well reports it every few seconds.
SILENT_AFTER: Final = timedelta(seconds=40)
_IMPORT: Final = re.compile(r"(\d{1,18})-")
_MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Worker:
    """One worker; times are UTC. ``silent``: it was not heard of for longer than it should be."""

    machine: str
    pid: str
    import_id: int | None
    since: datetime | None
    heard: datetime | None
    done: int
    silent: bool


def crew(work_queue: WorkQueue) -> list[Worker]:
    """Every worker that says it is there, by machine. Raises ``QueueUnreachable``."""
    now = datetime.now(UTC)
    found = [_worker(each, now) for each in work_queue.workers(_MOST)]
    return sorted(found, key=lambda each: (each.machine, each.pid))


def _worker(said: Mapping[str, str], now: datetime) -> Worker:
    at, heard = _IMPORT.match(said.get("current_job", "")), _moment(said.get("last_heartbeat"))
    count = said.get("successful_job_count", "")
    return Worker(
        machine=said.get("hostname", "?"),
        pid=said.get("pid", "?"),
        import_id=int(at[1]) if at else None,
        since=_moment(said.get("birth")),
        heard=heard,
        done=int(count) if count.isdecimal() else 0,
        silent=heard is None or now - heard > SILENT_AFTER,
    )


def _moment(text: str | None) -> datetime | None:
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
