"""The sample statements and their ledger for `tieout demo`, as files that come with the program.

`python -m fixtures.make` draws them; a test holds that they are what it draws."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from app.errors import FolderTaken, SamplesMissing
from db.private import private_folder, write_private

KEPT = Path(__file__).with_name("demo")
PASSWORD = "melur-1984"
#: Marks a folder as one that a demo made, and that the next one may therefore clear away.
MARK = ".made-by-tieout-demo"


@dataclass(frozen=True, slots=True)
class DemoPaths:
    """Where the demo was put, and the password that opens its locked statement."""

    statements: Path
    ledger: Path
    password: str


def make_samples(folder: Path) -> DemoPaths:
    """Write the sample ledger and statements into a fresh folder. Raises ``SamplesMissing``, and
    ``FolderTaken`` where the folder holds something that no demo made."""
    if not KEPT.is_dir():
        raise SamplesMissing
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).is_file():
            raise FolderTaken(folder=folder)
        shutil.rmtree(folder)
    private_folder(folder)
    write_private(folder / MARK, "")
    shutil.copytree(KEPT, folder, copy_function=shutil.copyfile, dirs_exist_ok=True)
    return DemoPaths(folder / "statements", folder / "ledger", PASSWORD)
