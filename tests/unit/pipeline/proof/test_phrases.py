"""Which phrase is found where, among those that share letters or words."""

from __future__ import annotations

import pytest

from pipeline.proof.tables.phrases import Hit, PhraseBook, marks, phrase_book, squeeze

SEVEN = "one two three four five six seven"


def book(*phrases: str) -> PhraseBook:
    """A book in which each phrase means itself."""
    return PhraseBook({"labels": {phrase: [phrase] for phrase in phrases}})


def found(known: PhraseBook, text: str) -> list[tuple[str, int, int]]:
    return [(hit.meaning, hit.first, hit.last) for hit in known.find(text.split(" "))]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Débit-2 (€)", "debit"),
        ("DÉBIT", "debit"),
        ("Straße", "strasse"),
        ("ŁÓDŹ", "lodz"),
        ("Ærø", "aero"),
        ("œuvre", "oeuvre"),
        ("đồng", "dong"),
        ("ＡＢＣ", "abc"),
        ("12.5", ""),
    ],
)
def test_letters_are_folded(text: str, letters: str) -> None:
    assert squeeze(text) == letters


def test_a_phrase_has_seven_words_at_the_most() -> None:
    assert found(book(SEVEN), SEVEN) == [(SEVEN, 0, 6)]
    assert found(book(f"{SEVEN} eight"), f"{SEVEN} eight") == []


def test_a_phrase_without_letters_is_none() -> None:
    known = book("12.5", "total")
    assert known.meanings("99") == ()
    assert found(known, "12.5 total") == [("total", 1, 1)]


def test_a_phrase_that_is_written_in_two_ways_has_its_meaning_once() -> None:
    known = PhraseBook({"labels": {"total": ["Total", "TOTAL:"], "count": ["total"]}})
    assert known.meanings("total") == (("labels", "total"), ("labels", "count"))
    assert known.find(["total"]) == [Hit("labels", "total", 0, 0), Hit("labels", "count", 0, 0)]


def test_no_word_is_used_twice() -> None:
    known = book("a b", "b c", "c")
    assert found(known, "a b c") == [("a b", 0, 1), ("c", 2, 2)]
    assert found(known, "x b c") == [("b c", 1, 2)]


def test_a_longer_phrase_that_is_not_finished_leaves_the_shorter_one() -> None:
    known = book("a", "a b c", "b")
    assert found(known, "a b d") == [("a", 0, 0), ("b", 1, 1)]
    assert found(known, "a b c") == [("a b c", 0, 2)]
    assert found(known, "a b") == [("a", 0, 0), ("b", 1, 1)]


def test_words_without_letters_stand_within_a_phrase_and_neither_begin_nor_end_it() -> None:
    known = book("a b")
    assert found(known, "1 a 2 b 3") == [("a b", 1, 3)]
    assert found(known, "1 2") == []


def test_a_phrase_of_a_script_without_spaces_is_found_within_a_word() -> None:
    known = book("余额", "期末余额", "总额")
    assert found(known, "x 本期末余额总额为") == [("期末余额", 1, 1)]
    assert found(known, "我的总额余额") == [("总额", 0, 0)]
    assert found(known, "余额USD") == [("余额", 0, 0)]
    assert found(known, "USD余额") == [("余额", 0, 0)]


def test_a_word_that_is_a_whole_phrase_is_not_searched() -> None:
    assert found(book("余额", "期末余额"), "期末余额") == [("期末余额", 0, 0)]


def test_one_letter_is_no_phrase_within_a_word() -> None:
    assert found(book("额"), "余额度") == []
    assert found(book("余额"), "余额度") == [("余额", 0, 0)]


def test_the_longest_phrase_within_a_word_has_ten_letters() -> None:
    ten, more = "一二三四五六七八九十", "一二三四五六七八九十百"
    assert found(book(ten), f"{ten}千") == [(ten, 0, 0)]
    assert found(book(more), f"{more}千") == []


def test_a_word_of_another_script_with_spaces_is_not_searched() -> None:
    assert found(book("итог"), "итогами") == []
    assert found(book("été"), "étéx") == []


def test_a_hit_covers_its_words() -> None:
    assert list(Hit("labels", "total", 2, 4).places) == [2, 3, 4]


def test_the_words_of_all_languages_are_loaded_once() -> None:
    assert phrase_book() is phrase_book()
    assert ("labels", "opening") in phrase_book().meanings("Opening balance")
    assert ("labels", "opening") in phrase_book().meanings("Anfangssaldo")


def test_marks_are_known_in_small_letters() -> None:
    assert (marks()["cr"], marks()["dr"]) == (1, -1)
    assert "CR" not in marks()


def test_a_word_begins_or_ends_in_such_a_script() -> None:
    known = book("元a", "c元")
    assert found(known, "元abd") == [("元a", 0, 0)]
    assert found(known, "abc元") == [("c元", 0, 0)]
    assert found(known, "bc元d") == []


def test_letters_that_stand_apart_are_one_phrase_however_many_they_are() -> None:
    spaced = "b e g i n n i n g b a l a n c e"
    known = book("beginning balance", "no")
    assert found(known, f"no {spaced} 5") == [("no", 0, 0), ("beginning balance", 1, 16)]
    assert found(book(f"a {SEVEN} b"), f"a {SEVEN} b") == [(f"a {SEVEN} b", 0, 8)]
