"""Which pages are visited, and which lists of the API are read, in a large ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Engine, func, select

from benchmarks.support.hard_ledger import CARRYING, LONG_LIVED
from benchmarks.support.large_ledger import BUSY
from db.models import Account, Import, Statement
from db.session import read_only
from db.words import ImportStatus

MOST_MS: Final = 200.0
LONG_MS: Final = 300.0


@dataclass(frozen=True, slots=True)
class Visit:
    """An address to ask for, and what it may take."""

    name: str
    path: str
    most_ms: float = MOST_MS


def visits(engine: Engine) -> Sequence[Visit]:
    """All of them."""
    with read_only(engine) as session:
        waits = Import.status == ImportStatus.NEEDS_REVIEW
        one = session.scalar(select(func.min(Import.id)).where(waits)) or 0
        account = session.scalar(select(Statement.account_id).where(Statement.import_id == one))
        busy = session.scalar(select(Import.id).where(Import.source_name == BUSY)) or 0
        by_name = select(Account.id).where(Account.name == LONG_LIVED)
        long_lived = session.scalar(by_name)
        carrying = session.scalar(select(Account.id).where(Account.name == CARRYING))
        last = session.scalar(select(func.max(Import.id))) or 0
    found = [*_pages(one, busy, account or 0, last // 2), *_lists(one, account or 0)]
    if long_lived and carrying:
        found += _hard(long_lived, carrying)
    return found


def _pages(one: int, busy: int, account: int, half: int) -> Iterator[Visit]:
    yield Visit("To do", "/")
    yield Visit("Statement", f"/imports/{one}")
    yield Visit("Statement of 3,000 lines", f"/imports/{busy}", LONG_MS)
    yield Visit("its lines, from the 2,900th", f"/imports/{busy}/lines?from=2900", LONG_MS)
    yield Visit("Statements", "/statements")
    yield Visit("Statements, page 1,000", f"/statements?after=.{half}.0")
    yield Visit("Statements, by text", "/statements?q=Hollis+Bakery")
    yield Visit("Statements, by a text of no line", "/statements?q=zzzq")
    yield Visit("Statements, by one letter", "/statements?q=e")
    yield Visit("Accounts", "/accounts")
    yield Visit("one account", f"/accounts/{account}")
    yield Visit("Coverage", "/coverage")
    yield Visit("History", "/history")
    yield Visit("History, of an account", f"/history?account={account}")
    yield Visit("History, of a person", "/history?person=nobody")
    yield Visit("Work", "/work")
    yield Visit("Work, page 500", f"/work?before={half}")
    yield Visit("Upload", "/upload")


def _lists(one: int, account: int) -> Iterator[Visit]:
    """Every list of the API as it comes without a wish, and what is read of one import."""
    for name in ("imports", "review", "statements", "accounts", "coverage", "locks"):
        yield Visit(f"API {name}", f"/api/v1/{name}")
    yield Visit("API discrepancies", "/api/v1/discrepancies")
    yield Visit("API log", "/api/v1/log")
    yield Visit("API log of an import", f"/api/v1/log?import_id={one}")
    yield Visit("API log of an account", f"/api/v1/log?account={account}")
    yield Visit("API imports by name", "/api/v1/imports?name=zzzq")
    yield Visit("API an account's entries", f"/api/v1/accounts/{account}/entries")
    for what in ("", "/review", "/offer", "/differences", "/rows"):
        yield Visit(f"API an import{what}", f"/api/v1/imports/{one}{what}")


def _hard(long_lived: int, carrying: int) -> Iterator[Visit]:
    yield Visit("account of 200,000 entries", f"/accounts/{long_lived}")
    yield Visit("the same, in 1995", f"/accounts/{long_lived}?before=1995-01-01.5")
    yield Visit("the same, by one letter", f"/accounts/{long_lived}?q=e")
    yield Visit("its 2,000 locks", f"/coverage/{long_lived}")
    yield Visit("its 2,000 statements", f"/statements?account={long_lived}")
    yield Visit("its history", f"/history?account={long_lived}")
    yield Visit("5,000 of one cause", f"/?account={carrying}")
    yield Visit("Coverage, 20 years ago", "/coverage?year=2007")
    yield Visit("Work, of 50,000 failed", "/work?status=failed")
