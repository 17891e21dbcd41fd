"""`tieout account`: a person corrects an account, sees what it did, and takes it back."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.process import tieout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A ledger with the accounts Everyday (1) and Card (2)."""
    tieout("init", cwd=tmp_path)
    for words in (
        ("Everyday", "eur", "--digits", "4471", "--opening-balance", "100.50"),
        ("Card", "EUR", "--kind", "card"),
    ):
        assert tieout("account", "add", *words, cwd=tmp_path).code == 0
    return tmp_path


def listed(folder: Path) -> Any:
    return tieout("ledger", "accounts", "--json", cwd=folder).json


def test_a_correction_is_shown_with_what_it_was(folder: Path) -> None:
    ran = tieout("account", "edit", "4471", "--opening-balance", "-5", cwd=folder)
    assert (ran.code, "opening balance: 100.50 -> -5.00" in ran.out) == (0, True)


def test_an_account_is_closed_and_opened_again(folder: Path) -> None:
    closed = tieout("account", "edit", "Card", "--closed-on", "2025-06-30", cwd=folder)
    assert (closed.code, "closed on: - -> 2025-06-30" in closed.out) == (0, True)
    assert "closed on 2025-06-30" in tieout("ledger", "accounts", cwd=folder).out
    assert [each["closed_on"] for each in listed(folder)] == [None, "2025-06-30"]
    assert '"closed_on": "2025-06-30"' in tieout("log", cwd=folder).out
    again = tieout("account", "edit", "Card", "--closed-on", "", cwd=folder)
    assert (again.code, listed(folder)[1]["closed_on"]) == (0, None)
    assert tieout("account", "edit", "Card", "--closed-on", "June", cwd=folder).code == 2


def test_what_is_so_already_ends_otherwise(folder: Path) -> None:
    ran = tieout("account", "edit", "Card", "--kind", "card", "--json", cwd=folder)
    assert (ran.code, ran.json["changed"]) == (5, False)
