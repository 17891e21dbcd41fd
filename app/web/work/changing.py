"""Retries and cancels what a person chose: one, those that are ticked, or all that match."""

from __future__ import annotations

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts import imports as acts
from app.texts import work as texts_work
from app.web.desk import desk
from app.web.forms import named, numbers, one_of
from app.web.guard import person
from app.web.rendering import page
from app.web.work.choosing import Filter, filter_of
from jobs.many import Change, how_many
from jobs.selection import Selection

_CHANGES: Final = {change.value: change for change in Change}
_ONE: Final = {Change.RETRY: acts.retry, Change.CANCEL: acts.cancel}
_MOST_FIELDS: Final = 1_000


async def change_one(request: Request) -> Response:
    """Retry or cancel one import."""
    change = one_of(_CHANGES, request.path_params["change"])
    at, number, actor = desk(request), named(request, "import_id"), person(request)
    await run_in_threadpool(_ONE[change], at.engine, number, actor=actor)
    at.wake()
    async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
        return RedirectResponse(_back_to(form, number), 303)


def _back_to(form: FormData, number: int) -> str:
    """The page on which the button stood."""
    pages = {"upload": "/upload", "import": f"/imports/{number}", "todo": "/"}
    return pages.get(str(form.get("to"))) or filter_of(form).address()


async def change_many(request: Request) -> Response:
    """Retry or cancel those that are ticked, or all that match, which is asked first."""
    change = one_of(_CHANGES, request.path_params["change"])
    async with request.form(max_files=0, max_fields=_MOST_FIELDS) as form:
        return await run_in_threadpool(_change, request, change, form)


def _change(request: Request, change: Change, form: FormData) -> Response:
    asked = filter_of(form)
    if not form.get("all"):
        ticked = tuple(sorted(numbers(form, "only")))
        return _changed(request, change, Selection(ids=ticked) if ticked else None, asked)
    if form.get("sure"):
        return _changed(request, change, asked.selection, asked)
    count = how_many(desk(request).engine, change, asked.selection)
    if not count:
        return _changed(request, change, None, asked)
    question = texts_work.ASK[change]
    act = texts_work.ACTS[change]
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
    request: Request, change: Change, selection: Selection | None, asked: Filter
) -> Response:
    at = desk(request)
    every = selection and acts.change_work(at.engine, change, selection, actor=person(request))
    done = sum(each.error is None for each in every or ())
    at.wake()
    told = {"said": change.value, "of": done} if done else {"said": "nothing"}
    return RedirectResponse(asked.address(**told), 303)
