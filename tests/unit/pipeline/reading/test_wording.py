"""Words that are no phrases: within a text, and single ones."""

import re

import pytest

from fixtures.languages.compiling import OTHERS
from pipeline.reading.lexing.phrases import one_of, single, tables, within


@pytest.mark.parametrize(
    ("meaning", "text", "found"),
    [
        ("bank", "Boerenleenbank Salland", True),
        ("bank", "SKOGSBANKEN AB", True),
        ("bank", "Bankside Garage", False),
        ("bank", "港燈銀行", True),
        ("product", "Girokonto Komfort", True),
        ("product", "Kontoauszug", False),
        ("card", "Carte ****1234", True),
        ("no_bank", "Bank transfers", True),
        ("no_bank", "Your Bank", True),
        ("no_bank", "Yourkshire Bank", False),
    ],
)
def test_a_word_is_found_within_a_text_whole_unless_it_may_be_a_part(
    meaning: str, text: str, found: bool
) -> None:
    assert bool(within(meaning).search(text)) is found


def test_single_words_are_told_by_their_letters() -> None:
    assert {"au", "tm", "hanggang"} <= single("to")
    assert "twoj" in single("lead")


def test_of_single_words_the_longest_is_tried_first() -> None:
    assert re.match(one_of("to"), "totenmet")[0] == "totenmet"  # type: ignore[index]


def test_every_meaning_has_words() -> None:
    without = [(group, m) for group, each in OTHERS.items() for m in each if not tables()[group][m]]

    assert without == []
