"""The commands of a how-to page do, one after the other, what the page says."""

import re
import shlex
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from db.engine import make_engine
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.locks import lock
from db.ledger.views import NewAccount, NewEntry
from db.session import unit_of_work
from db.words import AccountKind
from tests.support.process import tieout

HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"


def commands(page: str) -> Iterator[list[str]]:
    """Every command of the page's blocks, in order, as words after `tieout`."""
    text = (HOW_TO / page).read_text(encoding="utf-8")
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines():
            program, *words = shlex.split(line)
            assert program == "tieout"
            yield words


def ledger(folder: Path) -> None:
    """Two more cards with an entry each, one of which began with a debt of its own, and a lock."""
    tieout("init", cwd=folder)
    with unit_of_work(make_engine(str(folder / "tieout.db"))) as session:
        for name, day, opening in (("Old card", 3, 0), ("Second card", 4, -5_000)):
            new = NewAccount(name, AccountKind.CARD, "GBP", opening_balance_minor=opening)
            fee = NewEntry(date(2025, 2, day), -900, "Annual fee")
            add_transactions(session, add_account(session, new), [fee])
        savings = add_account(session, NewAccount("Savings", AccountKind.SAVINGS, "GBP"))
        lock(session, savings, date(2025, 1, 1), date(2025, 1, 31), "person")


def test_correct_an_account(tmp_path: Path) -> None:
    ledger(tmp_path)
    ran = [tieout(*words, cwd=tmp_path) for words in commands("correct-an-account.md")]
    assert {done.words: done.err for done in ran if done.code} == {}
    names = [each["name"] for each in tieout("ledger", "accounts", "--json", cwd=tmp_path).json]
    # The second card was merged, and is there again.
    assert names == ["Second card", "Savings", "Blue credit card"]
