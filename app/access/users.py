"""Users: added, listed, removed, known by their password, and their rights in single books."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from sqlalchemy import Engine, Select, delete, select
from sqlalchemy.orm import Session

from app.access.errors import (
    LastManager,
    NoSuchUser,
    PasswordCommon,
    PasswordTooLong,
    PasswordTooShort,
    UserNameInvalid,
    UserThere,
)
from app.access.rights import Right, compared, of_person, person
from app.errors import WebMissing
from db.log import log
from db.models import BookRight, User, WebSession
from db.session import read_only, unit_of_work

if TYPE_CHECKING:
    from argon2 import PasswordHasher


#: Every user by name, with each right that they have in a single book.
_WITH_BOOKS: Final[Select[User, BookRight | None]] = (
    select(User, BookRight)
    .outerjoin(BookRight, BookRight.user_id == User.id)
    .order_by(User.key, BookRight.book)
)


@dataclass(frozen=True, slots=True)
class ListedUser:
    """A user as others may see them; without a password they come in by a proxy alone."""

    id: int
    name: str
    right: Right
    has_password: bool
    created_at: datetime
    books: tuple[BookRight, ...] = ()


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who looks and decides, and what they may do; without a user, the one who runs the server."""

    name: str
    right: Right
    user_id: int | None = None


def add(
    engine: Engine, name: str, right: Right, password: str | None, actor: str | None = None
) -> None:
    """Add a user, who signs in with the password, or without one comes in by a proxy alone. Raises
    ``UserNameInvalid``, ``UserThere``, ``WebMissing``, and what `check` raises."""
    plain = of_person(name)
    if plain is None:
        raise UserNameInvalid(name=name)
    kept = _kept(plain, password)
    with unit_of_work(engine) as session:
        if _by_name(session, plain) is not None:
            raise UserThere(name=plain)
        row = User(name=plain, key=compared(plain), role=right.role, password_hash=kept)
        session.add(row)
        session.flush()
        after = {"name": plain, "role": right.role}
        log(session, actor or person(), "user_add", f"users:{row.id}", after=after)


def listed(engine: Engine) -> tuple[ListedUser, ...]:
    """Every user, by name."""
    with read_only(engine) as session:
        return _with_books(session, _WITH_BOOKS)


def one(engine: Engine, name: str) -> ListedUser:
    """The user of that name. Raises ``NoSuchUser``."""
    with read_only(engine) as session:
        found = _with_books(session, _WITH_BOOKS.where(User.key == compared(name)))
    if not found:
        raise NoSuchUser(name=name)
    return found[0]


def _with_books(session: Session, query: Select[User, BookRight | None]) -> tuple[ListedUser, ...]:
    rows = groupby(session.execute(query), key=lambda row: row[0])
    return tuple(
        ListedUser(
            user.id,
            user.name,
            Right.of_role(user.role),
            user.password_hash is not None,
            user.created_at,
            tuple(right for _, right in own if right is not None),
        )
        for user, own in rows
    )


def any_there(engine: Engine) -> bool:
    with read_only(engine) as session:
        return session.scalars(select(User.id).limit(1)).first() is not None


def set_role(engine: Engine, name: str, right: Right, actor: str | None = None) -> None:
    """Give another role, and end the sessions. Raises ``NoSuchUser`` and ``LastManager``."""
    with unit_of_work(engine) as session:
        row = user_named(session, name)
        if right is not Right.MANAGE:
            _keep_a_manager(session, row)
        before, row.role = row.role, right.role
        _end_sessions(session, row)
        subject, was = f"users:{row.id}", {"name": row.name, "role": before}
        after = {"name": row.name, "role": right.role}
        log(session, actor or person(), "user_role", subject, before=was, after=after)


def set_password(engine: Engine, name: str, password: str, actor: str | None = None) -> None:
    """Take another password, and end the sessions. Raises ``NoSuchUser``, and as `add`."""
    with read_only(engine) as session:
        plain = user_named(session, name).name
    kept = _kept(plain, password)
    with unit_of_work(engine) as session:
        row = user_named(session, name)
        row.password_hash = kept
        _end_sessions(session, row)
        after = {"name": row.name}
        log(session, actor or person(), "user_password", f"users:{row.id}", after=after)


def remove(engine: Engine, name: str, actor: str | None = None) -> None:
    """Remove a user, whose sessions end. Raises ``NoSuchUser`` and ``LastManager``."""
    with unit_of_work(engine) as session:
        row = user_named(session, name)
        _keep_a_manager(session, row, last_user_may_go=True)
        _end_sessions(session, row)
        before = {"name": row.name, "role": row.role}
        log(session, actor or person(), "user_remove", f"users:{row.id}", before=before)
        session.delete(row)


def known(engine: Engine, name: str, password: str) -> SignedIn | None:
    """The user of that name, if it is their password; it takes as long if there is no such user."""
    with read_only(engine) as session:
        row = _by_name(session, name)
    if not password_fits(password, row.password_hash if row else None) or row is None:
        return None
    # With less than what is asked for today.
    if row.password_hash and _hasher().check_needs_rehash(row.password_hash):
        _hash_again(engine, row, password)
    return _known(row)


def named(engine: Engine, name: str) -> SignedIn | None:
    """The user of that name, whom somebody else vouches for."""
    with read_only(engine) as session:
        row = _by_name(session, name)
    return _known(row) if row else None


def _hash_again(engine: Engine, known: User, password: str) -> None:
    kept = hashed_password(password)
    with unit_of_work(engine) as session:
        row = session.get(User, known.id)
        if row is not None and row.password_hash == known.password_hash:
            row.password_hash = kept


def _known(row: User) -> SignedIn:
    return SignedIn(row.name, Right.of_role(row.role), row.id)


def _kept(name: str, password: str | None) -> str | None:
    if password is None:
        return None
    check_password(password, name)
    return hashed_password(password)


def _by_name(session: Session, name: str) -> User | None:
    return session.scalars(select(User).where(User.key == compared(name))).one_or_none()


def user_named(session: Session, name: str) -> User:
    """The user of that name. Raises ``NoSuchUser``."""
    row = _by_name(session, name)
    if row is None:
        raise NoSuchUser(name=name)
    return row


def _end_sessions(session: Session, row: User) -> None:
    session.execute(delete(WebSession).where(WebSession.user_id == row.id))


def _keep_a_manager(session: Session, row: User, *, last_user_may_go: bool = False) -> None:
    """Raises ``LastManager`` if no one else is left who may manage, and somebody is left."""
    # Held, in one order, so that two who take the right from each other go one after the other.
    held = session.execute(select(User.id, User.role).order_by(User.id).with_for_update())
    others = [role for user_id, role in held if user_id != row.id]
    alone = last_user_may_go and not others
    if row.role == Right.MANAGE.role and Right.MANAGE.role not in others and not alone:
        raise LastManager(name=row.name)


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
    """Give a user a right in the book; ``NONE`` takes it away. Raises ``NoSuchUser``."""
    with unit_of_work(engine) as session:
        user = user_named(session, name)
        own = BookRight.user_id == user.id, BookRight.identity == identity
        before = session.scalars(select(BookRight.role).where(*own)).one_or_none()
        session.execute(delete(BookRight).where(*own))
        if right is not Right.NONE:
            row = BookRight(user_id=user.id, identity=identity, book=book, role=right.role)
            session.add(row)
        log(
            session,
            actor or person(),
            "user_role",
            f"users:{user.id}",
            before={"name": user.name, "role": before or Right.NONE.role, "book": book},
            after={"name": user.name, "role": right.role, "book": book},
        )


SHORTEST: Final = 12
LONGEST: Final = 256
_FEWEST_DIFFERENT: Final = 5
_MOST_AROUND_A_WORD: Final = 6
#: What is tried first, as lists of leaked passwords have it, without what is put around a word.
_WORDS: Final = (
    *("password", "passwort", "motdepasse", "contrasena", "welcome", "letmein", "changeme"),
    *("administrator", "iloveyou", "trustno1", "princess", "sunshine", "football", "baseball"),
    *("qwertyuiop", "qwertzuiop", "azertyuiop", "qwerty", "1q2w3e4r5t", "1qaz2wsx3edc", "abc123"),
    *("secret", "master", "dragon", "monkey", "superman", "correcthorsebatterystaple", "tieout"),
)
#: The hash of nothing that anybody could type: an unknown name takes as long as a known one.
_NOBODY: Final = "\ue000 nobody"


def check_password(password: str, name: str = "") -> None:
    """Raises ``PasswordTooShort``, ``PasswordTooLong`` or ``PasswordCommon``."""
    if len(password) < SHORTEST:
        raise PasswordTooShort(shortest=SHORTEST)
    if len(password) > LONGEST:
        raise PasswordTooLong(longest=LONGEST)
    plain = password.casefold()
    words = (*_WORDS, name.casefold()) if name else _WORDS
    if len(set(plain)) < _FEWEST_DIFFERENT or _is_a_run(plain) or _is_around(plain, words):
        raise PasswordCommon


def hashed_password(password: str) -> str:
    """What is kept of it. Raises ``WebMissing``."""
    return _hasher().hash(_one_form(password))


def password_fits(password: str, kept: str | None) -> bool:
    """Whether it is the one that was kept; as slow without one. Raises ``WebMissing``."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        right = _hasher().verify(kept or _hash_of_nobody(), _one_form(password))
    except (VerificationError, InvalidHashError):
        return False
    return right and kept is not None


@cache
def _hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError:
        raise WebMissing from None
    return PasswordHasher()


@cache
def _hash_of_nobody() -> str:
    return hashed_password(_NOBODY)


def _one_form(password: str) -> bytes:
    """Keyboards write one letter in several ways."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _is_a_run(plain: str) -> bool:
    """Whether each character is the one after, or before, the one before it, as in 123456789012."""
    digits = [int(char) if char.isdecimal() else ord(char) for char in plain]
    steps = {(after - before) % 10 for before, after in pairwise(digits)}
    return steps in ({1}, {9})


def _is_around(plain: str, words: tuple[str, ...]) -> bool:
    """Whether it is one of the words, once or again and again, with little around it."""
    rests = (plain.replace(word, "") for word in words if word in plain)
    return any(len(rest) < _MOST_AROUND_A_WORD for rest in rests)
