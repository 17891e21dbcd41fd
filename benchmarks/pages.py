"""What each page of the site costs over a large ledger: CPU, bytes, and questions to the database.

    python -m benchmarks.pages [--quick] [--rounds 5] [--keep FOLDER] [--only WORD] [--check]
    python -m benchmarks.pages --database URL     an empty PostgreSQL database, filled first
    python -m benchmarks.pages --hard             what is far longer than all else, put beside it

100,000 imports of 1,000 accounts, of which 10,000 wait for a person (`benchmarks.support` says how
they hang on one another), 1,000,000 entries, and one statement of 3,000 lines whose ledger lacks
1,000. The ledger is made once and kept. A visitor asks a real server for each page: once
to warm it, then in rounds. Prints the CPU milliseconds of server and visitor together (median), the
milliseconds of the clock, the page's KB as it comes out of the server, and how many statements of
SQL were asked; the same of the API's lists; then what accepting the 1,000 changes takes, and all
that restores both balances (both are rolled back). What PostgreSQL itself takes is in the clock's
alone, so that there the aim is held against that. ``--quick`` takes a small ledger, ``--check``
ends with 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx2
from sqlalchemy import Engine, event, select

from app.acts.deciding import accept_all
from app.acts.imports import accept
from benchmarks.support.figures import exit_code, say
from benchmarks.support.hard_ledger import Hardness, harden
from benchmarks.support.large_ledger import BUSY, Size, fill, ledger
from benchmarks.support.visits import Visit, visits
from db.engine import make_engine
from db.models import Import
from db.session import read_only
from db.upgrade import upgrade
from tests.support.visiting import visiting

MOST_KB, MOST_ASKED = 200.0, 15
ACCEPT_MS = 2_000.0
KEPT = Path(tempfile.gettempdir()) / "pages-bench"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a page took: the medians of milliseconds of CPU and clock, KB, statements of SQL."""

    ms: float
    clock: float
    kb: float
    asked: int


def main() -> int:
    """Make or find the ledger, visit every page, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a small ledger")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path, default=KEPT, help="where the ledger is kept")
    parser.add_argument("--database", help="fill this empty database instead")
    parser.add_argument("--hard", action="store_true", help="longer lists beside it")
    parser.add_argument("--only", default="", help="pages whose name has this word")
    parser.add_argument("--check", action="store_true", help="exit 1 if an aim is missed")
    asked = parser.parse_args()
    size = Size(copies=2, failed=20, lines=300) if asked.quick else Size()
    engine = _filled(asked.database, size) if asked.database else ledger(asked.keep, size)
    if asked.hard:
        harden(engine, Hardness())
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
    aims = f"   aims {MOST_KB:.0f} KB, {MOST_ASKED}"
    say(f"{'':<34}{'CPU ms':>8}{'clock':>8}{'aim':>6}{'KB':>8}{'SQL':>5}{aims}")
    # The site's desk comes in with the web extra alone.
    from app.web.desk import Desk

    with visiting(Desk(engine)) as visitor:
        for visit in visits(engine):
            if only in visit.name:
                cost = _cost(engine, visitor, visit, rounds)
                say(
                    f"{visit.name:<34}{cost.ms:8.0f}{cost.clock:8.0f}{visit.most_ms:6.0f}"
                    f"{cost.kb:8.0f}{cost.asked:5}"
                )
                yield from _missed(visit, cost, engine.dialect.name)


def _missed(visit: Visit, cost: Cost, dialect: str) -> Iterator[str]:
    taken = cost.clock if dialect == "postgresql" else cost.ms
    if taken > visit.most_ms:
        yield f"{visit.name} takes {taken:.0f} ms, not {visit.most_ms:.0f}"
    if cost.kb > MOST_KB:
        yield f"{visit.name} is {cost.kb:.0f} KB, not {MOST_KB:.0f}"
    if cost.asked > MOST_ASKED:
        yield f"{visit.name} asks {cost.asked} times, not {MOST_ASKED}"


def _cost(engine: Engine, visitor: httpx2.Client, visit: Visit, rounds: int) -> Cost:
    first = visitor.get(visit.path)
    first.raise_for_status()
    times, clocks, asked = [], [], 0
    for _ in range(rounds):
        begun, at = time.process_time(), time.perf_counter()
        with _counting(engine) as count:
            visitor.get(visit.path)
        times.append(1000 * (time.process_time() - begun))
        clocks.append(1000 * (time.perf_counter() - at))
        asked = count()
    kb = len(first.content) / 1000
    return Cost(statistics.median(times), statistics.median(clocks), kb, asked)


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


def _accepted(engine: Engine) -> Iterator[str]:
    """Accept all that the long statement proposes, and what restores balances, and take it back."""
    with read_only(engine) as session:
        busy = session.scalar(select(Import.id).where(Import.source_name == BUSY))
    assert busy is not None
    yield from _timed(lambda: len(accept(engine, busy, (), dry_run=True)[0].changes), "changes")
    # The pages come in with the web extra alone.
    from app.web.pages.todo import MOST

    all_of = partial(accept_all, engine, new=False, most=MOST, dry_run=True)
    yield from _timed(lambda: len(all_of()), "statements that then tie out")


def _timed(act: Callable[[], int], of: str) -> Iterator[str]:
    begun, at = time.process_time(), time.perf_counter()
    name = f"accepting {act():,} {of}"
    taken = 1000 * (time.process_time() - begun)
    clock = 1000 * (time.perf_counter() - at)
    say(f"{name:<34}{taken:8.0f}{clock:8.0f}{ACCEPT_MS:6.0f}")
    if taken > ACCEPT_MS:
        yield f"{name} takes {taken:.0f} ms, not {ACCEPT_MS:.0f}"


if __name__ == "__main__":
    sys.exit(main())
