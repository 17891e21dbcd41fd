"""A page as a person sees it."""

import io

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from pipeline.pages.errors import PagesError, PasswordNeeded
from pipeline.pages.open import read_pages
from pipeline.pages.picture import NoSuchPage, page_picture, page_sizes
from pipeline.pages.straight import Projection, projection_of
from tests.support.pdfs import line, pdf


def dark(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Where the picture has ink."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("L")) < 128


def test_the_ink_is_where_the_words_were_read() -> None:
    data = pdf(line("Rent"))
    (page,) = read_pages(data).pages
    (word,) = page.words
    rows, columns = np.nonzero(dark(page_picture(data, 1)))
    # Two pixels a point.
    assert page.words[0].x0 * 2 - 2 <= columns.min() <= columns.max() <= word.x1 * 2 + 2
    assert word.top * 2 - 2 <= rows.min() <= rows.max() <= word.bottom * 2 + 2


def test_a_picture_has_the_size_that_is_given_for_its_page() -> None:
    data = pdf(line("one"), line("two"))
    sizes = page_sizes(data)
    assert len(sizes) == 2
    drawn = Image.open(io.BytesIO(page_picture(data, 2)))
    assert drawn.size == tuple(round(2 * side) for side in sizes[1])


def test_a_locked_document_opens_with_its_password() -> None:
    data = pdf(line("secret"), encrypt="sesame")
    assert dark(page_picture(data, 1, ["wrong", "sesame"])).any()
    with pytest.raises(PasswordNeeded):
        page_picture(data, 1, ["wrong"])


def test_a_document_whose_pages_are_beyond_all_counting_is_reported_as_such() -> None:
    """Ten nodes, each of which holds the next ten times."""
    nodes = [
        b"%d 0 obj <</Type/Pages/Count %d/Kids[%s]>> endobj\n"
        % (number, 10 ** (12 - number), b" ".join([b"%d 0 R" % (number + 1)] * 10))
        for number in range(2, 12)
    ]
    page = b"12 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>> endobj\n"
    root = b"%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n"
    data = root + b"".join(nodes) + page + b"trailer <</Root 1 0 R>>\n%%EOF\n"
    with pytest.raises(PagesError):
        page_sizes(data)


@pytest.mark.parametrize("number", [0, 3])
def test_a_page_that_is_not_there_is_reported_as_such(number: int) -> None:
    with pytest.raises(NoSuchPage, match="it has 2"):
        page_picture(pdf(line("one"), line("two")), number)


SIZE = (1600.0, 2200.0)
COLUMNS = ((150, 260), (300, 800), (1100, 1250), (1350, 1500))
Floats = NDArray[np.float64]


def lines(turn: Projection | None = None) -> list[Floats]:
    """Forty rows of four cells, as a camera may see them."""
    boxes = [
        np.array([(x0, y), (x1, y), (x1, y + 24), (x0, y + 24)], float)
        for y in range(200, 2000, 45)
        for x0, x1 in COLUMNS
    ]
    return [turn(box) if turn else box for box in boxes]


def seen_so(slope: float, recedes: float, lean: float, narrows: float) -> Projection:
    return Projection(np.array(SIZE) / 2, slope, recedes, lean, narrows)


def crooked(boxes: list[Floats]) -> tuple[float, float]:
    """By how many pixels the worst row and the worst column are off."""
    tops = np.array([box[0, 1] for box in boxes]).reshape(-1, len(COLUMNS))
    rights = np.array([box[1, 0] for box in boxes]).reshape(-1, len(COLUMNS))
    return float(np.ptp(tops, axis=1).max()), float(np.ptp(rights, axis=0).max())


@pytest.mark.parametrize(
    "turn",
    [
        seen_so(0.035, 0, -0.035, 0),
        seen_so(-0.03, 3e-5, 0.03, 0),
        seen_so(0.01, 0, -0.01, 1e-4),
        seen_so(0.02, 4e-5, 0.01, -8e-5),
    ],
    ids=["turned", "from the right", "from below", "from a corner"],
)
def test_rows_are_level_and_columns_upright_again(turn: Projection) -> None:
    seen = lines(turn)
    before = crooked(seen)
    straight = projection_of(seen, SIZE)
    rows, columns = crooked([straight(box) for box in seen])
    assert max(before) > 20
    assert rows < 4
    assert columns < 8


def test_a_straight_page_stays_as_it_is() -> None:
    straight = projection_of(lines(), SIZE)
    moved = [abs(straight(box) - box).max() for box in lines()]
    assert max(moved) < 0.01


@pytest.mark.parametrize("slope", [0.007, -0.007])
def test_rows_tell_the_slope_that_boxes_drawn_level_do_not(slope: float) -> None:
    """As engines draw them round short words of a page that leans but little."""
    leaning = seen_so(slope, 0, 0, 0)
    seen = [box + (leaning(box) - box).mean(axis=0) for box in lines()]
    before, _ = crooked(seen)
    straight = projection_of(seen, SIZE)
    # From the middles of the boxes, which alone are where the words are.
    after, _ = crooked([box + (straight(box) - box).mean(axis=0) for box in seen])
    assert before > 8
    assert after < 3


def test_a_few_lines_that_run_askew_do_not_turn_the_page() -> None:
    stamp = [seen_so(0.25, 0, 0, 0)(box) for box in lines()[8:14]]
    assert projection_of([*lines(), *stamp], SIZE).slope == pytest.approx(0, abs=0.001)


def test_one_word_tells_nothing_of_depth() -> None:
    only = projection_of(lines()[:1], SIZE)
    assert (only.recedes, only.narrows) == (0, 0)
