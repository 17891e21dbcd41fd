"""Imports: what was handed in, how it stands, and what can be done about it as work."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from app.acts import imports as acts
from app.api.answers import answer
from app.api.caller import Decides, Looks
from app.api.fields import DayInQuery, DryRun, Name, RowInPath, Trial
from app.api.paging import USUAL, Cursor, Limit, PageShape, number_of, paged
from app.api.problems import documented
from app.api.route import ApiRoute
from app.queries.work import imports_before, one_job
from app.shapes.decisions import UndoneShape
from app.shapes.imports import ImportShape
from app.shapes.jobs import JobShape
from app.web.desk import desk
from db.words import ImportStatus
from jobs.selection import Selection

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
    request: Request,
    _caller: Looks,
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
    found = imports_before(desk(request).engine, wanted, before, limit + 1)
    return answer(paged(found, limit, _LIST, lambda each: [each.id]))


@router.get("/{import_id}", response_model=JobShape)
def get_import(request: Request, _caller: Looks, import_id: RowInPath) -> Response:
    """One import, and how it stands."""
    return answer(one_job(desk(request).engine, import_id))


@router.delete("/{import_id}", response_model=UndoneShape)
def undo_import(
    request: Request,
    caller: Decides,
    import_id: RowInPath,
    dry_run: DryRun = False,
    sha256: Hash = None,
) -> Response:
    """Undo an import: the ledger is as if it had never come, but for what is listed as left.

    `sha256` is the document's, as it was seen: the number of an undone import may be given out
    again.
    """
    engine = desk(request).engine
    return answer(acts.undo(engine, import_id, dry_run=dry_run, of=sha256, actor=caller.name))


@router.post("/{import_id}/retry", response_model=JobShape)
def retry_import(request: Request, caller: Decides, import_id: RowInPath) -> Response:
    """Let a failed import wait for its turn again."""
    found = acts.retry(desk(request).engine, import_id, actor=caller.name)
    desk(request).wake()
    return answer(found)


@router.post("/{import_id}/cancel", response_model=JobShape)
def cancel_import(request: Request, caller: Decides, import_id: RowInPath) -> Response:
    """Keep an import from being carried out."""
    return answer(acts.cancel(desk(request).engine, import_id, actor=caller.name))


@router.post("/{import_id}/reprocess", response_model=ImportShape)
def reprocess_import(
    request: Request, _caller: Decides, import_id: RowInPath, wanted: Again
) -> Response:
    """Read the document again with the reader and the ledger of today; answers when that is done.

    `passwords` open a locked document, and are tried before those of the server.
    """
    with_own = desk(request).import_options(tuple(wanted.passwords), dry_run=wanted.dry_run)
    return answer(acts.reprocess(desk(request).engine, import_id, with_own))
