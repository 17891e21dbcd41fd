"""Scans are read by OCR in a child process, or say how to get it."""

from typing import Any

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from db.errors import install_command
from pipeline.pages import ocr
from pipeline.pages import ocr as second_reading
from pipeline.pages.errors import OcrNotInstalled
from pipeline.pages.ocr import ocr_limits
from pipeline.pages.open import pictures, read_pages, read_scanned_pages, without_ocr
from pipeline.pages.sandbox.fork import run_limited
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.words import DocumentPages, Seen, Word
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
    assert str(caught.value).endswith(f"Run: {install_command('ocr')}")


def test_a_document_with_one_scanned_page_is_read_as_far_as_it_goes() -> None:
    document = without_ocr(read_pages(pdf(line("typed"), scan())))
    assert [word.text for word in document.pages[0].words] == ["typed"]
    assert "page 2" in document.warnings[-1]
    assert install_command("ocr") in document.warnings[-1]


def test_a_page_with_letters_and_a_small_picture_needs_no_ocr() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new("L", (50, 50), 128)), 300, 500, 50, 50)
        canvas.drawString(50, 400, "typed")

    assert pictures(read_pages(pdf(draw))) == 0


def test_ocr_has_limits_of_its_own_that_grow_with_the_pages() -> None:
    one, ten = ocr_limits(DEFAULT_LIMITS, 1), ocr_limits(DEFAULT_LIMITS, 10)
    assert one.memory_bytes > DEFAULT_LIMITS.memory_bytes
    assert ten.wall_seconds > one.wall_seconds > DEFAULT_LIMITS.wall_seconds


def photograph(canvas: Canvas) -> None:
    """A picture without a letter: noise, as of a photograph or a blank back's paper."""
    noise = Image.effect_noise((600, 800), 40)
    canvas.drawImage(ImageReader(noise), 0, 0, WIDTH, HEIGHT)


def blank(canvas: Canvas) -> None:
    canvas.drawImage(ImageReader(Image.new("L", (600, 800), 250)), 0, 0, WIDTH, HEIGHT)


@needs_ocr
@pytest.mark.parametrize("wordless", [blank, photograph])
def test_a_picture_without_text_costs_nothing_but_itself(wordless: Draw) -> None:
    document = read(pdf(scan(), wordless, line("typed")))

    scanned, empty, typed = document.pages
    assert rows_of(scanned.words) == list(ROWS)
    assert empty.words == ()
    assert [word.text for word in typed.words] == ["typed"]
    assert "OCR found nothing on the picture of page 2." in document.warnings


@needs_ocr
def test_a_page_that_ocr_fails_on_stays_unread_and_the_others_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, asked = ocr._Models.lines, []

    def fails_once(models: Any, image: Any) -> Any:
        asked.append(image)
        if len(asked) == 1:
            raise RuntimeError("ONNXRuntimeError: Non-zero status code returned")
        return real(models, image)

    monkeypatch.setattr(ocr._Models, "lines", fails_once)
    document = read_scanned_pages(pdf(line("typed"), scan(), scan()))

    assert [bool(page.words) for page in document.pages] == [True, False, True]
    assert rows_of(document.pages[2].words) == list(ROWS)
    assert "OCR failed on its picture: page 2. Look at it" in document.warnings[-1]
    assert "Read by OCR from pictures: page 3." in document.warnings[-2]


@needs_ocr
def test_figures_and_dates_that_a_second_reading_confirms_are_seen_twice() -> None:
    page = read(pdf(scan(lean=1.0))).pages[0]

    assert len(page.seen) == len(page.words)
    seen = {word.text: seen for word, seen in zip(page.words, page.seen, strict=True)}
    assert {text for text, how in seen.items() if how is Seen.ONCE} == {"Coffee", "Salary", "Rent"}
    assert sum(how is Seen.TWICE for how in seen.values()) == 9


def later_readings(monkeypatch: pytest.MonkeyPatch, *figures: str) -> dict[str, Seen]:
    """How the figures of a scan are seen, if the models that read it again, first the small ones,
    have these instead of 950.00."""
    texts, left = second_reading._texts, list(figures)

    def misread(engine: Any, crops: list[Any]) -> list[str]:
        figure = left.pop(0)
        return [text.replace("950.00", figure) for text in texts(engine, crops)]

    monkeypatch.setattr(second_reading, "_texts", misread)
    page = read_scanned_pages(pdf(scan())).pages[0]
    words = zip(page.words, page.seen, strict=True)
    return {w.text: seen for w, seen in words if w.text in ("950.00", *figures)}


@needs_ocr
def test_a_figure_that_each_reading_gives_otherwise_is_the_larger_models_and_seen_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert later_readings(monkeypatch, "850.00", "960.00") == {"960.00": Seen.ONCE}


@needs_ocr
def test_the_larger_models_confirm_what_the_small_ones_read_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert later_readings(monkeypatch, "850.00", "950.00") == {"950.00": Seen.TWICE}


@needs_ocr
def test_two_later_readings_that_agree_correct_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert later_readings(monkeypatch, "850.00", "850.00") == {"850.00": Seen.TWICE}
