"""The pages of accounts: all of them, one with its entries, and its entries as a file."""

from __future__ import annotations

from contextlib import ExitStack, closing
from datetime import date, timedelta
from typing import Final

from anyio import CancelScope
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.access.rights import Right
from app.acts.correcting import forget_layout_of, layouts_of_account
from app.exports.entries import MadeFile, entry_file
from app.exports.kinds import Kind
from app.queries.account_pages import (
    EntryWish,
    account_page,
    balance_history,
    entry_page,
    one_account,
)
from app.texts import pages as texts_pages
from app.texts.language import _
from app.web.desk import desk
from app.web.forms import (
    chosen_day,
    chosen_names,
    chosen_place,
    chosen_text,
    named,
    one_of,
    place_text,
)
from app.web.guard import person
from app.web.pages.account_changes import act, form_page
from app.web.pages.account_drawings import chart_of, strip_of
from app.web.receiving import Limiter
from app.web.rendering import page
from app.web.routing import does, shows


def list_page(request: Request) -> Response:
    """All accounts by name."""
    text = chosen_text(request, "q")
    found = account_page(desk(request).engine, date.today(), chosen_names(request), text)
    return page(
        request,
        "accounts/list.html",
        found=found,
        strips=[strip_of(each.months) for each in found.accounts],
        text=text,
        words=texts_pages,
        said=said(request),
    )


def account_page_of(request: Request) -> Response:
    """One account: its balance over time, and a page of its entries."""
    engine, account_id = desk(request).engine, named(request, "account_id")
    facts, account = one_account(engine, account_id)
    wish = _wish(request)
    history = balance_history(engine, account_id)
    return page(
        request,
        "accounts/account.html",
        facts=facts,
        account=account,
        layouts=layouts_of_account(engine, str(account_id)),
        found=entry_page(engine, account, wish),
        points=history.points,
        chart=chart_of(history),
        text=wish.text,
        narrowed=any(name != "said" for name in request.query_params),
        place_text=place_text,
        kinds=list(Kind),
        words=texts_pages,
        said=said(request),
    )


def said(request: Request) -> str:
    """What was done just now."""
    return _(texts_pages.ACCOUNT_DONE.get(request.query_params.get("said", ""), ""))


def _wish(request: Request) -> EntryWish:
    until = chosen_day(request, "until")
    before = chosen_place(request, "before")
    if before is None and until is not None and until < date.max:
        before = (until + timedelta(days=1), 0)
    return EntryWish(before, chosen_place(request, "after"), chosen_text(request, "q"))


async def forget_layout(request: Request) -> Response:
    """Forget one, and go back to the account."""
    account_id = named(request, "account_id")
    layout_id, actor = request.path_params["layout_id"], person(request)
    await run_in_threadpool(
        forget_layout_of, desk(request).engine, str(account_id), layout_id, actor=actor
    )
    return RedirectResponse(f"/accounts/{account_id}?said=layout_forgotten#layouts", 303)


#: Each holds one of the ledger's connections for as long as somebody takes to read it.
AT_ONCE: Final = 4
_SENDING: Final = Limiter(AT_ONCE)


def entries_file(request: Request) -> Response:
    """All entries of an account, in the form that the address ends in. Raises ``HTTPException`` 503
    while others are sent."""
    kind = one_of({each.value: each for each in Kind}, request.path_params["kind"])
    engine, account = desk(request).engine, named(request, "account_id")
    with ExitStack() as held:
        held.enter_context(_SENDING.turn())
        made = entry_file(engine, account, kind)
        held.enter_context(closing(made.parts))
        return _Sent(made, held.pop_all())


class _Sent(StreamingResponse):
    """Lets go of the ledger however the sending ends, and not some time after."""

    def __init__(self, made: MadeFile, held: ExitStack) -> None:
        headers = {"Content-Disposition": f'attachment; filename="{made.name}"'}
        super().__init__(made.parts, media_type=made.media_type, headers=headers)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The file."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            with CancelScope(shield=True):
                await run_in_threadpool(self._held.close)


_ONE: Final = "/accounts/{account_id}"
_ON_ONE: Final = ("edit", "merge", "flip-signs", "undo")

ROUTES: Final = (
    shows("/accounts", list_page),
    shows("/accounts/new", form_page("new"), needs=Right.DECIDE),
    does("/accounts/new", act("new")),
    shows(_ONE, account_page_of),
    shows(_ONE + "/entries.{kind}", entries_file),
    *(shows(f"{_ONE}/{word}", form_page(word), needs=Right.DECIDE) for word in _ON_ONE),
    does(_ONE + "/layouts/{layout_id}", forget_layout),
    *(does(f"{_ONE}/{word}", act(word)) for word in _ON_ONE),
)
