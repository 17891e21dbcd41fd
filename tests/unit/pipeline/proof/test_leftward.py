"""Rows that are read from right to left are turned over, and their places on the page are kept."""

from __future__ import annotations

import pytest

from pipeline.proof.leftward import Writing, is_leftward, rightward_runs, turned
from pipeline.proof.rows import rows_of
from pipeline.proof.sheet import all_rows
from pipeline.proof.writing import writing_of
from pipeline.words import Box, DocumentPages, Page, Word
from tests.support.typewritten import page, words

LEFTWARD = Writing(leftward=True)
VISUAL = Writing(leftward=True, visual=True)


def texts(text: str) -> list[str]:
    return [row.text for row in all_rows([page(text)])]


def writing(text: str) -> Writing:
    return writing_of(rows_of(page(text)))


@pytest.mark.parametrize(
    ("text", "leftward"),
    [("יתרה", True), ("الرصيد", True), ("ﺍﻟﺮﺻﻴﺪ", True), ("Saldo", False), ("余额", False),
     ("1,234.00", False), ("٣", True)],
)  # fmt: skip
def test_hebrew_and_arabic_letters_are_written_from_right_to_left(
    text: str, leftward: bool
) -> None:
    assert is_leftward(text) is leftward


def test_a_turned_word_stands_as_far_from_the_other_edge() -> None:
    (word,) = turned([Word("a", 10.0, 1.0, 30.0, 9.0)], 600.0, LEFTWARD)
    assert word == Word("a", 570.0, 1.0, 590.0, 9.0)


@pytest.mark.parametrize(
    ("text", "read"), [("הרתי", "יתרה"), ("Saldo", "Saldo"), ("1,234", "1,234"), ("٣٤", "٣٤")]
)
def test_letters_in_the_order_of_the_page_are_turned_and_digits_are_not(
    text: str, read: str
) -> None:
    assert [w.text for w in turned(words(text), 600.0, VISUAL)] == [read]
    assert [w.text for w in turned(words(text), 600.0, LEFTWARD)] == [text]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Acme Ltd", [(0, 1)]),
        ("Acme    Ltd", []),
        ("Acme יתרה Ltd", []),
        ("12.00 34.00", []),
        ("500.00 1", [(0, 1)]),
        ("03/03/2025 567.00 234 -1", [(1, 3)]),
        ("500.00    1", []),
        ("0331 AE07    Oasis Bank", [(0, 1), (2, 3)]),
        ("Acme", []),
    ],
)
def test_latin_words_and_numbers_beside_each_other_are_read_to_the_right(
    text: str, runs: list[tuple[int, int]]
) -> None:
    # Words of a typewriter are four points wide and ten high: one blank is near, four are not.
    assert list(rightward_runs(words(text))) == runs


TABLE = """
    יתרה        זכות       חובה      תיאור      תאריך
    90.00                  10.00     Acme Ltd   03/03/2025
"""


def test_a_table_with_its_dates_at_the_right_is_turned_over() -> None:
    assert texts(TABLE) == ["תאריך תיאור חובה זכות יתרה", "03/03/2025 Acme Ltd 10.00 90.00"]


def test_a_table_in_two_scripts_with_its_dates_at_the_left_is_not() -> None:
    table = """
        תאריך Date   תיאור      חובה      זכות       יתרה Balance
        03/03/2025   Acme       10.00                90.00
    """
    assert writing(table) == Writing()
    assert texts(table)[1] == "03/03/2025 Acme 10.00 90.00"


@pytest.mark.parametrize(
    ("text", "leftward"),
    [
        ("100.00 יתרה", True),
        ("100.00 יתרה   Balance", False),
        ("100.00 Acme יתרה", True),
        ("100.00 שלום", False),
        ("100.00 Balance", False),
    ],
)
def test_without_a_table_the_words_of_statements_say_it(text: str, leftward: bool) -> None:
    assert writing(text).leftward is leftward


def test_letters_in_the_order_of_the_page_are_known_by_the_words_that_they_make() -> None:
    table = """
        הרתי        תוכז       הבוח      רואית      ךיראת
        90.00                  10.00     Acme       03/03/2025
    """
    assert writing(table) == VISUAL
    assert texts(table)[0] == "תאריך תיאור חובה זכות יתרה"


def test_a_turned_rows_box_is_its_place_on_the_page() -> None:
    heading, entry = all_rows([page(TABLE)])
    assert heading.turned == entry.turned == 600.0
    left = min(word.x0 for word in words(TABLE.splitlines()[2].removeprefix("    ")))
    assert entry.box.x0 == left
    assert entry.box == Box(left, entry.top, entry.box.x1, entry.bottom)
    assert entry.over(entry.over(Box(10.0, 1.0, 30.0, 9.0))) == Box(10.0, 1.0, 30.0, 9.0)


def test_a_row_that_is_not_turned_has_the_box_of_its_words() -> None:
    (row,) = all_rows([page("Acme   10.00")])
    assert row.turned == 0.0
    assert row.box == Box(0.0, row.top, 48.0, row.bottom)


def test_the_page_itself_keeps_its_words() -> None:
    one: Page = page(TABLE)
    document = DocumentPages((one,), engine="pdfium", encrypted=False)
    all_rows(document.pages)
    assert document.pages[0].words == page(TABLE).words


def test_the_parts_of_a_number_are_read_to_the_right() -> None:
    table = """
        יתרה        זכות       חובה      תיאור      תאריך
        1 490.00               10.00     Acme       03/03/2025
    """
    assert writing(table) == LEFTWARD
    assert texts(table)[1] == "03/03/2025 Acme 10.00 1 490.00"


def test_days_beside_each_other_stay_in_the_order_of_the_page() -> None:
    table = """
        יתרה        זכות       חובה      תיאור      תאריך
        490.00                 10.00     תיאור      04/03/2025 03/03/2025
    """
    assert texts(table)[1] == "03/03/2025 04/03/2025 תיאור 10.00 490.00"
