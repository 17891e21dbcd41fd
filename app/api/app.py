"""The HTTP API as an application, and the OpenAPI document that describes it."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from http import HTTPStatus
from itertools import chain
from typing import Any, Final

import anyio
from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import db.formats.bank.qif  # noqa: F401 - is loaded late, and its errors are listed here
from app.api import (
    accounts,
    asking,
    imports,
    ledger,
    resolutions,
    review,
    sources,
    statements,
    upload,
)
from app.api.problems import RequestLimits, invalid, status_of
from app.api.route import answer
from app.texts import table
from app.web.books.addresses import prefix_here
from app.web.problem import API, http_problem
from db.errors import TieoutError
from db.text import data_beside

#: In the order in which the OpenAPI lists them.
_RESOURCES: Final[tuple[APIRouter, ...]] = (
    upload.router,
    imports.router,
    imports.events_router,
    review.router,
    resolutions.router,
    statements.router,
    accounts.router,
    sources.entries_router,
    sources.router,
    ledger.router,
    asking.router,
    asking.streams,
)


def api() -> FastAPI:
    """The API of whichever ledger a request is about."""
    app = FastAPI(
        title="tieout",
        version=VERSION,
        summary=SUMMARY,
        description=DESCRIPTION,
        servers=[{"url": API}],
        root_path_in_servers=False,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=_name,
        separate_input_output_schemas=False,
    )
    for router in _RESOURCES:
        app.include_router(router)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_api_route("/openapi.json", _itself, include_in_schema=False)
    app.add_middleware(RequestLimits, uploads=frozenset({"/imports"}))
    app.add_middleware(Heads)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    return app


def _name(route: APIRoute) -> str:
    """What an operation is called in the OpenAPI, and so in a client made from it."""
    return route.name


def _itself(request: Request) -> Response:
    described: dict[str, Any] = request.app.openapi()
    return answer({**described, "servers": [{"url": prefix_here() + API}]})


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refused = http_problem(error)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        # What refuses is the first route of the address, and names its own methods alone.
        path = request.url.path.partition(API)[2]
        every = chain(request.app.routes, *(router.routes for router in _RESOURCES))
        routes = [each for each in every if isinstance(each, APIRoute)]
        found = {
            way for each in routes if each.path_regex.match(path) for way in each.methods or ()
        }
        refused.headers["Allow"] = ", ".join(sorted(found | {HEAD} if "GET" in found else found))
    return refused


def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return invalid(error)


HEAD: Final = "HEAD"


class Heads:
    """Asks for GET where HEAD is asked for: FastAPI's routes know no other method than their own.
    What comes as a stream is ended at its beginning."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The app's answer, or its head alone."""
        if scope["type"] != "http" or scope["method"] != HEAD:
            await self._app(scope, receive, send)
            return
        with anyio.CancelScope() as whole:

            async def head_alone(message: Message) -> None:
                if message["type"] == "http.response.start":
                    await send(message)
                elif not whole.cancel_called:  # a stream may say more before it is ended
                    await send({"type": "http.response.body", "body": b""})
                    if message.get("more_body"):
                        whole.cancel()

            await self._app({**scope, "method": "GET"}, receive, head_alone)


#: Counted like a shape's version: a new name or route does not count.
VERSION: Final = "1"
SUMMARY: Final = "Proves a ledger against the bank's statements."
DESCRIPTION: Final = (
    "Hand in a statement, see whether it ties out, decide what is open. Amounts are decimal"
    " strings, days are ISO dates, moments are UTC. Errors are problem details (RFC 9457) with a"
    " stable `code`. Lists come in pages: `next` is the cursor of the next one. A request with an"
    " `Idempotency-Key` is carried out once, and answered the same for 24 hours. `HEAD` is answered"
    " wherever `GET` is, without a body."
)
#: What the fields of the API hold, an example where it helps, and what parameters mean. A word is
#: there once, whatever shape it is in; where it means another thing, as `Shape.field` as well.
EXPLAINED, EXAMPLES, PARAMETERS = (
    table("api_fields", each) for each in ("fields", "examples", "parameters")
)
#: What a page of a list is called, so that a generated client has a name for it.
_PAGE: Final = re.compile(r"\bPageShape_(\w+?)_(?!\w)")
#: Where the codes are that a problem of this status may have.
CODES: Final = "x-codes"
_FIRST_PROBLEM: Final = 400
_BY_FASTAPI: Final = ("HTTPValidationError", "ValidationError")
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Carried out once: the same key again is answered as it was the first time.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
}


def described(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        found = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=app.description,
            routes=app.routes,
            servers=app.servers,
        )
        for name in _BY_FASTAPI:
            found["components"]["schemas"].pop(name, None)
        for name, schema in found["components"]["schemas"].items():
            schema["title"] = _PAGE.sub(r"\1Page", name)
            for field, about in schema.get("properties", {}).items():
                _explain_field(name, field, about)
        for path in found["paths"].values():
            for method, operation in path.items():
                _as_it_is(method, operation)
                for each in operation.get("parameters", []):
                    own = f"{operation['operationId']}.{each['name']}", each["name"]
                    each.setdefault("description", _first(PARAMETERS, own) or "")
        described: dict[str, Any] = json.loads(_PAGE.sub(r"\1Page", json.dumps(found)))
        app.openapi_schema = described
    return app.openapi_schema


def _explain_field(shape: str, field: str, about: dict[str, Any]) -> None:
    own = f"{shape}.{field}", field
    said, example = _first(EXPLAINED, own), _first(EXAMPLES, own)
    if said is not None:
        about.setdefault("description", said)
    # A field that another shape has for something else: an amount may be a list of them.
    if example is not None and "$ref" not in about and "array" not in json.dumps(about):
        about.setdefault("examples", [example])


def _first(table: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((table[each] for each in names if each in table), None)


def _as_it_is(method: str, operation: dict[str, Any]) -> None:
    """Problems have one media type and the codes that may come, and what changes takes a key."""
    name = operation["operationId"]
    codes = codes_of(name, changes=method != "get")
    answers = operation["responses"]
    for status in [each for each in answers if int(each) >= _FIRST_PROBLEM]:
        answer, known = answers[status], codes.get(int(status))
        if known is None:  # no error of this operation is answered so
            del answers[status]
            continue
        answer["content"].pop("application/json", None)
        answer["description"] += ": " + ", ".join(f"`{each}`" for each in known) + "."
        answer[CODES] = known
    if method != "get" and name not in _UNKEYED:
        operation.setdefault("parameters", []).append(_KEY)


#: What Starlette refuses has no class of ours; the guard comes first.
_ALWAYS: Final = {
    400: ("bad_request",),
    403: ("other_host", "wrong_origin"),
    404: ("not_found",),
}
_TOO_SLOW: Final = {408: ("request_timeout",)}
#: The codes of its own that each operation may answer, some of them by groups.
_CODES: Final = data_beside(__file__, "problem_codes.json")
#: A stream is sent once.
_UNKEYED: Final = {"ask_in_events"}
#: Those that take only so many at once.
_FULL: Final = {
    "hand_in": {503: ("service_unavailable",)},
    "follow_import": {503: ("service_unavailable",)},
}


def codes_of(operation: str, *, changes: bool) -> dict[int, list[str]]:
    """The codes of each status that the operation may answer, ``changes`` if it is no GET."""
    found: dict[int, set[str]] = defaultdict(set)
    known = {kind.code: kind for kind in TieoutError.kinds()}
    groups: dict[str, str] = {}
    for name, each in _CODES["groups"].items():
        groups[name] = each.format_map(groups)
    wanted = [groups["of_every"], _CODES["operations"][operation].format_map(groups)]
    # Whatever changes something takes a key and a body.
    wanted += [groups["of_changes"]] if changes else []
    for code in " ".join(wanted).split():
        found[status_of(known[code])].add(code)
    for given in (_ALWAYS, _TOO_SLOW if changes else {}, _FULL.get(operation, {})):
        for status, codes in given.items():
            found[status].update(codes)
    return {status: sorted(codes) for status, codes in sorted(found.items())}
