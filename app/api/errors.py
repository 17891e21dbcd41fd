"""What can be wrong with a request, and a problem as it is answered (RFC 9457)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.shapes.writing import by_name, json_text
from db.errors import TieoutError


class NoToken(TieoutError):
    """The request has no token that is in force. Send the header "Authorization: Bearer TOKEN" with
    one made by: tieout token add"""

    code: ClassVar[str] = "no_token"


class NotAllowed(TieoutError):
    """{name} may {has}, and this needs the role {needs}. Send a token that has it (tieout token
    add), or sign in as somebody who has it."""

    code: ClassVar[str] = "not_allowed"


class BadRequest(TieoutError):
    """The request cannot be read: {why}. Compare it with /api/v1/openapi.json."""

    code: ClassVar[str] = "bad_request"


class BadCursor(TieoutError):
    """The cursor is not one that this list gave. Begin again without one."""

    code: ClassVar[str] = "bad_cursor"


class NothingNamed(TieoutError):
    """Nothing to change is named. Name at least one fact."""

    code: ClassVar[str] = "nothing_named"


class NotRecorded(TieoutError):
    """There is no {what} {number} here. See those there are one level up."""

    code: ClassVar[str] = "not_recorded"


class NotAcceptable(TieoutError):
    """None of the media types asked for can be given. Accept one of: {known}; or leave Accept out
    and say ?to=."""

    code: ClassVar[str] = "not_acceptable"


class WrongMediaType(TieoutError):
    """A document is sent as multipart/form-data with the field "file", or raw with its own type,
    such as application/pdf. This is {given}."""

    code: ClassVar[str] = "wrong_media_type"


class BodyTooLarge(TieoutError):
    """The request's body is larger than {most} bytes. Send less at once."""

    code: ClassVar[str] = "body_too_large"


class KeyReused(TieoutError):
    """This Idempotency-Key was used for another request. Use a new key for each request, and the
    same one only to send the same request again."""

    code: ClassVar[str] = "key_reused"


class KeyBusy(TieoutError):
    """The first request with this Idempotency-Key has not ended. Send it again in a moment."""

    code: ClassVar[str] = "key_busy"


class ApiBug(TieoutError):
    """This is a bug ({kind}), and nothing was changed by what it interrupted. Look into the log of
    tieout web, and please report it."""

    code: ClassVar[str] = "api_bug"


MEDIA_TYPE: Final = "application/problem+json"
_OF_THE_API: Final = re.compile(r"(?:/books/[^/]+)?/api(?:/.*)?", re.DOTALL)
_HTTP: Final = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address. See /api/v1/openapi.json.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address takes other methods: see the header Allow.",
    HTTPStatus.BAD_REQUEST: "The body cannot be read. Compare it with /api/v1/openapi.json.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyFieldShape:
    """A field of the request that cannot be taken, as a JSON pointer, and why."""

    pointer: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemShape:
    """What went wrong: ``code`` is stable, ``detail`` says it to a person, with what to do."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: tuple[FaultyFieldShape, ...] = ()


def problem(
    status: int, code: str, detail: str, faulty: tuple[FaultyFieldShape, ...] = ()
) -> Response:
    """A problem as an answer."""
    shape = ProblemShape(
        type=f"urn:tieout:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        code=code,
        errors=faulty,
    )
    headers = {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="tieout"'
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "5"
    return Response(json_text(by_name(shape)), status, headers, MEDIA_TYPE)


def http_problem(error: HTTPException) -> Response:
    """What Starlette refuses: an unknown address, a wrong method, a body that is no form."""
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "_")
    response = problem(status, code, _HTTP.get(status, status.description or status.phrase))
    response.headers.update(error.headers or {})
    return response


def is_of_the_api(request: Request) -> bool:
    """Whether its address is the API's, or would be if there were one there: a program asks, which
    is answered with problem details."""
    return _OF_THE_API.fullmatch(request.scope["path"]) is not None
