"""The site: which address leads to which page, and what is said when one cannot be had."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from app import texts, texts_web
from app.errors import ImportUnknown
from app.web.guard import Guard
from app.web.pages import Pages, page
from db.errors import TieoutError
from jobs.documents import DocumentGone
from pipeline.pages.picture import NoSuchPage
from pipeline.review.errors import NoSuchImport

_LOG = logging.getLogger(__name__)
_NOT_THERE = (ImportUnknown, NoSuchImport, DocumentGone, NoSuchPage)


def site(pages: Pages, password: str | None) -> Starlette:
    """The review pages of one ledger."""
    one = "/imports/{import_id:int}"
    return Starlette(
        routes=[
            Route("/", pages.waiting),
            Route("/work", pages.work),
            Route("/work/{import_id:int}/{change}", pages.change_work, methods=["POST"]),
            Route(one, pages.review),
            Route(one + "/pages/{number:int}.png", pages.picture),
            Route(one + "/{decision}", pages.decide, methods=["POST"]),
            Mount("/static", StaticFiles(directory=Path(__file__).with_name("static"))),
        ],
        middleware=[Middleware(BaseHTTPMiddleware, dispatch=Guard(password))],
        exception_handlers={
            TieoutError: _told,
            HTTPException: _refused,
            Exception: _bug,
        },
    )


def _told(_request: Request, error: Exception) -> Response:
    assert isinstance(error, TieoutError)
    status = 404 if isinstance(error, _NOT_THERE) else 409
    return page("error.html", status, message=error.message(), code=error.code)


def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = texts_web.REFUSED.get(error.status_code, error.detail)
    return page("error.html", error.status_code, message=message, code=str(error.status_code))


def _bug(_request: Request, error: Exception) -> Response:
    # An exception's text may quote a statement: only its class and the places in code are told.
    places = "".join(traceback.format_tb(error.__traceback__))
    _LOG.error("page failed with %s\n%s", type(error).__name__, places)
    told = texts.BUG.format(kind=type(error).__name__)
    return page("error.html", 500, message=told, code="bug")
