"""Every page of a ledger that PostgreSQL keeps is as it is where SQLite keeps the same."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import URL, Engine

from app.acts.imports import accept
from app.web.desk import Desk
from db.engine import make_engine
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.upgrade import upgrade
from tests.support.books import account, do_in, imported, in_review
from tests.support.databases import database
from tests.support.statements import day, draft
from tests.support.visiting import visiting

PAGES = (
    *("/", "/?need=differences", "/?q=odd", "/accept-all", "/upload", "/work", "/keys", "/people"),
    *("/history", "/history?kind=accept", "/sources", "/sources/new", "/imports/999"),
    *("/imports/1", "/imports/1/lines", "/imports/1/undo", "/imports/2", "/imports/2/lines"),
    *("/statements", "/statements?q=Rent", "/statements?q=800.00", "/statements?account=1"),
    *("/accounts", "/accounts?q=every", "/accounts/new", "/accounts/1", "/accounts/1/edit"),
    *("/accounts/1/merge", "/accounts/1/entries.csv"),
    *("/coverage", "/coverage/1", "/coverage/1/2026-06", "/coverage/discrepancies"),
)


@pytest.fixture
def visitors(tmp_path: Path, postgresql_server: URL) -> Iterator[list[httpx2.Client]]:
    """Somebody at either of two ledgers in which the same was done."""
    with ExitStack() as stack:
        url = stack.enter_context(database(postgresql_server))
        found = []
        for place in (str(tmp_path / "tieout.db"), url):
            engine = make_engine(place, create=True)
            stack.callback(engine.dispose)
            upgrade(engine)
            fill(engine)
            found.append(stack.enter_context(visiting(Desk(engine))))
        yield found


def fill(engine: Engine) -> None:
    """An import that was accepted, one with a difference, and a second account."""
    in_review(engine)
    accept(engine, 1, (), dry_run=False, actor="Anna")
    savings = account(engine, (), name="Savings", mask="5678")
    do_in(engine, add_transactions, savings, [NewEntry(day(20), -777, "Odd")])
    imported(engine, draft((), closing=1), name="odd.pdf")


def shown(visitor: httpx2.Client, page: str) -> tuple[int, str]:
    """Its status and text, without when something was done."""
    answer = visitor.get(page)
    return answer.status_code, re.sub("<time.*?</time>", "", answer.text)


def test_every_page_is_the_same(visitors: list[httpx2.Client]) -> None:
    of_sqlite, of_postgresql = visitors
    for page in PAGES:
        assert shown(of_sqlite, page) == shown(of_postgresql, page), page
