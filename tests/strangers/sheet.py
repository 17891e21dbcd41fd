"""A drawing surface measured from the upper left corner, in points."""

from io import BytesIO
from typing import Literal

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tests.strangers.bidi import visual
from tests.strangers.fonts import check_letters, font_name

Align = Literal["left", "right", "centre"]
BLACK = "#000000"


class Sheet:
    """Pages of one document, drawn one after the other."""

    def __init__(self, size: tuple[float, float] = A4, family: str = "helvetica") -> None:
        self.width, self.height = size
        self.family = family
        self.page = 1
        self._buffer = BytesIO()
        self._canvas = Canvas(self._buffer, pagesize=size, invariant=1)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 9,
        *,
        bold: bool = False,
        align: Align = "left",
        family: str = "",
        colour: str = BLACK,
        turn: float = 0,
        invisible: bool = False,
    ) -> float:
        """Write one line with its baseline at `y`; return the width of it."""
        family = family or self.family
        words = visual(words)
        check_letters(words, family, bold=bold)
        name = font_name(family, bold=bold)
        width = stringWidth(words, name, size)
        start = {"left": 0.0, "right": -width, "centre": -width / 2}[align]
        canvas = self._canvas
        canvas.saveState()
        canvas.setFillColor(HexColor(colour))
        canvas.translate(x, self.height - y)
        canvas.rotate(turn)
        line = canvas.beginText(start, 0)
        line.setFont(name, size)
        if invisible:
            line.setTextRenderMode(3)
        line.textOut(words)
        canvas.drawText(line)
        canvas.restoreState()
        return width

    def lines(
        self,
        x: float,
        y: float,
        rows: tuple[str, ...],
        size: float = 9,
        *,
        pitch: float = 0,
        bold: bool = False,
        align: Align = "left",
        family: str = "",
        colour: str = BLACK,
    ) -> float:
        """Write several lines under each other; return the baseline after the last."""
        for words in rows:
            self.text(x, y, words, size, bold=bold, align=align, family=family, colour=colour)
            y += pitch or size * 1.3
        return y

    def wrap(
        self, words: str, width: float, size: float, *, family: str = "", bold: bool = False
    ) -> tuple[str, ...]:
        """Break a text so that each line fits the width."""
        name = font_name(family or self.family, bold=bold)
        rows: list[str] = []
        for word in words.split():
            if rows and stringWidth(f"{rows[-1]} {word}", name, size) <= width:
                rows[-1] += f" {word}"
            else:
                rows.append(word)
        return tuple(rows)

    def rule(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float | None = None,
        *,
        width: float = 0.5,
        colour: str = BLACK,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Draw a line, level where only one height is given."""
        canvas = self._canvas
        canvas.saveState()
        canvas.setLineWidth(width)
        canvas.setStrokeColor(HexColor(colour))
        canvas.setDash(list(dash))
        canvas.line(x1, self.height - y1, x2, self.height - (y1 if y2 is None else y2))
        canvas.restoreState()

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "",
        stroke: str = "",
        round_by: float = 0,
    ) -> None:
        """Draw a rectangle whose upper left corner is at (x, y)."""
        canvas = self._canvas
        canvas.saveState()
        if fill:
            canvas.setFillColor(HexColor(fill))
        if stroke:
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setLineWidth(0.6)
        canvas.roundRect(
            x,
            self.height - y - height,
            width,
            height,
            round_by,
            fill=bool(fill),
            stroke=bool(stroke),
        )
        canvas.restoreState()

    def watermark(self, words: str, size: float = 60, *, strength: float = 0.12) -> None:
        """Write a pale text across the page."""
        canvas = self._canvas
        canvas.saveState()
        canvas.setFillColor(Color(0.4, 0.4, 0.4, alpha=strength))
        canvas.setFont(font_name(self.family, bold=True), size)
        canvas.translate(self.width / 2, self.height / 2)
        canvas.rotate(48)
        canvas.drawCentredString(0, 0, words)
        canvas.restoreState()

    def picture(self, png: bytes, x: float, y: float, width: float, height: float) -> None:
        """Place a picture whose upper left corner is at (x, y)."""
        reader = ImageReader(BytesIO(png))
        self._canvas.drawImage(reader, x, self.height - y - height, width, height)

    def form_field(self, name: str, words: str, x: float, y: float, width: int) -> None:
        """Place a form's field that is filled in with the text."""
        self._canvas.acroForm.textfield(
            name=name,
            value=words,
            x=round(x),
            y=round(self.height - y - 4),
            width=width,
            height=15,
            fontSize=8,
            borderWidth=0,
            fieldFlags="readOnly",
            forceBorder=False,
        )

    def next_page(self) -> None:
        """Begin another page."""
        self._canvas.showPage()
        self.page += 1

    def finish(self) -> bytes:
        """The whole document."""
        self._canvas.showPage()
        self._canvas.save()
        return self._buffer.getvalue()
