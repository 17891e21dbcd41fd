"""What pages find hard, put beside a large ledger: one account, one statement, one cause, or one
list that is far longer than the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import Any, Final

from sqlalchemy import Connection, Engine, insert, text

from benchmarks.support.large_ledger import follow_sequences
from benchmarks.support.model_accounts import passed
from db.models import Base
from pipeline.proof import KERNEL_VERSION

#: The accounts by which the pages of each are found.
LONG_LIVED: Final = "Long-lived account"
CARRYING: Final = "Carrying account"
_FIRST: Final = date(1985, 1, 7)
_ROWS_AT_ONCE: Final = 10_000
_SETTLED: Final = (
    "INSERT INTO settled_accounts (account_id, version) SELECT id, version FROM accounts"
)


@dataclass(frozen=True, slots=True)
class Hardness:
    """How many statements an account has, with so many lines each; how many wait for one cause; how
    many rows the log has besides; how many imports failed; and how many months earlier than the
    others' the statements of every account begin."""

    statements: int = 2_000
    lines: int = 100
    carried: int = 5_000
    logged: int = 1_000_000
    failed: int = 50_000
    months: int = 140


Rows = Mapping[str, list[dict[str, Any]]]


def harden(engine: Engine, hardness: Hardness) -> None:
    """Put it all in."""
    with engine.begin() as connection:
        accounts = [row[0] for row in connection.execute(text("SELECT id FROM accounts"))]
        _put(connection, _long_lived(_Numbers(connection), hardness))
        _put(connection, [_carrying(_Numbers(connection), hardness.carried)])
        _put(connection, _earlier(_Numbers(connection), accounts, hardness.months))
        follow_sequences(connection)
        _fail(connection, hardness.failed)
        _log(connection, hardness.logged)
        connection.execute(text("DELETE FROM settled_accounts"))
        connection.execute(text(_SETTLED))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


class _Numbers:
    """Gives out the numbers of new rows, table by table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._last: dict[str, int] = {}

    def next(self, table: str) -> int:
        if table not in self._last:
            latest = self._connection.scalar(text(f"SELECT max(id) FROM {table}"))
            self._last[table] = int(latest or 0)
        self._last[table] += 1
        return self._last[table]


def _put(connection: Connection, some: Iterable[Rows]) -> None:
    for rows in some:
        for name, values in rows.items():
            for part in _parts(values, _ROWS_AT_ONCE):
                connection.execute(insert(Base.metadata.tables[name]), list(part))


def _account(number: int, name: str) -> dict[str, Any]:
    return {"id": number, "name": name, "kind": "checking", "currency": "EUR", "mask": "4242",
            "opening_balance_minor": 0, "version": 0}  # fmt: skip


def _long_lived(numbers: _Numbers, hardness: Hardness) -> Iterator[Rows]:
    """An account of a statement a week, all of which tie out."""
    account = numbers.next("accounts")
    yield {"accounts": [_account(account, LONG_LIVED)]}
    for week in range(hardness.statements):
        start = _FIRST + timedelta(weeks=week)
        yield _proven(numbers, account, start, start + timedelta(days=6), hardness.lines)


def _earlier(numbers: _Numbers, accounts: Sequence[int], months: int) -> Iterator[Rows]:
    """Months of every account before those that it has, of which no line is kept."""
    for account in accounts:
        for month in range(months):
            start = date(2018 - (month // 12 + 1), month % 12 + 1, 1)
            yield _proven(numbers, account, start, start + timedelta(days=27), 0)


def _proven(numbers: _Numbers, account: int, start: date, end: date, lines: int) -> Rows:
    work, statement, row = (
        numbers.next(each) for each in ("imports", "statements", "reconciliations")
    )
    said = [(numbers.next("lines"), numbers.next("transactions"), n) for n in range(lines)]
    days = [start + timedelta(n % ((end - start).days + 1)) for n in range(lines)]
    amounts = [(1 if n % 2 else -1) * (500 + n // 2) for n in range(lines)]
    return {
        **_read(numbers, work, f"{account}-{start}.pdf", "matched"),
        "statements": [_statement(statement, work, account, start, end)],
        "lines": [_line(one, statement, n, days[n], amounts[n]) for one, _, n in said],
        "transactions": [
            {"id": entry, "account_id": account, "booked_on": days[n], "currency": "EUR",
             "amount_minor": amounts[n], "description": f"Weekly market {n:03}",
             "state": "reconciled", "fingerprint": f"{entry:064}", "import_id": work}
            for _, entry, n in said
        ],
        "reconciliations": [
            {"id": row, "statement_id": statement, "verdict": "matched", "proof": passed(),
             "differences": [], "ledger_etag": "earlier", "extraction_skipped": True}
        ],
        "matches": [
            {"reconciliation_id": row, "line_id": one, "transaction_id": entry}
            for one, entry, _ in said
        ],
        "locks": [
            {"id": numbers.next("locks"), "account_id": account, "period_start": start,
             "period_end": end, "reconciliation_id": row}
        ],
    }  # fmt: skip


def _carrying(numbers: _Numbers, count: int) -> Rows:
    """An account of which the oldest statement lacks its balance, and all others carry that on."""
    account, before = numbers.next("accounts"), None
    rows: dict[str, list[dict[str, Any]]] = {"accounts": [_account(account, CARRYING)]}
    for week in range(count):
        start = _FIRST + timedelta(days=2 * week)
        work, statement = numbers.next("imports"), numbers.next("statements")
        off = {"name": "opening_balance_in_ledger", "state": "failed", "expected": "7.00",
               "found": "0.00", "detail": ""}  # fmt: skip
        some: Rows = {
            **_read(numbers, work, f"carried-{week}.pdf", "needs_review"),
            "statements": [_statement(statement, work, account, start, start + timedelta(1))],
            "reconciliations": [
                {"id": numbers.next("reconciliations"), "statement_id": statement,
                 "verdict": "differences", "proof": [off], "differences": [],
                 "ledger_etag": "earlier", "extraction_skipped": True,
                 "carried": before is not None, "follows": before, "opening_off_minor": 700,
                 "closing_off_minor": 700,
                 "at_stake_minor": 0 if before else 700}
            ],
        }  # fmt: skip
        for name, values in some.items():
            rows.setdefault(name, []).extend(values)
        before = work
    return rows


def _read(numbers: _Numbers, work: int, name: str, status: str) -> Rows:
    document = numbers.next("documents")
    return {
        "documents": [{"id": document, "sha256": f"{document:064}", "size": 40_000, "pages": 1}],
        "imports": [
            {"id": work, "document_id": document, "source_name": name, "status": status,
             "attempts": 1}
        ],
    }  # fmt: skip


def _statement(number: int, work: int, account: int, start: date, end: date) -> dict[str, Any]:
    return {"id": number, "import_id": work, "ordinal": 0, "account_id": account,
            "kind": "checking", "account_mask": "4242", "period_start": start, "period_end": end,
            "opening_minor": 0, "closing_minor": 0, "exponent": 2, "currency": "EUR",
            "status": "proven", "checks": [], "kernel_version": KERNEL_VERSION}  # fmt: skip


def _line(number: int, statement: int, ordinal: int, day: date, amount: int) -> dict[str, Any]:
    top = 150.0 + 12 * (ordinal % 50)
    return {"id": number, "statement_id": statement, "ordinal": ordinal + 1, "page": 1, "x0": 50.0,
            "top": top, "x1": 400.0, "bottom": top + 10, "booked_on": day, "raw": "Weekly market",
            "description": f"Weekly market {ordinal:03}", "amount_minor": amount,
            "method": "layout"}  # fmt: skip


def _fail(connection: Connection, failed: int) -> None:
    rows = [
        {"source_name": f"unread-{n:05}.pdf", "status": "failed", "attempts": 1,
         "error_code": "unreadable_pdf", "error_message": "This file cannot be read as a PDF."}
        for n in range(failed)
    ]  # fmt: skip
    _put(connection, [{"imports": rows}])


def _log(connection: Connection, logged: int) -> None:
    """Rows of every kind of act, about many accounts."""
    acts = ("accept", "amend", "lock", "unlock", "retry", "reject", "resolve")
    rows = (
        {"actor": ("anna", "ben", "tieout")[n % 3], "action": acts[n % len(acts)],
         "subject": f"locks:{1 + n % 90_000}", "after": {"account_id": 1 + n % 900}}
        for n in range(logged)
    )  # fmt: skip
    for part in _parts(rows, _ROWS_AT_ONCE):
        connection.execute(insert(Base.metadata.tables["audit_log"]), list(part))


def _parts(rows: Iterable[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    rest = iter(rows)
    while part := list(islice(rest, size)):
        yield part
