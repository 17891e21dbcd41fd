"""Follows imports for all who listen: one look at the table tells every stream what changed."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol, TypeVar
from weakref import WeakSet

from starlette.concurrency import run_in_threadpool

from app.shapes.imports import JobShape
from db.errors import TieoutError, without_text

#: Each holds a connection, and somebody could open them without end.
MOST: Final = 200
LOOK_SECONDS: Final = 0.5

Look = Callable[[Collection[int]], Mapping[int, JobShape]]
"""The status of these imports, if there; called in a thread. Raises ``TieoutError``."""


class _Gone:
    """The import is there no more, or the server ends."""


@dataclass(eq=False, slots=True)
class _Follower:
    """One listener: what it was sent last, and what it has not been sent yet."""

    told: JobShape
    news: asyncio.Queue[JobShape | _Gone] = field(default_factory=lambda: asyncio.Queue(1))

    def tell(self, news: JobShape | _Gone) -> None:
        """Only the newest counts for who reads slowly."""
        with suppress(asyncio.QueueEmpty):
            self.news.get_nowait()
        self.news.put_nowait(news)


class Followers:
    """All who follow an import of one ledger; while there are any, one reader looks for them."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._all: set[_Follower] = set()
        self._reader: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        return len(self._all) >= self._most or too_many_listen()

    @property
    def listeners(self) -> int:
        return len(self._all)

    def end(self) -> None:
        """Let every listener go; they come again by themselves, if the server does."""
        for each in self._all:
            each.tell(_Gone())

    async def follow(
        self, job: JobShape, look: Look, silence: float
    ) -> AsyncGenerator[JobShape | None, None]:
        """The import whenever it has changed, and None after each ``silence`` in seconds; nothing
        for one too many, of whom several may have come at once."""
        if self.full:
            return
        own = _Follower(job)
        self._all.add(own)
        remember(self)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read(look))
        try:
            while not isinstance(news := await _next(own, silence), _Gone):
                yield news
        finally:
            self._all.discard(own)
            if not self._all and self._reader is not None:
                self._reader.cancel()
                self._reader = None

    async def _read(self, look: Look) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            followed = {each.told.id for each in self._all}
            found = await looked(partial(look, followed))
            if found is not None:
                self._tell(followed, found)

    def _tell(self, looked: Collection[int], found: Mapping[int, JobShape]) -> None:
        # Who has come since that look was begun hears from the next one.
        for each in [one for one in self._all if one.told.id in looked]:
            now = found.get(each.told.id)
            if now is None:
                each.tell(_Gone())
            elif now != each.told:
                each.told = now
                each.tell(now)


async def _next(own: _Follower, silence: float) -> JobShape | _Gone | None:
    try:
        return await asyncio.wait_for(own.news.get(), silence)
    except TimeoutError:
        return None


_LOG = logging.getLogger(__name__)
Seen = TypeVar("Seen")


async def looked(look: Callable[[], Seen]) -> Seen | None:
    """What a look says, which is made in a thread; None, and a line in the log, if it failed."""
    try:
        return await run_in_threadpool(look)
    except TieoutError as error:
        _LOG.warning("cannot look", extra={"code": error.code})
    except Exception as error:  # noqa: BLE001 - whatever it is, they still listen
        _LOG.error("looking failed with %s", without_text(error))
    return None


#: A comment now and then keeps a proxy from ending what is silent.
HEARTBEAT_SECONDS: Final = 15.0
#: After so long anyone who listened comes again by itself, in milliseconds.
RETRY: Final = "retry: 2000\n\n"
STILL_HERE: Final = ": still here\n\n"


#: In all books together: each holds one of the connections that the server has (`protocol`).
MOST_OF_ALL: Final = 400


class Stream(Protocol):
    """Whatever tells listeners."""

    @property
    def listeners(self) -> int:
        """How many there are."""

    def end(self) -> None:
        """Let every listener go."""


_STREAMS: Final[WeakSet[Stream]] = WeakSet()


def remember(stream: Stream) -> None:
    _STREAMS.add(stream)


def too_many_listen() -> bool:
    """Whether no one else may listen, to whatever it is."""
    return sum(each.listeners for each in _STREAMS) >= MOST_OF_ALL


def end_streams() -> None:
    """Let all listeners go: a server that is to end waits for what is still being answered."""
    for each in list(_STREAMS):
        each.end()


#: Each holds a connection, and somebody could open them without end.
MOST_LISTENERS: Final = 100
HUB_SECONDS: Final = 1.0
#: Anyone who reads more slowly than that misses the oldest; each says all that there is.
_MOST_UNREAD: Final = 4

HubLook = Callable[[], str]
"""What there is to tell, as text of one line; called in a thread. Raises ``TieoutError``."""


class Hub:
    """One reader of one ledger, which reads while anybody listens."""

    def __init__(self, most: int = MOST_LISTENERS) -> None:
        self._most = most
        self._listeners: set[asyncio.Queue[str | None]] = set()
        self._reader: asyncio.Task[None] | None = None
        self._last: str | None = None

    @property
    def full(self) -> bool:
        return len(self._listeners) >= self._most or too_many_listen()

    @property
    def listeners(self) -> int:
        return len(self._listeners)

    async def listen(self, look: HubLook) -> AsyncGenerator[str, None]:
        """The stream of one listener, until it goes or the server ends; nothing for one too many,
        of whom several may have come at once."""
        if self.full:
            yield RETRY
            return
        own: asyncio.Queue[str | None] = asyncio.Queue(_MOST_UNREAD)
        self._listeners.add(own)
        remember(self)
        if self._last is not None:
            own.put_nowait(self._last)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read(look))
        try:
            yield RETRY
            while (said := await self._next(own)) is not None:
                yield said
        finally:
            self._listeners.discard(own)
            if not self._listeners:
                self._rest()

    def end(self) -> None:
        """Let every listener go; they come again by themselves, if the server does."""
        for each in self._listeners:
            _put(each, None)

    async def _next(self, own: asyncio.Queue[str | None]) -> str | None:
        try:
            said = await asyncio.wait_for(own.get(), HEARTBEAT_SECONDS)
        except TimeoutError:
            return STILL_HERE
        return None if said is None else f"event: work\ndata: {said}\n\n"

    async def _read(self, look: HubLook) -> None:
        while True:
            said = await looked(look)
            if said is not None and said != self._last:
                self._last = said
                for each in self._listeners:
                    _put(each, said)
            await asyncio.sleep(HUB_SECONDS)

    def _rest(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
        self._reader = self._last = None


def _put(queue: asyncio.Queue[str | None], said: str | None) -> None:
    with suppress(asyncio.QueueEmpty):
        if queue.full():
            queue.get_nowait()
    queue.put_nowait(said)
