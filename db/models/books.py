"""Who may do what in which book of the installation: kept in the ledger that users are kept in."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Ref


class BookRight(Base):
    """A user's role in the ledger of that ``identity``; ``book`` was its address at that time."""

    __tablename__ = "book_rights"

    user_id: Mapped[Ref] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    identity: Mapped[str] = mapped_column(String(32), primary_key=True)
    book: Mapped[str]
    role: Mapped[str] = mapped_column(String(20))
