"""What somebody who has signed in may do in the book that is asked: a book without a right is not
there."""

from __future__ import annotations

from dataclasses import replace

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.access.book_rights import BookRights, rights_of
from app.access.rights import Right
from app.access.sessions import SignedIn
from app.web.desk import OpenBook, book_of


async def in_this_book(request: Request, who: SignedIn) -> SignedIn:
    """The same person, with the right that they have here.

    Raises ``HTTPException`` 404, and whatever keeps the book from being opened.
    """
    request.state.rights = rights = await run_in_threadpool(_rights, request, who)
    book = book_of(request)
    if book is None:
        return who
    right = right_in(book, rights)
    if right is Right.NONE:
        raise HTTPException(404)
    if book.trouble is not None:
        raise book.trouble
    return replace(who, right=right)


def right_in(book: OpenBook, rights: BookRights) -> Right:
    """What they may do there."""
    if book.desk is None and book.trouble is None:
        return Right.NONE
    return rights.of(book.identity, book.slug)


def _rights(request: Request, who: SignedIn) -> BookRights:
    return rights_of(request.state.entrance.engine, who.user_id, who.right)
