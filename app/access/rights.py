"""What somebody may do: each right holds those before it."""

from __future__ import annotations

from enum import IntEnum


class Right(IntEnum):
    """``LOOK`` reads, ``DECIDE`` changes the ledger, ``MANAGE`` changes who may come in."""

    LOOK = 1
    DECIDE = 2
    MANAGE = 3

    @property
    def role(self) -> str:
        """What it is called where a person names it, and in the database."""
        return self.name.lower()

    @classmethod
    def of_role(cls, role: str) -> Right:
        """The right that goes by this word. Raises ``KeyError``."""
        return cls[role.upper()]


#: As a person names them, the least first.
ROLES = tuple(right.role for right in Right)
