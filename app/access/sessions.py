"""Sessions: a browser that has signed in is known by what its cookie holds, until that ends."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Engine, and_, delete, not_, select

from app.access.digests import digest, new_secret
from app.access.rights import Right
from app.access.users import KnownUser
from db.clock import NOW, database_now
from db.faults import LedgerBusy
from db.models import User, WebSession
from db.session import read_only, unit_of_work

#: After so long without a page, and after so long whatever was done, one signs in again.
IDLE: Final = timedelta(hours=8)
WHOLE: Final = timedelta(days=7)
#: So seldom is it written down that somebody is still there.
_WRITTEN_EVERY: Final = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who looks and decides, and what they may do; without a user, whoever runs the server."""

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
