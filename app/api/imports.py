"""Imports: what was handed in, how each goes on, and what can be done about it as work."""

import hashlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from app.acts import imports as acts
from app.api.problems import documented
from app.api.requests import DayInQuery, Decides, DryRun, Looks, Name, RowInPath, Trial, right_still
from app.api.route import (
    USUAL,
    ApiRoute,
    Cursor,
    Limit,
    PageShape,
    StreamRoute,
    answer,
    number_of,
    paged,
    told,
)
from app.queries.reviews import imports_before, jobs_of, one_job
from app.shapes.decisions import UndoneShape
from app.shapes.imports import ImportShape, JobShape
from app.shapes.writing import json_text
from app.web.desk import Desk
from app.web.following import HEARTBEAT_SECONDS, RETRY, STILL_HERE
from app.web.stream import while_they_may
from db.words import ImportStatus
from jobs.lease.lease import OPEN
from jobs.queue.table import Selection

router: Final = APIRouter(
    prefix="/imports", tags=["imports"], route_class=ApiRoute, responses=documented()
)
_LIST: Final = "imports"
Statuses = Annotated[list[ImportStatus] | None, Query(max_length=8)]
Part = Annotated[str | None, Query(min_length=1, max_length=200)]
Hash = Annotated[str | None, Query(pattern=r"^[0-9a-f]{64}$")]


class Again(Trial):
    """How a document is to be read again; none of the passwords is kept."""

    passwords: list[Name] = Field(default=[], max_length=20)


@router.get("", response_model=PageShape[JobShape])
def list_imports(
    caller: Looks,
    status: Statuses = None,
    error_code: Part = None,
    name: Part = None,
    since: DayInQuery = None,
    limit: Limit = USUAL,
    cursor: Cursor = None,
) -> Response:
    """The imports, the newest first; `since` is the day on which anything last happened to one."""
    wanted = Selection(
        statuses=frozenset(status or ()),
        codes=frozenset({error_code} if error_code else ()),
        since=since,
        name=name,
    )
    before = number_of(_LIST, cursor)
    found = imports_before(caller.engine, wanted, before, limit + 1)
    return answer(paged(found, limit, _LIST, lambda each: [each.id]))


@router.get("/{import_id}", response_model=JobShape)
def get_import(caller: Looks, import_id: RowInPath) -> Response:
    """One import, and its state."""
    return answer(one_job(caller.engine, import_id))


@router.delete("/{import_id}", response_model=UndoneShape)
def undo_import(
    caller: Decides, import_id: RowInPath, dry_run: DryRun = False, sha256: Hash = None
) -> Response:
    """Undo an import: the ledger is as if it had never come, except for what is listed as left.

    `sha256` is the document's, as it was seen: the number of an undone import may be given out
    again."""
    done = acts.undo(caller.engine, import_id, of=sha256, dry_run=dry_run, actor=caller.name)
    return answer(done)


@router.post("/{import_id}/retry", response_model=JobShape)
def retry_import(caller: Decides, import_id: RowInPath) -> Response:
    """Let a failed import wait for its turn again."""
    found = acts.retry(caller.engine, import_id, actor=caller.name)
    caller.desk.wake()
    return answer(found)


@router.post("/{import_id}/cancel", response_model=JobShape)
def cancel_import(caller: Decides, import_id: RowInPath) -> Response:
    """Keep an import from being carried out."""
    return answer(acts.cancel(caller.engine, import_id, actor=caller.name))


@router.post("/{import_id}/reprocess", response_model=ImportShape)
def reprocess_import(caller: Decides, import_id: RowInPath, wanted: Again) -> Response:
    """Read the document again with the reader and the ledger of today; answers when that is done.

    `passwords` open a locked document, and are tried before those of the server."""
    with_own = caller.desk.import_options(tuple(wanted.passwords), dry_run=wanted.dry_run)
    return answer(acts.reprocess(caller.engine, import_id, with_own))


events_router: Final = APIRouter(tags=["imports"], route_class=StreamRoute, responses=documented())
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


@events_router.get(
    "/imports/{import_id}/events", response_class=StreamingResponse, responses=_STREAM
)
async def follow_import(caller: Looks, import_id: RowInPath, last: LastSeen = None) -> Response:
    """An event with the import whenever it has changed, until it has ended.

    Anyone who comes again with `Last-Event-ID` hears nothing twice, and 204 if nothing will
    follow."""
    at = caller.desk
    job = await run_in_threadpool(one_job, at.engine, import_id)
    if last == _id(job) and job.status not in OPEN:
        return Response(status_code=204)
    if at.followers.full:
        raise HTTPException(503, headers={"Retry-After": _SECONDS_UNTIL_AGAIN})
    return StreamingResponse(
        while_they_may(_told(at, job, last), partial(right_still, caller.request)),
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
    return f"event: import\nid: {_id(job)}\ndata: {told(job)}\n\n"


def _id(job: JobShape) -> str:
    """Identifies everything that is sent: the same in every process, and after a restart."""
    return hashlib.sha256(json_text(job).encode()).hexdigest()[:_DIGITS_OF_AN_EVENT]
