"""The installation's books, each with where it is and how many imports wait in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from app.environment.opening import open_ledger_of
from app.environment.settings import Settings
from app.installation.books import read_books
from app.installation.waiting import waiting_in
from app.shapes.books import BookShape
from db.engine import place_of
from db.errors import TieoutError


def listed(home: Settings, environment: Mapping[str, str] = os.environ) -> Iterator[BookShape]:
    """The ledger that is set first, then those of the list. Raises ``BooksUnreadable``."""
    books = read_books(environment)
    yield _shape(home, None, books.home)
    for book in books.found:
        try:
            chosen = home.of_book(book, environment)
        except TieoutError as error:
            yield BookShape(
                address=book.slug, name=book.name, place="", waiting=None, error=error.code
            )
        else:
            yield _shape(chosen, book.slug, book.name)


def _shape(chosen: Settings, address: str | None, name: str | None) -> BookShape:
    place, waiting, code = "", None, None
    try:
        place = place_of(chosen.database_url)
        engine = open_ledger_of(chosen, as_it_is=True)
        try:
            waiting = waiting_in(engine)
        finally:
            engine.dispose()
    except TieoutError as error:
        code = error.code
    return BookShape(address=address, name=name or place, place=place, waiting=waiting, error=code)
