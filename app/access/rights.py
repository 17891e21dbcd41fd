"""What somebody may do: each right holds those before it."""

from __future__ import annotations

from enum import IntEnum


class Right(IntEnum):
    """``LOOK`` reads, ``DECIDE`` changes the ledger, ``MANAGE`` changes who may come in. ``NONE``
    comes in, and sees no more than the books in which they have another right."""

    NONE = 0
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
ROLES = tuple(right.role for right in Right if right is not Right.NONE)
#: Also those of users, who may have no right but in single books.
USER_ROLES = (Right.NONE.role, *ROLES)
