"""The site: which address leads to which page, and what is said when one cannot be had."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from app import texts, texts_web
from app.web.guard import Guard
from app.web.pages import Pages, page
from db.errors import TieoutError, without_text
from db.imports import NoSuchImport
from jobs.documents import (
    DocumentAway,
    DocumentDropped,
    DocumentGone,
    DocumentNotKept,
    PlaceNotSet,
)
from pipeline.intake.store.errors import NO_FACTS
from pipeline.pages.picture import NoSuchPage

_LOG = logging.getLogger(__name__)
_NOT_THERE: Final[tuple[type[TieoutError], ...]] = (
    NoSuchImport,
    DocumentAway,
    DocumentDropped,
    DocumentGone,
    DocumentNotKept,
    PlaceNotSet,
    NoSuchPage,
    *NO_FACTS,
)


def site(pages: Pages, password: str | None) -> Starlette:
    """The review pages of one ledger."""
    one = "/imports/{import_id}"
    return Starlette(
        routes=[
            Route("/", pages.waiting),
            Route("/work", pages.work),
            Route("/work/{import_id}/{change}", pages.change_work, methods=["POST"]),
            Route(one, pages.review),
            Route(one + "/pages/{number}.png", pages.picture),
            Route(one + "/{decision}", pages.decide, methods=["POST"]),
            Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
        ],
        middleware=[Middleware(BaseHTTPMiddleware, dispatch=Guard(password, _bug))],
        exception_handlers={TieoutError: _error_page, HTTPException: _refused},
    )


def _error_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, TieoutError)
    there = not isinstance(error, _NOT_THERE)
    return _trouble(
        409 if there else 404, error.message(), error.code, _back(request) if there else "/"
    )


def _back(request: Request) -> str:
    """Where whoever was refused looks at it again."""
    _, room, *rest = request.url.path.split("/")
    return f"/imports/{rest[0]}" if room == "imports" and rest else f"/{room}"


def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = texts_web.REFUSED.get(error.status_code, error.detail)
    refused = _trouble(error.status_code, message, str(error.status_code))
    refused.headers.update(error.headers or {})
    return refused


def _bug(error: Exception) -> Response:
    _LOG.error("page failed with %s", without_text(error))
    return _trouble(500, texts.BUG.format(kind=type(error).__name__), "bug")


def _trouble(status: int, message: str, code: str, back: str = "/") -> Response:
    return page("error.html", status, message=message, code=code, back=back)
