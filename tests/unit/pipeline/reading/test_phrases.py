"""Words are found by their letters, whatever the case, the accents and the spaces."""

from pipeline.reading.lexing.phrases import PhraseBook, marks, phrase_book, squeeze

BOOK = PhraseBook(
    {
        "columns": {"debit": ["debit", "moneyout"], "balance": ["balance", "余额"]},
        "labels": {"opening": ["openingbalance"]},
    }
)


def test_case_accents_spaces_and_punctuation_do_not_matter() -> None:
    assert squeeze("Débit (€)") == squeeze("DEBIT") == "debit"
    assert squeeze("İŞLEM Tarihi") == squeeze("islem tarıhı")
    assert squeeze("Zażółć") == "zazołc".replace("ł", "l")


def test_the_longest_phrase_wins() -> None:
    (hit,) = BOOK.find(["Opening", "balance"])
    assert (hit.group, hit.meaning, hit.first, hit.last) == ("labels", "opening", 0, 1)


def test_a_phrase_may_be_spread_over_words_or_squeezed_into_one() -> None:
    assert [hit.meaning for hit in BOOK.find(["M", "oney", "Out"])] == ["debit"]
    assert [hit.meaning for hit in BOOK.find(["MoneyOut"])] == ["debit"]


def test_a_phrase_within_a_longer_latin_word_is_not_one() -> None:
    assert BOOK.find(["debited"]) == []


def test_a_script_without_spaces_is_searched_within_words() -> None:
    assert [hit.meaning for hit in BOOK.find(["账户余额人民币"])] == ["balance"]


def test_a_text_that_is_a_whole_phrase_has_its_meanings() -> None:
    assert BOOK.meanings("BALANCE:") == (("columns", "balance"),)
    assert BOOK.meanings("balance sheet") == ()


def test_every_language_of_the_vocabulary_names_debit_and_credit() -> None:
    pairs = (
        "Paid out/Paid in", "Soll/Haben", "Débit/Crédit", "Cargo/Abono", "Saídas/Entradas",
        "Dare/Avere", "Af/Bij", "Obciążenia/Uznania", "Borç/Alacak", "Расход/Приход",
        "Pengeluaran/Kemasukan", "支出/收入", "出金/入金",
    )  # fmt: skip
    for pair in pairs:
        out, into = pair.split("/")
        assert ("columns", "debit") in phrase_book().meanings(out), out
        assert ("columns", "credit") in phrase_book().meanings(into), into


def test_marks_say_which_way_the_money_goes() -> None:
    assert {marks()[mark] for mark in ("cr", "h", "bij", "кт", "贷")} == {1}
    assert {marks()[mark] for mark in ("dr", "s", "af", "дт", "借")} == {-1}


def test_a_label_in_two_languages_with_a_stroke_between_is_found_in_both() -> None:
    hits = BOOK.find(["Débit", "total/Opening", "balance"])
    assert [(hit.meaning, hit.first, hit.last) for hit in hits] == [
        ("debit", 0, 0), ("opening", 1, 2),
    ]  # fmt: skip
