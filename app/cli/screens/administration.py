"""Shows users, tokens, books and webhooks."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from operator import attrgetter

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import TableColumn, table
from app.environment.listing import MOST
from app.shapes.administration import BookShape, DeliveryShape, TokenShape, UserShape, WebhookShape
from app.texts import administration as words
from app.texts import terminal as texts
from app.texts.sentences import day_text

_USERS = (
    TableColumn(words.ACCESS_NAME, whole=False, cell=attrgetter("name")),
    TableColumn(words.ROLE, cell=attrgetter("role")),
    TableColumn(
        words.IN_BOOKS,
        whole=False,
        cell=lambda user: ", ".join(f"{each.book}: {each.role}" for each in user.books),
    ),
    TableColumn(
        words.SIGNS_IN,
        cell=lambda user: words.BY_PASSWORD if user.has_password else words.BY_PROXY,
    ),
    TableColumn(words.SINCE, cell=lambda user: user.created_at.date().isoformat()),
)
_TOKENS = (
    TableColumn(texts.ID, "right", cell=lambda token: str(token.id)),
    TableColumn(words.ACCESS_NAME, whole=False, cell=attrgetter("name")),
    TableColumn(words.ROLE, cell=attrgetter("role")),
    TableColumn(words.BEGINS_WITH, cell=attrgetter("begins_with")),
    TableColumn(words.LAST_USED, cell=lambda token: day_text(token.last_used_on, words.NEVER)),
    TableColumn(texts.STATE, cell=lambda token: _state(token.revoked_at)),
)
_BOOKS = (
    TableColumn(words.BOOK_ADDRESS, cell=lambda book: book.address or words.NO_ADDRESS),
    TableColumn(words.BOOK_NAME, whole=False, cell=attrgetter("name")),
    TableColumn(words.WAITING, "right", cell=lambda book: _waiting(book)),
    TableColumn(words.PLACE, whole=False, cell=attrgetter("place")),
)
_WEBHOOKS = (
    TableColumn(texts.ID, "right", cell=lambda each: str(each.id)),
    TableColumn(words.WEBHOOK_ADDRESS, whole=False, cell=attrgetter("url")),
    TableColumn(words.TOLD_OF, cell=lambda each: ", ".join(each.events)),
)
_DELIVERIES = (
    TableColumn(texts.ID, "right", cell=lambda each: str(each.id)),
    TableColumn(words.WHEN, cell=lambda each: each.created_at.isoformat(" ", "seconds")),
    TableColumn(words.EVENT, cell=attrgetter("event")),
    TableColumn(words.ABOUT, cell=lambda each: _about(each)),
    TableColumn(words.TRIES, "right", cell=lambda each: str(each.tries)),
    TableColumn(words.OUTCOME, whole=False, cell=lambda each: _outcome(each)),
)


def users_screen(users: Sequence[UserShape]) -> Iterator[RenderableType]:
    yield table(_USERS, users) if users else Text(words.NO_USERS)


def tokens_screen(tokens: Sequence[TokenShape]) -> Iterator[RenderableType]:
    yield table(_TOKENS, tokens) if tokens else Text(words.NO_TOKENS)


def books_screen(books: Sequence[BookShape]) -> Iterator[RenderableType]:
    yield table(_BOOKS, books)


def webhooks_screen(found: Sequence[WebhookShape]) -> Iterator[RenderableType]:
    yield table(_WEBHOOKS, found) if found else Text(words.NONE_YET)


def deliveries_screen(found: Sequence[DeliveryShape]) -> Iterator[RenderableType]:
    yield table(_DELIVERIES, found) if found else Text(words.NOTHING_TOLD)


def _state(revoked_at: datetime | None) -> str:
    return words.VALID if revoked_at is None else words.REVOKED.format(day=revoked_at.date())


def _waiting(book: BookShape) -> str:
    if book.waiting is None:
        return words.CANNOT.format(code=book.error)
    return words.MANY.format(most=MOST) if book.waiting >= MOST else str(book.waiting)


def _about(each: DeliveryShape) -> str:
    if each.import_id is not None:
        return words.IMPORT.format(id=each.import_id)
    if each.discrepancy_id is not None:
        return words.DISCREPANCY.format(id=each.discrepancy_id)
    return words.LOCK.format(id=each.lock_id) if each.lock_id is not None else ""


def _outcome(each: DeliveryShape) -> str:
    if each.delivered_at is not None:
        return words.DELIVERED
    if each.given_up_at is not None:
        return words.GIVEN_UP.format(error=each.last_error)
    return words.WAITS_AFTER.format(error=each.last_error) if each.last_error else words.WAITS
