"""Follows imports for all who listen: one look at the table tells every stream what changed."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar
from weakref import WeakSet

from starlette.concurrency import run_in_threadpool

from app.shapes.imports import JobShape
from db.errors import TieoutError, without_text

#: Each holds a connection, and somebody could open them without end.
MOST: Final = 200
MOST_LISTENERS: Final = 100
#: In all books together: each holds one of the connections that the server has (`protocol`).
MOST_OF_ALL: Final = 400
LOOK_SECONDS: Final = 0.5
HUB_SECONDS: Final = 1.0
#: Anyone who reads more slowly than that misses the oldest; each says all that there is.
_MOST_UNREAD: Final = 4

#: A comment now and then keeps a proxy from ending what is silent.
HEARTBEAT_SECONDS: Final = 15.0
#: After so long anyone who listened comes again by itself, in milliseconds.
RETRY: Final = "retry: 2000\n\n"
STILL_HERE: Final = ": still here\n\n"

News = TypeVar("News")
Seen = TypeVar("Seen")
_LOG = logging.getLogger(__name__)


class _Gone:
    """What is followed is there no more, or the server ends."""


@dataclass(eq=False, slots=True)
class _Listener(Generic[News]):
    """One listener: what was sent to it last, and what it has not heard yet."""

    news: asyncio.Queue[News | _Gone]
    told: News | None = None

    def tell(self, news: News | _Gone) -> None:
        """Who reads slowly misses the oldest."""
        with suppress(asyncio.QueueEmpty):
            if self.news.full():
                self.news.get_nowait()
        self.news.put_nowait(news)

    async def hear(self, silence: float) -> News | _Gone | None:
        try:
            return await asyncio.wait_for(self.news.get(), silence)
        except TimeoutError:
            return None


class _Listeners(Generic[News]):
    """All who listen to one ledger; while there are any, one reader looks for them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._all: set[_Listener[News]] = set()
        self._reader: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        in_all = sum(len(each._all) for each in _STREAMS)
        return len(self._all) >= self._most or in_all >= MOST_OF_ALL

    @property
    def listeners(self) -> int:
        return len(self._all)

    def end(self) -> None:
        """Let every listener go; they come again by themselves, if the server does."""
        for each in self._all:
            each.tell(_Gone())

    async def _heard(
        self,
        own: _Listener[News],
        read: Callable[[], Coroutine[Any, Any, None]],
        silence: float,
    ) -> AsyncGenerator[News | None, None]:
        """The news of one listener, and None after each ``silence`` in seconds."""
        self._all.add(own)
        _STREAMS.add(self)
        if self._reader is None:
            self._reader = asyncio.create_task(read())
        try:
            while not isinstance(news := await own.hear(silence), _Gone):
                yield news
        finally:
            self._all.discard(own)
            if not self._all and self._reader is not None:
                self._reader.cancel()
                self._reader = None


_STREAMS: Final[WeakSet[_Listeners[Any]]] = WeakSet()


def end_streams() -> None:
    """Let all listeners go: a server that is to end waits for what is still being answered."""
    for each in list(_STREAMS):
        each.end()


async def looked(look: Callable[[], Seen]) -> Seen | None:
    """What a look says, which is made in a thread; None, and a line in the log, if it failed."""
    try:
        return await run_in_threadpool(look)
    except TieoutError as error:
        _LOG.warning("cannot look", extra={"code": error.code})
    except Exception as error:  # noqa: BLE001 - whatever it is, they still listen
        _LOG.error("looking failed with %s", without_text(error))
    return None


Look = Callable[[Collection[int]], Mapping[int, JobShape]]
"""The status of these imports, if there; called in a thread. Raises ``TieoutError``."""


class Followers(_Listeners[JobShape]):
    """All who follow an import of one ledger."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__(most)

    async def follow(
        self, job: JobShape, look: Look, silence: float
    ) -> AsyncGenerator[JobShape | None, None]:
        """The import whenever it has changed, and None after each ``silence`` in seconds; nothing
        for one too many, of whom several may have come at once."""
        if self.full:
            return
        # Only the newest counts for who reads slowly.
        own = _Listener[JobShape](asyncio.Queue(1), job)
        async with aclosing(self._heard(own, partial(self._read, look), silence)) as heard:
            async for news in heard:
                yield news

    async def _read(self, look: Look) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            followed = {each.told.id for each in self._all if each.told}
            found = await looked(partial(look, followed))
            # Who has come since that look was begun hears from the next one.
            for each in self._all if found is not None else ():
                if each.told and each.told.id in followed:
                    now = found.get(each.told.id) if found else None
                    if now != each.told:
                        each.tell(now or _Gone())
                        each.told = now or each.told


HubLook = Callable[[], str]
"""What there is to tell, as text of one line; called in a thread. Raises ``TieoutError``."""


class Hub(_Listeners[str]):
    """All who listen to what goes on in one ledger."""

    def __init__(self, most: int = MOST_LISTENERS) -> None:
        super().__init__(most)
        self._last: str | None = None

    async def listen(self, look: HubLook) -> AsyncGenerator[str, None]:
        """The stream of one listener, until it goes or the server ends; nothing for one too many,
        of whom several may have come at once."""
        yield RETRY
        if self.full:
            return
        own = _Listener[str](asyncio.Queue(_MOST_UNREAD))
        if self._reader is None:
            self._last = None
        elif self._last is not None:
            own.tell(self._last)
        async with aclosing(
            self._heard(own, partial(self._read, look), HEARTBEAT_SECONDS)
        ) as heard:
            async for said in heard:
                yield STILL_HERE if said is None else f"event: work\ndata: {said}\n\n"

    async def _read(self, look: HubLook) -> None:
        while True:
            said = await looked(look)
            if said is not None and said != self._last:
                self._last = said
                for each in self._all:
                    each.tell(said)
            await asyncio.sleep(HUB_SECONDS)
