"""The pages of coverage: a year of all accounts, one month, the locks, and what stands against."""

from __future__ import annotations

from datetime import date
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.queries.account_pages import one_account
from app.queries.coverage_pages import covered_month, covered_year
from app.queries.locks import locks_before, open_discrepancies
from app.queries.search_words import month_meant
from app.texts import coverage as texts_coverage
from app.web.coverage.cells import cell_of, month_of, upload_into, words_of
from app.web.desk import desk
from app.web.forms import chosen_names, chosen_number, chosen_place, named, place_text
from app.web.rendering import page
from app.wording.language import _
from pipeline.review.coverage import MonthState

#: So many discrepancies are shown at once; the rest follows as these are settled.
_LISTED: Final = 50
#: So many locks are shown at once, the newest first.
_LOCKS: Final = 200


def year_page(request: Request) -> Response:
    """One year of the accounts."""
    engine, today = desk(request).engine, date.today()
    asked = chosen_number(request, "year")
    year = today.year if asked is None else asked
    if not date.min.year < year < date.max.year:
        raise HTTPException(404)
    found = covered_year(engine, year, today, chosen_names(request))
    rows = [
        (row.account, [cell_of(row.account.id, each, found.imports) for each in row.months])
        for row in found.accounts
    ]
    return page(
        request,
        "coverage/year.html",
        found=found,
        rows=rows,
        months=texts_coverage.MONTHS,
        against=len(open_discrepancies(engine)),
    )


def month_page(request: Request) -> Response:
    """One month of one account: open its statements, fill its gap, release its lock."""
    first = _first(request.path_params["month"])
    account_id = named(request, "account_id")
    found = covered_month(desk(request).engine, account_id, first, date.today())
    month = month_of(found.month)
    return page(
        request,
        "coverage/month.html",
        found=found,
        name=month,
        words=words_of(found.month),
        missing=found.month.state is MonthState.MISSING,
        upload=upload_into(found.account.id, month),
        said=said(request),
    )


def locks_page(request: Request) -> Response:
    """The locked periods of one account, those that were released too."""
    account_id = named(request, "account_id")
    engine = desk(request).engine
    facts, _account = one_account(engine, account_id)
    found = locks_before(engine, account_id, chosen_place(request, "before"), _LOCKS + 1)
    shown, more = found[:_LOCKS], len(found) > _LOCKS
    after = place_text((shown[-1].period_start, shown[-1].id)) if more else None
    return page(request, "coverage/locks.html", locks=shown, facts=facts, more=after)


def discrepancies_page(request: Request) -> Response:
    """What the locks refused, and the locked statements that do not tie out."""
    found = open_discrepancies(desk(request).engine)
    return page(
        request,
        "coverage/discrepancies.html",
        found=found[:_LISTED],
        more=len(found) - _LISTED,
        said=said(request),
    )


def said(request: Request) -> str:
    """What was done just now."""
    return _(texts_coverage.DONE.get(request.query_params.get("said", ""), ""))


def _first(month: str) -> date:
    first = month_meant(month)
    if first is None:
        raise HTTPException(404)
    return first
