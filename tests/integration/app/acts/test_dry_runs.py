"""A dry run of a decision changes nothing, and the real one then does exactly what it showed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from app.acts.imports import accept, reject, undo, unlock
from app.acts.sources import bring_in
from db.session import unit_of_work
from pipeline.review import deciding
from tests.support.books import dump, in_review
from tests.support.new_ids import without_new_ids

REASON = "checked by hand"


@pytest.fixture
def waiting(engine: Engine) -> Engine:
    """A ledger in which import 1 proposes the entry of the last line."""
    return in_review(engine)


@pytest.fixture
def locked(waiting: Engine) -> Engine:
    """The same, accepted, so that lock 1 holds the period."""
    with unit_of_work(waiting) as session:
        assert deciding.accept(session, 1, "me").lock_id == 1
    return waiting


def compared(engine: Engine, work: Callable[[bool], Any]) -> None:
    """The dry run leaves every row as it was; the real one answers the same, and changes some."""
    before = dump(engine)
    shown = work(True)
    assert dump(engine) == before
    assert without_new_ids(work(False)) == without_new_ids(shown)
    assert dump(engine) != before


def test_a_yes(waiting: Engine) -> None:
    compared(waiting, lambda dry: accept(waiting, 1, [], dry_run=dry))


def test_a_no(waiting: Engine) -> None:
    compared(waiting, lambda dry: reject(waiting, 1, REASON, dry_run=dry))


def test_an_undo(locked: Engine) -> None:
    compared(locked, lambda dry: undo(locked, 1, dry_run=dry))


def test_an_unlock(locked: Engine) -> None:
    compared(locked, lambda dry: unlock(locked, 1, REASON, dry_run=dry))


def test_csv_files(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "accounts.csv").write_text("name,kind,currency\nGiro,checking,EUR\n")
    (tmp_path / "transactions.csv").write_text(
        "account,date,amount,description\nGiro,2026-06-03,-3.50,Coffee\n"
    )
    compared(engine, lambda dry: bring_in(engine, tmp_path, dry_run=dry))
