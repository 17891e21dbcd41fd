"""An account's entries as a file, sent as it is made."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import Final

from anyio import CancelScope
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.exports.entries import MadeFile, entry_file
from app.exports.kinds import Kind
from app.web.desk import desk
from app.web.forms import named, one_of
from app.web.limiter import Limiter

#: Each holds one of the ledger's connections for as long as somebody takes to read it.
AT_ONCE: Final = 4
_SENDING: Final = Limiter(AT_ONCE)


def entries_file(request: Request) -> Response:
    """All entries of an account, in the form that the address ends in. Raises ``HTTPException`` 503
    while others are sent."""
    kind = one_of({each.value: each for each in Kind}, request.path_params["kind"])
    engine, account = desk(request).engine, named(request, "account_id")
    with ExitStack() as held:
        held.enter_context(_SENDING.turn())
        made = entry_file(engine, account, kind)
        held.enter_context(closing(made.parts))
        return _Sent(made, held.pop_all())


class _Sent(StreamingResponse):
    """Lets go of the ledger however the sending ends, and not some time after."""

    def __init__(self, made: MadeFile, held: ExitStack) -> None:
        headers = {"Content-Disposition": f'attachment; filename="{made.name}"'}
        super().__init__(made.parts, media_type=made.media_type, headers=headers)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The file."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            with CancelScope(shield=True):
                await run_in_threadpool(self._held.close)
