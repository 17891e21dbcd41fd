"""What can go wrong where one installation has several books."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError
from db.words import FaultClass


class BooksUnreadable(TieoutError):
    """The list of books at {path} cannot be used: {why}. Each is a table [books.NAME] with name and
    database; docs/how-to/several-books.md has an example. Correct it, or TIEOUT_BOOKS.
    """

    code: ClassVar[str] = "books_unreadable"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


class BooksUnwritable(TieoutError):
    """The list of books at {path} cannot be written: {why}. Name a file that you can write in
    TIEOUT_BOOKS."""

    code: ClassVar[str] = "books_unwritable"


class NoSuchBook(TieoutError):
    """There is no book {name!r}. See which there are: tieout book list"""

    code: ClassVar[str] = "no_such_book"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


class BookThere(TieoutError):
    """There is a book {name!r} already. Give this one another name, or remove that one from the
    list, which deletes nothing: tieout book remove {name}"""

    code: ClassVar[str] = "book_there"


class BookNameInvalid(TieoutError):
    """{name!r} cannot be made into an address: it has no letter or digit of a to z and 0 to 9, or
    is too long. Give the address: --address client-a
    """

    code: ClassVar[str] = "book_name_invalid"


class SameLedger(TieoutError):
    """This is the ledger of {other} already, or a copy of it: both have one identity. If it is a
    copy, make it a ledger of its own first: tieout documents separate --database URL"""

    code: ClassVar[str] = "same_ledger"


class QueueShared(TieoutError):
    """This queue is that of {other} already, and a queue holds the work of one ledger. Give each
    another number: redis://host:6379/1"""

    code: ClassVar[str] = "queue_shared"


class BookSecretMissing(TieoutError):
    """The address of the {what} of book {book} should be read from {source}, which is not possible:
    {why}. Set it in the environment of this command, or change the list of books (TIEOUT_BOOKS).
    """

    code: ClassVar[str] = "book_secret_missing"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


class BookAndDatabase(TieoutError):
    """A book is named (--book or TIEOUT_BOOK) and a ledger too (--database). Leave one of them
    out."""

    code: ClassVar[str] = "book_and_database"


class BookSlow(TieoutError):
    """This book has not answered yet. Look again in a moment; tieout book list shows what is wrong
    with it, if anything.
    """

    code: ClassVar[str] = "book_slow"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT
