"""Shows users, tokens, books and webhooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import Column, table
from app.environment.listing import MOST
from app.shapes.administration import BookShape, DeliveryShape, TokenShape, UserShape, WebhookShape
from app.texts import administration as own
from app.texts import administration as texts_access
from app.texts import administration as texts_books
from app.texts import terminal as texts
from app.texts.sentences import day_text

_USERS = (
    Column(texts_access.ACCESS_NAME, whole=False),
    Column(texts_access.ROLE),
    Column(texts_access.IN_BOOKS, whole=False),
    Column(texts_access.SIGNS_IN),
    Column(texts_access.SINCE),
)
_TOKENS = (
    Column(texts.ID, "right"),
    Column(texts_access.ACCESS_NAME, whole=False),
    Column(texts_access.ROLE),
    Column(texts_access.BEGINS_WITH),
    Column(texts_access.LAST_USED),
    Column(texts.STATE),
)


def users_screen(users: Sequence[UserShape]) -> Iterator[RenderableType]:
    """One row a user."""
    yield table(_USERS, map(_user, users)) if users else Text(texts_access.NO_USERS)


def tokens_screen(tokens: Sequence[TokenShape]) -> Iterator[RenderableType]:
    """One row a token."""
    yield table(_TOKENS, map(_token, tokens)) if tokens else Text(texts_access.NO_TOKENS)


def _user(user: UserShape) -> tuple[str, ...]:
    way = texts_access.BY_PASSWORD if user.has_password else texts_access.BY_PROXY
    books = ", ".join(f"{each.book}: {each.role}" for each in user.books)
    return user.name, user.role, books, way, user.created_at.date().isoformat()


def _token(token: TokenShape) -> tuple[str, ...]:
    used = day_text(token.last_used_on, texts_access.NEVER)
    return str(token.id), token.name, token.role, token.begins_with, used, _state(token.revoked_at)


def _state(revoked_at: datetime | None) -> str:
    if revoked_at is None:
        return texts_access.VALID
    return texts_access.REVOKED.format(day=revoked_at.date())


_BOOKS = (
    Column(texts_books.BOOK_ADDRESS),
    Column(texts_books.BOOK_NAME, whole=False),
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


_WEBHOOKS = (
    Column(texts.ID, "right"),
    Column(own.WEBHOOK_ADDRESS, whole=False),
    Column(own.TOLD_OF),
)
_DELIVERIES = (
    Column(texts.ID, "right"),
    Column(own.WHEN),
    Column(own.EVENT),
    Column(own.ABOUT),
    Column(own.TRIES, "right"),
    Column(own.OUTCOME, whole=False),
)


def webhooks_screen(found: Sequence[WebhookShape]) -> Iterator[RenderableType]:
    """One row a webhook."""
    yield table(_WEBHOOKS, map(_webhook, found)) if found else Text(own.NONE_YET)


def deliveries_screen(found: Sequence[DeliveryShape]) -> Iterator[RenderableType]:
    """One row an event."""
    yield table(_DELIVERIES, map(_delivery, found)) if found else Text(own.NOTHING_TOLD)


def _webhook(each: WebhookShape) -> tuple[str, ...]:
    return str(each.id), each.url, ", ".join(each.events)


def _delivery(each: DeliveryShape) -> tuple[str, ...]:
    when = each.created_at.isoformat(" ", "seconds")
    return str(each.id), when, each.event, _about(each), str(each.tries), _outcome(each)


def _about(each: DeliveryShape) -> str:
    if each.import_id is not None:
        return own.IMPORT.format(id=each.import_id)
    if each.discrepancy_id is not None:
        return own.DISCREPANCY.format(id=each.discrepancy_id)
    return own.LOCK.format(id=each.lock_id) if each.lock_id is not None else ""


def _outcome(each: DeliveryShape) -> str:
    if each.delivered_at is not None:
        return own.DELIVERED
    if each.given_up_at is not None:
        return own.GIVEN_UP.format(error=each.last_error)
    return own.WAITS_AFTER.format(error=each.last_error) if each.last_error else own.WAITS
