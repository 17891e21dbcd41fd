"""Brings the same documents in in other orders, by several workers and under kills, and compares.

    python -m tests.support.orders [--seed 1] [--orders 200] [--kills 60]

Prints how many ended otherwise than the first; the exit code says whether any did. After the
documents a person's decisions are taken, the same ones everywhere, and compared again.
"""

import argparse
import difflib
import os
import random
import shutil
import signal
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, Select, event, select

from db.engine import make_engine
from db.ledger.locks import WouldBreakLock
from db.models import Import, Proposal, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.upgrade import upgrade
from db.words import ProposalStatus
from jobs.imports.inline import import_all
from jobs.lease.tries import MOST_BY_FORCE
from jobs.options import ImportOptions
from pipeline.review.deciding import accept, reject
from pipeline.review.undoing import undo
from tests.support.books import documents, source
from tests.support.databases import compiling, share_compiled
from tests.support.months import World, end_state, fill, world

_WRITES = frozenset({"INSERT", "UPDATE", "DELETE", "WITH"})
#: So many orders of one world are compared before the next is made.
ORDERS_OF_A_WORLD = 8


def compared(folder: Path, seed: int, orders: int, kills: int) -> Iterator[str]:
    """For each run that ends otherwise than the first of its world: how it differs."""
    template = folder / "template.sqlite"
    _made(template)
    with compiling(template) as common:
        yield from _compared(_Place(folder, template, common), seed, orders, kills)


@dataclass(frozen=True)
class _Place:
    """A folder, an empty ledger to copy, and whose compiled statements all its copies share."""

    folder: Path
    template: Path
    common: Engine

    def engine(self, file: Path) -> Engine:
        engine = make_engine(str(file))
        share_compiled(engine, self.common)
        return engine


def _compared(place: _Place, seed: int, orders: int, kills: int) -> Iterator[str]:
    runs = [*(False for _ in range(orders)), *(True for _ in range(kills))]
    random.Random(seed).shuffle(runs)
    for first in range(0, len(runs), ORDERS_OF_A_WORLD):
        number = seed * 1000 + first
        made = world(number)
        filled = place.folder / f"{number}.sqlite"
        shutil.copy(place.template, filled)
        with_ledger(filled, made)
        clean = _ended(place, filled, made, sorted(made.documents), kill=None)
        for order, killed in enumerate(runs[first : first + ORDERS_OF_A_WORLD]):
            names = sorted(made.documents)
            rnd = random.Random(number + order)
            rnd.shuffle(names)
            found = _ended(place, filled, made, names, kill=rnd if killed else None)
            if found != clean:
                yield _difference(number, order, clean, found)


def with_ledger(file: Path, made: World) -> None:
    """Fill the ledger at this place with the world's entries."""
    engine = make_engine(str(file))
    fill(engine, made)
    engine.dispose()


def _made(file: Path) -> None:
    engine = make_engine(str(file), create=True)
    upgrade(engine)
    engine.dispose()


def _ended(
    place: _Place, filled: Path, made: World, names: Sequence[str], kill: random.Random | None
) -> tuple[str, str]:
    """What is left after the documents, and after the decisions."""
    for old in place.folder.glob("run.sqlite*"):
        old.unlink()
    file = Path(shutil.copy(filled, place.folder / "run.sqlite"))
    if kill is not None:
        # One more, and a document that each died over would be set aside, as it should be.
        for _ in range(MOST_BY_FORCE - 1):
            _killed(place.engine(file), made, names, kill.randint(1, 200))
            names = kill.sample(names, len(names))
    engine = place.engine(file)
    _bring_in(engine, made, names)
    imported = end_state(engine)
    decide(engine)
    decided = end_state(engine)
    engine.dispose()
    return imported, decided


def _bring_in(engine: Engine, made: World, names: Sequence[str]) -> None:
    read = documents(made.documents)
    for outcome in import_all(engine, map(source, names), ImportOptions(), read=read):
        assert outcome.error_code is None, (outcome.name, outcome.message)


def _killed(engine: Engine, made: World, names: Sequence[str], writes: int) -> None:
    """Import in a child that kills itself after so many writes."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    left = count(writes, -1)

    def wrote(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.split()[0] in _WRITES and next(left) == 1:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engine, "after_cursor_execute", wrote)
    try:
        _bring_in(engine, made, names)
    finally:
        os._exit(0)


def decide(engine: Engine) -> None:
    """A person's decisions, in the order of the files' names: a yes, a no, and the first import
    taken back."""
    for number, name in enumerate(_waiting(engine)):
        # A decision may be refused, in every order or in none, for what a lock rests on.
        with suppress(WouldBreakLock), unit_of_work(engine) as session:
            proposal = session.scalar(_pending(name))
            if proposal is not None and number % 3 == 0:
                accept(session, proposal, "person")
            elif proposal is not None and number % 3 == 1:
                reject(session, proposal, "it is so", "person")
    with read_only(engine) as session:
        first = session.scalars(select(Import.id).order_by(Import.source_name)).first()
    assert first is not None
    with suppress(WouldBreakLock), unit_of_work(engine) as session:
        undo(session, first, "person")


def _waiting(engine: Engine) -> list[str]:
    with read_only(engine) as session:
        query = (
            select(Import.source_name)
            .join(Statement, Statement.import_id == Import.id)
            .join(Reconciliation, Reconciliation.statement_id == Statement.id)
            .join(Proposal, Proposal.reconciliation_id == Reconciliation.id)
            .where(Proposal.status == ProposalStatus.PENDING, Proposal.changes != [])
        )
        return sorted(set(session.scalars(query)))


def _pending(name: str) -> Select[int]:
    return (
        select(Proposal.id)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .join(Import, Import.id == Statement.import_id)
        .where(Import.source_name == name, Proposal.status == ProposalStatus.PENDING)
        .order_by(Statement.ordinal)
        .limit(1)
    )


def _difference(seed: int, place: int, clean: tuple[str, str], found: tuple[str, str]) -> str:
    stage = 0 if clean[0] != found[0] else 1
    lines = difflib.unified_diff(
        clean[stage].splitlines(), found[stage].splitlines(), lineterm="", n=2
    )
    after = "after the decisions" if stage else "after the documents"
    return f"world {seed}, order {place}, {after}:\n" + "\n".join(list(lines)[:60])


def main() -> int:
    """Run as many orders and kills as asked for."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--orders", type=int, default=200)
    arguments.add_argument("--kills", type=int, default=60)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = list(compared(Path(folder), asked.seed, asked.orders, asked.kills))
    for each in found:
        sys.stdout.write(f"{each}\n")
    runs = asked.orders + asked.kills
    sys.stdout.write(f"{runs} runs ({asked.kills} killed), {len(found)} ended otherwise\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
