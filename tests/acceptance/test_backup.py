"""A ledger that was destroyed is there again, with its documents, from a backup."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from sqlalchemy import URL

from db.engine import make_engine
from tests.support.databases import database, past_the_triggers
from tests.support.piles import fill_ledger, make_pile
from tests.support.postgres import find_binaries
from tests.support.process import tieout

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "back-up-and-restore.md"
_COMMANDS = re.compile(r"^## PostgreSQL\n.*?^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def books(folder: Path, **settings: str) -> Path:
    """A ledger with four statements in it, whose files are gone."""
    tieout("init", cwd=folder, env=settings)
    engine = make_engine(settings.get("TIEOUT_DATABASE_URL", str(folder / "tieout.db")))
    fill_ledger(engine, 4)
    engine.dispose()
    make_pile(folder / "pile", 4)
    tieout("import", "pile", cwd=folder, env=settings)
    shutil.rmtree(folder / "pile")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a ledger and its backup; never changed by a test."""
    folder = books(tmp_path_factory.mktemp("books"))
    assert tieout("backup", "backup", "--json", cwd=folder).json["documents"] == 4
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy of both that a test may change."""
    return Path(shutil.copytree(made, tmp_path / "books"))


COVERED = ("coverage", "--until", "2026-06-30")
SHOWN = (("review",), ("review", "4"), ("locks",), ("ledger", "accounts"), COVERED)


def shown(folder: Path, verbs: Iterable[tuple[str, ...]] = SHOWN, **settings: str) -> list[str]:
    return [tieout(*verb, "--json", cwd=folder, env=settings).out for verb in verbs]


def document_in(kept: Path) -> Path:
    return next(each for each in kept.rglob("*") if len(each.name) == 64)


def test_what_was_destroyed_is_as_before(folder: Path) -> None:
    before = shown(folder)
    for lost in folder.glob("tieout.db*"):
        shutil.rmtree(lost) if lost.is_dir() else lost.unlink()
    restored = tieout("restore", "backup", "--json", cwd=folder)
    assert (restored.code, restored.json["documents"]) == (0, 4)
    assert restored.json["proven"] == restored.json["statements"] == 4
    assert shown(folder) == before
    again = tieout("reprocess", "4", "--dry-run", "--json", cwd=folder)
    assert again.json["status"] == "needs_review"


def test_a_ledger_that_is_there_is_replaced_only_if_a_person_says_so(folder: Path) -> None:
    held = (folder / "tieout.db").read_bytes()
    refused = tieout("restore", "backup", cwd=folder)
    assert (refused.code, "ledger_there" in refused.err) == (7, True)
    assert (folder / "tieout.db").read_bytes() == held
    assert tieout("restore", "backup", "--replace", cwd=folder).code == 0


def test_a_damaged_backup_is_refused_before_anything_is_replaced(folder: Path) -> None:
    document_in(folder / "backup").write_bytes(b"damaged")
    before = shown(folder)
    refused = tieout("restore", "backup", "--replace", cwd=folder)
    assert "document_damaged" in refused.err
    assert shown(folder) == before


def test_a_backup_is_private_and_says_what_is_lost(folder: Path) -> None:
    document_in(folder / "tieout.db.documents").unlink()
    done = tieout("backup", "again", "--json", cwd=folder)
    assert (done.code, json.loads(done.out)["missing"]) == (4, 1)
    files = [each for each in (folder / "again").rglob("*") if each.is_file()]
    assert {each.stat().st_mode & 0o777 for each in files} == {0o600}


def test_trying_a_restore_puts_nothing_back(folder: Path) -> None:
    tried = tieout("restore", "backup", "--dry-run", "--database", "other.db", cwd=folder)
    assert (tried.code, "Nothing was changed" in tried.out) == (0, True)
    assert not (folder / "other.db").exists()
    assert tieout("restore", "backup", "--dry-run", cwd=folder).code == 0


def test_a_ledger_in_postgresql_comes_back_by_the_commands_of_the_page(
    tmp_path: Path, postgresql_server: URL
) -> None:
    commands = _COMMANDS.findall(PAGE.read_text())
    assert len(commands) == 1
    with database(postgresql_server) as old, database(postgresql_server) as new:
        before = {"TIEOUT_DATABASE_URL": old, "TIEOUT_DOCUMENTS": str(tmp_path / "kept")}
        after = {"TIEOUT_DATABASE_URL": new, "TIEOUT_DOCUMENTS": str(tmp_path / "restored")}
        folder = books(tmp_path, **before)
        was = shown(folder, SHOWN[1:3], **before)
        assert json.loads(was[0])
        named = {"NEW_DATABASE_URL": new, "NEW_DOCUMENTS": after["TIEOUT_DOCUMENTS"]}
        path = f"{find_binaries()}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, **before, **named, "PATH": path}
        subprocess.run(["sh", "-ec", commands[0]], cwd=tmp_path, env=environment, check=True)
        shutil.rmtree(tmp_path / "kept")
        assert shown(folder, SHOWN[1:3], **after) == was
        found = tieout("documents", "check", "--json", cwd=folder, env=after)
        assert (found.code, found.json["whole"]) == (0, 4)
        again = tieout("reprocess", "4", "--dry-run", "--json", cwd=folder, env=after)
        assert again.json["status"] == "needs_review"


def test_a_backup_without_a_lost_document_brings_back_all_the_rest(folder: Path) -> None:
    before = shown(folder)
    document_in(folder / "tieout.db.documents").unlink()
    assert tieout("backup", "again", cwd=folder).code == 4
    restored = tieout("restore", "again", "--replace", "--json", cwd=folder)
    assert (restored.code, restored.json["documents"]) == (0, 3)
    assert shown(folder) == before


def test_a_backup_can_be_read_where_nothing_can_be_written(folder: Path) -> None:
    # 2 would be write-ahead, which takes files beside it to be read (sqlite.org/fileformat).
    assert (folder / "backup" / "ledger.db").read_bytes()[18:20] == b"\x01\x01"
    tieout("restore", "backup", "--dry-run", cwd=folder)
    assert sorted(each.name for each in (folder / "backup").iterdir()) == ["documents", "ledger.db"]


def test_a_damaged_ledger_in_a_backup_is_refused_and_named(folder: Path) -> None:
    file = folder / "backup" / "ledger.db"
    whole, held = file.read_bytes(), (folder / "tieout.db").read_bytes()
    damaged = {
        "cut short": whole[:40_000],
        "no database": b"hello",
        "empty": b"",
        "overwritten": whole[:8192] + b"x" * 60_000 + whole[68_192:],
    }
    for why, data in damaged.items():
        file.write_bytes(data)
        refused = tieout("restore", "backup", "--replace", cwd=folder)
        assert (refused.code, "backup_damaged" in refused.err) == (7, True), (why, refused.err)
    file.write_bytes(whole)
    past_the_triggers(make_engine(str(file)), ["DROP TABLE lines"])
    refused = tieout("restore", "backup", "--replace", cwd=folder)
    assert (refused.code, "no such table: lines" in refused.err) == (7, True)
    assert (folder / "tieout.db").read_bytes() == held
