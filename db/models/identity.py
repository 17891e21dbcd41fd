"""The ledger's own name among ledgers: one row, made with the tables and kept by every copy."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from db.models.base import Base, Id


class Ledger(Base):
    """This ledger. ``identity`` is random, in hex: its documents are kept under it."""

    __tablename__ = "ledger"
    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)

    id: Mapped[Id]
    identity: Mapped[str] = mapped_column(String(32))
