"""Whatever the program writes is its owner's alone, under any umask."""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.queries.books import export_folder
from db.engine import make_engine
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount
from db.private import private_file, private_folder, write_private
from db.session import read_only, unit_of_work
from db.upgrade import upgrade
from db.words import AccountKind

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_database_and_all_beside_it_are_private_while_it_is_open(tmp_path: Path) -> None:
    file = tmp_path / "new" / "books" / "tieout.db"
    engine = make_engine(str(file), create=True)
    upgrade(engine)
    with unit_of_work(engine) as session:
        add_account(session, NewAccount("Giro", AccountKind.CHECKING, "EUR"))
        written = sorted(file.parent.iterdir())
        assert {path.name for path in written} == {
            "tieout.db",
            "tieout.db-shm",
            "tieout.db-wal",
        }
        assert {mode(path) for path in written} == {0o600}
    assert mode(file.parent) == mode(file.parent.parent) == 0o700
    engine.dispose()


def test_a_database_that_others_could_read_is_closed_to_them_when_it_is_opened(
    tmp_path: Path,
) -> None:
    file = tmp_path / "tieout.db"
    upgrade(make_engine(str(file), create=True))
    left = tmp_path / "tieout.db-journal"
    left.touch()
    for path in (file, left):
        path.chmod(0o644)
    with read_only(make_engine(str(file))) as session:
        session.connection()
        assert mode(file) == 0o600
        assert not left.exists() or mode(left) == 0o600


def test_an_export_is_private_also_over_files_that_were_not(
    own_ledger: Engine, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    for _ in range(2):
        with read_only(own_ledger) as session:
            export_folder(session, folder)
        assert {mode(path) for path in folder.iterdir()} == {0o600}
        for path in folder.iterdir():
            path.chmod(0o666)
    assert mode(folder) == 0o700


def test_a_file_is_private_before_anything_is_in_it(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.touch(mode=0o666)
    for path in (old, tmp_path / "new.json"):
        with private_file(path):
            assert mode(path) == 0o600
        write_private(path, "figures")
        assert mode(path) == 0o600
        assert path.read_text() == "figures"


def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir(mode=0o755)
    private_folder(there / "a" / "b")
    assert mode(there) == 0o755
    assert mode(there / "a") == mode(there / "a" / "b") == 0o700


def test_no_code_that_runs_writes_a_file_in_another_way() -> None:
    other = re.compile(
        r"\.write_(?:text|bytes)\(|\.open\(\s*[\"'][wax]|open\([^)]*[\"'][wax]b?[\"']"
    )
    # The second generates its own data; the third writes a person's own files, as private as they
    # were.
    allowed = {"db/private.py", "pipeline/proof/tables/months.py", "app/acts/patches.py"}
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ("app", "db", "jobs", "pipeline", "tools")
        for path in (ROOT / room).rglob("*.py")
        if other.search(path.read_text(encoding="utf-8"))
    }
    assert found <= allowed
