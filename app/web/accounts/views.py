"""The pages of accounts: all of them, and one with its balance over time and its entries."""

from __future__ import annotations

from datetime import date, timedelta

from starlette.requests import Request
from starlette.responses import Response

from app.acts.correcting import layouts_of_account
from app.exports.kinds import Kind
from app.queries.account_pages import EntryWish, account_page, entry_page, one_account
from app.queries.balance_history import balance_history
from app.texts import account_pages as words
from app.web.accounts.chart import chart_of
from app.web.accounts.strip import strip_of
from app.web.desk import desk
from app.web.forms import chosen_day, chosen_names, chosen_place, chosen_text, named, place_text
from app.web.rendering import page
from app.wording.language import _


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
        words=words,
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
        words=words,
        said=said(request),
    )


def said(request: Request) -> str:
    """What was done just now."""
    return _(words.DONE.get(request.query_params.get("said", ""), ""))


def _wish(request: Request) -> EntryWish:
    until = chosen_day(request, "until")
    before = chosen_place(request, "before")
    if before is None and until is not None and until < date.max:
        before = (until + timedelta(days=1), 0)
    return EntryWish(before, chosen_place(request, "after"), chosen_text(request, "q"))
