"""A figure whose page shows another is never taken for seen; an honest one is."""

import pytest

from pipeline.words import Seen
from tests.support.altered import (
    FIGURES,
    LAYOUTS,
    WAYS,
    Way,
    altered,
    honest,
    judged,
    taken_for_seen,
)
from tests.support.altered_files import Layout

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
