"""Makes the pages from what `tieout review` and `tieout jobs` show, and takes decisions back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import (
    acts,
    settling,
    texts,
    texts_deciding,
    texts_jobs,
    texts_opinions,
    texts_resolving,
    texts_web,
    wording,
)
from app.hints import hint_texts
from app.offers import offered
from app.opinions import asked_in_vain, opinion_texts, way_to_take
from app.reviews import one_import, waiting
from app.suggestions import take_suggested
from app.web.forms import field, named, numbers, one_of
from app.web.guard import person
from app.web.pictures import anchor_of, picture, sheets
from app.work import listed, still_open
from db.visible import visible
from jobs.kept_documents import NOWHERE, Documents
from jobs.selection import Selection
from jobs.states import OPEN

_LISTED = 200
_MOST_FIELDS = 100_000


def _finished(value: object) -> object:
    """Whatever a template puts out, so that none can forget it; Markup is a template's own."""
    return visible(value) if type(value) is str else value


_templates = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_finished,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals.update(
    t=texts_web,
    texts=texts,
    deciding=texts_deciding,
    work=texts_jobs,
    resolving=texts_resolving,
    settling=settling,
    hint_texts=hint_texts,
    opinions=texts_opinions,
    opinion_texts=opinion_texts,
    asked_in_vain=asked_in_vain,
    way_to_take=way_to_take,
    wording=wording,
    anchor_of=anchor_of,
    open_ones=OPEN,
)


@dataclass(frozen=True, slots=True)
class Pages:
    """All pages of one ledger; ``passwords`` open locked documents for their pictures.

    ``queue``: whether there are workers who would take what is to be tried again.
    """

    engine: Engine
    passwords: tuple[str, ...] = ()
    queue: bool = False
    documents: Documents = NOWHERE

    def waiting(self, _request: Request) -> Response:
        """What needs a person."""
        found = waiting(self.engine)
        still = still_open(self.engine)
        return page("waiting.html", reviews=found.reviews, more=found.more, still=still)

    def work(self, _request: Request) -> Response:
        """The newest imports as work; looks again by itself while any is open."""
        found = listed(self.engine, Selection(), _LISTED)
        still = not OPEN.isdisjoint(found.counts)
        return page("work.html", found=found, still=still, queue=self.queue)

    def review(self, request: Request) -> Response:
        """One import: what differs, beside the pages on which it stands."""
        review = one_import(self.engine, named(request, "import_id"))
        pictures, trouble = sheets(self.engine, review, self.documents, self.passwords)
        offer = offered(self.engine, review.import_id)
        said = texts_web.DONE.get(request.query_params.get("said", ""), "")
        return page(
            "review.html", review=review, sheets=pictures, trouble=trouble, offer=offer, said=said
        )

    def picture(self, request: Request) -> Response:
        """One page of the document."""
        number = named(request, "number")
        import_id = named(request, "import_id")
        drawn = picture(self.engine, import_id, number, self.documents, self.passwords)
        return Response(drawn, media_type="image/png")

    async def decide(self, request: Request) -> Response:
        """A person's yes, no or undo; afterwards the import as it stands then."""
        decisions = {
            "accept": self._accept,
            "reject": self._reject,
            "refresh": self._refresh,
            "suggested": self._suggested,
            "undo": self._undo,
        }
        does = one_of(decisions, request.path_params["decision"])
        async with request.form(max_fields=_MOST_FIELDS) as form:
            return await run_in_threadpool(does, named(request, "import_id"), form, person(request))

    async def change_work(self, request: Request) -> Response:
        """Retry or cancel."""
        change = one_of({"retry": acts.retry, "cancel": acts.cancel}, request.path_params["change"])
        number, actor = named(request, "import_id"), person(request)
        await run_in_threadpool(change, self.engine, number, actor=actor)
        return RedirectResponse("/work", 303)

    def _accept(self, number: int, form: FormData, actor: str | None) -> Response:
        only, seen = numbers(form, "only"), field(form, "seen")
        if not only:
            return _back_to(number, "nothing")
        acts.accept(self.engine, number, only, dry_run=False, seen=seen, actor=actor)
        return _back_to(number, "accepted")

    def _reject(self, number: int, form: FormData, actor: str | None) -> Response:
        reason, seen = field(form, "reason"), field(form, "seen")
        acts.reject(self.engine, number, reason, seen=seen, actor=actor)
        return _back_to(number, "rejected")

    def _refresh(self, number: int, _form: FormData, _actor: str | None) -> Response:
        left = acts.propose_again(self.engine, number)
        return _back_to(number, "refreshed" if left else "settled")

    def _suggested(self, number: int, form: FormData, actor: str | None) -> Response:
        only, seen = numbers(form, "only"), field(form, "seen")
        if len(only) != 1:
            return _back_to(number, "nothing")
        take_suggested(self.engine, number, only, dry_run=False, seen=seen, actor=actor)
        return _back_to(number, "taken")

    def _undo(self, number: int, form: FormData, actor: str | None) -> Response:
        of = field(form, "sha256")
        # The import is gone afterwards, so what became of it is shown here and now.
        undone = acts.undo(self.engine, number, dry_run=False, of=of, actor=actor)
        return page("undone.html", undone=undone)


def _back_to(number: int, said: str) -> Response:
    return RedirectResponse(f"/imports/{number}?said={said}", 303)


def page(template: str, status: int = 200, **facts: object) -> Response:
    """A page from its template."""
    return HTMLResponse(_templates.get_template(template).render(**facts), status)
