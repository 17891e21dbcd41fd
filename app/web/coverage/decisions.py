"""Releases a locked period, and takes a discrepancy off the list: for a reason that is kept."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts import imports as acts
from app.queries.locks import dismiss, one_lock
from app.web.desk import desk
from app.web.forms import field, named
from app.web.guard import person
from app.web.rendering import page


async def unlock(request: Request) -> Response:
    """Release a lock; at first only show what that means, and ask."""
    async with request.form() as form:
        return await run_in_threadpool(_unlock, request, named(request, "lock_id"), form)


def _unlock(request: Request, lock_id: int, form: FormData) -> Response:
    engine, reason = desk(request).engine, field(form, "reason")
    asked = "sure" in form
    seen = field(form, "seen") if asked else None
    acts.unlock(engine, lock_id, reason, dry_run=not asked, seen=seen, actor=person(request))
    lock = one_lock(engine, lock_id)
    month = f"/coverage/{lock.account_id}/{lock.period_end.isoformat()[:7]}"
    if asked:
        return RedirectResponse(f"{month}?said=unlocked", 303)
    return page(request, "coverage/unlock.html", lock=lock, reason=reason, back=month)


async def dismiss_discrepancy(request: Request) -> Response:
    """Leave what a discrepancy speaks of as it is."""
    number, actor = named(request, "discrepancy_id"), person(request)
    async with request.form() as form:
        reason = field(form, "reason")
    engine = desk(request).engine
    await run_in_threadpool(dismiss, engine, number, reason, actor=actor)
    return RedirectResponse("/coverage/discrepancies?said=dismissed", 303)
