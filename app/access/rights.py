"""What somebody may do, in the installation and in single books."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from sqlalchemy import Engine, delete, select
from sqlalchemy.orm import Session

from app.access.errors import NoSuchUser
from app.access.names import compared, person
from db.log import log
from db.models import BookRight, User
from db.session import read_only, unit_of_work


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


@dataclass(frozen=True, slots=True)
class BookRights:
    """What one person may do: ``at_home``, in the ledger that users are kept in, ``everywhere``,
    for anyone who manages that, or in single books."""

    at_home: Right = Right.NONE
    everywhere: Right = Right.NONE
    by_identity: Mapping[str, Right] = field(default_factory=dict)
    by_address: Mapping[str, Right] = field(default_factory=dict)

    def of(self, identity: str | None, address: str) -> Right:
        """In the book with that identity; of one that cannot be asked who it is, by its address."""
        if self.everywhere:
            return self.everywhere
        if identity is None:
            return self.by_address.get(address, Right.NONE)
        return self.by_identity.get(identity, Right.NONE)


def rights_of(engine: Engine, user_id: int | None, at_home: Right) -> BookRights:
    """Those of a user; one who manages the site manages each of its books."""
    if at_home is Right.MANAGE:
        return BookRights(at_home, Right.MANAGE)
    if user_id is None:
        return BookRights(at_home)
    with read_only(engine) as session:
        rows = session.scalars(select(BookRight).where(BookRight.user_id == user_id)).all()
    return BookRights(
        at_home,
        by_identity={row.identity: Right.of_role(row.role) for row in rows},
        by_address={row.book: Right.of_role(row.role) for row in rows},
    )


def set_right(
    engine: Engine, name: str, right: Right, book: str, identity: str, actor: str | None = None
) -> None:
    """Give a user a right in the book, in place of any before; ``NONE`` takes it away.

    Raises ``NoSuchUser``.
    """
    with unit_of_work(engine) as session:
        user = session.scalars(select(User).where(User.key == compared(name))).one_or_none()
        if user is None:
            raise NoSuchUser(name=name)
        before = _taken_away(session, user.id, identity)
        if right is not Right.NONE:
            row = BookRight(user_id=user.id, identity=identity, book=book, role=right.role)
            session.add(row)
        log(
            session,
            actor or person(),
            "user_role",
            f"users:{user.id}",
            before={"name": user.name, "role": before, "book": book},
            after={"name": user.name, "role": right.role, "book": book},
        )


def _taken_away(session: Session, user_id: int, identity: str) -> str:
    own = BookRight.user_id == user_id, BookRight.identity == identity
    before = session.scalars(select(BookRight.role).where(*own)).one_or_none()
    session.execute(delete(BookRight).where(*own))
    return before or Right.NONE.role
