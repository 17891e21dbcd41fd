"""What the pages of one ledger work with, and how a request finds it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.requests import Request

from db.errors import TieoutError
from jobs.kept_documents import NOWHERE, Documents


@dataclass(frozen=True, slots=True)
class Desk:
    """One ledger; ``passwords`` open locked documents for their pictures.

    ``queue``: whether there are workers who would take what is to be tried again.
    """

    engine: Engine
    passwords: tuple[str, ...] = ()
    queue: bool = False
    documents: Documents = NOWHERE


@dataclass(frozen=True, slots=True)
class OpenBook:
    """One book at work; without a desk there is ``trouble``, or no such book at all."""

    slug: str
    name: str = ""
    desk: Desk | None = None
    identity: str | None = None
    trouble: TieoutError | None = None


def book_of(request: Request) -> OpenBook | None:
    """The book that is asked, None for the site's own ledger."""
    book: OpenBook | None = getattr(request.state, "book", None)
    return book


def desk(request: Request) -> Desk:
    """The ledger that this request is about. Raises what kept its book from being opened."""
    book = book_of(request)
    if book is None:
        own: Desk = request.app.state.desk
        return own
    if book.desk is None:
        raise book.trouble or HTTPException(404)
    return book.desk
