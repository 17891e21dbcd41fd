"""Takes docs/pictures: the pages of the demo's ledger as a browser shows them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page

from app.environment.listing import documents_beside
from app.web.desk import Desk
from db.engine import make_engine
from tests.support.visiting import opened
from tests.support.web import chromium

FOLDER = Path(__file__).with_name("pictures")
#: Width and height in pixels.
WIDE, PHONE = (1280, 800), (390, 844)
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
    # The last one, for it changes the ledger.
    Shot("upload", "upload"),
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
