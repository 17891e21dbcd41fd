"""Forgets what an account's statements look like, as its page asks for it."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts.correcting import forget_layout_of
from app.web.desk import desk
from app.web.forms import named
from app.web.guard import person


async def forget_layout(request: Request) -> Response:
    """Forget one, and go back to the account."""
    account_id = named(request, "account_id")
    layout_id, actor = request.path_params["layout_id"], person(request)
    await run_in_threadpool(
        forget_layout_of, desk(request).engine, str(account_id), layout_id, actor=actor
    )
    return RedirectResponse(f"/accounts/{account_id}?said=layout_forgotten#layouts", 303)
