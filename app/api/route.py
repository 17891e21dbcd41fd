"""What every route of the API does: whatever goes wrong is a problem, and a key counts once."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from app.api import idempotency
from app.api.caller import Needs, caller_of
from app.api.errors import ApiBug
from app.api.problem import http_problem
from app.api.problems import invalid, problem_of
from app.web.desk import desk
from db.answered import Asked
from db.errors import TieoutError, without_text

_LOG = logging.getLogger(__name__)
_LOOKING: Final = ("GET", "HEAD")

Handler = Callable[[Request], Awaitable[Response]]


class ApiRoute(APIRoute):
    """Answers every error as a problem; with an Idempotency-Key it carries a request out once."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """As FastAPI makes it, and then this around it."""
        handler = super().get_route_handler()
        asked_for = [each.call for each in self.dependant.dependencies]
        needs = [each for each in asked_for if isinstance(each, Needs)]

        async def answered(request: Request) -> Response:
            return await _answered(request, lambda one: _once(one, handler, needs))

        return answered


class StreamRoute(APIRoute):
    """The same for a body that is read as it comes; its handler sees to the key itself."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """As FastAPI makes it, and then this around it."""
        handler = super().get_route_handler()

        async def answered(request: Request) -> Response:
            return await _answered(request, handler)

        return answered


async def _answered(request: Request, handler: Handler) -> Response:
    try:
        return await handler(request)
    except TieoutError as error:
        return problem_of(error)
    except RequestValidationError as error:
        return invalid(error)
    except HTTPException as error:
        return http_problem(error)
    except ClientDisconnect:
        raise
    except Exception as error:  # noqa: BLE001 - the one seam where any bug becomes an answer
        _LOG.error("request failed with %s", without_text(error))
        return problem_of(ApiBug(kind=type(error).__name__))


async def _once(request: Request, handler: Handler, needs: Collection[Needs]) -> Response:
    key = idempotency.key_of(request)
    if key is None or request.method in _LOOKING:
        return await handler(request)
    caller = await caller_of(request)
    for each in needs:  # before a key is taken, or an earlier answer given
        each.check(caller)
    digest = idempotency.digest_of(request, await request.body())
    return await carried_out_once(request, Asked(caller.key, key, digest), handler)


async def carried_out_once(request: Request, asked: Asked, handler: Handler) -> Response:
    """The answer that was given before, or what the handler gives now. Raises ``KeyReused`` and
    ``KeyBusy``."""
    engine = desk(request).engine
    before = await run_in_threadpool(idempotency.begin, engine, asked)
    if before is not None:
        return before
    try:
        response = await _answered(request, handler)
    except BaseException:
        idempotency.give_up(engine, asked)
        raise
    await run_in_threadpool(idempotency.end, engine, asked, response)
    return response
