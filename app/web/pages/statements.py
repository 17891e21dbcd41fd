"""The page of all statements, of what a search finds, and of what a model is asked of them."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access.rights import Right
from app.queries.account_pages import every_account
from app.queries.statement_pages import A_PAGE, month_meant, searched, statement_page
from app.texts import pages as texts_pages
from app.web.desk import desk
from app.web.forms import chosen_number, chosen_spot, chosen_text, field, spot_text
from app.web.guard import may_decide, person
from app.web.rendering import page
from app.web.routing import does, shows
from app.web.stream import asked_in_stream
from db.statements.pages import Narrowing, StatementOrder, StatementStatus
from db.statements.search import LOOKED_THROUGH
from pipeline.proof import KERNEL_VERSION

Word = TypeVar("Word", StatementStatus, StatementOrder)


def list_page(request: Request) -> Response:
    """All statements that are asked for; what holds a text, if one is."""
    text, month = chosen_text(request, "q"), chosen_text(request, "month")
    narrowing = Narrowing(
        account_id=chosen_number(request, "account"),
        month=month_meant(month),
        status=_word(request, "status", StatementStatus),
    )
    chosen = _word(request, "sort", StatementOrder)
    usual = StatementOrder.NEWEST if narrowing.account_id else StatementOrder.BROUGHT_IN
    order = chosen or usual
    facts: dict[str, Any] = {
        "narrowing": narrowing,
        "order": order,
        "text": text,
        "no_month": month if narrowing.month is None else "",
        "accounts": every_account(desk(request).engine),
        "words": texts_pages,
        "kernel": KERNEL_VERSION,
        "statuses": list(StatementStatus),
        "orders": list(StatementOrder),
    }
    if text:
        return _found(request, text, narrowing, facts)
    engine, after = desk(request).engine, chosen_spot(request, "after")
    found = statement_page(engine, narrowing, order, after)
    more = _again(request, after=spot_text(found.after)) if found.after else None
    return page(request, "statements/list.html", found=found, more=more, **facts)


def _found(request: Request, text: str, narrowing: Narrowing, facts: Mapping[str, Any]) -> Response:
    found = searched(desk(request).engine, text, narrowing, chosen_number(request, "before"))
    more = _again(request, before=str(found.until)) if found.until else None
    return page(
        request,
        "statements/found.html",
        found=found,
        more=more,
        looked=f"{LOOKED_THROUGH:,}",
        a_page=A_PAGE,
        **facts,
    )


def _word(request: Request, name: str, kind: type[Word]) -> Word | None:
    text = chosen_text(request, name)
    if not text:
        return None
    try:
        return kind(text)
    except ValueError:
        raise HTTPException(404) from None


def _again(request: Request, **otherwise: str) -> str:
    asked = {name: value for name, value in request.query_params.items() if value}
    return f"/statements?{urlencode({**asked, **otherwise})}"


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
    asked = desk(request).asks(name, person(request) or "", question, propose=propose)
    if "text/event-stream" in request.headers.get("accept", ""):
        return asked_in_stream(asked)
    answered = await run_in_threadpool(asked, None)
    return RedirectResponse(f"/ask?talk={answered.conversation}", 303)


ROUTES: Final = (
    shows("/statements", list_page),
    shows("/ask", ask_page),
    does("/ask", ask, needs=Right.LOOK),
)
