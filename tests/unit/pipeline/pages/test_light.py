"""Shadows and grain are taken out of pictures, and print stays."""

import numpy as np
import pytest

from pipeline.pages import ocr
from pipeline.pages.drawing import Image, evenly_lit, softened

pytestmark = pytest.mark.skipif(not ocr.is_installed(), reason="the ocr extra is not installed")


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
