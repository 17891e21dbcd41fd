"""The page of imports as work."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine
from starlette.requests import Request
from starlette.responses import Response

from app.installation.chosen import settings_for
from app.queries.work import listed
from app.texts import work as texts_work
from app.web.desk import desk
from app.web.forms import number_asked_for
from app.web.live.stages import stage_texts
from app.web.rendering import page
from app.web.work.choosing import filter_of
from app.wording.language import _
from db.errors import TieoutError
from db.words import ImportStatus
from jobs.crew import Worker, crew
from jobs.states import OPEN
from jobs.work_queue import WorkQueue
from pipeline.pages.errors import PasswordNeeded

_LISTED: Final = 100


def work_page(request: Request) -> Response:
    """The newest imports as work, or those that are asked for."""
    at, asked = desk(request), filter_of(request.query_params)
    before = number_asked_for(request.query_params.get("before"))
    found = listed(at.engine, asked.selection, _LISTED + 1, before=before)
    workers, trouble = _workers(at.engine) if at.queue else ([], None)
    return page(
        request,
        "work/list.html",
        jobs=found.jobs[:_LISTED],
        more=len(found.jobs) > _LISTED,
        counts=found.counts,
        asked=asked,
        before=before,
        statuses=tuple(ImportStatus),
        desk=at,
        workers=workers,
        trouble=trouble,
        stages=stage_texts(),
        open_ones=OPEN,
        locked=PasswordNeeded.code,
        said=_said(request),
        elsewhere=at.queue,
    )


def _workers(engine: Engine) -> tuple[list[Worker], str | None]:
    """Those that are there; or none, and why nobody knows."""
    try:
        return crew(WorkQueue(settings_for(engine).redis_url)), None
    except TieoutError as error:
        return [], error.message(_)


def _said(request: Request) -> tuple[str, int] | None:
    """What was just done, and to how many."""
    said = request.query_params.get("said", "")
    if said not in texts_work.DONE:
        return None
    return texts_work.DONE[said], number_asked_for(request.query_params.get("of")) or 0
