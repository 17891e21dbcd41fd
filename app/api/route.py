"""What every route does: one writer, problems, keys that count once, and lists by pages."""

import base64
import binascii
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath
from typing import Annotated, Any, Final, Generic, TypeVar

from fastapi import Query
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from app.api import idempotency
from app.api.problems import ApiBug, BadCursor, invalid, outward, problem_of
from app.api.requests import Needs, caller_of
from app.shapes.writing import json_text, plain_value
from app.web.desk import desk
from app.web.problem import http_problem
from db.errors import TieoutError, without_text
from db.outside import KeyedRequest

_LOG = logging.getLogger(__name__)
#: Where something lies on the server, which is nothing to a program elsewhere.
_PLACES: Final = frozenset({"path", "location"})
_LOOKING: Final = ("GET", "HEAD")

Handler = Callable[[Request], Awaitable[Response]]


class ApiRoute(APIRoute):
    """Answers every error as a problem; with an Idempotency-Key it carries a request out once."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()
        asked_for = [each.call for each in self.dependant.dependencies]
        needs = [each for each in asked_for if isinstance(each, Needs)]

        async def answered(request: Request) -> Response:
            return await _answered(request, lambda one: _once(one, handler, needs))

        return answered


class StreamRoute(APIRoute):
    """The same for a body that is read as it comes; its handler sees to the key itself."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
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
    return await carried_out_once(request, KeyedRequest(caller.key, key, digest), handler)


async def carried_out_once(request: Request, asked: KeyedRequest, handler: Handler) -> Response:
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


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A shape as JSON."""
    return Response(told(value), status, headers, "application/json")


def told(value: object) -> str:
    """The JSON of a shape, as a program elsewhere is to see it."""
    return json_text(value, indent=None, plain=_outward)


def _outward(value: Any) -> object:
    found = plain_value(value)
    if isinstance(found, dict):
        for name in _PLACES & found.keys():
            found[name] = found[name] and PurePath(found[name]).name
        if found.get("error"):
            found["error"] = outward(found["error"])
    return found


Item = TypeVar("Item")

MOST: Final = 500
USUAL: Final = 50
_MOST_LETTERS: Final = 400

Limit = Annotated[int, Query(ge=1, le=MOST, description="How many items at most.")]
Cursor = Annotated[
    str | None,
    Query(max_length=_MOST_LETTERS, description="`next` of the page before; none begins anew."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageShape(Generic[Item]):
    """A page of a list; ``next`` is the cursor of the one after it, null if this is the last."""

    items: tuple[Item, ...]
    next: str | None


def paged(
    found: Sequence[Item], limit: int, of: str, place: Callable[[Item], list[int | str]]
) -> PageShape[Item]:
    """The first ``limit`` of what was found, of which one more was asked for than is shown."""
    shown = tuple(found[:limit])
    more = len(found) > limit
    return PageShape(items=shown, next=written(of, place(shown[-1])) if more else None)


def written(of: str, place: list[int | str]) -> str:
    """The cursor that leads behind this place of that list."""
    text = json.dumps([of, *place], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def place_of(of: str, cursor: str | None, *kinds: type) -> tuple[int | str, ...] | None:
    """The place that a cursor of that list represents, None without one. Raises ``BadCursor``."""
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        found = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise BadCursor from None
    if not _is_place(found, of, kinds):
        raise BadCursor
    return tuple(found[1:])


def number_of(of: str, cursor: str | None) -> int | None:
    """The one number that a cursor of that list represents. Raises ``BadCursor``."""
    place = place_of(of, cursor, int)
    return None if place is None else int(place[0])


def day_of(text: str) -> date:
    """A day within a place. Raises ``BadCursor``."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadCursor from None


def _is_place(found: object, of: str, kinds: Sequence[type]) -> bool:
    if not isinstance(found, list) or not found or found[0] != of:
        return False
    own = found[1:]
    if [type(each) for each in own] != list(kinds):
        return False
    return all(0 <= each < 1 << 63 for each in own if isinstance(each, int))
