"""An import as it goes on, told by the server: so that nobody has to ask again and again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.api.caller import Looks, right_still
from app.api.fields import RowInPath
from app.api.problems import documented
from app.api.route import StreamRoute
from app.queries.work import jobs_of, one_job
from app.shapes.jobs import JobShape
from app.shapes.writing import json_text
from app.web.desk import Desk, desk
from app.web.live.staying import while_they_may
from app.web.live.streams import HEARTBEAT_SECONDS, RETRY, STILL_HERE
from jobs.states import OPEN

router: Final = APIRouter(tags=["imports"], route_class=StreamRoute, responses=documented())
_SECONDS_UNTIL_AGAIN: Final = "10"
_DIGITS_OF_AN_EVENT: Final = 16
_STREAM: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "Server-sent events `import`: `data` is the import as JSON (JobShape), `id`"
        " stands for it as it is told, and comes back as Last-Event-ID.",
        # Without a schema: a client that is made from one would read a stream as one object.
        "content": {"text/event-stream": {}},
    },
    204: {"description": "It has ended, and that was told: there is nothing to come again for."},
}
LastSeen = Annotated[
    str | None,
    Header(alias="Last-Event-ID", description="`id` of the last event that was read, if any was."),
]


@router.get("/imports/{import_id}/events", response_class=StreamingResponse, responses=_STREAM)
async def follow_import(
    request: Request, _caller: Looks, import_id: RowInPath, last: LastSeen = None
) -> Response:
    """An event with the import whenever it has changed, until it has ended.

    Whoever comes again with `Last-Event-ID` is told nothing twice, and 204 if nothing will follow.
    """
    at = desk(request)
    job = await run_in_threadpool(one_job, at.engine, import_id)
    if last == _id(job) and job.status not in OPEN:
        return Response(status_code=204)
    if at.followers.full:
        raise HTTPException(503, headers={"Retry-After": _SECONDS_UNTIL_AGAIN})
    return StreamingResponse(
        while_they_may(_told(at, job, last), partial(right_still, request)),
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        media_type="text/event-stream",
    )


async def _told(at: Desk, job: JobShape, last: str | None) -> AsyncGenerator[str, None]:
    yield RETRY
    if last != _id(job):
        yield _event(job)
    if job.status not in OPEN:
        return
    look = partial(jobs_of, at.engine)
    async with aclosing(at.followers.follow(job, look, HEARTBEAT_SECONDS)) as following:
        async for news in following:
            yield STILL_HERE if news is None else _event(news)
            if news is not None and news.status not in OPEN:
                return


def _event(job: JobShape) -> str:
    return f"event: import\nid: {_id(job)}\ndata: {json_text(job, indent=None)}\n\n"


def _id(job: JobShape) -> str:
    """Stands for all that is told: the same in every process, and after a restart."""
    return hashlib.sha256(json_text(job).encode()).hexdigest()[:_DIGITS_OF_AN_EVENT]
