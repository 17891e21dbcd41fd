"""What one document costs, stage by stage: CPU, statements of SQL, and how long the ledger is held.

    python -m benchmarks.per_document [--documents 40] [--postgresql] [--check]

Brings documents in one after the other, here and now, into fresh ledgers: one-page statements of
accounts of their own, the demo's samples, statements of 20 pages, and the last of 12 and of 60
months of one account, which stands beside all that came before it (already read, so that nothing
is drawn). Prints milliseconds of CPU a document: of the child that reads, of this process, and of
each stage in it; then the statements of SQL, and the milliseconds of the longest transaction that
writes, from its first statement to the end of its commit: of CPU in this process, which a busy
machine disturbs less, and of wall. Aims stand beside their figures; ``--check`` ends with 1 if
one-page statements miss one.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Engine

from benchmarks.long_statement import long_statement
from benchmarks.support.databases import own_database
from benchmarks.support.figures import exit_code, say
from benchmarks.support.stopwatch import Stage, watching
from db.engine import make_engine
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.session import unit_of_work
from db.upgrade import upgrade
from db.words import AccountKind
from evals.typeset import Entry, Sheet, bound, draft_of
from fixtures.catalogue import catalogue
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.drafts import ReadStatements, StatementDraft
from pipeline.intake.file import Intake
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, Reader
from pipeline.record.settling import settle
from tests.support import postgres
from tests.support.piles import fill_ledger, make_pile

PROVE_AND_RECORD_MS, TRANSACTION_MS = 25.0, 5.0
_WHOLE = "prove and record"
#: Each is a part of the one above it that is less indented.
STAGES: tuple[Stage, ...] = (
    ("intake", "jobs.imports.inline", "take_in"),
    ("claim", "jobs.imports.inline", "_InlineRunner._claim"),
    ("read, here", "jobs.imports.execution", "ImportRunner.read_document"),
    (_WHOLE, "jobs.imports.execution", "ImportRunner._prove_and_record"),
    ("  prove", "jobs.imports.execution", "ImportRunner.prove"),
    ("    page, by the kernel", "pipeline.run", "proven_here"),
    ("    which account", "pipeline.run", "select_account"),
    ("      compare", "pipeline.account.lookups", "Lookups._compare"),
    ("  record", "jobs.imports.execution", "ImportRunner._record"),
    ("    made ready", "jobs.imports.execution", "prepared"),
    ("    rows", "pipeline.record.writing", "_write"),
    ("    settle", "pipeline.record.writing", "settle"),
    ("      pair", "pipeline.record.settling", "_Account._paired"),
    ("      prove again", "pipeline.record.settling", "_Account._prove"),
    ("      lock", "pipeline.record.reproof", "seal"),
)
_OPENING = 100_000
_FIRST = date(2021, 1, 1)
_ROWS_A_MONTH = 12
_NEWEST_MONTHS = 8


@dataclass(frozen=True, slots=True)
class Pile:
    """Documents that are measured, after ``before`` was brought in; ``read`` gives their pages
    where they are no files."""

    sources: Sequence[DocumentSource]
    before: Sequence[DocumentSource] = ()
    read: Reader | None = None
    accounts: int = 0
    entries: Sequence[NewEntry] = ()


def main(arguments: list[str]) -> int:
    """Measure and print; the exit code says whether the aims were met, if asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--postgresql", action="store_true", help="measure there too")
    parser.add_argument("--check", action="store_true", help="exit 1 if an aim is missed")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        piles = _piles(Path(folder), asked.documents)
        found = {"SQLite": {name: _on_sqlite(Path(folder), each) for name, each in piles.items()}}
        if asked.postgresql:
            with postgres.own_server() as server:
                found["PostgreSQL"] = {
                    name: _measured(own_database(server), each) for name, each in piles.items()
                }
    for database, figures in found.items():
        _report(database, figures)
    return exit_code(_missed(found), check=asked.check)


def _piles(folder: Path, documents: int) -> dict[str, Pile]:
    pages = make_pile(folder / "pile", documents * 10 // 9 + 1)
    # Every tenth file of a pile is damaged: those are left out.
    whole = [file for number, file in enumerate(pages) if number % 10 != 9]
    sources = [DocumentSource(file.name, file) for file in whole[:documents]]
    samples = [DocumentSource(each.name, data=each.pdf) for each in catalogue()]
    long = [
        DocumentSource(f"{rows}.pdf", data=long_statement(pages=20, rows=rows))
        for rows in (24, 23, 22)
    ]
    return {
        "one page": Pile(sources, accounts=len(pages)),
        "the samples": Pile(samples),
        "20 pages": Pile(long),
        "12 months": _months(12),
        "60 months": _months(60),
    }


def _months(count: int) -> Pile:
    """The newest months of one account, after all before them."""
    drafts = list(_statements(count))
    names = [f"{number:03}.pdf" for number in range(count)]
    documents = {name.encode(): bound([draft]) for name, draft in zip(names, drafts, strict=True)}

    def read(intake: Intake, _progress: Progress) -> ReadDocument:
        pages, found = documents[intake.data.split()[-1]]
        return ReadDocument(pages, ReadStatements(found))

    sources = [DocumentSource(name, data=b"%PDF-1.7 " + name.encode()) for name in names]
    entries = [
        NewEntry(line.date, line.amount, line.description)
        for draft in drafts
        for line in draft.lines
        if line.date
    ]
    newest = min(count // 2, _NEWEST_MONTHS)
    return Pile(sources[-newest:], sources[:-newest], read, entries=entries)


def _statements(count: int) -> Iterator[StatementDraft]:
    held, start = _OPENING, _FIRST
    for number in range(count):
        end = (start + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        rows = tuple(
            Entry(start + timedelta(days=2 * row), "Coffee shop", -250 - number - row)
            for row in range(_ROWS_A_MONTH - 1)
        )
        rows = (*rows, Entry(end, "Salary", -sum(row.amount for row in rows) + number))
        yield draft_of(Sheet(rows, held, start=start, end=end))
        held += sum(row.amount for row in rows)
        start = end + timedelta(days=1)


Figures = dict[str, float]


def _on_sqlite(folder: Path, pile: Pile) -> Figures:
    return _measured(str(folder / f"{uuid4().hex}.db"), pile)


def _measured(url: str, pile: Pile) -> Figures:
    """Milliseconds a document of everything, by name; ``statements`` is a count."""
    engine = make_engine(url, create=True)
    try:
        upgrade(engine)
        _fill(engine, pile)
        # The first of a process also loads what all need.
        warm = DocumentSource("warm.pdf", data=long_statement(pages=1, rows=5))
        for sources, read in (([warm], None), (pile.before, pile.read)):
            list(import_all(engine, sources, ImportOptions(), read=read))
        with watching(engine, STAGES) as watched, _cpu() as cpu:
            longest, busy = [], []
            for _ in import_all(engine, pile.sources, ImportOptions(), read=pile.read):
                longest.append(max(watched.writing, default=0.0))
                busy.append(max(watched.writing_cpu, default=0.0))
                watched.writing.clear()
                watched.writing_cpu.clear()
    finally:
        engine.dispose()
    count = len(pile.sources)
    per_document = {**cpu, **watched.stages, "SQL, wall": watched.in_sql}
    return {
        **{name: 1000 * seconds / count for name, seconds in per_document.items()},
        "statements": watched.asked / count,
        "transaction, CPU": 1000 * statistics.median(busy),
        "transaction, wall": 1000 * statistics.median(longest),
        "the worst": 1000 * max(longest),
    }


def _fill(engine: Engine, pile: Pile) -> None:
    fill_ledger(engine, pile.accounts)
    if not pile.entries:
        return
    new = NewAccount(
        name="Everyday",
        kind=AccountKind.CHECKING,
        currency="EUR",
        mask="1234",
        opening_balance_minor=_OPENING,
    )
    with unit_of_work(engine) as session:
        add_transactions(session, add_account(session, new), pile.entries)
        settle(session)


@contextmanager
def _cpu() -> Iterator[Figures]:
    """Seconds of CPU, user and system, of this process and of the children that it waited for."""
    found: Figures = {}
    before = [_seconds(who) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)]
    yield found
    after = [_seconds(who) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)]
    child, own = (late - early for early, late in zip(before, after, strict=True))
    found.update({"all CPU": child + own, "the reader's child": child, "this process": own})


def _seconds(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def _report(database: str, found: dict[str, Figures]) -> None:
    aims = {_WHOLE: PROVE_AND_RECORD_MS, "transaction, wall": TRANSACTION_MS}
    names = ["all CPU", "the reader's child", "this process", *(name for name, *_ in STAGES)]
    names += ["statements", "SQL, wall", "transaction, CPU", "transaction, wall", "the worst"]
    say(f"{database + ', ms a document':<28}{'aim':>6}" + "".join(f"{name:>13}" for name in found))
    for name in names:
        aim = f"{aims[name]:.0f}" if name in aims else ""
        cells = "".join(f"{figures.get(name, 0.0):13.1f}" for figures in found.values())
        say(f"{name:<28}{aim:>6}{cells}")


def _missed(found: dict[str, dict[str, Figures]]) -> list[str]:
    aims = {_WHOLE: PROVE_AND_RECORD_MS, "transaction, wall": TRANSACTION_MS}
    return [
        f"{database}: {name} {figures['one page'][name]:.1f} ms, aim {aim:.0f} ms"
        for database, figures in found.items()
        for name, aim in aims.items()
        if figures["one page"][name] > aim
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
