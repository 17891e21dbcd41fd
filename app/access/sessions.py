"""Sessions: a browser that signed in is known by its cookie, until that ends."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Engine, and_, delete, func, not_, select

from app.access.errors import NoSuchSession, NoSuchUser
from app.access.rights import Right, compared, digest, new_secret, person
from app.access.users import KnownUser
from db.engine import LedgerBusy
from db.log import log
from db.models import Token, User, WebSession
from db.session import NOW, database_now, read_only, unit_of_work

#: After so long without a page, and after so long whatever was done, one signs in again.
IDLE: Final = timedelta(hours=8)
WHOLE: Final = timedelta(days=7)
#: So seldom is it written down that somebody is still there.
_WRITTEN_EVERY: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who looks and decides, and what they may do; without a user, the one who runs the server."""

    name: str
    right: Right
    user_id: int | None = None


def begin(engine: Engine, who: KnownUser | SignedIn) -> str:
    """A new session, always with a new secret for its cookie; those that are over are dropped."""
    secret, user_id = new_secret(), who.id if isinstance(who, KnownUser) else None
    with unit_of_work(engine) as session:
        now = database_now(session)
        session.execute(delete(WebSession).where(over(now)))
        row = WebSession(digest=digest(secret), user_id=user_id, name=who.name, role=who.right.role)
        row.created_at = row.seen_at = now
        session.add(row)
    return secret


def found(engine: Engine, secret: str, *, local: bool, lives: bool = True) -> SignedIn | None:
    """Who has the session of this secret, if it is not over; ``lives`` if it goes on by that.

    One without a user counts only where the site is ``local``.
    """
    # One query, for every page asks.
    wanted = (
        select(WebSession, User, NOW.label("now"))
        .outerjoin(User, User.id == WebSession.user_id)
        .where(WebSession.digest == digest(secret))
    )
    with read_only(engine) as session:
        row = session.execute(wanted).one_or_none()
    if row is None or _is_over(row.WebSession, row.now) or (row.User is None and not local):
        return None
    if lives and row.now - row.WebSession.seen_at > _WRITTEN_EVERY:
        _seen(engine, row.WebSession.id)
    # As the user is now: sessions end when a role changes, and this holds even if one did not.
    who = row.User or row.WebSession
    return SignedIn(who.name, Right.of_role(who.role), row.User.id if row.User else None)


def end(engine: Engine, secret: str) -> None:
    """End the session of this secret, if there is one."""
    with unit_of_work(engine) as session:
        session.execute(delete(WebSession).where(WebSession.digest == digest(secret)))


def over(now: datetime) -> ColumnElement[bool]:
    """Which are over at that moment; also what is so far ahead of it that its clock was wrong."""
    seen, created = WebSession.seen_at, WebSession.created_at
    return not_(
        and_(
            seen.between(now - IDLE, now + IDLE),
            created.between(now - WHOLE, now + WHOLE),
        )
    )


def _seen(engine: Engine, session_id: int) -> None:
    # A ledger that is busy is no reason to keep anybody out.
    with suppress(LedgerBusy), unit_of_work(engine) as session:
        row = session.get(WebSession, session_id)
        if row is not None:
            row.seen_at = database_now(session)


def _is_over(row: WebSession, now: datetime) -> bool:
    return abs(now - row.seen_at) > IDLE or abs(now - row.created_at) > WHOLE


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser in which a user is signed in; ``here``: it is the one that asks."""

    id: int
    began: datetime
    seen: datetime
    here: bool


def open_sessions(engine: Engine, name: str, secret: str | None = None) -> tuple[OpenSession, ...]:
    """Those of a user that are not over, the newest first; ``secret`` is of the browser that asks.

    Raises ``NoSuchUser``.
    """
    with read_only(engine) as session:
        user = session.scalars(select(User).where(User.key == compared(name))).one_or_none()
        if user is None:
            raise NoSuchUser(name=name)
        own = select(WebSession).where(WebSession.user_id == user.id)
        stand = own.where(~over(database_now(session))).order_by(WebSession.id.desc())
        rows = session.scalars(stand).all()
    here = digest(secret) if secret else None
    return tuple(
        OpenSession(row.id, row.created_at, row.seen_at, row.digest == here) for row in rows
    )


def how_many(engine: Engine) -> dict[int, int]:
    """How many are open of each user, by the user's number."""
    with read_only(engine) as session:
        stand = select(WebSession.user_id, func.count()).where(
            WebSession.user_id.is_not(None), ~over(database_now(session))
        )
        rows = session.execute(stand.group_by(WebSession.user_id)).all()
    return {user_id: number for user_id, number in rows if user_id is not None}


def end_sessions(
    engine: Engine, name: str, only: int | None = None, actor: str | None = None
) -> None:
    """End one session of a user, or all. Raises ``NoSuchUser`` and ``NoSuchSession``."""
    with unit_of_work(engine) as session:
        user = session.scalars(select(User).where(User.key == compared(name))).one_or_none()
        if user is None:
            raise NoSuchUser(name=name)
        own = select(WebSession.id).where(WebSession.user_id == user.id)
        ended = session.scalars(own if only is None else own.where(WebSession.id == only)).all()
        if only is not None and not ended:
            raise NoSuchSession
        session.execute(delete(WebSession).where(WebSession.id.in_(ended)))
        after = {"name": user.name, "sessions": len(ended)}
        log(session, actor or person(), "session_end", f"users:{user.id}", after=after)


def how_much_lets_in(engine: Engine) -> tuple[int, int]:
    """How many sessions there are, and how many tokens that are not revoked."""
    with read_only(engine) as session:
        sessions = session.scalars(select(WebSession.id)).all()
        tokens = session.scalars(select(Token.id).where(Token.revoked_at.is_(None))).all()
    return len(sessions), len(tokens)


def end_all(engine: Engine, actor: str | None = None) -> None:
    """End every session, and revoke every token."""
    who = actor or person()
    with unit_of_work(engine) as session:
        session.execute(delete(WebSession))
        now = database_now(session)
        for row in session.scalars(select(Token).where(Token.revoked_at.is_(None))):
            row.revoked_at = now
            before = {"name": row.name, "role": row.role, "book": row.book}
            log(session, who, "token_revoke", f"tokens:{row.id}", before=before)
