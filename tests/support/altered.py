"""Statements whose text says one figure while the page shows another, made in many ways.

    python -m tests.support.altered          how many of them are taken for seen, way by way

Each way is put to figures of different fonts and sizes, on pages that PDFium draws.
"""

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from fixtures.typefaces import WIDE, make_known
from pipeline.pages.open import read_pages_and_judge
from pipeline.words import Page, Seen
from tests.support.altered_files import SECOND, Layout, Note, finished
from tests.support.looking import worth_judging

WIDTH, HEIGHT = 595.0, 842.0
FIGURES = (
    "1,234.56", "980.10", "27.45", "3,019.88", "150.00", "64.02", "7,777.70", "18.93", "405.61",
    "2,310.00", "-52.80", "-1,066.34", "89.99", "310.25", "5,400.00", "-7.15", "623.47", "48.06",
    "12,905.31", "-260.94",
)  # fmt: skip


LAYOUTS = (
    Layout("Helvetica", 9, 520),
    Layout("Times-Roman", 10, 470, band=0.92),
    Layout("Courier", 8, 540),
    Layout(WIDE.regular, 7.5, 500, ink=0.25),
)


@dataclass(slots=True)
class Spot:
    """Where a figure is to be printed, and the tools for printing something else."""

    canvas: Canvas
    text: str
    x: float
    y: float
    layout: Layout

    @property
    def width(self) -> float:
        """Of the figure as its font sets it."""
        return self.advance(self.text)

    def advance(self, text: str) -> float:
        """The width of a text in this spot's font."""
        return float(pdfmetrics.stringWidth(text, self.layout.font, self.layout.size))

    @property
    def other(self) -> str:
        """Another figure, with one digit changed so that it cannot be mistaken."""
        place = next(at for at, char in enumerate(self.text) if char.isdigit())
        changed = {"1": "8", "2": "5", "3": "4", "4": "7", "5": "2", "6": "1", "7": "9", "8": "3"}
        return self.text[:place] + changed.get(self.text[place], "4") + self.text[place + 1 :]

    def raw(self, operators: str) -> None:
        """Operators that the canvas has no method for."""
        self.canvas._code.append(operators)  # type: ignore[attr-defined]

    def font_name(self) -> str:
        """What the page calls this spot's font."""
        return str(self.canvas._doc.getInternalFontName(self.layout.font))  # type: ignore[attr-defined]

    def plain(self, text: str | None = None, x: float | None = None) -> None:
        """Print as an honest statement does."""
        self.canvas.drawString(self.x if x is None else x, self.y, text or self.text)

    def box(
        self, x: float | None = None, width: float | None = None, gray: float | None = None
    ) -> None:
        """A box of the paper's colour over the figure, or over a part of it."""
        self.canvas.setFillGray(self.layout.band if gray is None else gray)
        left = self.x if x is None else x
        across = self.width if width is None else width
        self.canvas.rect(left - 0.4, self.y - 0.3 * self.layout.size, across + 0.8,
                         1.15 * self.layout.size, fill=1, stroke=0)  # fmt: skip
        self.canvas.setFillGray(self.layout.ink)

    def shapes(self, text: str, x: float | None = None) -> None:
        """Print as a picture as sharp as outlines: ink without text."""
        size = self.layout.size
        scale = 16
        image = Image.new(
            "L", (int(self.advance(text) * scale) + scale, int(2 * size * scale)), 255
        )
        font = ImageFont.truetype(str(_font_file(self.layout.font)), size * scale)
        ImageDraw.Draw(image).text((0, size * scale), text, fill=0, font=font, anchor="ls")
        mask = Image.eval(image, lambda level: 255 - level)
        ink = Image.merge(
            "RGBA", (*[Image.new("L", image.size, int(255 * self.layout.ink))] * 3, mask)
        )
        self.canvas.drawImage(
            ImageReader(ink), self.x if x is None else x, self.y - size,
            image.width / scale, image.height / scale, mask="auto",
        )  # fmt: skip


def _font_file(font: str) -> object:
    from importlib.util import find_spec
    from pathlib import Path

    for name, files in _SAME_SHAPES.items():
        if font.startswith(name):
            for file in files:
                found = sorted(Path("/usr/share/fonts").rglob(file))
                if found:
                    return found[0]
    spec = find_spec("ziafont")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "fonts" / "DejaVuSans.ttf"


_SAME_SHAPES = {
    "Helvetica": ("LiberationSans-Regular.ttf", "Arimo-Regular.ttf"),
    "Times": ("LiberationSerif-Regular.ttf", "DejaVuSerif.ttf"),
    "Courier": ("LiberationMono-Regular.ttf", "DejaVuSansMono.ttf"),
}

Way = Callable[[Spot], None]


def white_box_and_shapes(spot: Spot) -> None:
    spot.plain()
    spot.box()
    spot.shapes(spot.other)


def box_over_one_digit(spot: Spot) -> None:
    spot.plain()
    at = next(at for at, char in enumerate(spot.text) if char.isdigit())
    spot.box(spot.x + spot.advance(spot.text[:at]), spot.advance(spot.text[at]))


def box_over_one_digit_and_shape(spot: Spot) -> None:
    spot.plain()
    at = next(at for at, char in enumerate(spot.text) if char.isdigit())
    left = spot.x + spot.advance(spot.text[:at])
    spot.box(left, spot.advance(spot.text[at]))
    spot.shapes(spot.other[at], left)


def stroked_line_and_shapes(spot: Spot) -> None:
    spot.plain()
    spot.canvas.setStrokeGray(spot.layout.band)
    spot.canvas.setLineWidth(1.2 * spot.layout.size)
    middle = spot.y + 0.3 * spot.layout.size
    spot.canvas.line(spot.x - 0.5, middle, spot.x + spot.width + 0.5, middle)
    spot.shapes(spot.other)


def digit_in_front(spot: Spot) -> None:
    spot.plain()
    spot.shapes("9", spot.x - spot.advance("9"))


def digit_behind(spot: Spot) -> None:
    spot.plain()
    spot.shapes("9", spot.x + spot.width)


def clipped_first_digit(spot: Spot) -> None:
    at = next(at for at, char in enumerate(spot.text) if char.isdigit()) + 1
    left = spot.x + spot.advance(spot.text[:at])
    clip = spot.canvas.beginPath()
    clip.rect(left, spot.y - 5, 200, 20)
    spot.canvas.clipPath(clip, stroke=0)
    spot.plain()


def actual_text(spot: Spot) -> None:
    spot.raw(f"/Span <</ActualText ({spot.text})>> BDC")
    spot.plain(spot.other)
    spot.raw("EMC")


def layer_off(spot: Spot) -> None:
    spot.raw("/OC /Off BDC")
    spot.plain()
    spot.raw("EMC")
    spot.shapes(spot.other)


def white_pattern(spot: Spot) -> None:
    spot.raw("/Pattern cs /White scn")
    spot.plain()
    spot.canvas.setFillGray(spot.layout.ink)
    spot.shapes(spot.other)


def soft_mask(spot: Spot) -> None:
    spot.canvas.saveState()
    spot.raw("/Masked gs")
    spot.plain()
    spot.canvas.restoreState()
    spot.shapes(spot.other)


def filled_and_stroked_white(spot: Spot) -> None:
    drawn = spot.canvas.beginText(spot.x, spot.y)
    drawn.setTextRenderMode(2)
    spot.canvas.setStrokeGray(spot.layout.band)
    spot.canvas.setLineWidth(2)
    drawn.textOut(spot.text)
    spot.canvas.drawText(drawn)
    spot.shapes(spot.other)


def note_on_top(spot: Spot) -> None:
    spot.plain()
    _notes(spot).append(("FreeText", _place(spot), spot.other))


def field_over(spot: Spot) -> None:
    spot.plain()
    _notes(spot).append(("Widget", _place(spot), spot.other))


def faint(spot: Spot) -> None:
    spot.canvas.setFillGray(0.93 * spot.layout.band)
    spot.plain()


def tiny(spot: Spot) -> None:
    spot.canvas.setFont(spot.layout.font, 1.6)
    spot.plain()
    spot.canvas.setFont(spot.layout.font, spot.layout.size)
    spot.shapes(spot.other, spot.x + 8)


def squeezed(spot: Spot) -> None:
    drawn = spot.canvas.beginText(spot.x, spot.y)
    drawn.setHorizScale(4)
    drawn.textOut(spot.text)
    spot.canvas.drawText(drawn)
    spot.shapes(spot.other, spot.x + 8)


def kerned_into_another_order(spot: Spot) -> None:
    """The digits before the point change places by moving the pen back."""
    digits = [at for at, char in enumerate(spot.text) if char.isdigit()][:2]
    one, two = digits
    order = list(spot.text)
    size = spot.layout.size
    places = [spot.x + spot.advance(spot.text[:at]) for at in range(len(order))]
    places[one], places[two] = places[two], places[one]
    pieces = [f"({order[0]})"]
    pen = places[0]
    pen += spot.advance(order[0])
    for char, place in zip(order[1:], places[1:], strict=True):
        pieces.append(f"{-(place - pen) / size * 1000:.2f} ({char})")
        pen = place + spot.advance(char)
    name = spot.font_name()
    spot.raw(
        f"BT {name} {size} Tf 1 0 0 1 {places[0]:.3f} {spot.y:.3f} Tm [{' '.join(pieces)}] TJ ET"
    )


def white_under_new_text(spot: Spot) -> None:
    spot.canvas.setFillGray(spot.layout.band)
    spot.plain()
    spot.canvas.setFillGray(spot.layout.ink)
    spot.canvas.drawString(spot.x + 0.2, spot.y, spot.other)


def picture_over(spot: Spot) -> None:
    spot.plain()
    size = (max(8, int(spot.width * 4)), max(8, int(spot.layout.size * 5)))
    image = Image.new("L", size, int(255 * spot.layout.band))
    ImageDraw.Draw(image).text((1, 2), spot.other, fill=0, font_size=spot.layout.size * 3.6)
    spot.canvas.drawImage(ImageReader(image), spot.x - 0.5, spot.y - 0.3 * spot.layout.size,
                          spot.width + 1, 1.2 * spot.layout.size)  # fmt: skip


def overprinted(spot: Spot) -> None:
    spot.plain()
    spot.plain(spot.other)


def minus_removed(spot: Spot) -> None:
    text = "-" + spot.text.lstrip("-")
    left = spot.x + spot.width - spot.advance(text)
    spot.plain(text, left)
    spot.box(left, spot.advance("-"))


def minus_added(spot: Spot) -> None:
    text = spot.text.lstrip("-")
    left = spot.x + spot.width - spot.advance(text)
    spot.plain(text, left)
    size = spot.layout.size
    spot.canvas.rect(
        left - 0.4 * size, spot.y + 0.25 * size, 0.3 * size, 0.07 * size, fill=1, stroke=0
    )


def mark_changed(spot: Spot) -> None:
    left = spot.x - spot.advance("CR")
    spot.plain(f"{spot.text}CR", left)
    at = left + spot.width
    spot.box(at, spot.advance("C"))
    spot.shapes("D", at)


def plus_made_of_minus(spot: Spot) -> None:
    text = "-" + spot.text.lstrip("-")
    left = spot.x + spot.width - spot.advance(text)
    spot.plain(text, left)
    size, middle = spot.layout.size, left + spot.advance("-") / 2
    spot.canvas.rect(
        middle - 0.035 * size, spot.y + 0.05 * size, 0.07 * size, 0.5 * size, fill=1, stroke=0
    )


def mirrored(spot: Spot) -> None:
    spot.canvas.saveState()
    spot.canvas.translate(spot.x + spot.width, spot.y)
    spot.canvas.scale(-1, 1)
    spot.canvas.drawString(0, 0, spot.text)
    spot.canvas.restoreState()


def upside_down(spot: Spot) -> None:
    spot.canvas.saveState()
    spot.canvas.translate(spot.x + spot.width, spot.y + 0.7 * spot.layout.size)
    spot.canvas.rotate(180)
    spot.canvas.drawString(0, 0, spot.text)
    spot.canvas.restoreState()


def turned(spot: Spot) -> None:
    spot.canvas.saveState()
    spot.canvas.translate(spot.x, spot.y)
    spot.canvas.rotate(12)
    spot.canvas.drawString(0, 0, spot.text)
    spot.canvas.restoreState()


def unseen_over_picture(spot: Spot) -> None:
    drawn = spot.canvas.beginText(spot.x, spot.y)
    drawn.setTextRenderMode(3)
    drawn.textOut(spot.text)
    spot.canvas.drawText(drawn)
    spot.shapes(spot.other)


def blank_glyphs(spot: Spot) -> None:
    """A font that has the digits and draws nothing for them."""
    spot.raw(f"BT /Blank {spot.layout.size} Tf 1 0 0 1 {spot.x} {spot.y} Tm ({spot.text}) Tj ET")
    spot.shapes(spot.other)


def same_font_outlines(spot: Spot) -> None:
    """The other figure clipped out of the very font: shapes of it, and no text."""
    spot.plain()
    spot.box()
    spot.raw("/Artifact <</ActualText ( )>> BDC")
    spot.plain(spot.other)
    spot.raw("EMC")


def remapped(spot: Spot) -> None:
    """A second font whose digits mean others: the text is what its map says."""
    swap = str.maketrans("0123456789", "5634082917")
    _remapped_fonts(spot).add(spot.layout.font)
    spot.canvas.setFont(SECOND[spot.layout.font], spot.layout.size)
    spot.plain(spot.text.translate(swap))
    spot.canvas.setFont(spot.layout.font, spot.layout.size)


_PENDING: dict[int, list[Note]] = {}
_MAPPED: dict[int, set[str]] = {}


def _notes(spot: Spot) -> list[Note]:
    return _PENDING.setdefault(id(spot.canvas), [])


def _remapped_fonts(spot: Spot) -> set[str]:
    return _MAPPED.setdefault(id(spot.canvas), set())


def _place(spot: Spot) -> tuple[float, float, float, float]:
    size = spot.layout.size
    return (spot.x - 1, spot.y - 0.3 * size, spot.x + spot.width + 1, spot.y + size)


WAYS: tuple[Way, ...] = (
    white_box_and_shapes, box_over_one_digit, box_over_one_digit_and_shape,
    stroked_line_and_shapes, digit_in_front, digit_behind, clipped_first_digit, actual_text,
    layer_off, white_pattern, soft_mask, filled_and_stroked_white, note_on_top, field_over, faint,
    tiny, squeezed, kerned_into_another_order, white_under_new_text, picture_over, overprinted,
    minus_removed, minus_added, plus_made_of_minus, mark_changed, mirrored, upside_down, turned,
    unseen_over_picture, blank_glyphs, same_font_outlines, remapped,
)  # fmt: skip


def altered(way: Way, layout: Layout, figures: Sequence[str] = FIGURES) -> bytes:
    """A statement in which every second row's figure is altered; the others are honest."""
    make_known(layout.font) if layout.font == WIDE.regular else None
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT))
    for row, figure in enumerate(figures):
        y = HEIGHT - 120 - 28 * row
        canvas.setFillGray(layout.band)
        canvas.rect(40, y - 10, 515, 24, fill=1, stroke=0)
        canvas.setFillGray(layout.ink)
        canvas.setFont(layout.font, layout.size)
        canvas.drawString(50, y, f"{row + 1:02d}/03/2025 Payment")
        canvas.drawString(layout.right - 130, y, "42.17")
        width = pdfmetrics.stringWidth(figure, layout.font, layout.size)
        canvas.saveState()
        way(Spot(canvas, figure, layout.right - width, y, layout))
        canvas.restoreState()
    notes, mapped = _PENDING.pop(id(canvas), []), _MAPPED.pop(id(canvas), set())
    canvas.showPage()
    canvas.save()
    return finished(out.getvalue(), notes, layout, remap=bool(mapped))


def honest(spot: Spot) -> None:
    """Not altered."""
    spot.plain()


def taken_for_seen(page: Page, layout: Layout) -> list[str]:
    """The words that could be a whole figure of the column of amounts, and count as seen."""
    return [
        word.text
        for word, seen in zip(page.words, page.seen, strict=True)
        if seen is Seen.SEEN and word.x1 > layout.right - 25 and word.text.strip("-") in _WHOLE
    ]


_WHOLE = {figure.strip("-") + mark for figure in FIGURES for mark in ("", "CR")}


def judged(data: bytes) -> Page:
    """The first page with every verdict."""
    pages, judge = read_pages_and_judge(data)
    with judge:
        return judge(pages, worth_judging(pages.pages)).pages[0]


def counts() -> Iterator[tuple[str, int, int]]:
    """For each way: its name, how many figures it altered, and how many of them passed."""
    for way in WAYS:
        passed = [taken_for_seen(judged(altered(way, layout)), layout) for layout in LAYOUTS]
        yield way.__name__, len(FIGURES) * len(LAYOUTS), sum(map(len, passed))


def main() -> int:
    """Print the counts; the exit code says whether any altered figure passed."""
    total = missed = 0
    for name, tried, passed in counts():
        total, missed = total + tried, missed + passed
        sys.stdout.write(f"{name:<32}{tried:>5} altered{passed:>5} taken for seen\n")
    sys.stdout.write(f"{len(WAYS)} ways, {total} altered figures, {missed} taken for seen\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
