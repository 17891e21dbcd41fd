"""Scans are read by OCR in a child process, or say how to get it."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pipeline.pages import ocr
from pipeline.pages.errors import OcrNotInstalled
from pipeline.pages.limits import DEFAULT_LIMITS
from pipeline.pages.ocr import ocr_limits
from pipeline.pages.open import read_pages
from pipeline.pages.sandbox import run_limited
from pipeline.pages.scan import pictures, read_scanned_pages, without_ocr
from pipeline.pages.words import DocumentPages, Word
from tests.support.pdfs import HEIGHT, WIDTH, Draw, line, pdf

ROWS = (
    "03/04 Coffee 4.50 1,995.50",
    "04/04 Salary 2,000.00 3,995.50",
    "05/04 Rent 950.00 3,045.50",
)
SCALE = 200 / 72
needs_ocr = pytest.mark.skipif(not ocr.is_installed(), reason="the ocr extra is not installed")


def scan(lean: float = 0) -> Draw:
    """A page that is a picture of three rows, leaning by so many degrees."""
    size = (int(WIDTH * SCALE), int(HEIGHT * SCALE))
    image = Image.new("L", size, 255)
    drawing = ImageDraw.Draw(image)
    for place, row in enumerate(ROWS):
        for x, word in zip((30, 100, 200, 300), row.split(), strict=True):
            drawing.text((x * SCALE, (60 + 20 * place) * SCALE), word, fill=0, font_size=11 * SCALE)
    leaning = image.rotate(lean, resample=Image.Resampling.BICUBIC, fillcolor=255)
    return lambda canvas: canvas.drawImage(ImageReader(leaning), 0, 0, WIDTH, HEIGHT)


def read(data: bytes, passwords: tuple[str, ...] = ()) -> DocumentPages:
    return run_limited(
        read_scanned_pages, data, passwords, limits=ocr_limits(DEFAULT_LIMITS, pictures=1)
    )


def rows_of(words: tuple[Word, ...]) -> list[str]:
    """The words line by line, wherever a line's middles lie within three points."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.top + word.bottom):
        middle = (word.top + word.bottom) / 2
        if rows and abs(middle - (rows[-1][0].top + rows[-1][0].bottom) / 2) < 3:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [" ".join(word.text for word in sorted(row, key=lambda w: w.x0)) for row in rows]


@needs_ocr
def test_the_scanned_page_of_a_locked_document_is_read_row_by_row_though_it_leans() -> None:
    data = pdf(line("typed"), scan(lean=1.0), encrypt="opensesame")

    document = read(data, ("opensesame",))

    typed, scanned = document.pages
    assert [word.text for word in typed.words] == ["typed"]
    assert typed.confidence == ()
    assert rows_of(scanned.words) == list(ROWS)
    assert len(scanned.confidence) == len(scanned.words)
    assert min(scanned.confidence) > 0.5
    assert document.engine == "pdfium+ocr"
    assert "Read by OCR from pictures: page 2." in document.warnings[-1]
    first = scanned.words[[word.text for word in scanned.words].index("03/04")]
    assert first.x0 == pytest.approx(30, abs=4)
    assert first.top == pytest.approx(62, abs=6)


def test_a_scan_without_the_extra_names_the_command_that_installs_it() -> None:
    document = read_pages(pdf(scan()))
    assert pictures(document) == 1
    with pytest.raises(OcrNotInstalled) as caught:
        without_ocr(document)
    assert "pip install 'tieout[ocr]'" in str(caught.value)


def test_a_document_with_one_scanned_page_is_read_as_far_as_it_goes() -> None:
    document = without_ocr(read_pages(pdf(line("typed"), scan())))
    assert [word.text for word in document.pages[0].words] == ["typed"]
    assert "page 2" in document.warnings[-1]
    assert "tieout[ocr]" in document.warnings[-1]


def test_a_page_with_letters_and_a_small_picture_needs_no_ocr() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new("L", (50, 50), 128)), 300, 500, 50, 50)
        canvas.drawString(50, 400, "typed")

    assert pictures(read_pages(pdf(draw))) == 0


def test_ocr_has_limits_of_its_own_that_grow_with_the_pages() -> None:
    one, ten = ocr_limits(DEFAULT_LIMITS, 1), ocr_limits(DEFAULT_LIMITS, 10)
    assert one.memory_bytes > DEFAULT_LIMITS.memory_bytes
    assert ten.wall_seconds > one.wall_seconds > DEFAULT_LIMITS.wall_seconds
