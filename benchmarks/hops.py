"""Counts the files that one import runs through, and how often it changes from file to file.

    python -m benchmarks.hops

A reader of the code makes the same changes; so the aim is few, and the figures are no times.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from types import FrameType

from app.cli.main import run

ROOT = Path(__file__).parents[1]
ROOMS = ("app", "db", "jobs", "pipeline", "tools")
SAMPLE = next((ROOT / "app/demo/statements").glob("harrow*.pdf"))


class Hops:
    """Hears each call of a function, and keeps the files of this project."""

    def __init__(self) -> None:
        """Nothing was called yet."""
        self.files: set[str] = set()
        self.changes = 0
        self._last = ""

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """A function is called."""
        file = Path(frame.f_code.co_filename)
        if event != "call" or not file.is_relative_to(ROOT):
            return
        name = file.relative_to(ROOT).as_posix()
        if name.split("/")[0] in ROOMS and name != self._last:
            self.files.add(name)
            self.changes += 1
            self._last = name


def main() -> None:
    """Import one sample statement into a new ledger, and print what was counted."""
    with tempfile.TemporaryDirectory() as folder:
        place = ["--database", f"{folder}/ledger.sqlite"]
        run(["init", *place])
        hops = Hops()
        sys.setprofile(hops)
        run(["import", *place, str(SAMPLE)])
        sys.setprofile(None)
    sys.stdout.write(f"files {len(hops.files)}, changes of file {hops.changes}\n")


if __name__ == "__main__":
    main()
