"""Recognised words get boxes as their ink has them, however roughly their line was found."""

import numpy as np
import pytest

from pipeline.pages import ocr
from pipeline.pages.drawing import Image, Recognised, evenly_lit, softened
from pipeline.pages.straight import tightened

pytestmark = pytest.mark.skipif(not ocr.is_installed(), reason="the ocr extra is not installed")


def paper(*blocks: tuple[int, int, int, int]) -> Image:
    """White paper with black blocks: left, top, right, bottom."""
    page = np.full((200, 600), 255, np.uint8)
    for left, top, right, bottom in blocks:
        page[top:bottom, left:right] = 0
    return page


def word(text: str, left: int, top: int, right: int, bottom: int) -> Recognised:
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
    return Recognised(text, corners, 0.99)


def box(found: Recognised) -> tuple[int, ...]:
    return tuple(round(float(side)) for side in (*found.corners[0], *found.corners[2]))


def test_words_end_where_their_ink_ends_and_are_as_high_as_a_font() -> None:
    page = paper((100, 80, 160, 100), (180, 80, 260, 100))
    line = [word("12", 92, 70, 168, 110), word("345", 168, 70, 275, 110)]
    first, second = map(box, tightened(page, line))
    assert (first[0], first[2]) == (100, 160)
    assert (second[0], second[2]) == (180, 260)
    assert first[1] == second[1] == 80 - 6
    assert first[3] == second[3] == 100 + 7


def test_the_line_above_within_a_rough_box_is_none_of_its_ink() -> None:
    page = paper((100, 80, 160, 100), (100, 60, 400, 72))
    (found,) = tightened(page, [word("12", 90, 64, 170, 112)])
    assert box(found) == (100, 74, 160, 107)


def test_the_lines_of_a_table_are_no_ink_of_a_word() -> None:
    page = paper((100, 80, 160, 100), (95, 0, 97, 200), (164, 0, 166, 200))
    (found,) = tightened(page, [word("12", 92, 70, 168, 110)])
    assert box(found)[::2] == (100, 160)


def test_white_letters_on_a_dark_ground_are_ink() -> None:
    page = 255 - paper((100, 80, 160, 100))
    (found,) = tightened(page, [word("12", 92, 70, 168, 110)])
    assert box(found) == (100, 74, 160, 107)


def test_small_letters_stand_as_high_as_capitals_would() -> None:
    page = paper((100, 80, 160, 100))
    (small,) = tightened(page, [word("own", 92, 64, 168, 110)])
    (capital,) = tightened(page, [word("OWN", 92, 64, 168, 110)])
    assert box(small)[1] < box(capital)[1]


def test_a_word_without_print_keeps_its_box() -> None:
    line = [word("?", 92, 70, 168, 110)]
    assert tightened(paper(), line) == line


def page() -> Image:
    """Strokes three points wide on paper."""
    drawn = np.full((400, 400), 255, np.uint8)
    for left in range(20, 380, 20):
        drawn[20:380:30, left : left + 10] = 0
        drawn[21:380:30, left : left + 10] = 0
    return drawn


def test_paper_in_shadow_is_as_light_as_the_rest_and_ink_as_dark() -> None:
    shadow = page().astype(float)
    shadow[:, 200:] *= 0.6
    lit = evenly_lit(shadow.astype(np.uint8))
    assert lit[12, 100] == lit[12, 320] == 255
    assert lit[20, 25] == lit[20, 325] == 0


def test_gray_print_comes_out_black() -> None:
    faint = (page() // 4 + 150).astype(np.uint8)
    assert evenly_lit(faint)[20, 25] < 80


def test_a_dark_bar_stays_darker_than_paper() -> None:
    drawn = page()
    drawn[150:290, :] = 60
    assert evenly_lit(drawn)[220, 200] < 200


def test_only_a_grainy_picture_is_softened() -> None:
    grain = np.random.default_rng(1).normal(0, 14, (400, 400))
    grainy = (page() * 0.6 + 60 + grain).clip(0, 255).astype(np.uint8)
    assert softened(page(), 200) is not None
    assert np.array_equal(softened(page(), 200), page())
    assert softened(grainy, 200)[5:15].std() < grainy[5:15].std() / 1.5
