"""Hands a document in: as a form, or as it is; answered at once, and carried out afterwards."""

import hashlib
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any, BinaryIO, Final, cast

from fastapi import APIRouter, Query
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response

from app.acts.queueing import receive
from app.api import idempotency
from app.api.problems import BadRequest, WrongMediaType, documented
from app.api.requests import Decides
from app.api.route import StreamRoute, answer, carried_out_once
from app.shapes.imports import ReceivedShape
from app.web.desk import Desk, desk
from app.web.problem import API
from app.web.receiving import FormParts, Limiter, names_a_codec, plain_name
from db.outside import KeyedRequest
from jobs.lease.lease import OPEN
from pipeline.intake.file import MEBIBYTE

router: Final = APIRouter(tags=["imports"], route_class=StreamRoute, responses=documented(415))

_RAW: Final = (
    "application/pdf", "image/png", "image/jpeg", "image/tiff", "image/webp", "image/heic",
    "application/octet-stream",
)  # fmt: skip
_FORM: Final = "multipart/form-data"
_FILE: Final = {"type": "string", "format": "binary"}
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            _FORM: {
                "schema": {
                    "type": "object",
                    "properties": {
                        "file": {**_FILE, "description": "The PDF or the picture."},
                        "account": {"type": "string", "minLength": 1, "maxLength": 200},
                    },
                    "required": ["file"],
                }
            },
            **{kind: {"schema": _FILE} for kind in _RAW},
        },
    }
}
_LOCATION: Final = {
    "Location": {
        "description": "The import.",
        "schema": {"type": "string", "format": "uri-reference"},
    }
}
_ANSWERS: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "These bytes were handed in before, and their import has ended.",
          "headers": _LOCATION,
          "model": ReceivedShape},
    202: {"description": "It waits for its turn.", "headers": _LOCATION},
}  # fmt: skip
_IN_MEMORY: Final = MEBIBYTE
_MOST_FIELDS: Final = 10
#: So many arrive at once, each on disk; of those so many are whole in memory, and others wait.
_ARRIVING: Final = Limiter(32)
_READING: Final = Limiter(4, waiting=28)
_LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class _SentDocument:
    """What was sent, under the name that it goes by."""

    stream: BinaryIO
    name: str
    account: str | None


@router.post(
    "/imports",
    status_code=202,
    response_model=ReceivedShape,
    responses=_ANSWERS,
    openapi_extra=_BODY,
)
async def hand_in(
    request: Request,
    _caller: Decides,
    name: Annotated[str | None, Query(min_length=1, max_length=_LONGEST_NAME)] = None,
    account: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
) -> Response:
    """Hand a document in, as a form with the field `file`, or raw with its own media type.

    `account` is whose statement it is, by id, name or last digits, where the page does not say.
    The same bytes again are the same import (200, or 202 while it still waits for its turn)."""
    whole = request.headers.get("content-type", "")
    kind = whole.partition(";")[0].strip().lower()
    if (kind != _FORM and kind not in _RAW) or names_a_codec(whole):
        raise WrongMediaType(given=whole[:_LONGEST_NAME] or "nothing")
    with _ARRIVING.turn():
        if kind == _FORM:
            return await _from_form(request, name, account)
        with SpooledTemporaryFile(_IN_MEMORY) as spool:
            async for chunk in request.stream():
                await run_in_threadpool(spool.write, chunk)
            spool.seek(0)
            return await _taken(
                request, _SentDocument(cast(BinaryIO, spool), plain_name(name), account)
            )


async def _from_form(request: Request, name: str | None, account: str | None) -> Response:
    try:
        parts = FormParts(request.headers, request.stream(), max_files=1, max_fields=_MOST_FIELDS)
        form = await parts.parse()
    except MultiPartException as error:
        raise BadRequest(why=f"the form is not whole: {error.message}") from None
    try:
        file, own = form.get("file"), form.get("account")
        if not isinstance(file, UploadFile):
            raise BadRequest(why='the form has no file in its field "file"')
        whose = own if isinstance(own, str) and own.strip() else account
        given = name or _unescaped(file.filename or "")
        return await _taken(request, _SentDocument(file.file, plain_name(given), whose))
    finally:
        await form.close()


async def _taken(request: Request, sent: _SentDocument) -> Response:
    key = idempotency.key_of(request)

    async def taken(_request: Request) -> Response:
        actor = request.state.caller.name
        return await run_in_threadpool(_received, desk(request), sent, actor)

    if key is None:
        return await taken(request)
    content = await run_in_threadpool(_hashed, sent.stream)
    said = (content, sent.name.encode(), (sent.account or "").encode())
    digest = idempotency.digest_of(request, *said)
    return await carried_out_once(
        request, KeyedRequest(request.state.caller.key, key, digest), taken
    )


def _received(at: Desk, sent: _SentDocument, actor: str) -> Response:
    with _READING.turn():
        found = receive(
            at.engine,
            at.documents,
            sent.stream,
            sent.name,
            account=sent.account,
            queue=at.queue,
            actor=actor,
        )
    at.wake()
    location = {"Location": f"{API}/imports/{found.import_id}"}
    return answer(found, 202 if found.status in OPEN else 200, location)


def _hashed(stream: BinaryIO) -> bytes:
    found = hashlib.sha256()
    while chunk := stream.read(MEBIBYTE):
        found.update(chunk)
    stream.seek(0)
    return found.digest()


def _unescaped(name: str) -> str:
    """What browsers and programs write otherwise within the quotation marks of a form."""
    return name.replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")
