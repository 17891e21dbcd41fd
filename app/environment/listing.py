"""Which book a word names, the list of books, and changes of it that keep its text."""

import json
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from uuid import uuid4

from sqlalchemy import Engine, func, select

from app.environment import settings
from app.environment.books import (
    LONGEST_SLUG,
    Book,
    BookNameInvalid,
    Books,
    BookSecretMissing,
    BooksUnwritable,
    BookThere,
    QueueShared,
    SameLedger,
    books_path,
    is_slug,
    parsed,
    read_books,
)
from app.environment.opening import make_ledger, open_ledger_of
from app.environment.settings import Settings
from app.shapes.administration import BookAddedShape, BookShape
from db.engine import make_engine, parse_url, place, place_of
from db.errors import TieoutError, short_enough
from db.models import Import
from db.private import private_folder, write_private
from db.session import identity_of, read_only
from db.words import ImportStatus
from jobs.options import Documents, Keep
from pipeline.intake.store import open_store


@dataclass(frozen=True, slots=True)
class Identified:
    """A book by its address, and by the identity of its ledger."""

    address: str
    identity: str


def identified(word: str) -> Identified:
    """The book of that address or name. Raises ``BooksUnreadable``, ``NoSuchBook``,
    ``BookSecretMissing``, and as `open_ledger`."""
    book = read_books(os.environ).named(word)
    chosen = settings.home(os.environ).of_book(book, os.environ)
    engine = open_ledger_of(chosen, as_it_is=True)
    try:
        return Identified(chosen.book or word, identity_of(engine))
    finally:
        engine.dispose()


def settings_for(engine: Engine) -> Settings:
    """The settings of this ledger, whichever of the installation's it is. Raises as
    `app.environment.settings.from_environment`."""
    url = engine.url.render_as_string(hide_password=False)
    chosen = settings.from_environment()
    return _of_ledger(chosen, url) or replace(chosen, database_url=url)


def _of_ledger(chosen: Settings, url: str) -> Settings | None:
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


_HEADER = re.compile(r"^\s*\[")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBook:
    """What a person says of a new one: how it is called, and where its places are. Places are (key,
    value) of its table, such as ``("database_env", "CLIENT_A")``."""

    name: str
    address: str | None
    places: tuple[tuple[str, str], ...]


def add(
    new: NewBook, home: Settings, environment: Mapping[str, str] = os.environ
) -> BookAddedShape:
    """Put the book on the list, and make its ledger unless it is there. Raises ``BookNameInvalid``,
    ``NameTooLong``, ``BookThere``, ``SameLedger``, ``QueueShared``, ``BooksUnreadable``,
    ``BooksUnwritable``, ``BookSecretMissing``, and what `make_ledger` raises."""
    books = read_books(environment)
    slug = new.address or slug_of(new.name)
    if not is_slug(slug):
        raise BookNameInvalid(name=new.address or new.name)
    short_enough(new.name)
    for other in books.found:
        if slug == other.slug or new.name == other.name:
            raise BookThere(name=other.slug)
    before = _text(books.path)
    text = f"{before}{_separator(before)}{_table(slug, new)}"
    book = parsed(books.path, text).named(slug)
    chosen = home.of_book(book, environment)
    for name, theirs in _others(home, books, environment):
        if chosen.redis_url and chosen.redis_url == theirs.redis_url:
            raise QueueShared(other=name)
    engine, created = make_ledger(chosen.database_url)
    identity = _identity(chosen.database_url)
    for name, theirs in _others(home, books, environment):
        same = parse_url(theirs.database_url) == parse_url(chosen.database_url)
        if same or _identity(theirs.database_url) == identity:
            raise SameLedger(other=name)
    _write(books.path, text)
    return BookAddedShape(address=slug, name=new.name, place=place(engine), created=created)


def remove(word: str, environment: Mapping[str, str] = os.environ) -> Book:
    """Take the book off the list; its ledger and its documents stay where they are. Raises
    ``NoSuchBook``, ``BooksUnreadable`` and ``BooksUnwritable``."""
    books = read_books(environment)
    book = books.named(word)
    text = "".join(_without(_text(books.path), book.slug))
    left = {each.slug for each in parsed(books.path, text).found}
    if left != {each.slug for each in books.found} - {book.slug}:
        raise BooksUnwritable(path=books.path, why=f"[books.{book.slug}] is not a table of its own")
    _write(books.path, text)
    return book


def slug_of(name: str) -> str:
    """What is in addresses for that name; empty if it has no letter that can."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(each for each in plain if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]+", "-", letters)[:LONGEST_SLUG].strip("-")


def _others(
    home: Settings, books: Books, environment: Mapping[str, str]
) -> Iterator[tuple[str, Settings]]:
    yield books.home or "TIEOUT_DATABASE_URL", home
    for each in books.found:
        yield each.name, home.of_book(each, environment)


def _identity(url: str) -> str | None:
    """None for a ledger that cannot be asked just now, or is not there."""
    try:
        engine = make_engine(url)
    except TieoutError:
        return None
    try:
        return identity_of(engine)
    except Exception:  # noqa: BLE001 - of an older version, away, or not even a database
        return None
    finally:
        engine.dispose()


def _table(slug: str, new: NewBook) -> str:
    lines = (f"{key} = {_quoted(value)}\n" for key, value in (("name", new.name), *new.places))
    return f"[books.{slug}]\n{''.join(lines)}"


def _quoted(text: str) -> str:
    """As TOML writes it, which is as JSON does except for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _separator(before: str) -> str:
    if not before:
        return ""
    return "\n" if before.endswith("\n") else "\n\n"


def _without(text: str, slug: str) -> Iterator[str]:
    """The lines but those from the book's header to the next one."""
    own = re.compile(rf"^\s*\[\s*books\s*\.\s*[\"']?{re.escape(slug)}[\"']?\s*\]")
    inside = False
    for line in text.splitlines(keepends=True):
        if _HEADER.match(line):
            inside = own.match(line) is not None
        if not inside:
            yield line


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def _write(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.{uuid4().hex}.tmp")
    try:
        private_folder(path.parent)
        try:
            write_private(beside, text)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise BooksUnwritable(path=path, why=error.strerror or type(error).__name__) from None


#: What follows the name of a SQLite ledger in that of the folder beside it.
BESIDE = ".documents"


def documents_of(chosen: Settings) -> Documents:
    """Where they are kept: as set, or else in a folder beside a ledger that is a file. Raises
    ``BadDocumentsPlace``, ``StoreMissing``, ``BadDatabaseUrl``."""
    keep = Keep(chosen.keep_documents)
    place = chosen.documents or _beside(chosen.database_url)
    return Documents(open_store(place) if place else None, keep)


def documents_beside(engine: Engine) -> Documents:
    """Where the documents of this ledger are kept. Raises as above, and as `settings_for`."""
    return documents_of(settings_for(engine))


def _beside(database_url: str) -> str | None:
    url = parse_url(database_url)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return url.database + BESIDE
