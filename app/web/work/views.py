"""The page of imports as work, and what a person changes there."""

from __future__ import annotations

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app import acts, texts_jobs
from app.web.desk import desk
from app.web.forms import named, one_of
from app.web.guard import person
from app.web.rendering import page
from app.work import listed
from jobs.selection import Selection
from jobs.states import OPEN

_LISTED: Final = 200


def work_page(request: Request) -> Response:
    """The newest imports as work; looks again by itself while any is open."""
    found = listed(desk(request).engine, Selection(), _LISTED)
    still = not OPEN.isdisjoint(found.counts)
    queue = desk(request).queue
    return page(
        request,
        "work/list.html",
        found=found,
        still=still,
        queue=queue,
        work=texts_jobs,
        open_ones=OPEN,
    )


async def change_work(request: Request) -> Response:
    """Retry or cancel."""
    change = one_of({"retry": acts.retry, "cancel": acts.cancel}, request.path_params["change"])
    number, actor = named(request, "import_id"), person(request)
    await run_in_threadpool(change, desk(request).engine, number, actor=actor)
    return RedirectResponse("/work", 303)
