"""The list of books in the rail: those in which somebody has a right, each with what waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from app.access.rights import Right
from app.access.users import BookRights
from app.environment.listing import MOST
from app.texts.language import _
from app.web.books.addresses import SiteAddress
from app.web.books.opened import OpenBooks, right_in
from app.web.desk import book_of
from db.errors import TieoutError

#: Of so many books at most what waits is counted for a page.
_MOST_COUNTED: Final = 50


@dataclass(frozen=True, slots=True)
class Choice:
    """One book in the list."""

    name: str
    address: SiteAddress
    here: bool
    waiting: int | None

    @property
    def many(self) -> bool:
        """Whether more wait than were counted."""
        return self.waiting is not None and self.waiting >= MOST


@dataclass(frozen=True, slots=True)
class Chooser:
    """The book that is looked at, and all that there are for this person."""

    name: str
    choices: tuple[Choice, ...]


def chooser(request: Request) -> Chooser | None:
    """None where there is one ledger alone, or no one has signed in."""
    books: OpenBooks | None = getattr(request.state, "open_books", None)
    rights: BookRights | None = getattr(request.state, "rights", None)
    if books is None or rights is None:
        return None
    try:
        seen = _seen(books, rights)
        home = books.listed().home
    except TieoutError:
        return None
    if not seen:
        return None
    here = book_of(request)
    if rights.at_home is not Right.NONE:
        seen = {"": home or _("Own books"), **seen}
    counts = books.waiting(tuple(seen)[:_MOST_COUNTED])
    choices = tuple(
        Choice(
            name=name,
            address=SiteAddress(f"/books/{slug}/" if slug else "/"),
            here=slug == (here.slug if here else ""),
            waiting=counts.get(slug),
        )
        for slug, name in seen.items()
    )
    return Chooser(next((each.name for each in choices if each.here), ""), choices)


def only_books(request: Request) -> Response:
    """For who has no right but in books: the first of them, or nothing. Raises ``HTTPException``
    404."""
    books: OpenBooks | None = getattr(request.state, "open_books", None)
    seen = _seen(books, request.state.rights) if books else {}
    if request.url.path != "/" or request.method not in ("GET", "HEAD"):
        raise HTTPException(404)
    if not seen:
        return PlainTextResponse(
            _("You have no role in any book. Ask the person who manages them."), 403
        )
    return RedirectResponse(f"/books/{next(iter(seen))}/", 303)


def _seen(books: OpenBooks, rights: BookRights) -> dict[str, str]:
    """The names of the books in which there is a right, by their addresses."""
    found = books.listed().found
    if rights.everywhere:
        return {each.slug: each.name for each in found}
    opened = books.opened(tuple(each.slug for each in found))
    return {
        each.slug: each.name
        for each in found
        if right_in(opened[each.slug], rights) is not Right.NONE
    }
