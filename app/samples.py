"""The sample statements for `tieout demo`, which only a checkout has: they are not in the wheel."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import FolderTaken, SamplesMissing

if TYPE_CHECKING:
    from fixtures.demo import DemoPaths

CHECKOUT = Path(__file__).resolve().parents[1]
#: Marks a folder as one that a demo made, and that the next one may therefore clear away.
MARK = ".made-by-tieout-demo"


def make_samples(folder: Path) -> DemoPaths:
    """Write the sample ledger and statements into a fresh folder.

    Raises:
        SamplesMissing: this tieout does not run from a checkout.
        FolderTaken: the folder holds something that no demo made.
    """
    if not (CHECKOUT / "fixtures" / "make.py").is_file():
        raise SamplesMissing
    _clear(folder)
    sys.path.append(str(CHECKOUT))
    from fixtures.make import make_demo

    return make_demo(folder)


def _clear(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).is_file():
            raise FolderTaken(folder=folder)
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).touch()
