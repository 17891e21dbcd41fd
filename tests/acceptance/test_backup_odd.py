"""Backups of ledgers that lack a document, and backups older than the program."""

import re
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import text

from db.engine import make_engine
from db.session import identity_of
from tests.acceptance.test_backup import books, shown
from tests.support import older
from tests.support.databases import past_the_triggers
from tests.support.process import tieout


def test_a_backup_without_a_lost_document_brings_back_all_the_rest(tmp_path: Path) -> None:
    folder, backup = books(tmp_path), tmp_path / "backup"
    before = shown(folder)
    (one, *_) = (
        each for each in (folder / "tieout.db.documents").rglob("*") if len(each.name) == 64
    )
    one.unlink()
    assert tieout("backup", backup, cwd=folder).code == 4
    restored = tieout("restore", backup, "--replace", "--json", cwd=folder)
    assert (restored.code, restored.json["documents"]) == (0, 3)
    assert shown(folder) == before


def test_a_backup_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    folder, backup = books(tmp_path), tmp_path / "backup"
    before, locks = shown(folder), tieout("locks", "--json", cwd=folder).json
    tieout("backup", backup, cwd=folder)
    engine = make_engine(str(backup / "ledger.db"))
    identity = identity_of(engine)
    older.stamp(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE statements SET kernel_version = 1"))
    engine.dispose()
    # As it kept documents then: without the name of a ledger above them.
    for each in (backup / "documents" / identity).iterdir():
        each.rename(backup / "documents" / each.name)
    held = (backup / "ledger.db").read_bytes()
    assert tieout("restore", backup, "--dry-run", cwd=folder).code == 0
    restored = tieout("restore", backup, "--replace", cwd=folder)
    assert restored.code == 0, restored.err
    assert (backup / "ledger.db").read_bytes() == held
    assert tieout("locks", "--json", cwd=folder).json == locks
    again = tieout("reprocess", "--all", cwd=folder)
    assert again.code == 3, again.err  # as it was: one of them is to be reviewed
    assert unnumbered(shown(folder)) == unnumbered(before)


def unnumbered(shown: Sequence[str]) -> list[str]:
    """The same without numbers of rows and times, which are others of what is recorded again."""
    numbers = re.compile(r'"(?:id|seen|since)": .*|^ *\d+,?$', re.MULTILINE)
    return [numbers.sub("", each) for each in shown]


def test_a_backup_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    folder, backup = books(tmp_path), tmp_path / "backup"
    tieout("backup", backup, cwd=folder)
    # 2 would be write-ahead, which takes files beside it to be read (sqlite.org/fileformat).
    assert (backup / "ledger.db").read_bytes()[18:20] == b"\x01\x01"
    tieout("restore", backup, "--dry-run", cwd=folder)
    assert sorted(each.name for each in backup.iterdir()) == ["documents", "ledger.db"]


def test_a_damaged_ledger_in_a_backup_is_refused_and_named(tmp_path: Path) -> None:
    folder, backup = books(tmp_path), tmp_path / "backup"
    tieout("backup", backup, cwd=folder)
    whole, held = (backup / "ledger.db").read_bytes(), (folder / "tieout.db").read_bytes()
    damaged = {
        "cut short": whole[:40_000],
        "no database": b"hello",
        "empty": b"",
        "overwritten": whole[:8192] + b"x" * 60_000 + whole[68_192:],
    }
    for why, data in damaged.items():
        (backup / "ledger.db").write_bytes(data)
        refused = tieout("restore", backup, "--replace", cwd=folder)
        assert (refused.code, "backup_damaged" in refused.err) == (7, True), (why, refused.err)
    (backup / "ledger.db").write_bytes(whole)
    past_the_triggers(make_engine(str(backup / "ledger.db")), ["DROP TABLE lines"])
    refused = tieout("restore", backup, "--replace", cwd=folder)
    assert (refused.code, "no such table: lines" in refused.err) == (7, True)
    assert (folder / "tieout.db").read_bytes() == held
