"""Accepts all that restores both balances: shown first, with what it comes to, and then done."""

from __future__ import annotations

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts.many import accept_all, seen_of_all
from app.queries.todo import at_stake_in
from app.web.desk import desk
from app.web.forms import field, number_asked_for
from app.web.guard import person
from app.web.rendering import page

#: So many proposals are tried at once, so that nobody waits long; the next ones come after.
MOST: Final = 200


def accept_all_page(request: Request) -> Response:
    """What would be accepted, to be looked at before a yes."""
    engine, account = desk(request).engine, _account(request.query_params.get("account", ""))
    found = accept_all(engine, new=False, account=account, most=MOST, dry_run=True)
    return page(
        request,
        "todo/accept_all.html",
        found=found,
        seen=seen_of_all(found),
        stakes=at_stake_in(engine, {(each.import_id, each.statement) for each in found}),
        account=account or "",
        most=MOST,
    )


async def accept_all_now(request: Request) -> Response:
    """A person's yes to what the page showed, if it is still that."""
    async with request.form() as form:
        seen, account = field(form, "seen"), _account(str(form.get("account", "")))
    return await run_in_threadpool(_accept, request, seen, account)


def _accept(request: Request, seen: str, account: str | None) -> Response:
    engine, actor = desk(request).engine, person(request)
    done = accept_all(engine, new=False, account=account, most=MOST, seen=seen, actor=actor)
    return RedirectResponse(f"/?said={'accepted' if done else 'nothing'}", 303)


def _account(text: str) -> str | None:
    number = number_asked_for(text)
    return None if number is None else str(number)
