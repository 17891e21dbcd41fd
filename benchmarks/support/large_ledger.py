"""A ledger of 100,000 imports and 1,000,000 entries: model accounts, and so many copies of each."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, text

from benchmarks.support.model_accounts import NEWEST, OPENING, bring_in, read_all
from db import migrations
from db.engine import make_engine
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Base
from db.session import unit_of_work
from db.upgrade import upgrade
from db.words import AccountKind
from evals.typeset import Entry, Sheet, draft_of

#: What is changed with every row of a copy, and how: ids go on, and what is unique stays so.
_COPIED: Final = (
    "accounts", "documents", "imports", "statements", "lines", "transactions", "reconciliations",
    "matches", "locks", "balance_assertions", "proposals",
)  # fmt: skip
_UNIQUE: Final = {
    ("accounts", "name"): "name || ' of client ' || :copy",
    ("documents", "sha256"): ":tag || substr(sha256, 5)",
    ("proposals", "request_id"): "request_id || ' ' || :copy",
    ("imports", "source_name"): "'client-' || :copy || '-' || source_name",
}
_SETTLED: Final = (
    "DELETE FROM settled_accounts",
    "INSERT INTO settled_accounts (account_id, version) SELECT id, version FROM accounts",
)
_FAILED: Final = """
INSERT INTO imports (document_id, source_name, status, attempts, deaths, priority, turn,
                     error_code, error_message, created_at, finished_at)
VALUES (NULL, :name, :status, 1, 0, 1, 0, :code, :message, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)
"""
_LOCKS: Final = "SELECT id, account_id FROM locks WHERE id > :low AND id <= :high"
_LOGGED: Final = """
INSERT INTO audit_log (at, actor, action, subject, after)
VALUES (CURRENT_TIMESTAMP, 'tieout', 'lock', :subject, :after)
"""
_WHY: Final = (
    ("password_needed", "This document is locked with a password."),
    ("unreadable_pdf", "This file cannot be read as a PDF."),
    ("empty_file", "This file is empty."),
)
BUSY: Final = "busy.pdf"


@dataclass(frozen=True, slots=True)
class Size:
    """How many copies of the models there are, how many imports failed, and how long the one long
    statement is; a third of its rows are not in the ledger."""

    copies: int = 50
    failed: int = 1_200
    lines: int = 3_000


def ledger(folder: Path, size: Size) -> Engine:
    """The SQLite ledger of this size; it is made once, and then found where it was left."""
    file = folder / f"{size.copies}-{size.failed}-{size.lines}-{_made_of()}.sqlite"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        made = make_engine(str(unfinished), create=True)
        upgrade(made)
        fill(made, size)
        made.dispose()
        unfinished.rename(file)
    engine = make_engine(str(file))
    upgrade(engine)
    return engine


def _made_of() -> str:
    """A digest of what the tables and rows are made by: another one makes another ledger."""
    folder = Path(__file__).parent
    sources = [folder / "large_ledger.py", folder / "model_accounts.py"]
    sources += sorted(Path(migrations.__file__ or "").parent.rglob("*.py"))
    return hashlib.sha256(b"".join(each.read_bytes() for each in sources)).hexdigest()[:8]


def fill(engine: Engine, size: Size) -> None:
    """Put it all into an empty ledger, with the planner's statistics of it."""
    bring_in(engine)
    with engine.begin() as connection:
        steps = {name: _last(connection, name) for name in _COPIED if name != "matches"}
        told = list(_told(connection))
        for copy in range(1, size.copies):
            for name in _COPIED:
                connection.execute(
                    text(_copying(name, steps)), {"copy": str(copy), "tag": f"{copy:04x}"}
                )
            for row in told:
                row.write(connection, copy, steps)
            _log(connection, copy, steps)
        follow_sequences(connection)
        _fail(connection, size.failed)
    _long_one(engine, size.lines)
    with engine.begin() as connection:
        for each in _SETTLED:
            connection.execute(text(each))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


def _last(connection: Connection, name: str) -> int:
    return int(connection.scalar(text(f"SELECT max(id) FROM {name}")) or 0)


def _copying(name: str, steps: Mapping[str, int]) -> str:
    """What copies the models' rows of a table."""
    table = Base.metadata.tables[name]
    columns = [column.name for column in table.columns]
    values = [_value(table, column, steps) for column in columns]
    own = f"id <= {steps[name]}" if name != "matches" else f"line_id <= {steps['lines']}"
    said = f"SELECT {', '.join(values)} FROM {name} WHERE {own}"
    return f"INSERT INTO {name} ({', '.join(columns)}) {said}"


def _value(table: Table, name: str, steps: Mapping[str, int]) -> str:
    column = table.columns[name]
    of = next((key.column.table.name for key in column.foreign_keys), None)
    if name == "id" or of is not None:
        return f"{name} + CAST(:copy AS INTEGER) * {steps[of or table.name]}"
    return _UNIQUE.get((table.name, name), name)


@dataclass(frozen=True, slots=True)
class _Told:
    """A row whose JSON, or text, names other rows by their numbers."""

    table: str
    id: int
    columns: Mapping[str, Any]

    def write(self, connection: Connection, copy: int, steps: Mapping[str, int]) -> None:
        """Let the copy's row name the copy's own."""
        said = {name: _moved(value, copy, steps) for name, value in self.columns.items()}
        fields = ", ".join(f"{name} = :{name}" for name in said)
        number = self.id + copy * steps[self.table]
        connection.execute(
            text(f"UPDATE {self.table} SET {fields} WHERE id = :id"), {**said, "id": number}
        )


def _told(connection: Connection) -> Iterator[_Told]:
    for table, names in (("reconciliations", ("differences",)), ("proposals", ("changes",))):
        for row in connection.execute(
            text(f"SELECT id, {', '.join(names)} FROM {table}")
        ).mappings():
            values = {name: _read(row[name]) for name in names}
            if any(values.values()):
                yield _Told(table, row["id"], values)


def _read(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def _moved(said: Any, copy: int, steps: Mapping[str, int]) -> str:
    return json.dumps([_of_copy(each, copy * steps["transactions"]) for each in said])


def _of_copy(each: Mapping[str, Any], step: int) -> dict[str, Any]:
    """A difference or a change that names the copy's entries."""
    found = dict(each)
    if isinstance(found.get("entries"), list):
        found["entries"] = [number + step for number in found["entries"]]
    if isinstance(found.get("entry"), int):
        found["entry"] += step
    return found


def _log(connection: Connection, copy: int, steps: Mapping[str, int]) -> None:
    """The models' locks in the log, as those of the copy's accounts."""
    rows = connection.execute(
        text(_LOCKS), {"low": copy * steps["locks"], "high": (copy + 1) * steps["locks"]}
    )
    told = [
        {"subject": f"locks:{row.id}", "after": json.dumps({"account_id": row.account_id})}
        for row in rows
    ]
    connection.execute(text(_LOGGED), told)


def _fail(connection: Connection, failed: int) -> None:
    """Imports that failed, and a few that are on their way."""
    rows = [
        {"name": f"scan-{n:05}.pdf", "status": "failed", "code": code, "message": message}
        for n in range(failed)
        for code, message in [_WHY[n % len(_WHY)]]
    ]
    going = {"status": "queued", "code": None, "message": None}
    connection.execute(
        text(_FAILED), [*rows, *({"name": f"new-{n}.pdf", **going} for n in range(200))]
    )


def _long_one(engine: Engine, lines: int) -> None:
    """An account whose newest statement has so many lines; the ledger lacks a third of them."""
    chance = random.Random(9)
    rows = tuple(
        Entry(
            NEWEST + timedelta(days=28 * n // lines),
            f"{chance.choice(('Card', 'Transfer', 'Order'))} {chance.randrange(10**6):06}",
            chance.choice((-1, 1)) * chance.randint(200, 90_000),
        )
        for n in range(lines)
    )
    new = NewAccount(
        name="Busy account", kind=AccountKind.CHECKING, currency="EUR", mask="7777",
        opening_balance_minor=OPENING,
    )  # fmt: skip
    booked = [row for n, row in enumerate(rows) if n % 3]
    with unit_of_work(engine) as session:
        account = add_account(session, new)
        entries = [NewEntry(row.date, row.amount, row.description) for row in booked if row.date]
        add_transactions(session, account, entries)
    sheet = Sheet(rows, OPENING, mask="7777", start=NEWEST, end=NEWEST + timedelta(days=29))
    read_all(engine, {BUSY.encode(): draft_of(sheet)})


def follow_sequences(connection: Connection) -> None:
    """PostgreSQL gives the next number by itself only if it is told which were given."""
    if connection.dialect.name != "postgresql":
        return
    for name in (each for each in _COPIED if each != "matches"):
        latest = f"(SELECT max(id) FROM {name})"
        sequence = f"pg_get_serial_sequence('{name}', 'id')"
        connection.execute(text(f"SELECT setval({sequence}, {latest})"))
