"""Whether cutting the imports' table into partitions would help: tried in PostgreSQL, side by side.

    python -m benchmarks.partitions [--imports 10000000] [--parts 10] [--rounds 15]

One table as it is, and one cut by the number of the row into parts of the same size, with the same
rows and indexes. Prints the milliseconds (median) of picking a row up, of finding the newest fifty
failed and the first fifty waiting ones, and of counting what is open; and once those of putting the
oldest part away, by deleting its rows or by detaching the partition.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence

from sqlalchemy import Connection, Engine, text

from benchmarks.support.figures import say
from benchmarks.ten_million import fill
from db.engine import make_engine
from db.upgrade import upgrade
from tests.support import postgres

WHOLE, CUT = "imports", "imports_cut"
_ON = (f"ON public.{WHOLE} ", f"ON public.{CUT} ")
QUERIES = {
    "pick one up": "UPDATE {table} SET attempts = attempts + 1 WHERE id = :newest",
    "newest fifty failed": (
        "SELECT * FROM {table} WHERE status = 'failed' ORDER BY id DESC LIMIT 50"
    ),
    "first fifty waiting": ("SELECT id FROM {table} WHERE status = 'queued' ORDER BY id LIMIT 50"),
    "count what is open": "SELECT count(*) FROM {table} WHERE status IN ('queued', 'running')",
}


def main() -> int:
    """Fill both tables, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--imports", type=int, default=10_000_000)
    parser.add_argument("--parts", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    with postgres.own_server() as server:
        engine = make_engine(server.url.render_as_string(hide_password=False), create=True)
        upgrade(engine)
        fill(engine, asked.imports)
        _cut(engine, asked.imports, asked.parts)
        say(f"{'':<24}{'one table':>12}{f'{asked.parts} parts':>12}   ms")
        for name, query in QUERIES.items():
            _say(name, [_median(engine, query, each, asked) for each in (WHOLE, CUT)])
        oldest = asked.imports // asked.parts
        putting_away = (
            f"DELETE FROM {WHOLE} WHERE id < {oldest}",
            f"ALTER TABLE {CUT} DETACH PARTITION {CUT}_0",
        )
        _say("put the oldest away", [_once(engine, each) for each in putting_away])
        engine.dispose()
    return 0


def _cut(engine: Engine, imports: int, parts: int) -> None:
    size = imports // parts + 1
    with engine.begin() as connection:
        like = f"CREATE TABLE {CUT} (LIKE {WHOLE} INCLUDING DEFAULTS) PARTITION BY RANGE (id)"
        connection.execute(text(like))
        for number in range(parts):
            bounds = f"FROM ({number * size}) TO ({(number + 1) * size})"
            part = f"CREATE TABLE {CUT}_{number} PARTITION OF {CUT} FOR VALUES {bounds}"
            connection.execute(text(part))
        connection.execute(text(f"INSERT INTO {CUT} SELECT * FROM {WHOLE}"))
        connection.execute(text(f"ALTER TABLE {CUT} ADD PRIMARY KEY (id)"))
        for name, definition in _indexes(connection):
            for_cut = definition.replace(name, f"{name}_cut").replace(*_ON)
            connection.execute(text(for_cut))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"VACUUM ANALYZE {CUT}"))


def _indexes(connection: Connection) -> Sequence[tuple[str, str]]:
    """Name and definition of those that are not unique: a cut table's would have to hold its id."""
    query = """
        SELECT indexname, indexdef FROM pg_indexes
        WHERE tablename = :table AND indexdef NOT LIKE 'CREATE UNIQUE%'
    """
    return [(row[0], row[1]) for row in connection.execute(text(query), {"table": WHOLE})]


def _median(engine: Engine, query: str, table: str, asked: argparse.Namespace) -> float:
    statement, times = text(query.format(table=table)), []
    values = {"newest": asked.imports} if ":newest" in query else {}
    for _ in range(asked.rounds + 1):
        with engine.connect() as connection:
            begun = time.perf_counter()
            connection.execute(statement, values)
            times.append(1000 * (time.perf_counter() - begun))
            connection.rollback()
    return statistics.median(times[1:])


def _once(engine: Engine, statement: str) -> float:
    begun = time.perf_counter()
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        connection.execute(text(statement))
    return 1000 * (time.perf_counter() - begun)


def _say(name: str, times: Sequence[float]) -> None:
    say(f"{name:<24}" + "".join(f"{each:12,.1f}" for each in times))


if __name__ == "__main__":
    sys.exit(main())
