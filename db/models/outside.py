"""What other programs are owed: answers that they may ask for again."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Id, Json, utc_now


class AnsweredRequest(Base):
    """A request that came with an Idempotency-Key, and how it was answered.

    ``digest`` stands for its method, address and body. Without a ``status`` it has not ended.
    """

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
