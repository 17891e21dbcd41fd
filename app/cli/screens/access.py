"""Shows users and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import Column, table
from app.shapes.access import TokenShape, UserShape
from app.texts import access as texts_access
from app.texts import terminal as texts
from app.wording.sentences import day_text

_USERS = (
    Column(texts_access.NAME, whole=False),
    Column(texts_access.ROLE),
    Column(texts_access.IN_BOOKS, whole=False),
    Column(texts_access.SIGNS_IN),
    Column(texts_access.SINCE),
)
_TOKENS = (
    Column(texts.ID, "right"),
    Column(texts_access.NAME, whole=False),
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
