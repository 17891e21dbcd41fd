"""What the tests of two records may ask for: one fresh ledger after the other."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.support.two_books import Ledgers


@pytest.fixture
def ledgers(sqlite_template: Path, sqlite_compiled: Engine, tmp_path: Path) -> Ledgers:
    """Makes empty SQLite ledgers."""
    return Ledgers(sqlite_template, sqlite_compiled, tmp_path)
