"""The pages of coverage: a year of all accounts, one month, locks and discrepancies."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts import imports as acts
from app.queries.account_pages import one_account
from app.queries.coverage import covered_month, covered_year, last_year
from app.queries.history import dismiss, locks_before, one_lock, open_discrepancies
from app.queries.statement_pages import month_meant
from app.texts import pages as texts_pages
from app.texts.language import _
from app.web.desk import desk
from app.web.forms import chosen_names, chosen_number, chosen_place, field, named, place_text
from app.web.guard import person
from app.web.rendering import page
from app.web.routing import does, shows, with_form
from pipeline.review.coverage import Month, MonthState

#: So many discrepancies are shown at once; the rest follows as these are settled.
_LISTED: Final = 50
#: So many locks are shown at once, the newest first.
_LOCKS: Final = 200


def year_page(request: Request) -> Response:
    engine, today = desk(request).engine, date.today()
    asked = chosen_number(request, "year")
    year = last_year(engine, today) if asked is None else asked
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
        months=texts_pages.MONTHS,
        against=len(open_discrepancies(engine)),
    )


def month_page(request: Request) -> Response:
    """One month of one account: open its statements, fill its gap, release its lock."""
    first = month_meant(request.path_params["month"])
    if first is None:
        raise HTTPException(404)
    account_id = named(request, "account_id")
    found = covered_month(desk(request).engine, account_id, first, date.today())
    month = month_of(found.month)
    return page(
        request,
        "coverage/month.html",
        found=found,
        name=month,
        words=words_of(found.month),
        missing=found.month.state in _GAPS,
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
    return _(texts_pages.MONTH_DONE.get(request.query_params.get("said", ""), ""))


#: Distinguished by their form, too, and not by colour alone.
_SIGNS: Final = {
    MonthState.COVERED: "✓",
    MonthState.PARTLY: "◐",
    MonthState.MISSING: "○",
    MonthState.MISMATCHED: "≠",
    MonthState.AMBIGUOUS: "?",
    MonthState.DUPLICATE: "2×",
    MonthState.NOT_EXPECTED: "·",
}
_GAPS: Final = {MonthState.MISSING, MonthState.PARTLY}


@dataclass(frozen=True, slots=True)
class MonthCell:
    """One month; ``address`` is None where a click would lead nowhere."""

    kind: str
    sign: str
    words: str
    month: str
    address: str | None


def cell_of(account_id: int, month: Month, imports: Mapping[int, int]) -> MonthCell:
    """A month of an account; ``imports`` are those of its statements."""
    closed = month.locked and month.state is MonthState.COVERED
    return MonthCell(
        "locked" if closed else month.state.value,
        _SIGNS[month.state],
        words_of(month),
        month_of(month),
        _address(account_id, month, imports),
    )


def month_of(month: Month) -> str:
    """As addresses name it: `2025-03`."""
    return month.first.isoformat()[:7]


def words_of(month: Month) -> str:
    """The state of the month, for anyone who does not see its sign."""
    if month.locked and month.state is MonthState.COVERED:
        return _(texts_pages.LOCKED)
    state = _(texts_pages.MONTH_STATES[month.state])
    return _(texts_pages.ALSO_LOCKED).format(state=state) if month.locks else state


def upload_into(account_id: int, month: str) -> str:
    """Where a statement for the gap is handed in."""
    return f"/upload?account={account_id}&month={month}"


def _address(account_id: int, month: Month, imports: Mapping[int, int]) -> str | None:
    here = month_of(month)
    if month.statements or month.locks:
        alone = len(month.statements) == 1 and not month.locks
        if alone and month.state not in _GAPS:
            return f"/imports/{imports[month.statements[0]]}"
        return f"/coverage/{account_id}/{here}"
    return upload_into(account_id, here) if month.state is MonthState.MISSING else None


def unlock(request: Request, form: FormData) -> Response:
    """Release a lock; at first only show what that means, and ask."""
    engine, lock_id, reason = desk(request).engine, named(request, "lock_id"), field(form, "reason")
    asked = "sure" in form
    seen = field(form, "seen") if asked else None
    acts.unlock(engine, lock_id, reason, dry_run=not asked, seen=seen, actor=person(request))
    lock = one_lock(engine, lock_id)
    month = f"/coverage/{lock.account_id}/{lock.period_end.isoformat()[:7]}"
    if asked:
        return RedirectResponse(f"{month}?said=unlocked", 303)
    return page(request, "coverage/unlock.html", lock=lock, reason=reason, back=month)


def dismiss_discrepancy(request: Request, form: FormData) -> Response:
    number, reason = named(request, "discrepancy_id"), field(form, "reason")
    dismiss(desk(request).engine, number, reason, actor=person(request))
    return RedirectResponse("/coverage/discrepancies?said=dismissed", 303)


ROUTES: Final = (
    shows("/coverage", year_page),
    shows("/coverage/discrepancies", discrepancies_page),
    does("/coverage/discrepancies/{discrepancy_id}/dismiss", with_form(dismiss_discrepancy)),
    does("/coverage/locks/{lock_id}/unlock", with_form(unlock)),
    shows("/coverage/{account_id}", locks_page),
    shows("/coverage/{account_id}/{month}", month_page),
)
