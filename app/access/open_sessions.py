"""The sessions that stand: seen, and ended by others than the browser that has them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine, delete, func, select

from app.access.digests import digest
from app.access.errors import NoSuchSession, NoSuchUser
from app.access.names import compared
from app.access.sessions import over
from app.acts.actors import person
from db.audit import log
from db.clock import database_now
from db.models import User, WebSession
from db.session import read_only, unit_of_work


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
    """How many stand of each user, by the user's number."""
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
