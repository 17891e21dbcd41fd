"""A picture as a document: each becomes a page of a PDF, so that all else is as with any scan."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, util
from typing import TYPE_CHECKING, Any

from pipeline.intake.file import picture_kind
from pipeline.pages.errors import (
    HeicNotInstalled,
    OcrNotInstalled,
    PictureTooLarge,
    PictureUnreadable,
    TooManyPages,
)
from pipeline.pages.sandbox.limits import ReadingLimits

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "MPO", "TIFF", "WEBP", "HEIF")
_LARGEST = 3508  # pixels kept: a sheet of A4 at 300 dots an inch
_SHEET = 842.0  # points: the longer side of a sheet of A4, which a photograph is taken to show
_DPI = range(90, 1201)  # that a scanner may have worked at
_SIDES = (200.0, 1300.0)  # points: the longer side of what a scanner takes
_FAST = 1  # of zlib's levels: nobody keeps this PDF


def as_pdf(data: bytes, limits: ReadingLimits) -> bytes:
    """The bytes as they are, or a PDF of the picture that they are.

    Meant for the sandbox. Raises PictureTooLarge, PictureUnreadable, TooManyPages and, without
    the library that opens pictures, OcrNotInstalled or HeicNotInstalled.
    """
    if picture_kind(data) is None:
        return data
    if util.find_spec("PIL") is None:
        raise OcrNotInstalled()
    if picture_kind(data) == "HEIC":
        _open_heic()
    return _pdf_of(_pages(data, limits))


def _pages(data: bytes, limits: ReadingLimits) -> Iterator[tuple[Image, tuple[float, float]]]:
    """Each page upright and small enough, and its size in points."""
    with _opened(data) as picture:
        count = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
        if count > limits.pages:
            raise TooManyPages(pages=count, limit=limits.pages)
        for index in range(count):
            if count > 1:
                picture.seek(index)
            width, height = picture.size
            if width * height > limits.pixels:
                raise PictureTooLarge(
                    megapixels=width * height // 1_000_000, limit=limits.pixels // 1_000_000
                )
            yield _page(picture)


def _open_heic() -> None:
    """Teach PIL to open HEIC. Raises HeicNotInstalled."""
    if util.find_spec("pillow_heif") is None:
        raise HeicNotInstalled()
    import_module("pillow_heif").register_heif_opener()


@contextmanager
def _opened(data: bytes) -> Iterator[Image]:
    """The picture, not yet decoded. Whatever goes wrong while it is open is the file's fault."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # we have a limit of our own, with a remedy
    try:
        with Image.open(io.BytesIO(data), formats=[f for f in _FORMATS if f in _known()]) as opened:
            yield opened
    except (OSError, SyntaxError, ValueError, ZeroDivisionError, zlib.error, EOFError) as error:
        raise PictureUnreadable(kind=picture_kind(data) or "picture") from error


def _known() -> dict[str, Any]:
    from PIL import Image

    Image.init()
    known: dict[str, Any] = Image.OPEN
    return known


def _page(picture: Image) -> tuple[Image, tuple[float, float]]:
    from PIL import ImageOps

    dpi = _dpi(picture)
    longer = max(picture.size)
    points = longer * 72 / dpi if dpi else _SHEET
    scale = (points if _SIDES[0] <= points <= _SIDES[1] else _SHEET) / longer
    picture.draft("RGB", (_LARGEST, _LARGEST))
    upright = ImageOps.exif_transpose(picture)
    if max(picture.size) < longer:  # a JPEG that was decoded at half its size
        scale *= longer / max(picture.size)
    size = (upright.width * scale, upright.height * scale)
    page = _on_white(upright)
    page.thumbnail((_LARGEST, _LARGEST))
    return page, size


def _dpi(picture: Image) -> float | None:
    """Dots an inch, if the picture gives them and a scanner may have made them."""
    try:
        dpi = float(picture.info.get("dpi", (0, 0))[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return None
    return dpi if round(dpi) in _DPI else None


def _on_white(picture: Image) -> Image:
    """In gray or in red, green and blue; what can be seen through lies on white paper."""
    from PIL import Image

    if picture.mode.startswith(("I", "F")):  # 16 bits a point
        return picture.point(lambda shade: shade / 256).convert("L")
    if picture.mode in ("1", "L"):
        return picture.convert("L")
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        whole = picture.convert("RGBA")
        paper = Image.new("RGBA", whole.size, "white")
        paper.alpha_composite(whole)
        return paper.convert("RGB")
    return picture.convert("RGB")


def _pdf_of(pages: Iterator[tuple[Image, tuple[float, float]]]) -> bytes:
    """A PDF with a picture on each page, without loss."""
    import pikepdf

    with pikepdf.new() as document:
        for picture, (width, height) in pages:
            stream = pikepdf.Stream(
                document,
                zlib.compress(picture.tobytes(), _FAST),
                Type=pikepdf.Name.XObject,
                Subtype=pikepdf.Name.Image,
                Width=picture.width,
                Height=picture.height,
                BitsPerComponent=8,
                ColorSpace=pikepdf.Name("/DeviceGray" if picture.mode == "L" else "/DeviceRGB"),
                Filter=pikepdf.Name.FlateDecode,
            )
            page = document.add_blank_page(page_size=(round(width, 2), round(height, 2)))
            page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Page=stream))
            page.Contents = document.make_stream(
                f"{width:.2f} 0 0 {height:.2f} 0 0 cm /Page Do".encode()
            )
        out = io.BytesIO()
        document.save(out)
        return out.getvalue()
