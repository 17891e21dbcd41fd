"""Small PDFs drawn in a test, one function a page."""

import io
import re
from collections.abc import Callable

import pikepdf
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 400.0, 600.0
Draw = Callable[[Canvas], object]


def pdf(*draws: Draw, encrypt: str | None = None) -> bytes:
    """A PDF of 400 × 600 points; a page for each function."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), encrypt=encrypt)
    for draw in draws:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def line(text: str, x: float = 50, y: float = 500) -> Draw:
    """Draws one line of text at a place, in points from the bottom-left corner."""
    return lambda canvas: canvas.drawString(x, y, text)


def typed(text: str) -> bytes:
    """A page of these lines in a typewriter's letters."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Courier", 7)
        for place, line in enumerate(text.split("\n")):
            for word in re.finditer(r"\S+", line):
                canvas.drawString(20 + 4.2 * word.start(), 560 - 14 * place, word.group())

    return pdf(draw)


def rotated(data: bytes, turn: int) -> bytes:
    """The same document with /Rotate on its first page, in degrees clockwise."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as document:
        document.pages[0].Rotate = turn
        document.save(out)
    return out.getvalue()


def meaning(data: bytes, utf16: str) -> bytes:
    """The same document, whose font says that the letter A means something else."""
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
        "1 begincodespacerange <00> <FF> endcodespacerange "
        f"1 beginbfchar <41> <{utf16}> endbfchar endcmap end end"
    )
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as document:
        font = document.pages[0].Resources.Font["/F1"]
        font.ToUnicode = document.make_stream(cmap.encode())
        document.save(out)
    return out.getvalue()


def telling(data: bytes, says: dict[str, str]) -> bytes:
    """The same document, whose fonts say other characters for some that they draw."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as document:
        for font in document.pages[0].Resources.Font.values():
            if "/ToUnicode" in font:
                cmap = font.ToUnicode.read_bytes()
                for drawn, said in says.items():
                    old, new = (f"<{ord(each):04X}>".encode() for each in (drawn, said))
                    cmap = cmap.replace(old, new.lower())
                font.ToUnicode = document.make_stream(cmap)
        document.save(out)
    return out.getvalue()
