"""The judge says of the words it is asked about whether their ink agrees with their text."""

import numpy as np
import pytest
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from fixtures.typefaces import WIDE, make_known
from pipeline.pages.open import read_pages, read_pages_and_judge
from pipeline.pages.seen import opened
from pipeline.words import DocumentPages, Page, Seen
from tests.support.altered import (
    FIGURES,
    LAYOUTS,
    WAYS,
    Way,
    altered,
    honest,
    judged,
    mark_changed,
    taken_for_seen,
)
from tests.support.altered_files import Layout
from tests.support.looking import worth_judging
from tests.support.pdfs import HEIGHT, WIDTH, Draw, line, pdf, rotated, telling
from tests.unit.pipeline.pages.test_hidden import in_mode, scan_of, white_over_other_words
from tests.unit.pipeline.pages.test_open import without_page_tree


def verdicts(draw: Draw, turn: int = 0) -> dict[str, Seen]:
    page = judged(rotated(pdf(draw), turn))
    return {word.text: seen for word, seen in zip(page.words, page.seen, strict=True)}


def test_only_the_words_asked_about_are_judged() -> None:
    pages, judge = read_pages_and_judge(pdf(line("12.50 13.75"), line("14.00")))
    with judge:
        judged_pages = judge(pages, {1: [1]})
    assert [page.seen for page in judged_pages.pages] == [(Seen.INK, Seen.SEEN), (Seen.INK,)]


def test_a_verdict_does_not_depend_on_who_asks_first() -> None:
    data = altered(honest, LAYOUTS[0])
    pages, judge = read_pages_and_judge(data)
    wanted = worth_judging(pages.pages)
    with judge:
        one = judge(pages, wanted)
        again = judge(pages, wanted)
    assert one == again == DocumentPages((judged(data),), "pdfium", False)


def test_pages_that_were_let_go_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "_KEPT_BYTES", 1)
    pages, judge = read_pages_and_judge(pdf(*[line(f"{n}2.34") for n in range(1, 4)]))
    with judge:
        found = judge(pages, {1: [0], 2: [0], 3: [0]})
    assert {page.seen for page in found.pages} == {(Seen.SEEN,)}


def test_other_pages_than_were_read_are_refused() -> None:
    _pages, judge = read_pages_and_judge(pdf(line("12.50")))
    with judge, pytest.raises(ValueError, match="not the pages"):
        judge(read_pages(pdf(line("12.50 1.00"))), {1: [0]})


def test_nothing_is_said_of_pages_that_only_another_reader_could_open() -> None:
    pages, judge = read_pages_and_judge(without_page_tree(pdf(line("12.50 by the last"))))
    with judge:
        (page,) = judge(pages, {1: [0]}).pages
    assert set(page.seen) == {Seen.UNJUDGED}


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_figures_are_judged_the_way_up_the_page_is_shown(turn: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(*{0: (0, 0), 90: (WIDTH, 0), 180: (WIDTH, HEIGHT), 270: (0, HEIGHT)}[turn])
        canvas.rotate(turn)
        canvas.drawString(30, 40, "1,234.56")

    assert verdicts(draw, turn) == {"1,234.56": Seen.SEEN}


def test_slanted_and_upright_words_cannot_be_judged() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(200, 300)
        for turn in (20, 70):
            canvas.rotate(turn)
            canvas.drawString(20, 0, f"{turn}23.45")

    assert set(verdicts(draw).values()) == {Seen.UNJUDGED}


def test_white_words_over_others_leave_neither_as_evidence() -> None:
    found = verdicts(white_over_other_words)
    assert Seen.SEEN not in found.values()


def test_another_figure_printed_over_one_leaves_neither_as_evidence() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 400, "1,234.00")
        canvas.drawString(50, 400, "1,934.00")

    assert Seen.SEEN not in verdicts(draw).values()


def test_a_figure_printed_twice_to_look_bold_is_seen() -> None:
    def draw(canvas: Canvas) -> None:
        for shift in (0, 0.25):
            canvas.drawString(50 + shift, 400, "1,234.00")

    assert verdicts(draw) == {"1,234.00": Seen.SEEN}


def test_a_pale_watermark_and_rules_leave_figures_seen() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 60)
        canvas.setFillGray(0.9)
        canvas.drawString(20, 390, "COPY")
        canvas.setFont("Helvetica", 9)
        canvas.setFillGray(0)
        canvas.drawString(60, 400, "1,234.00")
        canvas.line(40, 397, 300, 397)
        canvas.line(57, 380, 57, 420)

    assert verdicts(draw)["1,234.00"] is Seen.SEEN


def test_white_figures_on_a_dark_band_are_seen() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColorRGB(0, 0, 0.4)
        canvas.rect(0, 390, WIDTH, 24, fill=1, stroke=0)
        canvas.setFillGray(1)
        canvas.drawString(50, 398, "1,234.00")

    assert verdicts(draw) == {"1,234.00": Seen.SEEN}


def test_the_words_of_an_ocr_layer_are_no_evidence() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(scan_of("printed 12.34"), 0, 0, WIDTH, HEIGHT)
        in_mode(canvas, "printed 12.34", 3)

    assert set(verdicts(draw).values()) == {Seen.UNJUDGED}


def test_marks_and_months_agree_with_their_letters() -> None:
    found = verdicts(line("Jan Dr Cr H S 12.50CR 3 Jun"))
    assert {found[text] for text in ("Jan", "Jun", "Dr", "Cr", "12.50CR")} == {Seen.SEEN}


@pytest.mark.parametrize("ink", [0.0, 0.85])
def test_a_minus_as_thin_as_a_hair_is_seen_unless_it_is_pale(ink: float) -> None:
    def hairline(canvas: Canvas) -> None:
        canvas.drawString(50, 500, "12.50")
        canvas.setFont("Helvetica", 1.5)
        canvas.setFillGray(ink)
        canvas.drawString(50.2 + canvas.stringWidth("12.50", "Helvetica", 12), 500, "-")

    assert verdicts(hairline) == {"12.50-": Seen.DOUBTED if ink else Seen.SEEN}


@pytest.mark.parametrize(
    ("letter", "found"), [("R", Seen.SEEN), ("C", Seen.DOUBTED), ("whole R", Seen.DOUBTED)]
)
def test_the_letter_that_tells_a_marks_way_must_be_clear(letter: str, found: Seen) -> None:
    """An R without its leg may be a P, and there is no other mark of a C and such a letter."""

    def damaged(canvas: Canvas) -> None:
        canvas.drawString(50, 500, "12.50CR")
        ahead, size = letter[-1] == "R", canvas.stringWidth("R", "Helvetica", 12)
        left = 50 + canvas.stringWidth("12.50C" if ahead else "12.50", "Helvetica", 12)
        canvas.setFillGray(1)
        part = (left, 498, size, 14) if "whole" in letter else (left + 0.4 * size, 499, size, 5)
        canvas.rect(*part, stroke=0, fill=1)

    assert verdicts(damaged) == {"12.50CR": found}


@pytest.mark.parametrize(
    ("text", "found"), [("12.50G", Seen.DOUBTED), ("G12.50", Seen.DOUBTED), ("1G25", Seen.SEEN)]
)
def test_a_letter_that_no_print_explains_is_a_mark_unless_digits_are_around(
    text: str, found: Seen
) -> None:
    def bold(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 12)
        canvas.drawString(50, 500, text)

    assert verdicts(bold) == {text: found}


def test_a_mark_with_a_letter_drawn_over_it_is_in_doubt() -> None:
    page = judged(altered(mark_changed, LAYOUTS[1], FIGURES[:3]))
    marked = [
        seen for word, seen in zip(page.words, page.seen, strict=True) if word.text.endswith("CR")
    ]
    assert marked == [Seen.DOUBTED] * 3


def picture(text: str) -> ImageReader:
    image = Image.new("L", (400, 80), 255)
    ImageDraw.Draw(image).text((10, 10), text, fill=0, font_size=48)
    return ImageReader(image)


def test_figures_without_text_are_named_by_their_place() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 400, "words 12.50")
        canvas.drawImage(picture("99.95"), 200, 395, 100, 20)
        canvas.line(40, 390, 350, 390)
        canvas.rect(30, 380, 340, 60, fill=0)

    page = judged(pdf(draw))
    assert page.ink != ()
    left = min(box.x0 for box in page.ink)
    right = max(box.x1 for box in page.ink)
    assert 199 < left < right < 301
    assert all(600 - 416 < box.top < box.bottom < 600 - 394 for box in page.ink)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.font)
def test_every_row_whose_figure_is_a_shape_has_unread_ink(layout: Layout) -> None:
    page = judged(altered(lambda spot: spot.shapes(spot.text), layout))
    rows = [word for word in page.words if word.text == "42.17"]
    assert all(
        any(box.top < row.bottom and row.top < box.bottom for box in page.ink) for row in rows
    )
    assert all(box.x0 > layout.right - 75 and box.x1 < layout.right + 2 for box in page.ink)


def test_rules_bands_and_grids_are_no_unread_ink() -> None:
    def draw(canvas: Canvas) -> None:
        for row in range(8):
            canvas.setFillGray(0.6 if row % 2 else 1)
            canvas.rect(40, 300 + 20 * row, 300, 20, fill=1)
            canvas.setFillGray(0)
            canvas.drawString(50, 305 + 20 * row, f"{row}2.50")
        for column in range(4):
            canvas.line(120 + 60 * column, 300, 120 + 60 * column, 460)

    assert judged(pdf(draw)).ink == ()


def test_a_page_of_shapes_alone_is_a_picture() -> None:
    def draw(canvas: Canvas) -> None:
        for row in range(10):
            for column in range(8):
                canvas.drawImage(picture("1.5"), 20 + 45 * column, 100 + 30 * row, 40, 8)

    page = read_pages(pdf(draw)).pages[0]
    assert page.image_only


def test_verdicts_cross_the_border_of_the_sandbox() -> None:
    import pickle

    page: Page = judged(pdf(line("12.50 13.75")))
    assert pickle.loads(pickle.dumps(page)) == page


def test_the_references_are_whole() -> None:
    from pipeline.pages.seen.characters import references

    known = references()
    assert len(known.characters) == len(known.starts) == len(set(known.characters))
    assert np.diff(known.starts).min() >= 3
    assert np.allclose(np.linalg.norm(known.shapes, axis=1), 1, atol=1e-3)


@pytest.mark.parametrize("solid", [True, False])
def test_a_matrix_code_is_no_print(solid: bool) -> None:
    """Two sides of it are solid, the others dashes; with a gap in a solid one it is anything."""

    def code(canvas: Canvas) -> None:
        for x, y in np.ndindex(10, 10):
            dashes = x % 2 == 0 if y == 9 else y % 2 == 0 if x == 9 else x * y % 3 < 2
            if (dashes or x * y == 0) and (solid or (x, y) != (0, 4)):
                canvas.rect(20 + 1.92 * x, 20 + 1.92 * y, 1.92, 1.92, stroke=0, fill=1)

    (page,) = read_pages(pdf(code)).pages
    assert bool(page.ink) is not solid


@pytest.mark.parametrize(
    ("across", "shade", "covered", "seen"),
    [
        ("rights derived", 0.6, False, Seen.SEEN),
        ("rights derived", 0.4, False, Seen.DOUBTED),
        ("9.8 derived", 0.6, False, Seen.DOUBTED),
        ("rights derived", 0.6, True, Seen.DOUBTED),
    ],
)
def test_a_figure_over_much_paler_words_is_looked_at_without_them(
    across: str, shade: float, covered: bool, seen: Seen
) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillGray(shade)
        canvas.drawString(46, 501, across)
        canvas.setFillGray(0)
        canvas.drawString(50, 500, "22.10")
        canvas.setFillGray(1)
        canvas.rect(57, 499, 6 * covered, 10 * covered, stroke=0, fill=1)

    assert verdicts(draw)["22.10"] is seen


#: Digits of Arabic and Persian, the only ones of another script that this font draws.
NATIVE = ["١٢٫٣٤", "٥٦٧٫٨٩", "١٠٫٠٢", "۱۲٫۳۴", "۵۶۷٫۸۹", "۱۰٫۰۲"]


def native(*texts: str, says: dict[str, str] | None = None) -> dict[str, Seen]:
    """What is said of figures whose text layer has other characters than are drawn."""
    make_known(WIDE.regular)

    def draw(canvas: Canvas) -> None:
        canvas.setFont(WIDE.regular, 10)
        for at, text in enumerate(texts):
            canvas.drawString(50, 500 - 20 * at, text)

    page = judged(telling(pdf(draw), says or {}))
    return {word.text: seen for word, seen in zip(page.words, page.seen, strict=True)}


def test_figures_in_digits_of_another_script_are_seen() -> None:
    assert set(native(*NATIVE).values()) == {Seen.SEEN}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("١٢٫٣٤", {"٢": "٣"}), ("١٢٫٣٤", {"٣": "٢"}), ("٥٦٧٫٨٩", {"٧": "٨"}),
        ("٥٦٧٫٨٩", {"٥": "٠"}), ("۵۶۷٫۸۹", {"۵": "۶"}), ("12.34", {"2": "٢", "1": "١"}),
    ],
)  # fmt: skip
def test_another_digit_of_the_script_than_the_text_says_is_no_evidence(
    text: str, says: dict[str, str]
) -> None:
    assert Seen.SEEN not in native(text, says=says).values()


def test_a_point_is_no_zero_of_another_script() -> None:
    assert Seen.SEEN not in native("١٢.٣٤", says={".": "٠"}).values()


def test_beside_figures_in_ours_digits_of_another_script_are_not_judged() -> None:
    found = native("٥٦٫٧٨", "12.34")
    assert found["12.34"] is Seen.SEEN
    assert set(found.values()) == {Seen.SEEN, Seen.UNJUDGED}


FEW = FIGURES[1::3]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.font)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_no_altered_figure_counts_as_seen(way: Way, layout: Layout) -> None:
    page = judged(altered(way, layout, FEW))
    assert taken_for_seen(page, layout) == []


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.font)
def test_honest_figures_count_as_seen(layout: Layout) -> None:
    page = judged(altered(honest, layout))
    assert taken_for_seen(page, layout) == list(FIGURES)
    assert set(page.seen) <= {Seen.SEEN, Seen.INK}
    assert page.hidden == ()
    assert page.ink == ()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_stands_beside_an_altered_figure_is_still_seen(way: Way) -> None:
    page = judged(altered(way, LAYOUTS[0], FEW))
    beside = [
        seen for word, seen in zip(page.words, page.seen, strict=True) if word.text == "42.17"
    ]
    assert beside == [Seen.SEEN] * len(FEW)
