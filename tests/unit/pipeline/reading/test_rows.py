"""Words that stand on one line are a row, from left to right."""

from pipeline.reading.lexing.rows import Writing, rows_of
from pipeline.words import Page, Word
from tests.support.typewritten import page, words


def texts(printed: Page) -> list[str]:
    return [row.text for row in rows_of(printed)]


def of(*printed: Word) -> Page:
    return Page(1, 600.0, 800.0, printed)


def test_rows_are_read_from_top_to_bottom_whatever_the_order_of_the_stream() -> None:
    drawn = page("one two\nthree four")
    assert texts(of(*reversed(drawn.words))) == ["one two", "three four"]


def test_a_word_a_little_higher_is_on_the_same_row() -> None:
    left, right = words("14/03  5.00")
    assert texts(of(left, right._replace(top=102.0, bottom=112.0))) == ["14/03 5.00"]


def test_a_footer_printed_across_a_row_does_not_mix_with_it() -> None:
    row = words("14/03 Coffee 5.00", top=100.0)
    footer = words("  No liability", top=102.5)
    assert sorted(texts(of(*row, *footer))) == ["14/03 Coffee 5.00", "No liability"]


def test_watermarks_and_upright_words_are_no_rows() -> None:
    watermark = Word("COPY", 100, 80, 400, 200)
    upright = Word("0417/00093", 5, 60, 12, 200)
    assert texts(of(*words("14/03 Coffee 5.00"), watermark, upright)) == ["14/03 Coffee 5.00"]


def test_the_pieces_around_a_leader_keep_their_edges() -> None:
    (row,) = rows_of(page("Coffee............5.00"))
    whole = words("Coffee............5.00")[0]
    assert row.words[0].x0 == whole.x0
    assert row.words[1].x1 == whole.x1


def test_full_width_and_arabic_digits_minus_signs_and_ligatures_are_made_plain() -> None:
    assert texts(page("１２３．４５ ٣٤ −5.00 ﬁnance")) == ["123.45 34 -5.00 finance"]


def test_an_empty_page_has_no_rows() -> None:
    assert rows_of(of()) == []


def test_a_torn_day_in_a_row_from_right_to_left_is_read_to_the_right() -> None:
    day = [Word("17", 500, 100, 510, 110), Word("/04", 510, 100, 523, 110)]
    shop = Word("مشتريات", 450, 100, 480, 110)
    printed = of(*day, Word("/2025", 523, 100, 546, 110), shop)
    (row,) = rows_of(printed, Writing(leftward=True))
    assert row.text == "17 /04 /2025 مشتريات"


def test_a_short_day_of_a_high_font_is_no_upright_word() -> None:
    row = [word._replace(bottom=115.0) for word in words("2025 /03 Coffee 5.00")]
    narrow = Word("/01", row[1].x1, 100.0, row[1].x1 + 8.5, 115.0)
    assert texts(of(*row, narrow)) == ["2025 /03 /01 Coffee 5.00"]
