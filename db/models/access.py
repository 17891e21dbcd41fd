"""Who comes in from outside: users with sessions and tokens, requests and webhooks."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Id, Json, Ref, utc_now


class User(Base):
    """Somebody who signs in; ``key`` is the name as names are compared. ``password_hash`` is null
    for one who comes in only by a reverse proxy."""

    __tablename__ = "users"

    id: Mapped[Id]
    name: Mapped[str]
    key: Mapped[str] = mapped_column(unique=True)
    role: Mapped[str] = mapped_column(String(20))
    password_hash: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class WebSession(Base):
    """A browser that is signed in, by the digest of what its cookie holds. One without a user is of
    the person who runs the server; ``name`` and ``role`` are theirs then."""

    __tablename__ = "sessions"

    id: Mapped[Id]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[Ref | None] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), index=True
    )
    name: Mapped[str]
    role: Mapped[str] = mapped_column(String(20))
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    seen_at: Mapped[datetime] = mapped_column(default=utc_now)


class Token(Base):
    """What lets a program in; ``key`` finds it, ``digest`` proves it. A book of its own, by the
    ``identity`` of its ledger, or all."""

    __tablename__ = "tokens"

    id: Mapped[Id]
    key: Mapped[str] = mapped_column(String(20), unique=True)
    digest: Mapped[str] = mapped_column(String(64))
    name: Mapped[str]
    role: Mapped[str] = mapped_column(String(20))
    book: Mapped[str | None]
    identity: Mapped[str | None] = mapped_column(String(32))
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    created_by: Mapped[str]
    last_used_on: Mapped[date | None]
    revoked_at: Mapped[datetime | None]


class BookRight(Base):
    """A user's role in the ledger of that ``identity``; ``book`` was its address at that time."""

    __tablename__ = "book_rights"

    user_id: Mapped[Ref] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    identity: Mapped[str] = mapped_column(String(32), primary_key=True)
    book: Mapped[str]
    role: Mapped[str] = mapped_column(String(20))


class Ledger(Base):
    """This ledger. ``identity`` is random, in hex: its documents are kept under it."""

    __tablename__ = "ledger"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[Id]
    identity: Mapped[str] = mapped_column(String(32))


class AnsweredRequest(Base):
    """A request that came with an Idempotency-Key, and how it was answered. ``digest`` identifies
    its method, address and body. Without a ``status`` it has not ended."""

    __tablename__ = "answered_requests"
    __table_args__ = (UniqueConstraint("caller", "key"),)

    id: Mapped[Id]
    caller: Mapped[str] = mapped_column(String(80))
    key: Mapped[str] = mapped_column(String(255))
    digest: Mapped[str] = mapped_column(String(64))
    status: Mapped[int | None]
    headers: Mapped[Json | None]
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime] = mapped_column(default=utc_now, index=True)


class Webhook(Base):
    """An address that is sent what happens; ``events`` are words between commas, one before each
    and one at the end. ``private``: it may be in a network that no one else reaches, or be told
    without TLS. The ``secret`` signs what is sent, so it cannot be kept as a digest; until
    ``old_until`` the ``old_secret`` signs it too."""

    __tablename__ = "webhooks"

    id: Mapped[Id]
    url: Mapped[str]
    secret: Mapped[str]
    events: Mapped[str] = mapped_column(String(100))
    private: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    created_by: Mapped[str]
    old_secret: Mapped[str | None]
    old_until: Mapped[datetime | None]


#: What is still to be reported.
_OWED = text("next_try_at IS NOT NULL")


class Delivery(Base):
    """One event that one webhook is owed. Triggers of the database write it, in the statement that
    makes it so (``db/migrations/triggers.py``).

    A discrepancy without a number is a lock over a statement that ties out no more. ``message_id``
    tells a receiver that the same comes twice. Without ``next_try_at`` nothing is tried any more:
    it was delivered, or given up.
    """

    __tablename__ = "deliveries"
    __table_args__ = (
        Index("ix_deliveries_owed", "next_try_at", sqlite_where=_OWED, postgresql_where=_OWED),
    )

    id: Mapped[Id]
    webhook_id: Mapped[Ref] = mapped_column(
        ForeignKey("webhooks.id", ondelete="CASCADE"), index=True
    )
    message_id: Mapped[str] = mapped_column(String(40), unique=True)
    event: Mapped[str] = mapped_column(String(20))
    import_id: Mapped[Ref | None]
    discrepancy_id: Mapped[Ref | None]
    created_at: Mapped[datetime]
    next_try_at: Mapped[datetime | None]
    tries: Mapped[int]
    delivered_at: Mapped[datetime | None]
    given_up_at: Mapped[datetime | None]
    last_status: Mapped[int | None]
    last_error: Mapped[str | None]
    lock_id: Mapped[Ref | None]
