"""The page of all statements, and of what a search finds."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.queries.account_pages import every_account
from app.queries.statement_pages import A_PAGE, month_meant, searched, statement_page
from app.texts import pages as texts_pages
from app.web.desk import desk
from app.web.forms import chosen_number, chosen_spot, chosen_text, spot_text
from app.web.rendering import page
from app.web.routing import shows
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
    order = _order(request, narrowing)
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


def _order(request: Request, narrowing: Narrowing) -> StatementOrder:
    """Of one account its newest periods come first, unless another order is asked for."""
    chosen = _word(request, "sort", StatementOrder)
    usual = StatementOrder.NEWEST if narrowing.account_id else StatementOrder.BROUGHT_IN
    return chosen or usual


def _word(request: Request, name: str, kind: type[Word]) -> Word | None:
    text = chosen_text(request, name)
    if not text:
        return None
    try:
        return kind(text)
    except ValueError:
        raise HTTPException(404) from None


def _again(request: Request, **otherwise: str) -> str:
    """The same page, going on from elsewhere."""
    asked = {name: value for name, value in request.query_params.items() if value}
    return f"/statements?{urlencode({**asked, **otherwise})}"


ROUTES: Final = (shows("/statements", list_page),)
