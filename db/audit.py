"""The log of everything that was done: rows are only ever added."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from db.models import AuditLog


def log(
    session: Session,
    actor: str,
    action: str,
    subject: str,
    *,
    before: Any = None,
    after: Any = None,
) -> None:
    """Add a row; ``subject`` is ``table:id``, ``before`` and ``after`` plain JSON."""
    session.add(AuditLog(actor=actor, action=action, subject=subject, before=before, after=after))
