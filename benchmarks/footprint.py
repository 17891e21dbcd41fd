"""What a document leaves in PostgreSQL: rows and bytes, table by table, and what it is logged with.

    python -m benchmarks.footprint [--documents 200]

Brings one-page statements into a ledger that knows their accounts, and prints for each table the
rows and bytes (with indexes and what is stored out of line) that a document adds, the bytes of
write-ahead log, and the connections that were open. No aim: `docs/scale.md` reckons with these.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import Engine, func, select, text

from benchmarks.support.figures import say
from db.engine import make_engine
from db.models import Base
from db.session import read_only
from db.upgrade import upgrade
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from tests.support import postgres
from tests.support.piles import fill_ledger, make_pile

Sizes = Mapping[str, tuple[int, int]]
"""Rows and bytes of each table."""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=200)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres.own_server() as server:
        engine = make_engine(server.url.render_as_string(hide_password=False), create=True)
        upgrade(engine)
        files = make_pile(Path(folder) / "pile", asked.documents)
        fill_ledger(engine, asked.documents)
        before, logged = _sizes(engine), _logged(engine)
        list(
            import_all(engine, [DocumentSource(file.name, file) for file in files], ImportOptions())
        )
        _report(before, _sizes(engine), _logged(engine) - logged, asked.documents)
        say(f"connections open at the end: {_connections(engine)}")
        engine.dispose()
    return 0


def _report(before: Sizes, after: Sizes, logged: int, documents: int) -> None:
    rows = bytes_ = 0.0
    for name, (count, size) in after.items():
        added = (count - before[name][0]) / documents
        grown = (size - before[name][1]) / documents
        rows, bytes_ = rows + added, bytes_ + grown
        if added or grown:
            say(f"{name:<20}{added:8.2f} rows{grown:10,.0f} bytes")
    say(
        f"{'a document':<20}{rows:8.2f} rows{bytes_:10,.0f} bytes, {logged / documents:,.0f} logged"
    )


def _sizes(engine: Engine) -> Sizes:
    with read_only(engine) as session:
        return {
            table.name: (
                session.scalar(select(func.count()).select_from(table)) or 0,
                session.scalar(text(f"SELECT pg_total_relation_size('{table.name}')")) or 0,
            )
            for table in Base.metadata.sorted_tables
        }


def _logged(engine: Engine) -> int:
    with read_only(engine) as session:
        moment = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
        return int(session.scalar(text(moment)) or 0)


def _connections(engine: Engine) -> int:
    with read_only(engine) as session:
        clients = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        return int(session.scalar(text(clients)) or 0)


if __name__ == "__main__":
    sys.exit(main())
