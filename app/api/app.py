"""The API as one application: its resources, its errors, and its OpenAPI."""

from http import HTTPStatus
from itertools import chain
from typing import Any, Final

import anyio
from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api import (
    accounts,
    asking,
    imports,
    ledger,
    openapi,
    resolutions,
    review,
    sources,
    statements,
    upload,
)
from app.api.mounted import PREFIX
from app.api.problems import RequestLimits, invalid
from app.api.route import answer
from app.web.books.addresses import prefix_here
from app.web.problem import http_problem

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
        version=openapi.VERSION,
        summary=openapi.SUMMARY,
        description=openapi.DESCRIPTION,
        servers=[{"url": PREFIX}],
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
    app.openapi = lambda: openapi.described(app)  # type: ignore[method-assign]
    return app


def _name(route: APIRoute) -> str:
    """What an operation is called in the OpenAPI, and so in a client made from it."""
    return route.name


def _itself(request: Request) -> Response:
    described: dict[str, Any] = request.app.openapi()
    return answer({**described, "servers": [{"url": prefix_here() + PREFIX}]})


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refused = http_problem(error)
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        # What refuses is the first route of the address, and names its own methods alone.
        refused.headers["Allow"] = ", ".join(_methods_of(request))
    return refused


def _methods_of(request: Request) -> list[str]:
    """Every method that the address takes."""
    path = request.url.path.partition(PREFIX)[2]
    every = chain(request.app.routes, *(router.routes for router in _RESOURCES))
    routes = [each for each in every if isinstance(each, APIRoute)]
    found = {way for each in routes if each.path_regex.match(path) for way in each.methods or ()}
    return sorted(found | {HEAD} if "GET" in found else found)


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
