"""Where the ledger is kept: shows what a sync would change before it is done, and undoes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access.rights import Right
from app.acts import sources as acts
from app.errors import SourceMoved
from app.queries.books import account_list
from app.queries.sources import FED, one_source
from app.queries.sources import sources as all_sources
from app.shapes.sources import SourceShape
from app.texts import pages as texts_pages
from app.web.desk import book_of, desk
from app.web.forms import field, named
from app.web.guard import may_manage, person
from app.web.rendering import page, refused_text
from app.web.routing import does, shows
from db.errors import LONGEST_NAME, TieoutError
from db.text import storable

#: What the form holds that connects a source; all of it goes with the question whether one is sure.
_FIELDS: Final = ("name", "path", "account", "currency", *texts_pages.CSV_CHOICES)
_LONGEST_PATH: Final = 4_000


def list_page(request: Request) -> Response:
    """Every source with its accounts, and when it was last read."""
    return page(
        request,
        "sources/list.html",
        found=all_sources(desk(request).engine),
        fed=FED,
        may_connect=may_manage(request) and book_of(request) is None,
        said=texts_pages.SOURCES_SAID.get(request.query_params.get("said", ""), ""),
    )


def connect_page(request: Request) -> Response:
    """The form that connects a source."""
    return _form(request, {})


def connect(request: Request, form: FormData) -> Response:
    """What a source would bring; with a yes to that it is connected."""
    given, sure = _given(form), "sure" in form
    csv = {name: given[name] for name in texts_pages.CSV_CHOICES if given[name]}
    if any(value not in texts_pages.CSV_CHOICES[name][1] for name, value in csv.items()):
        raise HTTPException(400)
    currency = {"currency": given["currency"].upper()} if given["currency"] else {}
    wishes = acts.Wishes(account=given["account"] or None, options={**csv, **currency})
    try:
        change = acts.connect(
            desk(request).engine,
            given["name"],
            Path(given["path"]),
            wishes,
            dry_run=not sure,
            seen=field(form, "seen") if sure else None,
            actor=person(request),
        )
    except TieoutError as error:
        return _form(request, given, error)
    if sure:
        return RedirectResponse("/sources?said=connected", 303)
    return page(
        request, "sources/sync.html", change=change, fields=given, words=texts_pages, trouble=None
    )


def sync_page(request: Request) -> Response:
    """What a sync would change, row by row."""
    return _sync(request, _source(request))


def sync(request: Request, form: FormData) -> Response:
    """A person's yes to exactly that; what is otherwise by now is shown again."""
    source, seen = _source(request), field(form, "seen")
    try:
        acts.sync(desk(request).engine, source.name, seen=seen, actor=person(request))
    except SourceMoved as error:
        return _sync(request, source, error)
    return RedirectResponse("/sources?said=synced", 303)


def undo_page(request: Request) -> Response:
    """What the last sync had changed."""
    source = _source(request)
    last = acts.undo(desk(request).engine, source.name, dry_run=True)
    return page(request, "sources/undo.html", source=source, last=last)


def undo(request: Request, form: FormData) -> Response:
    """A person's yes to taking it back."""
    source, seen = _source(request), field(form, "seen")
    acts.undo(desk(request).engine, source.name, seen=seen, actor=person(request))
    return RedirectResponse("/sources?said=undone", 303)


def _sync(request: Request, source: SourceShape, error: TieoutError | None = None) -> Response:
    change = acts.sync(desk(request).engine, source.name, dry_run=True)
    return page(
        request,
        "sources/sync.html",
        409 if error else 200,
        change=change,
        fields={},
        words=texts_pages,
        trouble=error and (refused_text(error), error.code),
    )


def _form(request: Request, given: Mapping[str, str], error: TieoutError | None = None) -> Response:
    return page(
        request,
        "sources/connect.html",
        409 if error else 200,
        given=given,
        accounts=account_list(desk(request).engine, None),
        choices=texts_pages.CSV_CHOICES,
        trouble=error and (refused_text(error), error.code),
    )


def _given(form: FormData) -> dict[str, str]:
    """Raises ``HTTPException`` 400."""
    said = {name: form.get(name, "") for name in _FIELDS}
    given = {name: storable(text).strip() for name, text in said.items() if isinstance(text, str)}
    lengths = {"path": _LONGEST_PATH}
    if any(len(given.get(name, "")) > lengths.get(name, LONGEST_NAME) for name in _FIELDS):
        raise HTTPException(400)
    if len(given) < len(_FIELDS) or not given["name"] or not given["path"]:
        raise HTTPException(400)
    return given


def _source(request: Request) -> SourceShape:
    """Raises ``HTTPException`` 404."""
    found = one_source(desk(request).engine, named(request, "source"))
    if found is None:
        raise HTTPException(404)
    return found


def _with_form(
    act: Callable[[Request, FormData], Response],
) -> Callable[[Request], Awaitable[Response]]:
    """The act, in a thread, with what its form says."""

    async def acted(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=20) as form:
            return await run_in_threadpool(act, request, form)

    return acted


_SYNC: Final = "/sources/{source}/sync"
_UNDO: Final = "/sources/{source}/undo"
ROUTES: Final = (
    shows("/sources", list_page),
    # It reads any file of the machine, which is no business of a single book's.
    shows("/sources/new", connect_page, Right.MANAGE, of_site=True),
    does("/sources/new", _with_form(connect), Right.MANAGE, of_site=True),
    shows(_SYNC, sync_page, Right.DECIDE),
    does(_SYNC, _with_form(sync)),
    shows(_UNDO, undo_page, Right.DECIDE),
    does(_UNDO, _with_form(undo)),
)
