"""Pictures of statements on which one thing was done: a digit blotted or redrawn, a row covered.

What was done stands at a figure of the page's text, so that it is known what may not be proven.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from fixtures.photographs import pages_of
from pipeline.pages.open import read_pages
from pipeline.words import Word

Damage: TypeAlias = Callable[[Image.Image, "Spot"], Image.Image]

_MONEY: Final = re.compile(r"^-?\d{1,3}(?:[.,' ]\d{3})*[.,]\d{2}$")
_INK = 20  # of print, of 255


class Spot:
    """The amount in the middle of a page, in pixels: its box, and where its digits stand."""

    def __init__(self, word: Word, scale: float, width: int) -> None:
        self.text = word.text
        self.page_width = width
        self.box = tuple(round(side * scale) for side in (word.x0, word.top, word.x1, word.bottom))

    @property
    def digit(self) -> tuple[int, int, int, int]:
        """The box of the first digit."""
        x0, top, x1, bottom = self.box
        step = (x1 - x0) / len(self.text)
        at = next(n for n, character in enumerate(self.text) if character.isdigit())
        return round(x0 + at * step), top, round(x0 + (at + 1) * step), bottom


def pictures(pdf: bytes, dpi: int = 200) -> list[Image.Image]:
    """The pages as a scanner keeps them."""
    return list(pages_of(pdf, dpi))


def damaged(pdf: bytes, name: str, dpi: int = 200) -> list[Image.Image]:
    """The pages, on the first of which something was done to an amount."""
    pages = pictures(pdf, dpi)
    spot = _spot(pdf, pages[0].width, dpi)
    return [DAMAGES[name](pages[0].copy(), spot), *pages[1:]]


def _spot(pdf: bytes, width: int, dpi: int) -> Spot:
    page = read_pages(pdf).pages[0]
    money = sorted((w for w in page.words if _MONEY.match(w.text)), key=lambda word: word.top)
    return Spot(money[len(money) // 2], dpi / 72, width)


def _blotted(page: Image.Image, spot: Spot) -> Image.Image:
    ImageDraw.Draw(page).ellipse(spot.digit, fill=_INK)
    return page


def _covered(page: Image.Image, spot: Spot) -> Image.Image:
    _, top, _, bottom = spot.box
    ImageDraw.Draw(page).rectangle((0, top - 1, spot.page_width, bottom + 1), fill=255)
    return page


def _redrawn(page: Image.Image, spot: Spot) -> Image.Image:
    x0, top, x1, bottom = spot.digit
    draw = ImageDraw.Draw(page)
    draw.rectangle((x0, top, x1, bottom), fill=255)
    old = next(filter(str.isdigit, spot.text))
    new = "7" if old in "4890" else "4"
    font = ImageFont.load_default(size=round((bottom - top) * 0.95))
    draw.text(((x0 + x1) / 2, (top + bottom) / 2), new, fill=_INK, font=font, anchor="mm")
    return page


DAMAGES: Final[Mapping[str, Damage]] = {
    "a digit is blotted": _blotted,
    "a digit is another": _redrawn,
    "a row is covered": _covered,
}
