"""Which book a word names, and the list of books with the imports that wait in each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Engine, func, select

from app.environment import settings
from app.environment.books import read_books
from app.environment.opening import open_ledger_of
from app.environment.settings import Settings
from app.shapes.administration import BookShape
from db.engine import place_of
from db.errors import TieoutError
from db.models import Import
from db.session import read_only
from db.words import ImportStatus


@dataclass(frozen=True, slots=True)
class Identified:
    """A book by its address, and by the identity of its ledger."""

    address: str
    identity: str


def identified(word: str) -> Identified:
    """The book of that address or name.

    Raises ``BooksUnreadable``, ``NoSuchBook``, ``BookSecretMissing``, and as `open_ledger`.
    """
    from app.environment.books import read_books
    from app.environment.opening import open_ledger_of
    from db.session import identity_of

    book = read_books(os.environ).named(word)
    chosen = settings.home(os.environ).of_book(book, os.environ)
    engine = open_ledger_of(chosen, as_it_is=True)
    try:
        return Identified(chosen.book or word, identity_of(engine))
    finally:
        engine.dispose()


def settings_for(engine: Engine) -> Settings:
    """The settings of this ledger, whichever of the installation's it is.

    Raises as `app.environment.settings.from_environment`.
    """
    url = engine.url.render_as_string(hide_password=False)
    chosen = settings.from_environment()
    return _of_ledger(chosen, url) or replace(chosen, database_url=url)


def _of_ledger(chosen: Settings, url: str) -> Settings | None:
    from app.environment.book_errors import BookSecretMissing
    from app.environment.books import books_path, read_books

    if _same(chosen.database_url, url):
        return chosen
    if chosen.book or not books_path().exists():
        return None
    for book in read_books().found:
        # Of a book that cannot be found just now, it is not the ledger.
        with suppress(BookSecretMissing):
            found = chosen.of_book(book, os.environ)
            if _same(found.database_url, url):
                return found
    return None


def _same(one: str, other: str) -> bool:
    from db.engine import parse_url

    return parse_url(one) == parse_url(other)


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


MOST: Final = 1000
_FOR_A_PERSON: Final = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)


def waiting_in(engine: Engine) -> int:
    """At most `MOST`."""
    some = select(Import.id).where(Import.status.in_(_FOR_A_PERSON)).limit(MOST).subquery()
    with read_only(engine) as session:
        return session.scalars(select(func.count()).select_from(some)).one()
