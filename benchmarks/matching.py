"""Matches a 200-line statement with ledgers of growing size: the work must follow the statement.

    python -m benchmarks.matching [--sizes 10000 100000 1000000] [--rounds 9]

Prints CPU milliseconds (median over rounds) of finding the candidates and pairing them, of the
opening balance that the proof needs besides, of listing the accounts with their balances as every
import does, and of all that holding a statement against an account takes; and the growth.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from sqlalchemy import Engine, insert
from sqlalchemy.orm import Session

from db.engine import make_engine
from db.ledger.bookkeeping import add_account
from db.ledger.queries import accounts, balance_as_of, entries
from db.ledger.views import NewAccount
from db.models import Transaction
from db.session import read_only, unit_of_work
from db.upgrade import upgrade
from db.words import AccountKind, ReadingStatus
from evals.typeset import Entry, Sheet, draft_of
from pipeline.account.comparison import ScopedLedger, compare
from pipeline.drafts import Period, StatementDraft
from pipeline.matching.match import DEFAULTS, match

LINES = 200
#: Entries a day, whatever the size, so that a larger ledger is a longer one.
A_DAY = 7
START = date(2026, 6, 1)
PERIOD = Period(START, START + timedelta(days=LINES // A_DAY))


@dataclass(frozen=True, slots=True)
class Figures:
    """CPU milliseconds for one size of ledger."""

    size: int
    pairing: float
    balance: float
    listing: float
    whole: float


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=9)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        figures = [measure(Path(folder), size, asked.rounds) for size in asked.sizes]
    report(figures)


def measure(folder: Path, size: int, rounds: int) -> Figures:
    """The figures for a ledger of so many entries."""
    engine = make_engine(str(folder / f"{size}.db"), create=True)
    upgrade(engine)
    account = fill(engine, size)
    draft = statement()
    with read_only(engine) as session:

        def pairing() -> None:
            found = entries(
                session,
                account,
                PERIOD.start - timedelta(days=DEFAULTS.margin_days),
                PERIOD.end + timedelta(days=DEFAULTS.margin_days),
            )
            assert len(match(draft.lines, found, PERIOD).pairs) == LINES

        def balance() -> None:
            balance_as_of(session, account, PERIOD.start - timedelta(days=1))

        def listing() -> None:
            accounts(session, PERIOD.end)

        def whole() -> None:
            beside(session, account, draft)

        result = Figures(
            size, *(cpu_milliseconds(work, rounds) for work in (pairing, balance, listing, whole))
        )
    engine.dispose()
    return result


def beside(session: Session, account: int, draft: StatementDraft) -> object:
    """The statement beside the account, as this session sees it."""
    scoped = ScopedLedger(lambda: nullcontext(session), frozenset({account}))
    return compare(session, draft, account, scoped)


def cpu_milliseconds(work: Callable[[], object], rounds: int) -> float:
    """The median over the rounds, after one that warms the caches."""
    work()
    spent = []
    for _ in range(rounds):
        begun = time.process_time_ns()
        work()
        spent.append((time.process_time_ns() - begun) / 1e6)
    return statistics.median(spent)


def fill(engine: Engine, size: int) -> int:
    """An account whose newest entries are the statement's, and the rest before them."""
    new = NewAccount("Everyday", AccountKind.CHECKING, "EUR", mask="1234")
    with unit_of_work(engine) as session:
        account = add_account(session, new)
        last = PERIOD.end
        rows = [
            {
                "account_id": account,
                "booked_on": last - timedelta(days=n // A_DAY),
                "amount_minor": amount(n),
                "currency": "EUR",
                "description": f"Payee {n % 97}",
                "fingerprint": f"{n:064d}",
                "occurrence": 1,
            }
            for n in range(size)
        ]
        for at in range(0, size, 20_000):
            session.execute(insert(Transaction), rows[at : at + 20_000])
    return account


def amount(n: int) -> int:
    """Amounts that repeat, as real ones do."""
    return -(350 + (n * 7919) % 9_000)


def statement() -> StatementDraft:
    """The statement of the newest entries, printed and proven."""
    rows = tuple(
        Entry(PERIOD.end - timedelta(days=n // A_DAY), f"PAYEE {n % 97} CARD", amount(n))
        for n in range(LINES)
    )
    draft = draft_of(Sheet(rows, start=PERIOD.start, end=PERIOD.end))
    assert draft.status is ReadingStatus.PROVEN
    return draft


def report(figures: list[Figures]) -> None:
    """One row per size, and the growth."""
    out = sys.stdout
    names = ("pairing", "balance", "listing", "whole")
    out.write(f"{'entries':>10} {' '.join(f'{name:>9}' for name in names)}   CPU ms\n")
    for each in figures:
        spent = (each.pairing, each.balance, each.listing, each.whole)
        out.write(f"{each.size:>10} {' '.join(f'{one:>9.1f}' for one in spent)}\n")
    first, last = figures[0], figures[-1]
    out.write(
        f"growth over {last.size // first.size}x: pairing {last.pairing / first.pairing:.2f}, "
        f"whole {last.whole / first.whole:.2f}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
