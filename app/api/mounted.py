"""The API as a part of the site: where it begins, and made when it is first asked for."""

import threading
from functools import cache
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.desk import Desk

_MAKING: Final = threading.Lock()


class MountedApi:
    """The API of one ledger; every ledger of this process is asked through the same application."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._app: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What the API answers."""
        if self._app is None:
            self._app = await run_in_threadpool(_made)
        scope.setdefault("state", {})["desk"] = self._desk
        await self._app(scope, receive, send)


def _made() -> ASGIApp:
    # Two that ask first at once would both make it.
    with _MAKING:
        return _api()


@cache
def _api() -> ASGIApp:
    from app.api.app import api

    return api()


PREFIX: Final = "/api/v1"
