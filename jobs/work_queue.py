"""Hands workers the imports that wait, through Redis: it holds ids, and losing it loses nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar, cast
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from db.errors import TieoutError
from db.extras import ExtraMissing
from db.words import FaultClass

if TYPE_CHECKING:
    from redis import Redis
    from rq import Queue

QUEUE = "tieout"
#: The name of the one thing a worker does. A name, not a path into the code: what stands in Redis
#: can choose nothing else.
TASK = "import"

#: RQ's word for no limit: a worker that is held by a document is ended by its pool.
_NO_LIMIT = -1
_SECONDS_TO_CONNECT = 5
_OURS = re.compile(rb"(\d{1,18})-")


class NoQueue(TieoutError):
    """No queue is set. Set TIEOUT_REDIS_URL, for example to redis://localhost:6379/0, or leave
    the queue out: tieout import works without one"""

    code: ClassVar[str] = "no_queue"


class QueueMissing(ExtraMissing):
    """The packages for the queue are not installed. Run: {install}"""

    code: ClassVar[str] = "queue_missing"
    extra: ClassVar[str] = "queue"


class BadRedisUrl(TieoutError):
    """The queue must be a redis://, rediss:// or unix:// URL, which the one given is not. Mend
    TIEOUT_REDIS_URL."""

    code: ClassVar[str] = "bad_redis_url"


class QueueUnreachable(TieoutError):
    """The queue at {place} does not answer. What was queued is kept in the ledger's database and
    starts when the queue is back. Check that Redis runs; tieout doctor says more."""

    code: ClassVar[str] = "queue_unreachable"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class WorkQueue:
    """The queue as those who put work into it see it."""

    def __init__(self, url: str | None) -> None:
        """Nothing is connected yet. Raises ``NoQueue``, ``QueueMissing`` and ``BadRedisUrl``."""
        if not url:
            raise NoQueue
        self._url = url
        self._queue = queue(connect(url))

    def check(self) -> None:
        """Raises ``QueueUnreachable`` unless the server answers."""
        with self._typed():
            self._queue.connection.ping()

    def push(self, import_ids: Iterable[int]) -> None:
        """Queue these imports for the workers, in this order. Raises ``QueueUnreachable``.

        Queueing the same import twice does no harm: only one worker can acquire it.
        """
        from rq import Queue

        calls = [
            Queue.prepare_data(
                TASK,
                args=(import_id,),
                job_id=f"{import_id}-{uuid4().hex[:12]}",
                timeout=_NO_LIMIT,
                result_ttl=0,
                failure_ttl=0,
                description=f"import {import_id}",
            )
            for import_id in import_ids
        ]
        if calls:
            with self._typed():
                self._queue.enqueue_many(calls)

    def waiting(self) -> list[int]:
        """The imports that the queue knows of, the next one first. Raises ``QueueUnreachable``."""
        with self._typed():
            listed = cast("list[bytes]", self._queue.connection.lrange(self._queue.key, 0, -1))
        # Whatever else somebody put there is not ours to judge.
        return [int(found[1]) for each in listed if (found := _OURS.match(each))]

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


def queue(connection: Redis) -> Queue:
    """Our one queue. Its entries are JSON: RQ's default would run what an attacker pickled.

    Raises ``QueueMissing``.
    """
    try:
        from rq import Queue
    except ModuleNotFoundError:
        raise QueueMissing from None
    return Queue(QUEUE, connection=connection, serializer="json")


def queues(connection: Redis) -> list[Queue]:
    """All that workers take from, in this order. Raises ``QueueMissing``."""
    return [queue(connection)]


def shown(url: str) -> str:
    """The URL without user and password, which may also stand in its query."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))
