"""The list of books: a TOML file of its owner's alone, and what can go wrong with it."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from db.errors import LONGEST_NAME, TieoutError
from db.words import FaultClass

#: The file, unless TIEOUT_BOOKS names one: in the working folder, as the ledger is.
DEFAULT: Final = "tieout-books.toml"
#: What may be behind /books/ in an address.
SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_SLUG: Final = 40


class _BookEntry(BaseModel):
    """One table of the file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    database: str | None = None
    database_env: str | None = None
    database_file: str | None = None
    documents: str | None = None
    redis: str | None = None
    redis_env: str | None = None
    redis_file: str | None = None

    @model_validator(mode="after")
    def _one_of_each(self) -> Self:
        if len([each for each in self.said("database") if each]) != 1:
            raise ValueError("one of database, database_env and database_file")
        if len([each for each in self.said("redis") if each]) > 1:
            raise ValueError("one of redis, redis_env and redis_file")
        return self

    def said(self, what: str) -> tuple[str | None, str | None, str | None]:
        """The URL itself, the variable that holds it, the file that does; one of them at most."""
        written, variable, file = (getattr(self, what + ending) for ending in ("", "_env", "_file"))
        return written, variable, file


class _BooksFile(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    home: str | None = None
    books: dict[str, _BookEntry] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Book:
    """One ledger of the installation; ``slug`` is in its addresses."""

    slug: str
    name: str
    documents: str | None
    entry: _BookEntry = field(repr=False)
    folder: Path = field(repr=False)

    def database_url(self, environment: Mapping[str, str]) -> str:
        """Where its ledger is. Raises ``BookSecretMissing``."""
        url = self._secret("database", environment)
        assert url is not None
        return url if "://" in url else str(self.folder / Path(url).expanduser())

    def redis_url(self, environment: Mapping[str, str]) -> str | None:
        """Where its queue is, if it has one of its own. Raises ``BookSecretMissing``."""
        return self._secret("redis", environment)

    def _secret(self, what: str, environment: Mapping[str, str]) -> str | None:
        plain, variable, file = self.entry.said(what)
        if variable:
            if not environment.get(variable):
                raise self._missing(what, variable, "it is not set")
            return environment[variable]
        if file:
            try:
                return (self.folder / file).read_text("utf-8").strip()
            except (OSError, UnicodeDecodeError) as error:
                raise self._missing(what, file, type(error).__name__) from None
        return plain

    def _missing(self, what: str, source: str, why: str) -> "BookSecretMissing":
        return BookSecretMissing(what=what, book=self.name, source=source, why=why)


@dataclass(frozen=True, slots=True)
class Books:
    """Those of the file, in its order; ``home`` is what the ledger is called that is not in it."""

    path: Path
    home: str | None = None
    found: tuple[Book, ...] = ()

    def named(self, word: str) -> Book:
        """The book of that address or name. Raises ``NoSuchBook``."""
        for book in self.found:
            if word in (book.slug, book.name):
                return book
        raise NoSuchBook(name=word)


def books_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the list is, or would be."""
    return Path(environment.get("TIEOUT_BOOKS") or DEFAULT).expanduser().absolute()


def read_books(environment: Mapping[str, str] = os.environ) -> Books:
    """The installation's list; none where there is no file. Raises ``BooksUnreadable``."""
    path = books_path(environment)
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return Books(path)
    except (OSError, UnicodeDecodeError) as error:
        raise BooksUnreadable(path=path, why=type(error).__name__) from None
    return parsed(path, text)


def parsed(path: Path, text: str) -> Books:
    """What the file says. Raises ``BooksUnreadable``."""
    try:
        said = _BooksFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BooksUnreadable(path=path, why=str(error)) from None
    except ValidationError as error:
        # Its own text would quote what the file says, passwords too.
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise BooksUnreadable(path=path, why=f"{where}: {first['msg']}") from None
    for slug in said.books:
        if not is_slug(slug):
            raise BooksUnreadable(path=path, why=f"books.{slug}: a-z, 0-9 and - in between")
    found = tuple(
        Book(slug, entry.name, entry.documents, entry, path.parent)
        for slug, entry in said.books.items()
    )
    return Books(path, said.home, found)


def is_slug(word: str) -> bool:
    return len(word) <= LONGEST_SLUG and SLUG.fullmatch(word) is not None


class BooksUnreadable(TieoutError, fault=FaultClass.CONFIGURATION):
    """The list of books at {path} cannot be used: {why}. Each is a table [books.NAME] with name and
    database; docs/how-to/several-books.md has an example. Correct it, or TIEOUT_BOOKS."""


class BooksUnwritable(TieoutError):
    """The list of books at {path} cannot be written: {why}. Name a file that you can write in
    TIEOUT_BOOKS."""


class NoSuchBook(TieoutError, fault=FaultClass.CONFIGURATION):
    """There is no book {name!r}. See which there are: tieout book list"""


class BookThere(TieoutError):
    """There is a book {name!r} already. Give this one another name, or remove that one from the
    list, which deletes nothing: tieout book remove {name}"""


class BookNameInvalid(TieoutError):
    """{name!r} cannot be made into an address: it has no letter or digit of a to z and 0 to 9, or
    is too long. Give the address: --address client-a"""


class SameLedger(TieoutError):
    """This is the ledger of {other} already, or a copy of it: both have one identity. If it is a
    copy, make it a ledger of its own first: tieout documents separate --database URL"""


class QueueShared(TieoutError):
    """This queue is that of {other} already, and a queue holds the work of one ledger. Give each
    another number: redis://host:6379/1"""


class BookSecretMissing(TieoutError, fault=FaultClass.CONFIGURATION):
    """The address of the {what} of book {book} should be read from {source}, which is not possible:
    {why}. Set it in the environment of this command, or change the list of books (TIEOUT_BOOKS)."""


class BookAndDatabase(TieoutError):
    """A book is named (--book or TIEOUT_BOOK) and a ledger too (--database). Leave one of them
    out."""


class BookSlow(TieoutError, fault=FaultClass.TRANSIENT):
    """This book has not answered yet. Look again in a moment; tieout book list shows what is wrong
    with it, if anything."""
