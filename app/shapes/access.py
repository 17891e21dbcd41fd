"""The JSON of `tieout user` and `tieout token`, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

from app.shapes.writing import Versioned

Role = Literal["look", "decide", "manage"]
UserRole = Literal["none", "look", "decide", "manage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRoleShape:
    """What a user may do in the book of that address, as it was when the role was given."""

    book: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class UserShape:
    """A user; ``role`` is theirs in the ledger that users are kept in. One without a password comes
    in by a proxy alone."""

    name: str
    role: UserRole
    books: tuple[BookRoleShape, ...]
    has_password: bool
    created_at: datetime.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UserChangedShape(Versioned):
    """What was done to a user, and the role that they have now."""

    name: str
    change: Literal["added", "role", "password", "removed"]
    role: UserRole | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenShape:
    """A token without its secret; ``begins_with`` is how its owner knows it."""

    id: int
    name: str
    begins_with: str
    role: Role
    book: str | None
    created_at: datetime.datetime
    created_by: str
    last_used_on: datetime.date | None
    revoked_at: datetime.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenAddedShape(Versioned):
    """A new token: the only time that ``token`` is told."""

    id: int
    name: str
    role: Role
    book: str | None
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRevokedShape(Versioned):
    """A token that lets nobody in any more."""

    token_id: int
    revoked: bool
