"""Carries an earlier version's refusals over: what a person said no to stays as it differs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

_REFUSED = sa.text(
    "SELECT r.statement_id, s.account_id, r.differences, p.decided_by, p.decided_reason "
    "FROM proposals p JOIN reconciliations r ON r.id = p.reconciliation_id "
    "JOIN statements s ON s.id = r.statement_id "
    "WHERE p.status = 'rejected' AND s.account_id IS NOT NULL ORDER BY p.id"
)
_LINES = sa.text("SELECT ordinal, booked_on, amount_minor FROM lines WHERE statement_id = :id")
_FINGERPRINT = sa.text("SELECT fingerprint FROM transactions WHERE id = :id")
_RESOLUTIONS = sa.table(
    "resolutions",
    *(sa.column(name) for name in ("account_id", "statement_id", "op", "reason", "actor")),
    sa.column("lines", sa.JSON()),
    sa.column("entries", sa.JSON()),
    sa.column("created_at", sa.DateTime(timezone=True)),
)


def carry_refusals(bind: sa.Connection) -> None:
    """Add a resolution for each difference of each refused proposal's statement."""
    known: set[tuple[int, str, str]] = set()
    for statement, account, differences, actor, reason in bind.execute(_REFUSED).all():
        lines = {n: (day, amount) for n, day, amount in bind.execute(_LINES, {"id": statement})}
        for said, numbers in _differences(differences, lines):
            entries = _named(bind, numbers)
            key = (statement, json.dumps(said), json.dumps(entries))
            if key not in known:
                known.add(key)
                about = {"account_id": account, "statement_id": statement, "op": "leave"}
                rows = {"lines": said, "entries": entries}
                word = {"reason": reason or "", "actor": actor or ""}
                now = {"created_at": datetime.now(UTC)}
                bind.execute(sa.insert(_RESOLUTIONS), about | rows | word | now)


def _named(bind: sa.Connection, numbers: list[int]) -> list[dict[str, Any]]:
    """The entries as a resolution keeps them: a number may be given to another later."""
    found = []
    for number in numbers:
        digest = bind.execute(_FINGERPRINT, {"id": number}).scalar()
        if digest is not None:
            found.append({"id": number, "fingerprint": digest})
    return found


def _differences(
    differences: Any, lines: dict[int, tuple[Any, int]]
) -> Iterator[tuple[list[dict[str, Any]], list[int]]]:
    """The lines and the entries of each."""
    found = json.loads(differences) if isinstance(differences, str) else differences
    for each in found or ():
        said = [
            {"ordinal": n, "date": str(lines[n][0]) if lines[n][0] else None, "amount": lines[n][1]}
            for n in each["lines"]
            if n in lines
        ]
        yield said, each["entries"]
