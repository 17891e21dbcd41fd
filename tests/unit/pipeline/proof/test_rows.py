"""How far words may stand apart, lie over each other or be out of size, and still be of a row."""

from __future__ import annotations

import pytest

from pipeline.proof.rows import rows_of
from pipeline.words import Page, Word
from tests.support.typewritten import rows


def texts(*printed: Word) -> list[str]:
    return [row.text for row in rows_of(Page(1, 600.0, 800.0, printed))]


def word(text: str, x0: float, top: float = 100.0, width: float = 20.0, high: float = 10.0) -> Word:
    return Word(text, x0, top, x0 + width, top + high)


@pytest.mark.parametrize(
    ("lower", "read"),
    [
        (0.0, ["left right"]),
        (3.0, ["left right"]),
        (3.5, ["left right"]),
        (3.6, ["left", "right"]),
        (4.0, ["left", "right"]),
        (6.0, ["left", "right"]),
        (14.0, ["left", "right"]),
    ],
)
def test_a_word_may_stand_35_hundredths_of_a_words_height_lower(
    lower: float, read: list[str]
) -> None:
    assert texts(word("left", 10), word("right", 50, 100 + lower)) == read


def test_the_height_is_that_of_the_rows_first_word() -> None:
    assert texts(word("left", 10, high=20), word("right", 50, 109)) == ["left right"]
    assert texts(word("left", 10, high=10), word("right", 50, 101, high=20)) == ["left", "right"]


def test_the_order_of_the_stream_does_not_matter() -> None:
    assert texts(word("lower", 50, 120), word("upper", 10, 100)) == ["upper", "lower"]
    assert texts(word("right", 50), word("left", 10)) == ["left right"]


def test_a_word_on_the_right_may_stand_higher() -> None:
    assert texts(word("left", 10, 102), word("right", 50, 100)) == ["left right"]


def test_a_word_above_the_edge_of_the_page_is_a_row() -> None:
    assert texts(word("left", 10, -20)) == ["left"]


@pytest.mark.parametrize(
    ("x0", "read"),
    [
        (105, ["below above"]),
        (97.0, ["below above"]),
        (96.5, ["above", "below"]),
        (90.0, ["above", "below"]),
    ],
)
def test_words_over_each_other_by_three_tenths_of_the_narrower_are_two_rows(
    x0: float, read: list[str]
) -> None:
    """The one on the left is 40 points wide and ends at 100 points; the other is 10 wide."""
    left, right = word("below", 60, 102, width=40), word("above", x0, 100, width=10)
    assert texts(left, right) == read


def test_it_is_the_narrower_whichever_stands_left() -> None:
    assert texts(word("below", 60, 102, width=10), word("above", 66, 100, 40)) == ["above", "below"]
    assert texts(word("below", 60, 102, width=10), word("above", 68, 100, 40)) == ["below above"]


@pytest.mark.parametrize(
    ("lower", "read"),
    [(0.5, ["one two"]), (0.6, ["one two"]), (0.7, ["one", "two"]), (1.0, ["one", "two"])],
)
def test_words_over_each_other_are_parted_by_more_than_six_tenths_of_a_point(
    lower: float, read: list[str]
) -> None:
    assert texts(word("one", 10, 0), word("two", 15, lower)) == read


def test_what_is_parted_reads_from_left_to_right() -> None:
    entry = (word("14/03", 10, 100.4), word("Coffee", 50, 100.2), word("5.00", 90, 100))
    footer = word("Terms", 45, 103)
    assert texts(*entry, footer) == ["14/03 Coffee 5.00", "Terms"]


def test_a_row_reaches_from_its_highest_word_to_its_lowest() -> None:
    (row,) = rows_of(Page(1, 600, 800, (word("a", 10, 102, high=9), word("b", 50, 100, high=8))))
    assert (row.top, row.bottom) == (100, 111)


@pytest.mark.parametrize(("high", "read"), [(31.5, True), (32.0, False), (33.0, False)])
def test_a_word_of_more_than_three_times_the_usual_height_is_a_watermark(
    high: float, read: bool
) -> None:
    usual = [word("usual", 10, 14.0 * line) for line in range(5)]
    assert ("LARGE" in texts(*usual, word("LARGE", 10, 300, 100, high))) is read


@pytest.mark.parametrize(
    ("text", "high", "read"),
    [
        ("123", 15.5, True),
        ("123", 16.0, False),
        ("123", 20.0, False),
        ("1234", 20.0, False),
        ("12", 20.0, True),
        ("1", 20.0, True),
    ],
)
def test_a_word_of_three_characters_that_is_higher_than_wide_stands_upright(
    text: str, high: float, read: bool
) -> None:
    usual = [word("usual", 10, 14.0 * line) for line in range(5)]
    assert (text in texts(*usual, word(text, 200, 300, 10, high))) is read


def test_a_row_that_begins_with_a_date_may_print_another() -> None:
    begins = {
        text: rows(text)[0].begins_with_date
        for text in ("14/03/2025 Shop 15/03/2025", "Shop 14/03/2025 Rent", "14/03/2025", "Shop")
    }
    assert list(begins.values()) == [True, False, True, False]


def test_an_entry_has_a_date_in_front_and_a_figure() -> None:
    looks = [
        rows(text)[0].looks_like_entry
        for text in ("14/03/2025 Shop 5.00", "14/03/2025 Shop", "Shop 14/03/2025 5.00", "Shop 5.00")
    ]
    assert looks == [True, False, False, False]
