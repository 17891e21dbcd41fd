"""Shows users, tokens, books and webhooks."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import TableColumn, table
from app.environment.listing import MOST
from app.shapes.administration import BookShape, DeliveryShape, TokenShape, UserShape, WebhookShape
from app.texts import administration as texts_administration
from app.texts import terminal as texts
from app.texts.sentences import day_text

_USERS = (
    TableColumn(texts_administration.ACCESS_NAME, whole=False),
    TableColumn(texts_administration.ROLE),
    TableColumn(texts_administration.IN_BOOKS, whole=False),
    TableColumn(texts_administration.SIGNS_IN),
    TableColumn(texts_administration.SINCE),
)
_TOKENS = (
    TableColumn(texts.ID, "right"),
    TableColumn(texts_administration.ACCESS_NAME, whole=False),
    TableColumn(texts_administration.ROLE),
    TableColumn(texts_administration.BEGINS_WITH),
    TableColumn(texts_administration.LAST_USED),
    TableColumn(texts.STATE),
)


def users_screen(users: Sequence[UserShape]) -> Iterator[RenderableType]:
    yield table(_USERS, map(_user, users)) if users else Text(texts_administration.NO_USERS)


def tokens_screen(tokens: Sequence[TokenShape]) -> Iterator[RenderableType]:
    yield table(_TOKENS, map(_token, tokens)) if tokens else Text(texts_administration.NO_TOKENS)


def _user(user: UserShape) -> tuple[str, ...]:
    way = texts_administration.BY_PASSWORD if user.has_password else texts_administration.BY_PROXY
    books = ", ".join(f"{each.book}: {each.role}" for each in user.books)
    return user.name, user.role, books, way, user.created_at.date().isoformat()


def _token(token: TokenShape) -> tuple[str, ...]:
    used = day_text(token.last_used_on, texts_administration.NEVER)
    return str(token.id), token.name, token.role, token.begins_with, used, _state(token.revoked_at)


def _state(revoked_at: datetime | None) -> str:
    if revoked_at is None:
        return texts_administration.VALID
    return texts_administration.REVOKED.format(day=revoked_at.date())


_BOOKS = (
    TableColumn(texts_administration.BOOK_ADDRESS),
    TableColumn(texts_administration.BOOK_NAME, whole=False),
    TableColumn(texts_administration.WAITING, "right"),
    TableColumn(texts_administration.PLACE, whole=False),
)


def books_screen(books: Sequence[BookShape]) -> Iterator[RenderableType]:
    yield table(_BOOKS, map(_row, books))


def _row(book: BookShape) -> tuple[str, ...]:
    return book.address or texts_administration.NO_ADDRESS, book.name, _waiting(book), book.place


def _waiting(book: BookShape) -> str:
    if book.waiting is None:
        return texts_administration.CANNOT.format(code=book.error)
    return (
        texts_administration.MANY.format(most=MOST) if book.waiting >= MOST else str(book.waiting)
    )


_WEBHOOKS = (
    TableColumn(texts.ID, "right"),
    TableColumn(texts_administration.WEBHOOK_ADDRESS, whole=False),
    TableColumn(texts_administration.TOLD_OF),
)
_DELIVERIES = (
    TableColumn(texts.ID, "right"),
    TableColumn(texts_administration.WHEN),
    TableColumn(texts_administration.EVENT),
    TableColumn(texts_administration.ABOUT),
    TableColumn(texts_administration.TRIES, "right"),
    TableColumn(texts_administration.OUTCOME, whole=False),
)


def webhooks_screen(found: Sequence[WebhookShape]) -> Iterator[RenderableType]:
    yield table(_WEBHOOKS, map(_webhook, found)) if found else Text(texts_administration.NONE_YET)


def deliveries_screen(found: Sequence[DeliveryShape]) -> Iterator[RenderableType]:
    yield (
        table(_DELIVERIES, map(_delivery, found))
        if found
        else Text(texts_administration.NOTHING_TOLD)
    )


def _webhook(each: WebhookShape) -> tuple[str, ...]:
    return str(each.id), each.url, ", ".join(each.events)


def _delivery(each: DeliveryShape) -> tuple[str, ...]:
    when = each.created_at.isoformat(" ", "seconds")
    return str(each.id), when, each.event, _about(each), str(each.tries), _outcome(each)


def _about(each: DeliveryShape) -> str:
    if each.import_id is not None:
        return texts_administration.IMPORT.format(id=each.import_id)
    if each.discrepancy_id is not None:
        return texts_administration.DISCREPANCY.format(id=each.discrepancy_id)
    return texts_administration.LOCK.format(id=each.lock_id) if each.lock_id is not None else ""


def _outcome(each: DeliveryShape) -> str:
    if each.delivered_at is not None:
        return texts_administration.DELIVERED
    if each.given_up_at is not None:
        return texts_administration.GIVEN_UP.format(error=each.last_error)
    return (
        texts_administration.WAITS_AFTER.format(error=each.last_error)
        if each.last_error
        else texts_administration.WAITS
    )
