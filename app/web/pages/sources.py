"""Where the ledger is kept: shows what a sync would change before it is done, and undoes it.

Beside the sources are the rules: what earlier decisions propose for entries to come."""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access.rights import Right
from app.acts import sources as acts
from app.acts.accounts import Wishes
from app.acts.patches import forget_rule
from app.errors import SourceMoved
from app.queries.books import account_list
from app.queries.sources import FED, SENT, SentFile, one_source, rules
from app.queries.sources import sources as all_sources
from app.shapes.sources import SourceShape
from app.texts import pages as texts_pages
from app.web.desk import book_of, desk
from app.web.forms import field, named, plain_number
from app.web.guard import may_manage, person
from app.web.receiving import plain_name
from app.web.rendering import page, refused_text
from app.web.routing import does, shows, with_form
from db.errors import LONGEST_NAME, TieoutError
from db.text import storable
from pipeline.intake.file import MEBIBYTE

#: What the form holds that connects a source; all of it goes with the question whether one is sure.
_FIELDS: Final = ("name", "path", "account", "currency", *texts_pages.CSV_CHOICES)
_LONGEST_PATH: Final = 4_000
#: A file is sent once and shown: it goes with the question, packed, and comes back with the yes.
_MOST_BYTES: Final = 32 * MEBIBYTE
_MOST_PACKED: Final = 8 * MEBIBYTE
#: So many rules are shown at once.
_RULES: Final = 100


def list_page(request: Request) -> Response:
    """Every source with its accounts, and when it was last read; and so many rules."""
    every = rules(desk(request).engine)
    start = max(1, plain_number(request.query_params.get("from")) or 1)
    return page(
        request,
        "sources/list.html",
        found=all_sources(desk(request).engine),
        rules=every[start - 1 : start - 1 + _RULES],
        start=start,
        total=len(every),
        fed=FED,
        sent=SENT,
        said=texts_pages.SOURCES_SAID.get(request.query_params.get("said", ""), ""),
    )


def connect_page(request: Request) -> Response:
    return _form(request, {})


def connect(request: Request, form: FormData) -> Response:
    """What a source would bring; with a yes to that it is connected."""
    given, sure = _given(request, form), "sure" in form
    sent = _sent(form)
    if (sent is None) == (not given["path"]):
        raise HTTPException(400)
    csv = {name: given[name] for name in texts_pages.CSV_CHOICES if given[name]}
    if any(value not in texts_pages.CSV_CHOICES[name][1] for name, value in csv.items()):
        raise HTTPException(400)
    currency = {"currency": given["currency"].upper()} if given["currency"] else {}
    wishes = Wishes(account=given["account"] or None, options={**csv, **currency})
    try:
        change = acts.connect(
            desk(request).engine,
            given["name"],
            sent or Path(given["path"]),
            wishes,
            dry_run=not sure,
            seen=field(form, "seen") if sure else None,
            actor=person(request),
        )
    except TieoutError as error:
        return _form(request, given, error)
    if sure:
        return RedirectResponse("/sources?said=connected", 303)
    fields = {**given, **_packed(sent), "sure": "yes"}
    return page(
        request, "sources/sync.html", change=change, fields=fields, words=texts_pages, trouble=None
    )


def sync_page(request: Request) -> Response:
    """What a sync would change, row by row; a file that was sent is asked for first."""
    source = _source(request)
    if source.location.startswith(SENT):
        return page(request, "sources/send.html", source=source)
    return _sync(request, source, None)


def sync(request: Request, form: FormData) -> Response:
    """A yes to exactly what was shown; what moved since, or a sent file, is shown first."""
    source, sent = _source(request), _sent(form)
    if sent is not None and "seen" not in form:
        return _sync(request, source, sent)
    try:
        acts.sync(
            desk(request).engine,
            source.name,
            location=sent,
            seen=field(form, "seen"),
            actor=person(request),
        )
    except SourceMoved as error:
        return _sync(request, source, sent, error)
    return RedirectResponse("/sources?said=synced", 303)


def undo_page(request: Request) -> Response:
    source = _source(request)
    last = acts.undo(desk(request).engine, source.name, dry_run=True)
    return page(request, "sources/undo.html", source=source, last=last)


def undo(request: Request, form: FormData) -> Response:
    """A person's yes to taking it back."""
    source, seen = _source(request), field(form, "seen")
    acts.undo(desk(request).engine, source.name, seen=seen, actor=person(request))
    return RedirectResponse("/sources?said=undone", 303)


def disconnect_page(request: Request) -> Response:
    source = _source(request)
    left = acts.disconnect(desk(request).engine, source.name, dry_run=True)
    return page(request, "sources/disconnect.html", source=source, left=left)


def disconnect(request: Request, _form: FormData) -> Response:
    acts.disconnect(desk(request).engine, _source(request).name, actor=person(request))
    return RedirectResponse("/sources?said=disconnected", 303)


def forget(request: Request, form: FormData) -> Response:
    """Propose no more what was decided for these words."""
    forget_rule(desk(request).engine, field(form, "words"), actor=person(request))
    return RedirectResponse("/sources?said=forgotten", 303)


def _sync(
    request: Request, source: SourceShape, sent: SentFile | None, error: TieoutError | None = None
) -> Response:
    change = acts.sync(desk(request).engine, source.name, location=sent, dry_run=True)
    return page(
        request,
        "sources/sync.html",
        409 if error else 200,
        change=change,
        fields=_packed(sent),
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
        may_name_files=_may_name_files(request),
        trouble=error and (refused_text(error), error.code),
    )


def _sent(form: FormData) -> SentFile | None:
    """The file of the form, or the one that was shown. Raises ``HTTPException`` 400 and 413."""
    file, packed = form.get("file"), form.get("packed")
    if isinstance(file, UploadFile) and (file.filename or file.size):
        data = file.file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise HTTPException(413)
        return SentFile(plain_name(file.filename), data)
    if not isinstance(packed, str):
        return None
    try:
        whole = zlib.decompressobj()
        data = whole.decompress(b64decode(packed, validate=True), _MOST_BYTES)
    except (ValueError, zlib.error):
        raise HTTPException(400) from None
    if not whole.eof:
        raise HTTPException(400)
    return SentFile(plain_name(field(form, "file_name")), data)


def _packed(sent: SentFile | None) -> dict[str, str]:
    """Raises ``HTTPException`` 413."""
    if sent is None:
        return {}
    packed = b64encode(zlib.compress(sent.data)).decode()
    if len(packed) > _MOST_PACKED:
        raise HTTPException(413)
    return {"file_name": sent.name, "packed": packed}


def _may_name_files(request: Request) -> bool:
    """Any file of the machine can be read so, which is no business of a single book's."""
    return may_manage(request) and book_of(request) is None


def _given(request: Request, form: FormData) -> dict[str, str]:
    """Raises ``HTTPException`` 400 and 403."""
    said = {name: form.get(name, "") for name in _FIELDS}
    given = {name: storable(text).strip() for name, text in said.items() if isinstance(text, str)}
    lengths = {"path": _LONGEST_PATH}
    if any(len(given.get(name, "")) > lengths.get(name, LONGEST_NAME) for name in _FIELDS):
        raise HTTPException(400)
    if len(given) < len(_FIELDS) or not given["name"]:
        raise HTTPException(400)
    if given["path"] and not _may_name_files(request):
        raise HTTPException(403)
    return given


def _source(request: Request) -> SourceShape:
    """Raises ``HTTPException`` 404."""
    found = one_source(desk(request).engine, named(request, "source"))
    if found is None:
        raise HTTPException(404)
    return found


_FORM: Final = {"max_files": 1, "max_fields": 20, "max_part_size": _MOST_PACKED}
_SYNC: Final = "/sources/{source}/sync"
_UNDO: Final = "/sources/{source}/undo"
_DISCONNECT: Final = "/sources/{source}/disconnect"
ROUTES: Final = (
    shows("/sources", list_page),
    shows("/sources/new", connect_page, Right.DECIDE),
    does("/sources/new", with_form(connect, **_FORM), most_bytes=_MOST_BYTES + MEBIBYTE),
    does("/sources/rules", with_form(forget, **_FORM)),
    shows(_SYNC, sync_page, Right.DECIDE),
    does(_SYNC, with_form(sync, **_FORM), most_bytes=_MOST_BYTES + MEBIBYTE),
    shows(_DISCONNECT, disconnect_page, Right.DECIDE),
    does(_DISCONNECT, with_form(disconnect, **_FORM)),
    shows(_UNDO, undo_page, Right.DECIDE),
    does(_UNDO, with_form(undo, **_FORM)),
)
