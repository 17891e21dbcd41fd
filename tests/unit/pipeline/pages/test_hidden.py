"""Words that a person cannot see are distinguished from those that they can."""

from typing import Literal

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pipeline.pages.open import read_pages
from pipeline.words import Page
from tests.support.pdfs import HEIGHT, WIDTH, Draw, line, meaning, pdf, rotated


def seen_and_hidden(draw: Draw, turn: int = 0) -> tuple[list[str], list[str]]:
    page = look(draw, turn)
    return [word.text for word in page.words], [word.text for word in page.hidden]


def look(draw: Draw, turn: int = 0) -> Page:
    return read_pages(rotated(pdf(draw), turn)).pages[0]


def in_mode(canvas: Canvas, text: str, mode: Literal[1, 3], x: float = 50, y: float = 400) -> None:
    drawn = canvas.beginText(x, y)
    drawn.setTextRenderMode(mode)
    drawn.textOut(text)
    canvas.drawText(drawn)


def white(canvas: Canvas) -> None:
    canvas.setFillGray(1)
    canvas.drawString(50, 400, "unseen")


def nearly_white(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0.98, 0.98, 0.98)
    canvas.drawString(50, 400, "unseen")


def off_the_page(canvas: Canvas) -> None:
    canvas.drawString(WIDTH + 20, 400, "unseen")


def invisible_mode(canvas: Canvas) -> None:
    in_mode(canvas, "unseen", 3)


def transparent(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    canvas.drawString(50, 400, "unseen")


def covered_by_a_white_box(canvas: Canvas) -> None:
    canvas.drawString(50, 400, "unseen")
    canvas.setFillGray(1)
    canvas.rect(40, 390, 100, 30, fill=1, stroke=0)


def covered_by_a_picture(canvas: Canvas) -> None:
    canvas.drawString(50, 400, "unseen")
    canvas.drawImage(ImageReader(Image.new("RGB", (20, 20), "white")), 40, 390, 100, 30)


def blue_on_blue(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0, 0, 0.6)
    canvas.rect(40, 390, 100, 30, fill=1, stroke=0)
    canvas.drawString(50, 400, "unseen")


def white_over_other_words(canvas: Canvas) -> None:
    canvas.setFillGray(0)
    canvas.drawString(50, 400, "visible")
    canvas.setFillGray(1)
    canvas.drawString(54, 400, "unseen")


def in_a_form(canvas: Canvas) -> None:
    canvas.beginForm("hidden")
    canvas.setFillGray(1)
    canvas.drawString(0, 0, "unseen")
    canvas.endForm()
    canvas.translate(50, 400)
    canvas.doForm("hidden")


def clipped_away(canvas: Canvas) -> None:
    outline = canvas.beginPath()
    outline.rect(300, 10, 20, 20)
    canvas.clipPath(outline, stroke=0)
    canvas.drawString(50, 400, "unseen")


def transparent_white_on_a_dark_band(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0, 0, 0.5)
    canvas.rect(40, 390, 100, 30, fill=1, stroke=0)
    canvas.setFillColorRGB(1, 1, 1, alpha=0)
    canvas.drawString(50, 400, "unseen")


def covered_by_a_box_in_a_form(canvas: Canvas) -> None:
    canvas.drawString(50, 400, "unseen")
    canvas.beginForm("cover")
    canvas.setFillGray(1)
    canvas.rect(0, 0, 50, 15, fill=1, stroke=0)
    canvas.endForm()
    canvas.translate(40, 390)
    canvas.scale(2, 2)
    canvas.doForm("cover")


WAYS_TO_HIDE = [
    transparent_white_on_a_dark_band,
    covered_by_a_box_in_a_form,
    clipped_away,
    white,
    nearly_white,
    off_the_page,
    invisible_mode,
    transparent,
    covered_by_a_white_box,
    covered_by_a_picture,
    blue_on_blue,
    white_over_other_words,
    in_a_form,
]


@pytest.mark.parametrize("hide", WAYS_TO_HIDE)
def test_every_way_of_hiding_a_word_is_found(hide: Draw) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 500, "visible 1.00")
        hide(canvas)

    seen, hidden = seen_and_hidden(draw)

    assert hidden == ["unseen"]
    assert set(seen) == {"visible", "1.00"}


def test_a_word_too_small_to_read_is_there_all_the_same() -> None:
    """Whoever proves a page has to account for it."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 0.5)
        canvas.drawString(50, 400, "1.00")

    assert seen_and_hidden(draw) == (["1.00"], [])


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_hiding_is_found_on_rotated_pages(turn: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(0.9)
        canvas.drawString(50, 500, "pale")
        white(canvas)

    assert seen_and_hidden(draw, turn) == (["pale"], ["unseen"])


def white_on_a_dark_band(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0, 0, 0.5)
    canvas.rect(0, 390, WIDTH, 30, fill=1, stroke=0)
    canvas.setFillGray(1)
    canvas.drawString(50, 400, "seen")


def on_zebra_rows(canvas: Canvas) -> None:
    for row, word in enumerate(("seen", "seen", "seen")):
        canvas.setFillGray(0.9)
        canvas.rect(40, 390 - 20 * row, 200, 20, fill=1, stroke=0)
        canvas.setFillGray(0)
        canvas.drawString(50, 395 - 20 * row, word)


def on_a_white_page(canvas: Canvas) -> None:
    canvas.setFillGray(1)
    canvas.rect(0, 0, WIDTH, HEIGHT, fill=1, stroke=0)
    canvas.setFillGray(0)
    canvas.drawString(50, 400, "seen")


def on_a_letterhead(canvas: Canvas) -> None:
    paper = ImageReader(Image.new("RGB", (40, 60), "#e8f0ff"))
    canvas.drawImage(paper, 0, 0, WIDTH, HEIGHT)
    canvas.drawString(50, 400, "seen")


def under_a_sheer_tint(canvas: Canvas) -> None:
    canvas.drawString(50, 400, "seen")
    canvas.setFillColorRGB(1, 1, 0, alpha=0.3)
    canvas.rect(40, 390, 100, 30, fill=1, stroke=0)


def within_its_clip(canvas: Canvas) -> None:
    outline = canvas.beginPath()
    outline.rect(40, 390, 100, 30)
    canvas.clipPath(outline, stroke=0)
    canvas.drawString(50, 400, "seen")


def outlined(canvas: Canvas) -> None:
    in_mode(canvas, "seen", 1)


@pytest.mark.parametrize(
    "show",
    [
        white_on_a_dark_band,
        on_zebra_rows,
        on_a_white_page,
        under_a_sheer_tint,
        within_its_clip,
        outlined,
    ],
)
def test_what_a_person_sees_is_kept(show: Draw) -> None:
    seen, hidden = seen_and_hidden(show)
    assert set(seen) == {"seen"}
    assert hidden == []


def test_a_letterhead_picture_hides_nothing_but_white_words() -> None:
    def draw(canvas: Canvas) -> None:
        on_a_letterhead(canvas)
        for row in range(12):
            canvas.drawString(50, 300 - 20 * row, "row")
        canvas.setFillColorRGB(0.91, 0.94, 1)
        canvas.drawString(200, 400, "unseen")

    page = look(draw)
    assert {word.text for word in page.words} == {"seen", "row"}
    assert [word.text for word in page.hidden] == ["unseen"]
    assert not page.image_only


def scan_of(text: str) -> ImageReader:
    image = Image.new("L", (int(WIDTH), int(HEIGHT)), 255)
    ImageDraw.Draw(image).text((50, HEIGHT - 412), text, fill=0, font_size=12)
    return ImageReader(image)


def test_an_ocr_layer_is_words_where_the_scan_shows_print_and_nowhere_else() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(scan_of("printed 12.34"), 0, 0, WIDTH, HEIGHT)
        in_mode(canvas, "printed 12.34", 3)
        in_mode(canvas, "invented", 3, y=200)

    page = look(draw)
    assert [word.text for word in page.words] == ["printed", "12.34"]
    assert [word.text for word in page.hidden] == ["invented"]
    assert page.text_layer


def test_a_scan_without_a_layer_is_a_picture_only() -> None:
    page = look(lambda canvas: canvas.drawImage(scan_of("printed"), 0, 0, WIDTH, HEIGHT))
    assert page.image_only
    assert page.words == ()


def test_a_page_whose_font_tells_no_meaning_is_a_picture_only() -> None:
    def page(text: str) -> Page:
        return read_pages(meaning(pdf(line(text)), "0000")).pages[0]

    assert page("A9.99 AA bAA total").image_only
    assert not page("A9.99 Bank total").image_only


def test_a_blank_page_and_a_page_with_a_logo_are_not_pictures_only() -> None:
    logo = ImageReader(Image.new("RGB", (10, 10), "red"))

    def draw(canvas: Canvas) -> None:
        canvas.drawImage(logo, 50, 50, 60, 60)
        canvas.drawString(50, 400, "words")

    assert not look(lambda _canvas: None).image_only
    assert not look(draw).image_only


def test_two_different_words_in_one_place_are_named_and_neighbours_are_not() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 400, "1,234.00")
        canvas.drawString(51, 400, "9,999.99")
        canvas.drawString(50, 380, "below beside")

    page = look(draw)
    assert {word.text for word in page.overprinted} == {"1,234.00", "9,999.99"}


def test_a_watermark_across_the_words_clashes_with_none() -> None:
    def draw(canvas: Canvas) -> None:
        for row in range(4):
            canvas.drawString(60, 392 + 14 * row, "1,234.00")
        canvas.setFont("Helvetica", 60)
        canvas.setFillGray(0.8)
        canvas.drawString(20, 390, "COPY")

    assert look(draw).overprinted == ()


def test_a_page_keeps_everything_on_its_way_out_of_the_sandbox() -> None:
    import pickle

    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 500, "two words")
        white(canvas)

    page = look(draw)
    assert pickle.loads(pickle.dumps(page)) == page
