"""Pictures are documents too: what people photograph or scan to PNG, JPEG, TIFF and WebP."""

import io
import struct
import zlib
from importlib import import_module, util

import numpy as np
import pytest
from PIL import Image

from db.errors import install_command
from fixtures.catalogue import Fixture, catalogue
from fixtures.photographs import as_jpeg, pages_of, photographed
from pipeline.intake.file import picture_kind, take_in_bytes
from pipeline.pages import ocr
from pipeline.pages.errors import (
    HeicNotInstalled,
    PictureTooLarge,
    PictureUnreadable,
    TooManyPages,
)
from pipeline.pages.photograph import as_pdf
from pipeline.pages.picture import page_picture, page_sizes
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.verify.document import verify
from tests.support.certificates import certified_bytes

needs_ocr = pytest.mark.skipif(not ocr.is_installed(), reason="the ocr extra is not installed")


needs_heic = pytest.mark.skipif(
    util.find_spec("pillow_heif") is None, reason="the heic extra is not installed"
)


def picture(kind: str, size: tuple[int, int] = (300, 400), **options: object) -> bytes:
    """White, but for a black block in the upper left corner."""
    drawn = Image.new("L", size, 255)
    drawn.paste(0, (0, 0, size[0] // 4, size[1] // 4))
    out = io.BytesIO()
    drawn.save(out, kind, **options)
    return out.getvalue()


def shown(data: bytes, number: int = 1) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(Image.open(io.BytesIO(page_picture(data, number))).convert("L"))


def dark_corner(data: bytes) -> str:
    page = shown(data)
    upper, left = page.shape[0] // 10, page.shape[1] // 10
    corners = {
        "upper left": page[upper, left],
        "upper right": page[upper, -left],
        "lower left": page[-upper, left],
        "lower right": page[-upper, -left],
    }
    return min(corners, key=lambda name: int(corners[name]))


def sample(name: str) -> Fixture:
    return next(each for each in catalogue() if each.name == name)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WebP"])
def test_a_picture_is_a_document_of_one_page(kind: str) -> None:
    data = picture(kind)
    assert picture_kind(data) == kind
    assert take_in_bytes(data, "page").size == len(data)
    assert len(page_sizes(data)) == 1
    assert dark_corner(data) == "upper left"


@needs_heic
def test_a_heic_is_a_document_of_one_page() -> None:
    import_module("pillow_heif").register_heif_opener()
    data = picture("HEIF")
    assert picture_kind(data) == "HEIC"
    assert len(page_sizes(data)) == 1
    assert dark_corner(data) == "upper left"


@needs_heic
def test_a_heic_cut_short_says_so() -> None:
    import_module("pillow_heif").register_heif_opener()
    data = picture("HEIF")
    with pytest.raises(PictureUnreadable):
        as_pdf(data[: len(data) // 3], DEFAULT_LIMITS)


def test_a_heic_without_its_extra_names_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    found = util.find_spec
    monkeypatch.setattr(
        util, "find_spec", lambda name: None if name == "pillow_heif" else found(name)
    )
    with pytest.raises(HeicNotInstalled) as caught:
        as_pdf(b"\x00\x00\x00\x1cftypheic" + bytes(100), DEFAULT_LIMITS)
    assert "Save it as JPEG, or run: " in str(caught.value)
    assert str(caught.value).endswith(install_command("heic"))


def test_a_pdf_stays_as_it_is() -> None:
    data = sample("au_quiet").pdf
    assert as_pdf(data, DEFAULT_LIMITS) is data


def test_every_page_of_a_tiff_is_a_page() -> None:
    pages = [Image.new("1", (200, 300), shade) for shade in (1, 0, 1)]
    out = io.BytesIO()
    pages[0].save(out, "TIFF", save_all=True, append_images=pages[1:])
    assert len(page_sizes(out.getvalue())) == 3
    assert shown(out.getvalue(), 2).max() < 20


def test_a_photograph_is_turned_as_the_camera_was_held() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera lay on its side
    data = picture("JPEG", (400, 300), exif=turned)
    ((width, height),) = page_sizes(data)
    assert width < height
    assert dark_corner(data) == "upper right"


def test_a_scan_has_the_size_that_its_dots_say_and_a_photograph_a_sheets() -> None:
    ((width, height),) = page_sizes(picture("PNG", (1240, 1754), dpi=(150, 150)))
    assert width == pytest.approx(595, abs=1)
    assert height == pytest.approx(842, abs=1)
    ((_, height),) = page_sizes(picture("JPEG", (3000, 4000), dpi=(72, 72)))
    assert height == pytest.approx(842, abs=0.1)


def test_what_can_be_seen_through_lies_on_white() -> None:
    clear = Image.new("RGBA", (200, 300), (0, 0, 0, 0))
    out = io.BytesIO()
    clear.save(out, "PNG")
    assert shown(out.getvalue()).min() > 250


def test_sixteen_bits_a_point_are_shown_in_eight() -> None:
    deep = Image.fromarray(np.full((300, 200), 60_000, np.uint16))
    out = io.BytesIO()
    deep.save(out, "PNG")
    assert shown(out.getvalue()).min() > 220


def bomb(side: int) -> bytes:
    """A PNG of a few hundred bytes that says it has side × side points."""
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(held)) + name + held + struct.pack(">I", zlib.crc32(name + held))
        for name, held in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def test_a_picture_with_too_many_points_is_refused_before_it_is_decoded() -> None:
    with pytest.raises(PictureTooLarge, match="2500 megapixels, more than the limit of 100"):
        as_pdf(bomb(50_000), DEFAULT_LIMITS)


def test_a_tiff_of_too_many_pages_is_refused() -> None:
    pages = [Image.new("1", (20, 30), 1) for _ in range(4)]
    out = io.BytesIO()
    pages[0].save(out, "TIFF", save_all=True, append_images=pages[1:])
    with pytest.raises(TooManyPages):
        as_pdf(out.getvalue(), DEFAULT_LIMITS._replace(pages=3))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WebP"])
def test_a_picture_cut_short_says_so(kind: str) -> None:
    noise = Image.effect_noise((400, 400), 60)
    out = io.BytesIO()
    noise.save(out, kind)
    with pytest.raises(PictureUnreadable):
        as_pdf(out.getvalue()[: len(out.getvalue()) // 3], DEFAULT_LIMITS)


@needs_ocr
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_photographed_statement_is_proven_and_its_certificate_holds() -> None:
    fixture = sample("in_savings")
    (page,) = pages_of(fixture.pdf, 250)
    data = as_jpeg(photographed(page))

    ((found,),) = [tuple(certified_bytes(data))]

    assert found.proof.proven, found.proof.obligations
    true = fixture.statements[0]
    assert [line.day for line in found.proof.lines] == [row.date for row in true.rows]
    assert sum(line.amount for line in found.proof.lines) == int(true.total * 100)
    assert verify(found.certificate, data).words > 100
