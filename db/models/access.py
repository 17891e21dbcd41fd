"""Users, their sessions, tokens and rights in books, and the ledger's own identity."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Id, Ref, utc_now


class User(Base):
    """Somebody who signs in; ``key`` is the name as names are compared.

    ``password_hash`` is null for one who comes in only by a reverse proxy.
    """

    __tablename__ = "users"

    id: Mapped[Id]
    name: Mapped[str]
    key: Mapped[str] = mapped_column(unique=True)
    role: Mapped[str] = mapped_column(String(20))
    password_hash: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


class WebSession(Base):
    """A browser that is signed in, by the digest of what its cookie holds.

    One without a user is of the person who runs the server; ``name`` and ``role`` are theirs then.
    """

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
