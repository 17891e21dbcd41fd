"""A small ledger with known figures, for tests that ask it questions."""

from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Engine

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Import, Line, Reconciliation, Statement
from db.session import read_only
from db.words import AccountKind, ReadingStatus, Verdict
from tests.support.books import do_in
from tools.ledger.workspace import Sessions

FIRST_DAY = date(2026, 3, 1)


def add(engine: Engine, name: str, mask: str | None = None, currency: str = "EUR") -> int:
    """An account of the invented Nordbank that held 1,000.00 before its first entry."""
    new = NewAccount(
        name=name,
        kind=AccountKind.CHECKING,
        currency=currency,
        institution="Nordbank",
        mask=mask,
        opening_balance_minor=100_000,
    )
    return do_in(engine, add_account, new)


def fill(engine: Engine, account: int, amounts: list[int]) -> list[int]:
    """One entry a day from 1 March 2026, of these minor units; their ids."""
    entries = [
        NewEntry(FIRST_DAY + timedelta(days=i), amount, f"Payment {i + 1}")
        for i, amount in enumerate(amounts)
    ]
    return do_in(engine, add_transactions, account, entries)


def kept_line(description: str, amount_minor: int, **more: Any) -> Line:
    """A line of a statement, as it is kept."""
    given = {"ordinal": 0, "page": 1, "x0": 0.5, "top": 1.0, "x1": 2.0, "bottom": 3.0} | more
    raw = f"{description} {amount_minor}"
    return Line(**given, description=description, amount_minor=amount_minor, raw=raw, method="")


def kept_statement(**more: Any) -> Statement:
    """A proven statement, as it is kept."""
    work = {} if "import_id" in more else {"work": Import(source_name="a.pdf")}
    given = {**work, "ordinal": 0, "kind": AccountKind.CHECKING, "exponent": 2, "checks": []}
    return Statement(**given | {"status": ReadingStatus.PROVEN} | more)


def kept_verdict(
    statement: Statement, verdict: Verdict = Verdict.MATCHED, **more: Any
) -> Reconciliation:
    """What it came to beside its account, as it is kept."""
    given = {"proof": [], "differences": [], "extraction_skipped": True} | more
    return Reconciliation(statement=statement, verdict=verdict, **given)


def sessions(engine: Engine) -> Sessions:
    """Read-only sessions as the tools take them."""
    return partial(read_only, engine)
