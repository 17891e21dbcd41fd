"""Makes the pages from what `tieout review` and `tieout jobs` tell, and takes decisions back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import texts, texts_jobs, texts_web, wording
from app.decisions import say_no, say_yes, take_back
from app.offers import offered
from app.reviews import one_import, waiting
from app.web.guard import person
from app.web.pictures import anchor_of, picture, sheets
from app.work import cancelled, listed, retried
from db.words import ImportStatus

Way = TypeVar("Way")
_LISTED = 200
_MOST_CHANGES = 100_000
_OPEN = (ImportStatus.QUEUED.value, ImportStatus.RUNNING.value)

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals.update(
    t=texts_web, texts=texts, work=texts_jobs, wording=wording, anchor_of=anchor_of
)


@dataclass(frozen=True, slots=True)
class Pages:
    """All pages of one ledger; ``passwords`` open locked documents for their pictures."""

    engine: Engine
    passwords: tuple[str, ...] = ()

    def waiting(self, _request: Request) -> Response:
        """What needs a person."""
        counts = listed(self.engine, (), 1)["counts"]
        still = sum(counts.get(status, 0) for status in _OPEN)
        return page("waiting.html", reviews=waiting(self.engine), still=still)

    def work(self, _request: Request) -> Response:
        """The newest imports as work; looks again by itself while any is open."""
        found = listed(self.engine, (), _LISTED)
        still = any(found["counts"].get(status) for status in _OPEN)
        return page("work.html", found=found, still=still, open_ones=_OPEN)

    def review(self, request: Request) -> Response:
        """One import: what differs, beside the pages on which it stands."""
        import_id = request.path_params["import_id"]
        review = one_import(self.engine, import_id)
        pictures, trouble = sheets(self.engine, review, self.passwords)
        offer = offered(self.engine, import_id)
        said = texts_web.DONE.get(request.query_params.get("said", ""), "")
        said = said.format(left=request.query_params.get("left", ""))
        return page(
            "review.html", review=review, sheets=pictures, trouble=trouble, offer=offer, said=said
        )

    def picture(self, request: Request) -> Response:
        """One page of the document."""
        import_id, number = request.path_params["import_id"], request.path_params["number"]
        drawn = picture(self.engine, import_id, number, self.passwords)
        return Response(drawn, media_type="image/png")

    async def decide(self, request: Request) -> Response:
        """A person's yes, no or undo; afterwards the import as it stands then."""
        decisions = {"accept": self._accept, "reject": self._reject, "undo": self._undo}
        does = _known(decisions, request.path_params["decision"])
        import_id = request.path_params["import_id"]
        async with request.form(max_fields=_MOST_CHANGES) as form:
            said = await run_in_threadpool(does, import_id, form, person(request))
        return RedirectResponse(f"/imports/{import_id}?{urlencode(said)}", 303)

    async def change_work(self, request: Request) -> Response:
        """Retry or cancel."""
        change = _known({"retry": retried, "cancel": cancelled}, request.path_params["change"])
        await run_in_threadpool(change, self.engine, request.path_params["import_id"])
        return RedirectResponse("/work", 303)

    def _accept(self, import_id: int, form: FormData, actor: str | None) -> Mapping[str, str]:
        only = [_number(text) for text in form.getlist("only")]
        if not only:
            return {"said": "nothing"}
        seen = _field(form, "seen")
        say_yes(self.engine, import_id, only, dry_run=False, seen=seen, actor=actor)
        return {"said": "accepted"}

    def _reject(self, import_id: int, form: FormData, actor: str | None) -> Mapping[str, str]:
        reason, seen = _field(form, "reason"), _field(form, "seen")
        say_no(self.engine, import_id, reason, seen=seen, actor=actor)
        return {"said": "rejected"}

    def _undo(self, import_id: int, _form: FormData, actor: str | None) -> Mapping[str, str]:
        left = take_back(self.engine, import_id, dry_run=False, actor=actor)["left"]
        if not left:
            return {"said": "undone"}
        return {"said": "undone_but", "left": ", ".join(str(each["entry"]) for each in left)}


def _field(form: FormData, name: str) -> str:
    text = form.get(name)
    if not isinstance(text, str) or not text.strip():
        raise HTTPException(400)
    return text


def _number(text: object) -> int:
    if not isinstance(text, str) or not text.isdecimal():
        raise HTTPException(400)
    return int(text)


def _known(ways: Mapping[str, Way], name: str) -> Way:
    if name not in ways:
        raise HTTPException(404)
    return ways[name]


def page(template: str, status: int = 200, **facts: object) -> Response:
    """A page from its template."""
    return HTMLResponse(_templates.get_template(template).render(**facts), status)
