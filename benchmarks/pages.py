"""What each page of the site costs over a large ledger: CPU, bytes, and questions to the database.

    python -m benchmarks.pages [--quick] [--rounds 5] [--keep FOLDER] [--only WORD] [--check]
    python -m benchmarks.pages --database URL     an empty PostgreSQL database, filled first

100,000 imports of 1,000 accounts, of which 10,000 wait for a person (`benchmarks.support` says how
they hang on one another), 1,000,000 entries, and one statement of 3,000 lines whose ledger lacks
1,000. The ledger is made once and kept. A visitor asks a real server for each page: once
to warm it, then in rounds. Prints the CPU milliseconds of server and visitor together (median), the
page's KB as it comes out of the server, and how many statements of SQL were asked; then what
accepting the 1,000 changes takes (it is rolled back). ``--quick`` takes a small ledger, ``--check``
ends with 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
from sqlalchemy import Engine, event, func, select

from app.acts.imports import accept
from benchmarks.support.figures import exit_code, say
from benchmarks.support.large_ledger import BUSY, Size, fill, ledger
from db.engine import make_engine
from db.models import Import, Statement
from db.session import read_only
from db.upgrade import upgrade
from db.words import ImportStatus
from tests.support.visiting import visiting

MOST_MS, MOST_KB, MOST_ASKED = 200.0, 200.0, 15
LONG_MS, ACCEPT_MS = 300.0, 2_000.0
KEPT = Path(tempfile.gettempdir()) / "pages-bench"


@dataclass(frozen=True, slots=True)
class Visit:
    """A page to ask for, and what it may take."""

    name: str
    path: str
    most_ms: float = MOST_MS


@dataclass(frozen=True, slots=True)
class Cost:
    """What a page took: the median of CPU milliseconds, KB, statements of SQL."""

    ms: float
    kb: float
    asked: int


def main() -> int:
    """Make or find the ledger, visit every page, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a small ledger")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path, default=KEPT, help="where the ledger is kept")
    parser.add_argument("--database", help="fill this empty database instead")
    parser.add_argument("--only", default="", help="pages whose name has this word")
    parser.add_argument("--check", action="store_true", help="exit 1 if an aim is missed")
    asked = parser.parse_args()
    size = Size(copies=2, failed=20, lines=300) if asked.quick else Size()
    engine = _filled(asked.database, size) if asked.database else ledger(asked.keep, size)
    missed = list(_visited(engine, 1 if asked.quick else asked.rounds, asked.only))
    if asked.only in "accept":
        missed += _accepted(engine)
    engine.dispose()
    return exit_code(missed, check=asked.check)


def _filled(url: str, size: Size) -> Engine:
    engine = make_engine(url)
    upgrade(engine)
    with read_only(engine) as session:
        known = session.scalar(select(Import.id).limit(1)) is not None
    if not known:
        fill(engine, size)
    return engine


def _visited(engine: Engine, rounds: int, only: str) -> Iterator[str]:
    """Visit them all, and say which aims were missed."""
    say(f"{'':<28}{'CPU ms':>8}{'aim':>6}{'KB':>8}{'SQL':>5}   aims {MOST_KB:.0f} KB, {MOST_ASKED}")
    # The site's desk comes in with the web extra alone.
    from app.web.desk import Desk

    with visiting(Desk(engine)) as visitor:
        for visit in _visits(engine):
            if only in visit.name:
                cost = _cost(engine, visitor, visit, rounds)
                say(
                    f"{visit.name:<28}{cost.ms:8.0f}{visit.most_ms:6.0f}{cost.kb:8.0f}{cost.asked:5}"
                )
                yield from _missed(visit, cost)


def _missed(visit: Visit, cost: Cost) -> Iterator[str]:
    if cost.ms > visit.most_ms:
        yield f"{visit.name} takes {cost.ms:.0f} ms, not {visit.most_ms:.0f}"
    if cost.kb > MOST_KB:
        yield f"{visit.name} is {cost.kb:.0f} KB, not {MOST_KB:.0f}"
    if cost.asked > MOST_ASKED:
        yield f"{visit.name} asks {cost.asked} times, not {MOST_ASKED}"


def _cost(engine: Engine, visitor: httpx2.Client, visit: Visit, rounds: int) -> Cost:
    first = visitor.get(visit.path)
    first.raise_for_status()
    times, asked = [], 0
    for _ in range(rounds):
        begun = time.process_time()
        with _counting(engine) as count:
            visitor.get(visit.path)
        times.append(1000 * (time.process_time() - begun))
        asked = count()
    return Cost(statistics.median(times), len(first.content) / 1000, asked)


@contextmanager
def _counting(engine: Engine):  # type: ignore[no-untyped-def]
    """How often the database is asked while the block runs."""
    asked: list[str] = []

    def before(_connection: object, _cursor: object, text: str, *_: object) -> None:
        if not text.startswith(("BEGIN", "PRAGMA")):
            asked.append(text)

    event.listen(engine, "before_cursor_execute", before)
    try:
        yield lambda: len(asked)
    finally:
        event.remove(engine, "before_cursor_execute", before)


def _visits(engine: Engine) -> Sequence[Visit]:
    with read_only(engine) as session:
        waits = Import.status == ImportStatus.NEEDS_REVIEW
        one = session.scalar(select(func.min(Import.id)).where(waits))
        account = session.scalar(select(Statement.account_id).where(Statement.import_id == one))
        busy = session.scalar(select(Import.id).where(Import.source_name == BUSY))
    return (
        Visit("To do", "/"),
        Visit("Statement", f"/imports/{one}"),
        Visit("Statement of 3,000 lines", f"/imports/{busy}", LONG_MS),
        Visit("Statements", "/statements"),
        Visit("Statements, by text", "/statements?q=Hollis+Bakery"),
        Visit("Accounts", "/accounts"),
        Visit("one account", f"/accounts/{account}"),
        Visit("Coverage", "/coverage"),
        Visit("History", "/history"),
        Visit("Work", "/work"),
        Visit("Upload", "/upload"),
    )


def _accepted(engine: Engine) -> Iterator[str]:
    """Accept all that the long statement proposes, and take it back."""
    with read_only(engine) as session:
        busy = session.scalar(select(Import.id).where(Import.source_name == BUSY))
    assert busy is not None
    begun = time.process_time()
    (decided,) = accept(engine, busy, (), dry_run=True)
    taken = 1000 * (time.process_time() - begun)
    name = f"accepting {len(decided.changes):,} changes"
    say(f"{name:<28}{taken:8.0f}{ACCEPT_MS:6.0f}   {decided.verdict.value}")
    if taken > ACCEPT_MS:
        yield f"{name} takes {taken:.0f} ms, not {ACCEPT_MS:.0f}"


if __name__ == "__main__":
    sys.exit(main())
