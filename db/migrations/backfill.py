"""Fills in, in revisions of tables, what an earlier version left out or refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

_OPENING, _CLOSING = "opening_balance_in_ledger", "closing_balance_in_ledger"
_OPEN = sa.text(
    "SELECT r.id, r.proof, r.differences, s.exponent FROM reconciliations r "
    "JOIN statements s ON s.id = r.statement_id WHERE r.verdict <> 'matched'"
)
_KEEP = sa.text(
    "UPDATE reconciliations SET at_stake_minor = :at_stake, opening_off_minor = :opening, "
    "closing_off_minor = :closing, carried = :carried WHERE id = :id"
).bindparams(sa.bindparam("carried", type_=sa.Boolean()))
_IN_ORDER = sa.text(
    "SELECT r.id, s.import_id, s.account_id, r.verdict <> 'matched' AS is_off, r.carried, "
    "r.opening_off_minor AS opening, r.closing_off_minor AS closing "
    "FROM statements s JOIN reconciliations r ON r.statement_id = s.id "
    "JOIN imports i ON i.id = s.import_id LEFT JOIN documents d ON d.id = i.document_id "
    "WHERE s.stands AND s.account_id IN (SELECT o.account_id FROM reconciliations p "
    "JOIN statements o ON o.id = p.statement_id WHERE p.carried) "
    "AND s.period_start IS NOT NULL AND s.period_end IS NOT NULL "
    "ORDER BY s.account_id, s.period_start, s.period_end, d.sha256, s.ordinal"
)
_OFF_OF_IMPORTS = sa.text(
    "SELECT s.import_id, r.follows FROM statements s JOIN reconciliations r "
    "ON r.statement_id = s.id WHERE s.stands AND r.verdict <> 'matched' "
    "AND s.import_id IN (SELECT o.import_id FROM reconciliations p "
    "JOIN statements o ON o.id = p.statement_id WHERE p.follows IS NOT NULL) "
    "ORDER BY s.period_start, s.period_end, s.id"
)
_FOLLOW = sa.text("UPDATE reconciliations SET follows = :follows WHERE id = :id")
_EXPLAIN = sa.text("UPDATE imports SET explained_by = :cause WHERE id = :id")


def keep_figures(bind: sa.Connection) -> None:
    """What is at stake and how far the balances are off, of everything that does not tie out."""
    found = [
        {"id": n, **_figures(_read(proof), _read(differences), exponent)}
        for n, proof, differences, exponent in bind.execute(_OPEN)
    ]
    if found:
        bind.execute(_KEEP, found)


def say_carried(bind: sa.Connection) -> None:
    """Which statements only carry on what was off before, and what their imports follow from."""
    follows = [{"id": n, "follows": cause} for n, cause in _followed(bind)]
    if not follows:
        return
    bind.execute(_FOLLOW, follows)
    causes: dict[int, list[int | None]] = {}
    for import_id, cause in bind.execute(_OFF_OF_IMPORTS):
        causes.setdefault(import_id, []).append(cause)
    explained = [
        {"id": n, "cause": cause}
        for n, its in causes.items()
        if None not in its and (cause := next((each for each in its if each != n), None))
    ]
    if explained:
        bind.execute(_EXPLAIN, explained)


def _followed(bind: sa.Connection) -> Iterator[tuple[int, int]]:
    before: Any = None
    for row in bind.execute(_IN_ORDER).all():
        same = before is not None and before.account_id == row.account_id
        if same and row.carried and row.opening is not None and row.opening == before.closing:
            yield row.id, before.import_id
        before = row if row.is_off else None


def _figures(proof: Any, differences: Any, exponent: int) -> dict[str, Any]:
    failed = {each["name"]: each for each in proof or () if each["state"] == "failed"}
    return {
        "at_stake": sum(
            abs((each["expected"] or 0) - (each["found"] or 0)) for each in differences or ()
        ),
        "opening": _off(failed.get(_OPENING), exponent),
        "closing": _off(failed.get(_CLOSING), exponent),
        "carried": bool(failed) and not differences and failed.keys() <= {_OPENING, _CLOSING},
    }


def _off(check: Any, exponent: int) -> int | None:
    if check is None or check["expected"] is None or check["found"] is None:
        return None
    return int((Decimal(check["expected"]) - Decimal(check["found"])).scaleb(exponent))


def _read(said: Any) -> Any:
    return json.loads(said) if isinstance(said, str) else said


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
