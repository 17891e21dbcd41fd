"""Backups of ledgers that lack a document, and backups older than the program."""

from pathlib import Path

from db.engine import make_engine
from tests.acceptance.test_backup import books, shown
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
