"""A ledger is started, filled and asked by the names that a person uses."""

from datetime import date
from pathlib import Path

import pytest

from app.acts.sources import start_ledger
from app.errors import AccountUnclear, WouldReplace
from app.queries.books import entry_list, write_out
from db.engine import make_engine

ACCOUNTS = """name,kind,currency,mask,opening_balance
Household,checking,EUR,4471,100.00
Household savings,savings,EUR,0185,0
"""
TRANSACTIONS = """account,date,amount,description
Household,2025-03-03,-7.64,Bakery
Household,2025-03-03,-7.64,Bakery
Household,2025-04-01,-900.00,Rent
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "accounts.csv").write_text(ACCOUNTS)
    (tmp_path / "transactions.csv").write_text(TRANSACTIONS)
    return tmp_path


@pytest.fixture
def ledger(folder: Path) -> str:
    url = str(folder / "books.db")
    start_ledger(url, folder)
    return url


@pytest.mark.parametrize("word", ["1", "household", "4471", "*4471"])
def test_an_account_goes_by_id_name_or_last_digits(ledger: str, word: str) -> None:
    found = entry_list(make_engine(ledger), word, date(2025, 3, 1), date(2025, 3, 31), None)

    assert [(str(entry.amount), entry.description) for entry in found] == [
        ("-7.64", "Bakery"),
        ("-7.64", "Bakery"),
    ]


@pytest.mark.parametrize("word", ["house", "nothing"])  # two accounts, and none
def test_a_word_that_fits_two_accounts_or_none_is_refused(ledger: str, word: str) -> None:
    with pytest.raises(AccountUnclear):
        entry_list(make_engine(ledger), word, None, None, None)


def test_nothing_is_written_over_unless_asked(ledger: str, folder: Path) -> None:
    with pytest.raises(WouldReplace):
        write_out(make_engine(ledger), folder, replace=False)

    write_out(make_engine(ledger), folder, replace=True)
