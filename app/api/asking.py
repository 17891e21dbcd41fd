"""Questions to the ledger: to the model that is set, and by MCP from models of other programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from fastapi import APIRouter
from pydantic import Field, StrictBool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.access.rights import Right
from app.acts.asking import Listener
from app.acts.offering import OfferedLedger
from app.api.problems import documented
from app.api.requests import Body, Caller, Looks, Name, Needs
from app.api.route import ApiRoute, StreamRoute, answer
from app.errors import McpMissing
from app.shapes.answers import AnswerShape
from app.web.desk import desk
from app.web.stream import asked_in_stream

router: Final = APIRouter(tags=["asking"], route_class=ApiRoute, responses=documented())
streams: Final = APIRouter(tags=["asking"], route_class=StreamRoute, responses=documented())
_STREAM: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "Server-sent events: `look` for each look-up, `writes`, and at the end"
        " `answer` (AnswerShape) or `problem`.",
        "content": {"text/event-stream": {}},
    }
}


class Question(Body):
    """A question, in a conversation that goes on or in a new one. With `propose` the model may
    suggest ledger changes, which needs the right to decide."""

    question: Annotated[str, Field(min_length=1, max_length=2_000, pattern=r"\S")]
    conversation: Name | None = None
    propose: StrictBool = False


@router.post("/ask", response_model=AnswerShape)
def ask(request: Request, caller: Looks, wanted: Question) -> Response:
    """What the model that is set points at in the ledger; no word of it is its own."""
    return answer(_asking(request, caller, wanted)(None))


@streams.post("/ask/events", response_class=StreamingResponse, responses=_STREAM)
def ask_in_events(request: Request, caller: Looks, wanted: Question) -> Response:
    """The same, with an event for each look-up meanwhile."""
    return asked_in_stream(_asking(request, caller, wanted))


def _asking(
    request: Request, caller: Caller, wanted: Question
) -> Callable[[Listener | None], AnswerShape]:
    if wanted.propose:
        Needs(Right.DECIDE).check(caller)
    return desk(request).asks(
        wanted.conversation, caller.key, wanted.question, propose=wanted.propose
    )


@streams.post("/mcp", include_in_schema=False)
def speak_mcp(request: Request, caller: Looks) -> Response:
    """The answer to one message of MCP's streamable HTTP."""
    try:
        from app.api.mcp import McpAnswer
    except ModuleNotFoundError:
        raise McpMissing from None

    own = desk(request)
    offered = OfferedLedger(
        own.engine,
        (f"mcp:{caller.name}",),
        proposes=True,
        marked=True,
        documents=own.documents,
        files=own.files,
    )
    return McpAnswer(offered, caller.right)
