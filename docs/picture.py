"""Draws docs/demo.svg from what the demo really prints: `make picture`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from app.cli.screens.imports import import_screen

WIDTH = 104
PICTURE = Path(__file__).with_name("demo.svg")


def main() -> None:
    """Run the demo in a folder of its own, and draw its screen."""
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        command = [sys.executable, "-m", "app.cli", "demo", f"{folder}/demo", "--json"]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
        drawn = Console(record=True, width=WIDTH, file=nowhere, markup=False, highlight=False)
        for part in import_screen(json.loads(answer.stdout)["documents"], WIDTH):
            drawn.print(part)
    PICTURE.write_text(drawn.export_svg(title="tieout import", unique_id="tieout"), "utf-8")


if __name__ == "__main__":
    main()
