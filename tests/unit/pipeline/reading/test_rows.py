"""Words that stand on one line are a row, from left to right."""

from pipeline.reading.lexing.rows import LexedRow, Writing, rows_of
from pipeline.reading.table.items import Item, RowKind
from pipeline.reading.table.steps import Step
from pipeline.reading.table.ties import Chain, Printed, in_order
from pipeline.words import Page, Word
from tests.support.typewritten import only, page, printed, read, words

PRINTED = printed("rows")


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


def test_a_dash_between_two_days_is_of_neither() -> None:
    assert texts(page("Kontoudskrift 01.11.2025-30.11.2025")) == [
        "Kontoudskrift 01.11.2025 - 30.11.2025"
    ]


def test_stars_before_figures_are_no_part_of_them_but_one_of_a_mask_alone_stays() -> None:
    passbook = page("07-11-04  *500  *1,201,300\n07-11-10  **50,000  *1,151,300")
    assert texts(passbook) == ["07-11-04 500 1,201,300", "07-11-10 50,000 1,151,300"]
    assert texts(page("07-11-04  *500*  *1,201,300*")) == ["07-11-04 500* 1,201,300*"]
    assert texts(page("Account *5678  1,201,300")) == ["Account *5678 1,201,300"]


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


NOWHERE = Item(RowKind.ENTRY, LexedRow(1, 0.0, 10.0, [Word("x", 0, 0, 1, 10)]), 0)


def chain(opening: int | None, *steps: tuple[int | None, int | None]) -> Chain:
    found = Chain(opening)
    for amount, balance in steps:
        found.take(Step(NOWHERE, amount, balance))
    return found


def test_a_balance_that_the_amounts_lead_to_is_a_link() -> None:
    found = chain(100, (-30, 70), (50, 120))
    assert (found.links, found.breaks) == (2, 0)


def test_rows_without_a_balance_are_bridged() -> None:
    assert chain(100, (-30, None), (50, 120)).links == 1


def test_a_lone_balance_that_all_others_contradict_is_a_misprint() -> None:
    found = chain(100, (-30, 71), (50, 120))
    assert (found.breaks, [step.balance for step in found.misprints]) == (0, [71])


def test_a_balance_from_which_the_chain_goes_on_is_a_break() -> None:
    found = chain(100, (-30, 71), (50, 121), (1, 122))
    assert (found.breaks, found.misprints) == (1, [])


def test_a_missing_row_is_a_break() -> None:
    assert chain(100, (-30, 70), (1, 121), (1, 122)).breaks == 1


def test_without_an_opening_the_first_balance_proves_nothing() -> None:
    assert chain(None, (-30, 70)).links == 0


def test_the_opening_must_stand_apart_from_the_closing() -> None:
    """One printed balance that serves as both would prove any rows that come to nothing."""
    draft = only(read(PRINTED["the opening must stand apart from the"]))
    assert draft.status == "unproven"


def test_one_figure_is_not_both_ends_for_being_read_twice() -> None:
    """Once off its row as a balance in the debit column's sign, and once by its label."""
    row, label = Printed(1, 3, "row"), Printed(-1, 3, "balance_on", 9)
    assert not in_order(row, label)
    assert in_order(Printed(1, 3, "opening", 2), label)
    assert in_order(Printed(1, 2, "row"), label)


def test_the_row_that_says_closing_is_the_end_where_a_page_carries_the_same_balance() -> None:
    draft = only(
        read(
            PRINTED["the row that says closing is the"],
            """
                         Z przeniesienia                -183,00
            06.08.2030   Saldo końcowe                  -183,00
            """,
        )
    )
    assert draft.proof is not None
    assert draft.proof.proven
    closing = draft.proof.witness.closing
    assert closing is not None
    assert closing.figure.page == 2
