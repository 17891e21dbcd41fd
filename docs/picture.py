"""Draws docs/demo.svg from what the demo prints, and docs/pictures as a browser shows its pages.

`make picture`; the pages need chromium.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page
from pydantic import TypeAdapter
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from app.cli.output import ExitCode
from app.cli.screens.imports import import_screen
from app.environment.listing import documents_beside
from app.shapes.answers import DemoShape
from app.web.desk import Desk
from db.engine import make_engine
from tests.support.visiting import opened
from tests.support.web import chromium

WIDTH = 104
TITLE = "tieout import statements"
PICTURE = Path(__file__).with_name("demo.svg")
FOLDER = Path(__file__).with_name("pictures")
#: Width and height in pixels.
WIDE, PHONE = (1280, 800), (390, 844)
#: What makes the statement with differences match.
_MENDED = (
    ("accept", "4"),
    ("resolve", "4", "1", "outstanding", "--reason", "not charged yet"),
)
DIFFERENCE = "CHG ACCOUNT FEE TO 21MAR"
#: A page has few colours; with all of them a picture is three times as large.
_COLOURS = 256


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what is opened, and how it is looked at."""

    name: str
    path: str
    size: tuple[int, int] = WIDE
    scheme: Literal["light", "dark"] = "light"


SHOTS = (
    Shot("to-do", "/"),
    Shot("statement", "statement"),
    Shot("statement-dark", "statement", scheme="dark"),
    Shot("statement-phone", "statement", size=PHONE),
    Shot("coverage", "/coverage?year=2025"),
    # The last two, for they change the ledger.
    Shot("upload", "upload"),
    Shot("matched", "matched"),
)


def photograph(ledger: Path) -> None:
    """Every picture, of this ledger."""
    FOLDER.mkdir(exist_ok=True)
    engine = make_engine(str(ledger))
    desk = Desk(engine, documents=documents_beside(engine))
    with opened(desk) as address, chromium() as page:
        for shot in SHOTS:
            width, height = shot.size
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=shot.scheme, reduced_motion="reduce")
            if shot.path == "upload":
                _hand_in(page, address, ledger.parent / "statements")
            elif shot.path == "matched":
                statement = page.get_by_role("link", name="harrow-vale").first
                page.goto(address)
                place = statement.get_attribute("href")
                for words in _MENDED:
                    run(*words, "--database", str(ledger))
                page.goto(f"{address}{place}")
            elif shot.path == "statement":
                _open_statement(page, address, choose=shot.size is WIDE)
            else:
                page.goto(address + shot.path)
            page.wait_for_load_state("networkidle")
            _keep(page.screenshot(), FOLDER / f"{shot.name}.png")
    engine.dispose()


def _open_statement(page: Page, address: str, *, choose: bool) -> None:
    """The statement with differences; perhaps with one of them chosen."""
    page.goto(address)
    page.get_by_role("link", name="harrow-vale").first.click()
    if choose:
        page.get_by_role("link", name=DIFFERENCE).first.click()


def _hand_in(page: Page, address: str, statements: Path) -> None:
    """Two documents that were brought in before."""
    files = [file for file in sorted(statements.iterdir()) if _is_shown(file.name)]
    page.goto(f"{address}/upload")
    page.locator("#documents").set_input_files(files)
    page.get_by_role("button", name="Hand in").click()
    page.locator("#handed-in li").nth(len(files) - 1).wait_for()
    page.reload()


def _is_shown(name: str) -> bool:
    return any(word in name for word in ("harrow-vale", "locked"))


def _keep(taken: bytes, file: Path) -> None:
    with Image.open(io.BytesIO(taken)) as picture:
        few = picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
        few.save(file, "PNG", optimize=True)


def main() -> None:
    """Run the demo in a folder of its own, and draw its screen."""
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as nowhere:
        answer = run("demo", f"{folder}/demo", "--json")
        photograph(Path(folder) / "demo" / "tieout.db")
        drawn = Console(record=True, width=WIDTH, file=nowhere, markup=False, highlight=False)
        demo = TypeAdapter(DemoShape).validate_json(answer)
        for part in import_screen(demo.documents, WIDTH):
            drawn.print(part)
    drawing = drawn.export_svg(title=TITLE, unique_id="tieout", code_format=without_web_fonts())
    # Some viewers drop the blanks that a cell begins with unless they are asked to keep them.
    kept = drawing.replace("<text ", '<text xml:space="preserve" ')
    PICTURE.write_text(kept, encoding="utf-8")


def run(*words: str) -> str:
    """What a tieout command prints."""
    command = [sys.executable, "-m", "app.cli", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (ExitCode.DONE, ExitCode.NEEDS_REVIEW):
        raise SystemExit(done.stderr)
    return done.stdout


def without_web_fonts() -> str:
    """Rich's frame for a drawing, less the fonts that it would fetch from another server."""
    return re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


if __name__ == "__main__":
    main()
