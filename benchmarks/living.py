"""One entry changes among many statements: what proving again all that it touches costs.

    python -m benchmarks.living [--statements 10000] [--entries 1000000] [--rounds 9] [--check]

Fifty accounts share statements and entries evenly. The newest two months of one are real: the last
is open, for the ledger lacks a line, and an entry of it changes and changes back. Prints the CPU
milliseconds of the unit of work (median), in a ledger of a hundredth and in this one, each with the
aim beside it. ``--check`` ends with 1 if an aim is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

from sqlalchemy import Engine, insert, select
from sqlalchemy.orm import Session

from db.engine import make_engine
from db.ledger.amending import Amendment, amend
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount
from db.models import Base, Document, Import, Transaction
from db.session import unit_of_work
from db.upgrade import upgrade
from db.words import AccountKind, ImportStatus
from evals.typeset import Entry, Sheet, bound, draft_of
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.drafts import ReadStatements, StatementDraft
from pipeline.intake.file import Intake
from pipeline.progress import Progress
from pipeline.proof import KERNEL_VERSION
from pipeline.reading.from_bytes import ReadDocument
from pipeline.record.settling import settle

ACCOUNTS, LINES, OPENING = 50, 30, 100_000
AIM_MS, AIM_TIMES = 50.0, 2.0
NEWEST = date(2026, 6, 1)
_AT_ONCE = 50_000


def main() -> int:
    """Measure both sizes and print them beside their aims."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--statements", type=int, default=10_000)
    arguments.add_argument("--entries", type=int, default=1_000_000)
    arguments.add_argument("--rounds", type=int, default=9)
    arguments.add_argument("--check", action="store_true")
    asked = arguments.parse_args()
    few = asked.statements // 100
    small = _measured(few, asked.entries // 100, asked.rounds)
    large = _measured(asked.statements, asked.entries, asked.rounds)
    missed = large > AIM_MS or large / small > AIM_TIMES
    sys.stdout.write(
        f"{few:>10,} statements {small:7.1f} ms\n"
        f"{asked.statements:>10,} statements {large:7.1f} ms   aim {AIM_MS:.0f} ms\n"
        f"{'times':>21} {large / small:7.2f}      aim {AIM_TIMES:.1f}\n"
        f"{'MISSED' if missed else ''}\n"
    )
    return 1 if missed and asked.check else 0


def _measured(statements: int, entries: int, rounds: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(str(Path(folder, "ledger.sqlite")), create=True)
        upgrade(engine)
        entry = _filled(engine, max(1, statements // ACCOUNTS), entries // ACCOUNTS)
        found = [_changed(engine, entry, n) for n in range(rounds + 2)][2:]
        engine.dispose()
    return statistics.median(found) * 1000


def _changed(engine: Engine, entry: int, n: int) -> float:
    """CPU seconds of one change of the entry's amount, with all that follows."""
    with unit_of_work(engine) as session:
        row = session.get_one(Transaction, entry)
        wanted = Amendment(row.booked_on, row.amount_minor + (1 if n % 2 else -1))
    started = time.process_time()
    with unit_of_work(engine) as session:
        amend(session, entry, wanted)
        settle(session)
    return time.process_time() - started


def _filled(engine: Engine, statements: int, entries: int) -> int:
    """So many of each for every account; gives an entry of the month that is open."""
    drafts = _newest()
    with unit_of_work(engine) as session:
        accounts = [_account(session, number) for number in range(ACCOUNTS)]
        booked = [line for draft in drafts for line in draft.lines][:-1]
        rows = [(line.date, line.amount, line.description) for line in booked if line.date]
        _insert_entries(session, accounts[0], rows)
    documents = {f"{n}.pdf".encode(): bound((draft,)) for n, draft in enumerate(drafts)}

    def read(intake: Intake, _progress: Progress) -> ReadDocument:
        pages, found = documents[intake.data.split()[-1]]
        return ReadDocument(pages, ReadStatements(found))

    sources = [DocumentSource(name.decode(), data=b"%PDF-1.7 " + name) for name in documents]
    outcomes = list(import_all(engine, sources, ImportOptions(), read=read))
    assert [each.status for each in outcomes] == [ImportStatus.MATCHED, ImportStatus.NEEDS_REVIEW]
    with unit_of_work(engine) as session:
        for account in accounts:
            _earlier(session, account, statements, entries)
        settle(session)
        last = select(Transaction.id).where(Transaction.booked_on >= NEWEST)
        return session.scalars(last.order_by(Transaction.id)).first() or 0


def _newest() -> list[StatementDraft]:
    days = [timedelta(days=n) for n in range(LINES)]
    may = tuple(Entry(NEWEST - timedelta(31) + day, "Coffee shop", -350) for day in days)
    june = tuple(Entry(NEWEST + day, "Groceries", -1_990 - day.days) for day in days)
    held = OPENING + sum(row.amount for row in may)
    return [
        draft_of(Sheet(may, OPENING, start=NEWEST - timedelta(31), end=NEWEST - timedelta(1))),
        draft_of(Sheet(june, held, start=NEWEST, end=NEWEST + timedelta(29))),
    ]


def _account(session: Session, number: int) -> int:
    new = NewAccount(
        name=f"Account {number}",
        kind=AccountKind.CHECKING,
        currency="EUR",
        mask="1234" if number == 0 else str(5000 + number),
        opening_balance_minor=OPENING,
    )
    return add_account(session, new)


def _earlier(session: Session, account: int, statements: int, entries: int) -> None:
    """Months before the newest, in which as much came in as went out."""
    first = NEWEST - timedelta(days=31 * (statements + 2))
    span = 31 * statements
    amounts = ((250, "Salary"), (-250, "Rent"))
    rows = [
        (first + timedelta(days=(n // 2) * span // max(1, entries // 2)), *amounts[n % 2])
        for n in range(entries // 2 * 2)
    ]
    _insert_entries(session, account, rows)
    tables = Base.metadata.tables
    for number in range(statements):
        document = Document(sha256=f"{account:08}{number:056}", size=1)
        session.add(document)
        session.flush()
        work = Import(
            document_id=document.id, source_name="earlier.pdf", status=ImportStatus.MATCHED
        )
        session.add(work)
        session.flush()
        start = first + timedelta(days=31 * number)
        statement = session.scalar(
            insert(tables["statements"]).returning(tables["statements"].c.id).values(
                import_id=work.id, ordinal=0, account_id=account, kind="checking", exponent=2,
                period_start=start, period_end=start + timedelta(days=30), opening_minor=OPENING,
                closing_minor=OPENING, status="proven", checks=[], certificate=None,
                kernel_version=KERNEL_VERSION, stands=True, says_no_lines=False,
            )
        )  # fmt: skip
        session.execute(
            insert(tables["reconciliations"]).values(
                statement_id=statement, verdict="matched", proof=[],
                differences=[], ledger_etag="earlier", extraction_skipped=True, turns=0,
                tokens_in=0, tokens_out=0,
            )
        )  # fmt: skip


def _insert_entries(session: Session, account: int, rows: list[tuple[date, int, str]]) -> None:
    table = Base.metadata.tables["transactions"]
    values = [
        {
            "account_id": account, "booked_on": day, "amount_minor": amount, "currency": "EUR",
            "description": said, "fingerprint": f"{account:08}{day:%Y%m%d}{n:048}", "occurrence": 1,
            "state": "uncleared",
        }
        for n, (day, amount, said) in enumerate(rows)
    ]  # fmt: skip
    for at in range(0, len(values), _AT_ONCE):
        session.execute(insert(table), values[at : at + _AT_ONCE])


if __name__ == "__main__":
    sys.exit(main())
