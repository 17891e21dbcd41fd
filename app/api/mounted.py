"""The API as a part of the site: it is made when it is first asked for.

To make it takes longer than to make all pages: who only opens the pages does not wait for it.
"""

from __future__ import annotations

import threading

from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.desk import Desk


class MountedApi:
    """The API of one ledger, made once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = threading.Lock()
        self._app: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What the API answers."""
        app = self._app
        if app is None:
            app = await run_in_threadpool(self._made)
        await app(scope, receive, send)

    def _made(self) -> ASGIApp:
        with self._lock:
            app = self._app
            if app is None:
                from app.api.app import api

                app = self._app = api(self._desk)
            return app
