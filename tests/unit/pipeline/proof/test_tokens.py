"""A page's words are cut and spelt plainly once, so that all see the very same ones."""

from __future__ import annotations

import pytest

from pipeline.proof.tokens import numbered_tokens, tokens
from pipeline.words import Word


def cut(text: str) -> list[str]:
    return [token.text for token in tokens([Word(text, 0, 0, 100, 10)])]


def boxes(text: str) -> list[tuple[float, float]]:
    """From where to where each piece reaches of a word between 10 and 110 points."""
    found = tokens([Word(text, 10, 1, 110, 11)])
    assert all((token.top, token.bottom) == (1, 11) for token in found)
    return [(token.x0, token.x1) for token in found]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Coffee", ["Coffee"]),
        ("１２３．４５", ["123.45"]),
        ("٣٤", ["34"]),
        ("②", ["□"]),
        ("2025/3/1①", ["2025/3/1□"]),
        ("2025/3/1➀", ["2025/3/1□"]),
        ("2025/3/1¹⁾", ["2025/3/1"]),
        ("2025/3/1⁽¹⁾", ["2025/3/1"]),
        ("2025/3/1¹²", ["2025/3/1□"]),
        ("12.⁵⁰", ["12.50"]),
        ("5²", ["5"]),
        ("12.50³", ["12.50"]),
        ("12⁵⁰", ["12□"]),
        ("¹", []),
        ("⁵⁰", ["50"]),
        ("12.50†", ["12.50*"]),
        ("\u200b12.50\ufeff", ["12.50"]),
        ("−5.00", ["-5.00"]),
        ("5.00–", ["5.00-"]),
        ("ﬁnance", ["finance"]),
        ("co\u00adop", ["coop"]),
        ("\u00ad", []),
        ("\u3000", []),
        ("café", ["café"]),
    ],
)
def test_digits_signs_and_ligatures_are_made_plain(text: str, plain: list[str]) -> None:
    assert cut(text) == plain


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Coffee......5.00", ["Coffee", "5.00"]),
        ("Coffee...", ["Coffee"]),
        ("...5.00", ["5.00"]),
        ("......", []),
        ("Coffee___5.00", ["Coffee", "5.00"]),
        ("Coffee···5.00", ["Coffee···5.00"]),
        ("Coffee…5.00", ["Coffee", "5.00"]),
        ("A....B....C", ["A", "B", "C"]),
        ("Coffee..5.00", ["Coffee..5.00"]),
        ("Coffee__5.00", ["Coffee__5.00"]),
    ],
)
def test_leaders_are_taken_out(text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("13,848.93自助设备", ["13,848.93", "自助设备"]),
        ("-5.00取款", ["-5.00", "取款"]),
        ("13,848.93元", ["13,848.93元"]),
        ("5.00Shop", ["5.00Shop"]),
        ("5.0自助", ["5.0自助"]),
    ],
)
def test_a_figure_and_the_ideographs_of_the_next_column_are_two(
    text: str, pieces: list[str]
) -> None:
    assert cut(text) == pieces


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("02.03./03.03.", ["02.03.", "/03.03."]),
        ("03/06/23-04/05/23", ["03/06/23", "-04/05/23"]),
        ("2024年3月1日~3月31日", ["2024年3月1日", "~3月31日"]),
        ("02.03.", ["02.03."]),
        ("03/06/23-Shop", ["03/06/23-Shop"]),
    ],
)
def test_two_dates_in_one_run_are_two(text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces


def test_a_word_that_is_cut_shares_its_box_by_the_number_of_characters() -> None:
    assert boxes("5.00取款存款") == [(10, 60), (60, 110)]
    assert boxes("13,848.93自") == [(10, 100), (100, 110)]


def test_the_pieces_around_leaders_stand_where_their_letters_do() -> None:
    assert boxes("ABC....5.0") == [(10, 40), (80, 110)]
    assert boxes("...A...B..") == [(40, 50), (80, 110)]
    assert boxes("....AB....") == [(50, 70)]
    assert boxes("A...BC...D") == [(10, 20), (50, 70), (100, 110)]


def test_cut_again_nothing_changes() -> None:
    found = tokens([Word("Coffee......５.00", 10, 1, 110, 11), Word("5.00取款", 0, 0, 9, 9)])
    assert tokens(found) == found


def test_each_piece_knows_its_word() -> None:
    printed = [Word("A...B", 0, 0, 50, 10), Word("\u00ad", 0, 0, 1, 1), Word("C", 60, 0, 70, 10)]
    found = [(token.text, place) for token, place in numbered_tokens(printed)]
    assert found == [("A", 0), ("B", 0), ("C", 2)]
