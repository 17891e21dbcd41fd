"""Several books on one site: addresses of their own, and the list in the rail."""

import re
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from jinja2.ext import Extension
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.access.rights import Right
from app.access.users import BookRights
from app.environment.books import is_slug
from app.environment.listing import MOST
from app.texts.language import _
from app.web.books.opened import OpenBooks, right_in
from app.web.desk import OpenBook, book_of
from db.errors import TieoutError

#: Of the book that is asked, wherever its answer is made.
_PREFIX: Final = ContextVar("prefix", default="")
_ADDRESS: Final = re.compile(r"/books/([^/]+)(/.*)?", re.DOTALL)


class BookAddresses:
    """Takes the book off the address on its way in, and puts it on redirects on their way out.

    A book that is served ``alone`` answers at its address among others too: what webhooks were sent
    leads there."""

    def __init__(self, app: ASGIApp, books: OpenBooks | None, alone: str | None = None) -> None:
        self._app = app
        self._books = books
        self._alone = alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state = {**scope.get("state", {}), "open_books": self._books, "book": None}
        slug = book_in(scope["path"])
        if slug is None or (self._books is None and slug != self._alone):
            await self._app({**scope, "state": state}, receive, send)
            return
        if self._books is not None:
            state["book"] = await self._opened(self._books, slug)
        prefix = f"/books/{slug}"
        inside = {
            **scope,
            "path": scope["path"].removeprefix(prefix) or "/",
            "raw_path": scope.get("raw_path", b"").removeprefix(prefix.encode()) or b"/",
            "state": state,
        }
        token = _PREFIX.set(prefix)
        try:
            await self._app(inside, receive, _Leading(send, prefix).send)
        finally:
            _PREFIX.reset(token)

    async def _opened(self, books: OpenBooks, slug: str) -> OpenBook:
        try:
            return await run_in_threadpool(books.book, slug)
        except TieoutError as trouble:
            # Further in, anyone who may know hears it.
            return OpenBook(slug, trouble=trouble)


class _Leading:
    """Answers that lead on lead to the same book."""

    def __init__(self, send: Send, prefix: str) -> None:
        self._send = send
        self._prefix = prefix

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            way = headers.get("location", "")
            if way.startswith("/") and not way.startswith("//"):
                headers["location"] = self._prefix + way
        await self._send(message)


def book_in(path: str) -> str | None:
    """The book that an address is of, None for the site's own ledger."""
    found = _ADDRESS.fullmatch(path)
    return found[1] if found and is_slug(found[1]) else None


def prefix_here() -> str:
    """What comes before every address of the book that is asked; empty for the site's own."""
    return _PREFIX.get()


def sent_by_this_book(request: Request) -> bool:
    """Whether the page that sent a form, if the browser names it, is of the book that is asked."""
    referer = request.headers.get("referer")
    if not referer or getattr(request.state, "open_books", None) is None:
        return True
    sender = book_in(urlsplit(referer).path)
    return (f"/books/{sender}" if sender else "") == prefix_here()


#: Of data, those whose names say that they are addresses: others hold any text.
_ATTRIBUTE: Final = r"(\b(?:data-(?:[a-z]+-)*)?(?:href|src|action|formaction|address|url)=)"
_WRITTEN: Final = re.compile(_ATTRIBUTE + r'"/(?!/)')
_COMPUTED: Final = re.compile(_ATTRIBUTE + r'"\{\{-?\s*((?:[^}"]|\}(?!\})|"[^"]*")+?)\s*-?\}\}')
_ROOT: Final = re.compile(r"<html\b")


class SiteAddress(str):
    """An address of the whole site, and not of the book that is looked at."""

    __slots__ = ()


class BookLinks(Extension):
    """Rewrites the attributes of each template that hold addresses."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - Jinja's signature
        """The template, its addresses led into the book; scripts find the prefix in data-root."""
        source = _COMPUTED.sub(r'\1"{{ led_into_book(\2) }}', source)
        source = _WRITTEN.sub(r'\1"{{ led_into_book("/") }}', source)
        return _ROOT.sub('<html data-root="{{ prefix_here() }}"', source)


def led_into_book(address: object) -> object:
    """The address, in the book that is looked at; what is no address of ours stays as it is."""
    if isinstance(address, SiteAddress) or not isinstance(address, str):
        return address
    ours = address.startswith("/") and not address.startswith("//")
    return prefix_here() + address if ours else address


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
    """The first book of who has a right in books alone, or None. Raises ``HTTPException`` 404."""
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
    found = books.listed().found
    if rights.everywhere:
        return {each.slug: each.name for each in found}
    opened = books.opened(tuple(each.slug for each in found))
    return {
        each.slug: each.name
        for each in found
        if right_in(opened[each.slug], rights) is not Right.NONE
    }
