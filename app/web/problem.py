"""A problem as it is answered to a program (RFC 9457), and which addresses are the API's."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.shapes.writing import by_name, json_text

MEDIA_TYPE: Final = "application/problem+json"
#: Where the API begins.
API: Final = "/api/v1"
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


def by_code(codes: Mapping[int, str]) -> dict[str, int]:
    """The status of each code, from the codes of each status, with spaces between."""
    return {code: status for status, several in codes.items() for code in several.split()}


def problem(
    status: int, code: str, detail: str, faulty: tuple[FaultyFieldShape, ...] = ()
) -> Response:
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
