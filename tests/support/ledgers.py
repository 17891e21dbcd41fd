"""A small ledger with known figures, for tests that ask it questions."""

from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Engine, select

from app.acts import accounts
from app.shapes.ledger import AccountChangeShape
from db.accounts.facts import AccountEdit
from db.ledger.balances import require_true_totals
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.locks import lock, unlock
from db.ledger.queries import balance_as_of
from db.ledger.views import NewAccount, NewEntry
from db.models import Account, Import, Line, Lock, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.words import AccountKind, ReadingStatus, Verdict
from tests.support.books import do_in, dump
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


COFFEE = NewEntry(FIRST_DAY, -350, "Coffee")


def edit(engine: Engine, wanted: str, dry_run: bool = False, **change: Any) -> AccountChangeShape:
    return accounts.edit(engine, wanted, AccountEdit(**change), dry_run=dry_run)


def merge(engine: Engine, source: str, into: str, **said: Any) -> AccountChangeShape:
    return accounts.merge(engine, source, into, **{"dry_run": False, **said})


def flip(engine: Engine, wanted: str) -> AccountChangeShape:
    return accounts.flip_signs(engine, wanted, dry_run=False)


def undo(engine: Engine, wanted: str, dry_run: bool = False) -> AccountChangeShape:
    return accounts.undo(engine, wanted, dry_run=dry_run)


def enter(engine: Engine, number: int, *entries: NewEntry) -> list[int]:
    return do_in(engine, add_transactions, number, entries)


def held(engine: Engine, number: int, day: date) -> int:
    with read_only(engine) as session:
        require_true_totals(session)
        return balance_as_of(session, number, day)


def rows(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Every row but those of the log, and the accounts without the count of their changes, to which
    their statements were held.
    """
    found = dump(engine)
    del found["audit_log"], found["audit_chain"], found["settled_accounts"]
    version = Account.__table__.columns.keys().index("version")
    found["accounts"] = [row[:version] + row[version + 1 :] for row in found["accounts"]]
    return found


def without_new_locks(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """`rows` without locks in force: what ties out again is locked again, whoever opened it."""
    released = Lock.__table__.columns.keys().index("released_at")
    found = rows(engine)
    found["locks"] = [row for row in found["locks"] if row[released] is not None]
    return found


def lock_period(engine: Engine, number: int, start: date, end: date) -> int:
    return do_in(engine, lock, number, start, end, "person")


def two(engine: Engine, first: str = "0", second: str = "1000.00") -> tuple[int, int]:
    """The accounts Old and New with these opening balances, and three entries each; two of them are
    equal within each, and to each other.
    """
    old, new = add(engine, "Old"), add(engine, "New")
    for number, opening in ((old, first), (new, second)):
        edit(engine, str(number), opening_balance=opening)
        lunch = NewEntry(FIRST_DAY + timedelta(days=1), -900, f"Lunch {number}")
        enter(engine, number, COFFEE, COFFEE, lunch)
    return old, new


def release_all(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        for found in session.scalars(select(Lock.id).where(Lock.released_at.is_(None))).all():
            unlock(session, found, "two accounts are one", "person")
