"""Remembers for a day how a request with a key was answered, so that it is carried out once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import delete, not_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from db.clock import NOW, database_now
from db.models import AnsweredRequest

KEPT_FOR: Final = timedelta(hours=24)
#: Whoever has not ended by then has died.
_LONGEST: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: who sent it, under which key, and what stands for all that it says."""

    caller: str
    key: str
    digest: str


@dataclass(frozen=True, slots=True)
class Before:
    """The request that had the key first; without a ``status`` it has not ended."""

    digest: str
    status: int | None
    headers: dict[str, str]
    body: bytes


def begin(session: Session, asked: Asked) -> Before | None:
    """Take the key for this request; or the request that has it."""
    now = database_now(session)
    kept = AnsweredRequest.created_at.between(now - KEPT_FOR, now + KEPT_FOR)
    # Of what is further ahead the clock was wrong: a key that nobody answered would stay taken.
    session.execute(delete(AnsweredRequest).where(not_(kept)))
    dead = AnsweredRequest.status.is_(None) & (AnsweredRequest.created_at < now - _LONGEST)
    session.execute(delete(AnsweredRequest).where(dead))
    there = _there(session, asked)
    if there is not None:
        return there
    row = AnsweredRequest(caller=asked.caller, key=asked.key, digest=asked.digest, created_at=NOW)
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # somebody took it at this very moment
        return _there(session, asked)
    return None


def end(session: Session, asked: Asked, status: int, headers: dict[str, Any], body: bytes) -> None:
    """Keep the answer."""
    answer = {"status": status, "headers": headers, "body": body}
    session.execute(update(AnsweredRequest).where(*_is(asked)).values(**answer))


def give_up(session: Session, asked: Asked) -> None:
    """Let the key be used again: nothing came of the request."""
    session.execute(delete(AnsweredRequest).where(*_is(asked)))


def _there(session: Session, asked: Asked) -> Before | None:
    row = session.scalars(select(AnsweredRequest).where(*_is(asked))).one_or_none()
    if row is None:
        return None
    return Before(row.digest, row.status, dict(row.headers or {}), row.body or b"")


def _is(asked: Asked) -> tuple[Any, ...]:
    return AnsweredRequest.caller == asked.caller, AnsweredRequest.key == asked.key
