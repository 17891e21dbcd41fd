"""An import as it goes on, told by the server: so that nobody has to ask again and again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi import APIRouter
from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.api.caller import Looks
from app.api.fields import RowInPath
from app.api.problems import documented
from app.api.route import StreamRoute
from app.queries.work import one_job
from app.shapes.jobs import JobShape
from app.shapes.writing import json_text
from app.web.desk import desk
from db.errors import TieoutError
from jobs.states import OPEN

router: Final = APIRouter(tags=["imports"], route_class=StreamRoute, responses=documented())
_SECONDS_BETWEEN_LOOKS: Final = 0.5
_SECONDS_OF_SILENCE: Final = 15.0
#: Then whoever still listens asks again; a proxy would end it too.
_SECONDS_AT_MOST: Final = 600.0
#: One event of the stream; its data is the import as JSON.
_EVENT: Final = {
    "type": "object",
    "properties": {
        "event": {"type": "string"},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}
_STREAM: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "Server-sent events `import`, each an import as it stands.",
        "content": {"text/event-stream": {"schema": _EVENT}},
    }
}


@router.get("/imports/{import_id}/events", response_class=StreamingResponse, responses=_STREAM)
async def follow_import(request: Request, _caller: Looks, import_id: RowInPath) -> Response:
    """An event with the import whenever it has changed, until it has ended."""
    engine = desk(request).engine
    first = await run_in_threadpool(one_job, engine, import_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    told = _told(request, engine, first)
    return StreamingResponse(told, headers=headers, media_type="text/event-stream")


async def _told(request: Request, engine: Engine, job: JobShape) -> AsyncIterator[str]:
    yield _event(job)
    ends, silent_since = time.monotonic() + _SECONDS_AT_MOST, time.monotonic()
    while job.status in OPEN and time.monotonic() < ends:
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        if await request.is_disconnected():
            return
        try:
            now = await run_in_threadpool(one_job, engine, job.id)
        except TieoutError:  # it was undone, or the ledger is away: whoever listens asks again
            return
        if now != job:
            job, silent_since = now, time.monotonic()
            yield _event(job)
        elif time.monotonic() - silent_since > _SECONDS_OF_SILENCE:
            silent_since = time.monotonic()
            yield ": still there\n\n"


def _event(job: JobShape) -> str:
    return f"event: import\ndata: {json_text(job, indent=None)}\n\n"
