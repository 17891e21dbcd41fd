"""Ends all that lets in by itself: a backup brings back what was ended or revoked after it."""

from __future__ import annotations

from sqlalchemy import Engine, delete, select

from app.acts.actors import person
from db.audit import log
from db.clock import database_now
from db.models import Token, WebSession
from db.session import read_only, unit_of_work


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
