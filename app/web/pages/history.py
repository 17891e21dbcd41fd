"""What was done, by whom and when, and undoing it from its row."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access.rights import Right
from app.acts.undoable import foresee, undo_act, undoable
from app.queries.history import acts, facts_changed, locked_periods, other_account
from app.queries.todo import accounts_to_choose
from app.shapes.writing import by_name
from app.texts import pages as texts_pages
from app.texts.pages import ACCOUNT_KINDS
from app.web.desk import desk
from app.web.forms import chosen_day, field, named, number_asked_for
from app.web.guard import person
from app.web.rendering import page
from app.web.routing import does, shows, with_form
from db.log import LogFilter

_SHOWN: Final = 50


def history_page(request: Request) -> Response:
    """The newest acts first, those that are asked for."""
    engine, asked = desk(request).engine, request.query_params
    account = number_asked_for(asked.get("account", ""))
    accounts = accounts_to_choose(engine)
    wanted = _wanted(request)
    # An account that is not there has no acts.
    known = account is None or account in accounts
    found = acts(engine, wanted, None if account is None else str(account)) if known else None
    return page(
        request,
        "history/list.html",
        found=found.acts if found else (),
        before=found.before if found else None,
        undoable=undoable(engine, found.acts) if found else set(),
        accounts=accounts,
        account=account,
        asked=asked,
        filtered=any(value for name, value in asked.items() if name != "said"),
        said=asked.get("said") == "undone",
        past=texts_pages,
        kinds=ACCOUNT_KINDS,
        facts_changed=facts_changed,
        other_account=other_account,
        periods=locked_periods(engine, found.acts) if found else {},
    )


def _wanted(request: Request) -> LogFilter:
    asked = request.query_params
    kind, until = asked.get("kind", ""), chosen_day(request, "until")
    if kind and kind not in texts_pages.LOG_ACTS:
        raise HTTPException(404)
    return LogFilter(
        limit=_SHOWN,
        before=number_asked_for(asked.get("before", "")),
        since=_morning(chosen_day(request, "since")),
        until=_morning(until + timedelta(days=1)) if until and until < date.max else None,
        actor=asked.get("person", "").strip() or None,
        actions=(kind,) if kind else (),
    )


def _morning(day: date | None) -> datetime | None:
    return None if day is None else datetime.combine(day, time(), UTC)


def undo_page(request: Request) -> Response:
    group = request.query_params.get("group") == "1"
    found = foresee(desk(request).engine, named(request, "act"), group=group)
    return page(
        request,
        "history/undo.html",
        found=found,
        back=number_asked_for(request.query_params.get("back", "")),
        past=texts_pages,
        by_name=by_name,
        kinds=ACCOUNT_KINDS,
    )


def undo_now(request: Request, form: FormData) -> Response:
    number, actor = named(request, "act"), person(request)
    seen, group = field(form, "seen"), form.get("group") == "1"
    back = number_asked_for(str(form.get("back") or ""))
    undo_act(desk(request).engine, number, seen, actor, group=group)
    return RedirectResponse(f"/imports/{back}?said=undone" if back else "/history?said=undone", 303)


_UNDO: Final = "/history/{act}/undo"
ROUTES: Final = (
    shows("/history", history_page),
    shows(_UNDO, undo_page, needs=Right.DECIDE),
    does(_UNDO, with_form(undo_now)),
)
