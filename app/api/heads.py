"""HEAD is answered as GET is, without what it would say."""

from __future__ import annotations

from typing import Final

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEAD: Final = "HEAD"


class Heads:
    """Asks for GET where HEAD is asked for: FastAPI's routes know no other method than their own.
    What comes as a stream is ended at its beginning."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The app's answer, or its head alone."""
        if scope["type"] != "http" or scope["method"] != HEAD:
            await self._app(scope, receive, send)
            return
        with anyio.CancelScope() as whole:

            async def head_alone(message: Message) -> None:
                if message["type"] == "http.response.start":
                    await send(message)
                elif not whole.cancel_called:  # a stream may say more before it is ended
                    await send({"type": "http.response.body", "body": b""})
                    if message.get("more_body"):
                        whole.cancel()

            await self._app({**scope, "method": "GET"}, receive, head_alone)
