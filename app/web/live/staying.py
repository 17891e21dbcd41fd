"""Whoever listens is told something as long as they may see it, and not until they go."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing

from starlette.exceptions import HTTPException

from app.access.errors import ProxyUserUnknown
from app.access.rights import Right
from db.errors import TieoutError

Has = Callable[[], Awaitable[Right]]
"""What whoever listens may do now. Raises ``TieoutError``, and ``HTTPException`` for a book in
which that is nothing."""


async def while_they_may(stream: AsyncGenerator[str, None], has: Has) -> AsyncIterator[str]:
    """The stream until it ends, or whoever listens may look no more: asked before anything is
    told, so at the latest when a comment would keep the connection."""
    async with aclosing(stream) as told:
        async for each in told:
            if not await _may_look(has):
                return
            yield each


async def _may_look(has: Has) -> bool:
    try:
        return await has() >= Right.LOOK
    except (ProxyUserUnknown, HTTPException):
        return False
    except TieoutError:
        # The ledger is away for a moment: they could look when it was there.
        return True
