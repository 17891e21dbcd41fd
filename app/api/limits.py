"""How much a request may hold: known before its body is read, or found out while it is."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.errors import BodyTooLarge
from app.api.problem import http_problem
from app.api.problems import problem_of
from pipeline.intake.file import MAX_BYTES, MEBIBYTE

#: A document, and what a form says around it.
MOST_OF_A_DOCUMENT: Final = MAX_BYTES + MEBIBYTE
MOST: Final = MEBIBYTE


class Limits:
    """Refuses what is too long. ``uploads`` are the paths to which documents are sent."""

    def __init__(self, app: ASGIApp, uploads: frozenset[str]) -> None:
        self._app = app
        self._uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The app's answer, or a refusal."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        is_upload = scope["method"] == "POST" and path in self._uploads
        most = MOST_OF_A_DOCUMENT if is_upload else MOST
        if (_length(scope) or 0) > most:
            await problem_of(BodyTooLarge(most=most))(scope, receive, send)
        elif is_upload:
            await self._app(scope, _counted(receive, most), send)
        else:
            await self._whole(scope, receive, send)

    async def _whole(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read it first: what is raised inside of the app would be taken for a bad body."""
        messages: list[Message] = []
        held = 0
        while not messages or messages[-1].get("more_body"):
            try:
                messages.append(await receive())
            except HTTPException as too_slow:
                await http_problem(too_slow)(scope, receive, send)
                return
            held += len(messages[-1].get("body", b""))
            if held > MOST:
                await problem_of(BodyTooLarge(most=MOST))(scope, receive, send)
                return

        async def again() -> Message:
            return messages.pop(0) if messages else await receive()

        await self._app(scope, again, send)


def _length(scope: Scope) -> int | None:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:18])
    return None


def _counted(receive: Receive, most: int) -> Receive:
    held = 0

    async def counted() -> Message:
        nonlocal held
        message = await receive()
        held += len(message.get("body", b""))
        if held > most:
            raise BodyTooLarge(most=most)
        return message

    return counted
