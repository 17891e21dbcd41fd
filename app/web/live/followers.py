"""Follows single imports for whoever listens: one look at the table tells all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from app.shapes.jobs import JobShape
from app.web.live.looking import looked
from app.web.live.streams import remember, too_many_listen

#: Each holds a connection, and somebody could open them without end.
MOST: Final = 200
LOOK_SECONDS: Final = 0.5

Look = Callable[[Collection[int]], Mapping[int, JobShape]]
"""How these imports stand, those that are there; called in a thread. Raises ``TieoutError``."""


class _Gone:
    """The import is there no more, or the server ends."""


@dataclass(eq=False, slots=True)
class _Follower:
    """One listener: what it was told last, and what it has not been told yet."""

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
        """Whether nobody else may listen."""
        return len(self._all) >= self._most or too_many_listen()

    @property
    def listeners(self) -> int:
        """How many there are."""
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
        # Who has come since that look was begun is told by the next one.
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
