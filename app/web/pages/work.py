"""The page of imports as work: choose, retry and cancel."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from sqlalchemy import Engine
from starlette.datastructures import FormData, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts import imports as acts
from app.environment.listing import settings_for
from app.queries.reviews import listed
from app.texts import pages as texts_pages
from app.texts.language import _
from app.web.desk import desk
from app.web.forms import named, number_asked_for, numbers, one_of
from app.web.guard import person
from app.web.rendering import page
from app.web.routing import does, shows, with_form
from app.web.stream import events, stage_texts
from db.errors import TieoutError
from db.words import ImportStatus
from jobs.lease.lease import OPEN
from jobs.queue.table import JobAction, Selection, how_many
from jobs.queue.work_queue import Worker, WorkQueue, crew
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
    """Those that are there; or none, and why no one knows."""
    try:
        return crew(WorkQueue(settings_for(engine).redis_url)), None
    except TieoutError as error:
        return [], error.message(_)


def _said(request: Request) -> tuple[str, int] | None:
    said = request.query_params.get("said", "")
    if said not in texts_pages.WORK_DONE:
        return None
    return texts_pages.WORK_DONE[said], number_asked_for(request.query_params.get("of")) or 0


_CHANGES: Final = {change.value: change for change in JobAction}
_ONE: Final = {JobAction.RETRY: acts.retry, JobAction.CANCEL: acts.cancel}
_FORM: Final = {"max_files": 0, "max_fields": 1_000}


def change_one(request: Request, form: FormData) -> Response:
    change = one_of(_CHANGES, request.path_params["change"])
    at, number = desk(request), named(request, "import_id")
    _ONE[change](at.engine, number, actor=person(request))
    at.wake()
    pages = {"upload": "/upload", "import": f"/imports/{number}", "todo": "/"}
    return RedirectResponse(pages.get(str(form.get("to"))) or filter_of(form).address(), 303)


def change_many(request: Request, form: FormData) -> Response:
    """Retry or cancel those that are ticked, or all that match, which is asked first."""
    change = one_of(_CHANGES, request.path_params["change"])
    asked = filter_of(form)
    if not form.get("all"):
        ticked = tuple(sorted(numbers(form, "only")))
        return _changed(request, change, Selection(ids=ticked) if ticked else None, asked)
    if form.get("sure"):
        return _changed(request, change, asked.selection, asked)
    count = how_many(desk(request).engine, change, asked.selection)
    if not count:
        return _changed(request, change, None, asked)
    question = texts_pages.ASK[change]
    act = texts_pages.WORK_ACTS[change]
    return page(
        request,
        "work/sure.html",
        asked=asked,
        change=change,
        count=count,
        question=question,
        act=act,
    )


def _changed(
    request: Request, change: JobAction, selection: Selection | None, asked: "Filter"
) -> Response:
    at = desk(request)
    every = selection and acts.change_work(at.engine, change, selection, actor=person(request))
    done = sum(each.error is None for each in every or ())
    at.wake()
    told = {"said": change.value, "of": done} if done else {"said": "nothing"}
    return RedirectResponse(asked.address(**told), 303)


_CODE: Final = re.compile(r"[a-z0-9_]{1,80}")
_MOST_CHARACTERS: Final = 200
_STATUSES: Final = {status.value: status for status in ImportStatus}


@dataclass(frozen=True, slots=True)
class Filter:
    """What was asked for, as it was written; empty is everything."""

    status: str = ""
    code: str = ""
    name: str = ""

    @property
    def selection(self) -> Selection:
        return Selection(
            statuses=frozenset({_STATUSES[self.status]} if self.status else ()),
            codes=frozenset({self.code} if self.code else ()),
            name=self.name or None,
        )

    @property
    def fields(self) -> dict[str, str]:
        """What of it says anything, as fields of a form or an address."""
        told = {"status": self.status, "code": self.code, "name": self.name}
        return {name: value for name, value in told.items() if value}

    def address(self, **more: object) -> str:
        told = urlencode({**self.fields, **more})
        return f"/work?{told}" if told else "/work"


def filter_of(said: QueryParams | FormData) -> Filter:
    """What the fields say. Raises ``HTTPException`` 400 for what no page of ours offers."""
    status, code, name = (_text(said, each) for each in ("status", "code", "name"))
    if (status and status not in _STATUSES) or (code and not _CODE.fullmatch(code)):
        raise HTTPException(400)
    return Filter(status, code, name)


def _text(said: QueryParams | FormData, name: str) -> str:
    text = said.get(name, "")
    return text.strip()[:_MOST_CHARACTERS] if isinstance(text, str) else ""


ROUTES: Final = (
    shows("/work", work_page),
    shows("/work/events", events),
    does("/work/many/{change}", with_form(change_many, **_FORM)),
    does("/work/{import_id}/{change}", with_form(change_one, **_FORM)),
)
