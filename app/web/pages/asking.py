"""The page on which a person asks the ledger, by the model that is set."""

from __future__ import annotations

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access.rights import Right
from app.acts.asking import Listener, answer_shape
from app.shapes.answers import AnswerShape
from app.web.desk import desk
from app.web.forms import field
from app.web.guard import may_decide, person
from app.web.rendering import page
from app.web.routing import does, shows
from app.web.stream import asked_in_stream

_LONGEST: Final = 2_000


def ask_page(request: Request) -> Response:
    """What was asked and answered so far. Raises NoSuchConversation."""
    at, name = desk(request), request.query_params.get("talk")
    talk = at.talks.find(name, person(request) or "") if name else None
    return page(
        request,
        "asking/page.html",
        talk=name,
        told=talk.told if talk else (),
        has_model=at.make_options().language_model is not None,
    )


async def ask(request: Request) -> Response:
    """Ask, and show the conversation; as a stream for a page that follows."""
    async with request.form(max_files=0) as form:
        question, name = field(form, "question").strip(), str(form.get("talk", "")) or None
        propose = "propose" in form and may_decide(request)
    if not 0 < len(question) <= _LONGEST:
        raise HTTPException(400)
    at, owner = desk(request), person(request) or ""

    def asked(listener: Listener | None = None) -> AnswerShape:
        found, answered = at.talks.ask(
            name, owner, lambda: at.conversation(propose=propose), question, listener
        )
        return answer_shape(answered, found)

    if "text/event-stream" in request.headers.get("accept", ""):
        return asked_in_stream(asked)
    answered = await run_in_threadpool(asked)
    return RedirectResponse(f"/ask?talk={answered.conversation}", 303)


ROUTES: Final = (shows("/ask", ask_page), does("/ask", ask, needs=Right.LOOK))
