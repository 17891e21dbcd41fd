"""Draws docs/demo.svg from what the demo really prints, and its pages as a browser shows them.

`make picture`; the pages need chromium.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pydantic import TypeAdapter
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from app.cli.screens.imports import import_screen
from app.shapes.answers import DemoShape
from docs.photographs import photograph

WIDTH = 104
TITLE = "tieout import statements"
PICTURE = Path(__file__).with_name("demo.svg")


def main() -> None:
    """Run the demo in a folder of its own, and draw its screen."""
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        command = [sys.executable, "-m", "app.cli", "demo", f"{folder}/demo", "--json"]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
        photograph(Path(folder) / "demo" / "tieout.db")
        drawn = Console(record=True, width=WIDTH, file=nowhere, markup=False, highlight=False)
        demo = TypeAdapter(DemoShape).validate_json(answer.stdout)
        for part in import_screen(demo.documents, WIDTH):
            drawn.print(part)
    drawing = drawn.export_svg(title=TITLE, unique_id="tieout", code_format=without_web_fonts())
    # Some viewers drop the blanks that a cell begins with unless they are asked to keep them.
    kept = drawing.replace("<text ", '<text xml:space="preserve" ')
    PICTURE.write_text(kept, encoding="utf-8")


def without_web_fonts() -> str:
    """Rich's frame for a drawing, less the fonts that it would fetch from another server."""
    return re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


if __name__ == "__main__":
    main()
