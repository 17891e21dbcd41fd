"""The page of what waits."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from app import texts_deciding, texts_jobs
from app.reviews import waiting
from app.web.desk import desk
from app.web.rendering import page
from app.work import still_open


def waiting_page(request: Request) -> Response:
    """What needs a person."""
    engine = desk(request).engine
    found, still = waiting(engine), still_open(engine)
    return page(
        request,
        "todo/waiting.html",
        reviews=found.reviews,
        more=found.more,
        still=still,
        deciding=texts_deciding,
        jobs=texts_jobs,
    )
