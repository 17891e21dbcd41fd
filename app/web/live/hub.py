"""Looks at the table once for all who listen, and tells each what has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Final

from app.web.live.following import (
    HEARTBEAT_SECONDS,
    RETRY,
    STILL_HERE,
    looked,
    remember,
    too_many_listen,
)

#: Each holds a connection, and somebody could open them without end.
MOST_LISTENERS: Final = 100
LOOK_SECONDS: Final = 1.0
#: Anyone who reads more slowly than that misses the oldest; each says all that there is.
_MOST_UNREAD: Final = 4

Look = Callable[[], str]
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
        """Whether no one else may listen."""
        return len(self._listeners) >= self._most or too_many_listen()

    @property
    def listeners(self) -> int:
        """How many there are."""
        return len(self._listeners)

    async def listen(self, look: Look) -> AsyncGenerator[str, None]:
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

    async def _read(self, look: Look) -> None:
        while True:
            said = await looked(look)
            if said is not None and said != self._last:
                self._last = said
                for each in self._listeners:
                    _put(each, said)
            await asyncio.sleep(LOOK_SECONDS)

    def _rest(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
        self._reader = self._last = None


def _put(queue: asyncio.Queue[str | None], said: str | None) -> None:
    with suppress(asyncio.QueueEmpty):
        if queue.full():
            queue.get_nowait()
    queue.put_nowait(said)
