"""The page of uploads: hand documents in, open locked ones, say whose they are."""

import re
from typing import Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app.acts.correcting import StatedByPerson, state_facts
from app.acts.queueing import hand_in
from app.queries.books import account_list
from app.queries.uploads import ORIGIN, batches, give_password
from app.texts import pages as texts_pages
from app.texts.language import _
from app.web.desk import desk
from app.web.forms import chosen_number, field, named, numbers
from app.web.guard import person
from app.web.receiving import MOST_BYTES, new_batch, received, sources
from app.web.rendering import page
from app.web.routing import does, shows, with_form
from app.web.stream import stage_texts
from db.text import one_line
from db.words import ImportStatus, Priority
from jobs.lease.lease import OPEN
from jobs.options import ImportOutcome
from pipeline.intake.file import MAX_BYTES

#: So many documents somebody waits for; more are a backlog.
_A_FEW: Final = 10
_BATCH: Final = re.compile(r"[0-9a-f-]{8,40}")
_MOST_OF_A_PASSWORD: Final = 1_000
_PRIORITIES: Final = {each.name.lower(): each for each in Priority}


def upload_page(request: Request) -> Response:
    at = desk(request)
    only = request.query_params.get("batch")
    found = batches(at.engine, at.handed, at.background, only)
    shown = [upload for batch in found for upload in batch.uploads]
    return page(
        request,
        "uploads/list.html",
        batches=found,
        only=only,
        account=chosen_number(request, "account"),
        accounts=account_list(at.engine, None),
        texts_uploads=texts_pages,
        still=any(upload.status in OPEN or upload.opening for upload in shown),
        stages=stage_texts(),
        carries_out=at.carries_out,
        elsewhere=at.queue,
        limit=MAX_BYTES,
        said=texts_pages.UPLOAD_DONE.get(request.query_params.get("said", ""), ""),
    )


async def upload(request: Request) -> Response:
    """Hand documents in; afterwards what was handed in, or its record for a script."""
    form = await received(request)
    try:
        told = _text(form, "batch")
        batch = told if _BATCH.fullmatch(told) else new_batch()
        outcomes = await run_in_threadpool(_hand_in, request, form, batch)
    finally:
        await form.close()
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(
            {
                "batch": batch,
                "documents": [
                    {
                        "name": one_line(each.name),
                        "status": each.status.value,
                        "import_id": each.import_id,
                        "error_code": each.error_code,
                        "error": each.message,
                        "text": _said(each),
                    }
                    for each in outcomes
                ],
            }
        )
    if not outcomes:
        return RedirectResponse("/upload?said=nothing", 303)
    return RedirectResponse(f"/upload?batch={batch}", 303)


def unlock(request: Request, form: FormData) -> Response:
    """Open a locked document with a password."""
    number, password = named(request, "import_id"), field(form, "password")
    if len(password) > _MOST_OF_A_PASSWORD:
        raise HTTPException(400)
    at = desk(request)
    give_password(at.engine, at.background, number, password, actor=person(request))
    if form.get("to") == "import":
        return RedirectResponse(f"/imports/{number}", 303)
    return _back(form)


def say_account(request: Request, form: FormData) -> Response:
    """Take a person's word for whose statement it is."""
    number, account = named(request, "import_id"), field(form, "account")
    of = numbers(form, "statement")
    said = StatedByPerson(account=account)
    which = min(of) if of else None
    engine, seen, actor = desk(request).engine, field(form, "seen"), person(request)
    state_facts(engine, number, said, number=which, seen=seen, actor=actor)
    return _back(form, said="stated")


def _back(form: FormData, **told: str) -> Response:
    batch = form.get("batch")
    if isinstance(batch, str) and _BATCH.fullmatch(batch):
        told["batch"] = batch
    return RedirectResponse("/upload" + (f"?{urlencode(told)}" if told else ""), 303)


def _hand_in(request: Request, form: FormData, batch: str) -> list[ImportOutcome]:
    at = desk(request)
    account, password = _text(form, "account"), _text(form, "password")
    found = list(
        hand_in(
            at.engine,
            at.documents,
            sources(form, ORIGIN + batch),
            account or None,
            queue=at.queue,
            priority=_priority(form),
            actor=person(request),
        )
    )
    if found:
        at.handed.add(batch, found)
    if at.background is not None and password:
        for each in found:
            if each.import_id is not None and each.status in _TO_OPEN:
                at.background.unlock(each.import_id, password)
    at.wake()
    return found


#: What a password that came along may still be of use for.
_TO_OPEN: Final = OPEN | {ImportStatus.FAILED}


def _priority(form: FormData) -> Priority:
    """As chosen; a few go before a backlog. A script that sends one by one tells how many."""
    chosen = _text(form, "priority")
    if chosen in _PRIORITIES:
        return _PRIORITIES[chosen]
    of = _text(form, "of")
    told = int(of) if of.isascii() and of.isdecimal() and len(of) < 9 else 0
    several = max(told, len(form.getlist("documents")))
    return Priority.HIGH if several <= _A_FEW else Priority.NORMAL


def _text(form: FormData, name: str) -> str:
    text = form.get(name)
    return text[:_MOST_OF_A_PASSWORD] if isinstance(text, str) else ""


def _said(outcome: ImportOutcome) -> str:
    if outcome.message:
        return outcome.message
    known = outcome.status is ImportStatus.DUPLICATE
    return _(texts_pages.KNOWN) if known else _(texts_pages.WAITS)


_FORM: Final = {"max_files": 0, "max_fields": 10}
ROUTES: Final = (
    shows("/upload", upload_page),
    does("/upload", upload, most_bytes=MOST_BYTES),
    does("/upload/{import_id}/password", with_form(unlock, **_FORM)),
    does("/upload/{import_id}/account", with_form(say_account, **_FORM)),
)
