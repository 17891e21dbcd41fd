"""The books that this site serves, and what a user may do in the one that is asked for."""

from __future__ import annotations

import os
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.access.rights import Right
from app.access.users import BookRights, SignedIn, rights_of
from app.environment.books import Book, Books, BookSlow, books_path, read_books
from app.environment.listing import waiting_in
from app.environment.opening import open_ledger_of
from app.web.desk import Desk, OpenBook, book_of
from db.errors import TieoutError
from db.session import identity_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Engine

    from app.environment.settings import Settings

    #: Of a book's settings and ledger, what its pages work with.
    MakeDesk = Callable[[Settings, Engine], Desk]

_SECONDS_A_COUNT_IS_NEW: Final = 10
#: A page does not wait longer for counts; the next page has them.
_SECONDS_TO_COUNT: Final = 0.2


class OpenBooks:
    """Those of the list as the file has it at this moment, beside the site's own ledger."""

    def __init__(self, home: Settings, desk: Desk, desk_of: MakeDesk) -> None:
        self.desk = desk
        self._desk_of = desk_of
        self._settings = home
        self._lock = threading.Lock()
        self._listed: tuple[tuple[int, int] | None, Books | None] = (None, None)
        self._open: dict[str, tuple[str, OpenBook]] = {}
        self._counts: dict[str, tuple[float, int | None]] = {}
        self._counting: dict[str, Future[int | None]] = {}
        self._counters = ThreadPoolExecutor(2, "books")
        self._ended = False

    def listed(self) -> Books:
        """The list; as it was before, where it cannot be read. Raises ``BooksUnreadable``."""
        stamp = _stamp()
        with self._lock:
            before, books = self._listed
            if books is None or stamp != before:
                try:
                    books = read_books()
                except TieoutError:
                    if books is None:
                        raise
                self._listed = stamp, books
            listed = {each.slug for each in books.found}
            gone = [self._open.pop(slug)[1] for slug in self._open.keys() - listed]
        for each in gone:
            if each.desk is not None:
                self._counters.submit(each.desk.end)  # nobody's page waits for that
        return books

    def book(self, slug: str) -> OpenBook:
        """The book of that address, opened; what went wrong is in it."""
        for each in self.listed().found:
            if each.slug == slug:
                return self._opened(each)
        return OpenBook(slug)

    def opened(self, slugs: tuple[str, ...]) -> dict[str, OpenBook]:
        """Those books, as far as they are open soon: a page waits for none that is away."""
        with self._lock:
            closed = tuple(each for each in slugs if each not in self._open)
        self.waiting(closed)
        with self._lock:
            known = {slug: book for slug, (_, book) in self._open.items()}
        return {slug: known.get(slug, OpenBook(slug, trouble=BookSlow())) for slug in slugs}

    def waiting(self, slugs: tuple[str, ...]) -> dict[str, int | None]:
        """How many imports wait in each, as far as that is known soon; home's address is empty."""
        until = monotonic() + _SECONDS_TO_COUNT
        for slug in slugs:
            with self._lock:
                when, _ = self._counts.get(slug, (0.0, None))
                is_new = when and monotonic() - when < _SECONDS_A_COUNT_IS_NEW
                if not is_new and slug not in self._counting:
                    self._counting[slug] = self._counters.submit(self._counted, slug)
        return {slug: self._count(slug, until) for slug in slugs}

    def begin(self) -> None:
        """Open each book, beside what is asked meanwhile: what waits in it waits for no visitor."""
        threading.Thread(target=self._open_all, name="books", daemon=True).start()

    def end(self) -> None:
        """End what is done for the books in this process; none is opened for that any more."""
        with self._lock:
            self._ended = True
            found = [each for _, each in self._open.values()]
            self._open.clear()
        for each in found:
            if each.desk is not None:
                each.desk.end()

    def _open_all(self) -> None:
        with suppress(TieoutError):
            for each in self.listed().found:
                self._opened(each)

    def _opened(self, book: Book) -> OpenBook:
        try:
            chosen = self._settings.of_book(book, os.environ)
        except TieoutError as error:
            return OpenBook(book.slug, book.name, trouble=error)
        with self._lock:
            url, found = self._open.get(book.slug, ("", None))
        if found is not None and url == chosen.database_url and found.name == book.name:
            return found
        found = self._attempt(book, chosen)
        return self._kept(book.slug, chosen.database_url, found)

    def _kept(self, slug: str, url: str, found: OpenBook) -> OpenBook:
        """The book, at work from now on; of two that opened it at once, the first one's."""
        with self._lock:
            url_before, before = self._open.get(slug, ("", None))
            if before is not None and url_before == url and before.name == found.name:
                return before
            # What is away just now is tried again with the next page.
            self._open.pop(slug, None)
            if self._ended:
                return found
            if found.trouble is None:
                self._open[slug] = url, found
        if before is not None and before.desk is not None:
            before.desk.end()
        if found.desk is not None:
            found.desk.begin()
        return found

    def _attempt(self, book: Book, chosen: Settings) -> OpenBook:
        try:
            engine = open_ledger_of(chosen)
            desk, identity = self._desk_of(chosen, engine), identity_of(engine)
            return OpenBook(book.slug, book.name, desk, identity)
        except TieoutError as error:
            return OpenBook(book.slug, book.name, trouble=error)

    def _counted(self, slug: str) -> int | None:
        desk = self.desk if not slug else self.book(slug).desk
        count = None
        with suppress(TieoutError):
            count = None if desk is None else waiting_in(desk.engine)
        with self._lock:
            self._counts[slug] = monotonic(), count
            self._counting.pop(slug, None)
        return count

    def _count(self, slug: str, until: float) -> int | None:
        with self._lock:
            counting = self._counting.get(slug)
            _, before = self._counts.get(slug, (0.0, None))
        if counting is None:
            return before
        try:
            return counting.result(max(0.0, until - monotonic()))
        except TooLate:
            return before


def _stamp() -> tuple[int, int] | None:
    """By which it is seen that the file is another one now."""
    try:
        about = books_path().stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_ino


async def in_this_book(request: Request, who: SignedIn) -> SignedIn:
    """The same person, with the right that they have here. Raises ``HTTPException`` 404, and
    whatever keeps the book from being opened."""
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
    if book.desk is None and book.trouble is None:
        return Right.NONE
    return rights.of(book.identity, book.slug)


def _rights(request: Request, who: SignedIn) -> BookRights:
    return rights_of(request.state.entrance.engine, who.user_id, who.right)
