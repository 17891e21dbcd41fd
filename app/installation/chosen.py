"""Which book a word names or a ledger is, and the settings of it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.environment import settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from app.environment.settings import Settings


@dataclass(frozen=True, slots=True)
class Identified:
    """A book by its address, and by the identity of its ledger."""

    address: str
    identity: str


def identified(word: str) -> Identified:
    """The book of that address or name.

    Raises ``BooksUnreadable``, ``NoSuchBook``, ``BookSecretMissing``, and as `open_ledger`.
    """
    from app.environment.opening import open_ledger_of
    from app.installation.books import read_books
    from db.identity import identity_of

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
    from app.installation.books import books_path, read_books
    from app.installation.errors import BookSecretMissing

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
