"""Text as a picture, for what a page shows and its text layer lacks."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from tests.strangers.fonts import font_file
from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Hook


def as_picture(*rows: str, scale: int = 3, size: int = 9, width: int = 420) -> bytes:
    """Lines of text, drawn dark on white."""
    font = ImageFont.truetype(str(font_file("deja")), size * scale)
    height = int((len(rows) * 1.4 + 0.8) * size)
    image = Image.new("L", (width * scale, height * scale), 255)
    draw = ImageDraw.Draw(image)
    for at, words in enumerate(rows):
        draw.text((4 * scale, int((0.4 + at * 1.4) * size * scale)), words, fill=20, font=font)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def pictured(*rows: str, x: float = 46, size: int = 9, width: int = 420) -> Hook:
    """Places lines of text as a picture."""

    def draw(sheet: Sheet, y: float) -> float:
        height = int((len(rows) * 1.4 + 0.8) * size)
        sheet.picture(as_picture(*rows, size=size, width=width), x, y, width, height)
        return y + height + 10

    return draw
