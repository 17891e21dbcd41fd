"""Shows the installation's books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from app.cli.output import Column, table
from app.installation.waiting import MOST
from app.shapes.books import BookShape
from app.texts import books as texts_books

_BOOKS = (
    Column(texts_books.ADDRESS),
    Column(texts_books.NAME, whole=False),
    Column(texts_books.WAITING, "right"),
    Column(texts_books.PLACE, whole=False),
)


def books_screen(books: Sequence[BookShape]) -> Iterator[RenderableType]:
    """One row a book."""
    yield table(_BOOKS, map(_row, books))


def _row(book: BookShape) -> tuple[str, ...]:
    return book.address or texts_books.NO_ADDRESS, book.name, _waiting(book), book.place


def _waiting(book: BookShape) -> str:
    if book.waiting is None:
        return texts_books.CANNOT.format(code=book.error)
    return texts_books.MANY.format(most=MOST) if book.waiting >= MOST else str(book.waiting)
