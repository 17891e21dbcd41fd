"""Addresses of this room."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from app.web.routing import does, shows
from app.web.uploads.receiving import MOST_BYTES
from app.web.uploads.views import say_account, unlock, upload, upload_page

Act = Callable[[Request, FormData], Response]


def _with_form(act: Act) -> Callable[[Request], Awaitable[Response]]:
    """The act, in a thread, with what its form says."""

    async def acted(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=10) as form:
            return await run_in_threadpool(act, request, form)

    return acted


ROUTES: Final = (
    shows("/upload", upload_page),
    does("/upload", upload, most_bytes=MOST_BYTES),
    does("/upload/{import_id}/password", _with_form(unlock)),
    does("/upload/{import_id}/account", _with_form(say_account)),
)
