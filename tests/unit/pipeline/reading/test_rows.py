"""Words that stand on one line are a row, from left to right."""

from pipeline.drafts import Line
from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.rows import LexedRow, rows_of
from pipeline.reading.table.grid import Grid, grid_of
from pipeline.reading.table.items import Item, is_worded_total
from pipeline.reading.table.search import body_rows
from pipeline.words import Page, Word
from tests.support import typewritten
from tests.support.typewritten import HEIGHT, only, page, read, rows, words


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


HEAD = "Date         Description              Amount       Balance\n"


def items(text: str) -> list[Item]:
    return typewritten.items(HEAD + text)


def kinds(text: str) -> list[str]:
    return [item.kind.value for item in items(text)]


ENTRIES = (
    "01/03/2025   Salary                 2,000.00     2,100.00\n"
    "02/03/2025   Rent                     950.00     1,150.00\n"
)


def test_a_total_is_no_entry() -> None:
    assert kinds(ENTRIES + "             Total                  2,950.00")[-1] == "total"


def test_a_purchase_at_a_shop_called_total_is_an_entry() -> None:
    row = "03/03/2025   Total Fitness gym         25.00     1,125.00"
    assert kinds(ENTRIES + row)[-1] == "entry"


def test_a_total_that_says_more_may_be_an_entry_without_a_date() -> None:
    rows = ("Total", "Total paid in", "Total Fitness gym", "Totals of all we had")
    found = [items(ENTRIES + f"             {row:<25}25.00")[-1] for row in rows]
    assert [item.kind.value for item in found] == ["total"] * 4
    assert [is_worded_total(item) for item in found] == [False, False, True, True]
    assert not is_worded_total(items(ENTRIES)[-1])


def test_the_last_word_of_a_date_is_no_mark() -> None:
    text = (
        "2025 m. kovo 1 d.    Salary        2,000.00     2,100.00\n"
        "2025 m. kovo 2 d.    Rent            950.00     1,150.00\n"
    )
    assert [(item.direction, item.direction_word) for item in items(text)] == [(0, None)] * 2


def test_a_row_of_words_describes() -> None:
    assert kinds(ENTRIES + "             REF 12 for March")[-1] == "text"


def test_a_figure_in_a_sentence_is_no_cell() -> None:
    sentence = "             of EUR 45.00 at 1.0833 to the pound on that very day"
    assert items(ENTRIES + sentence)[-1].cells == {}


def test_marks_count_where_most_entries_have_one_in_the_same_place() -> None:
    text = (
        "01/03/2025   Salary           Cr    2,000.00     2,100.00\n"
        "02/03/2025   Rent             Dr      950.00     1,150.00\n"
    )
    assert [item.direction for item in items(text)] == [1, -1]
    assert [item.direction for item in items(ENTRIES + "03/03/2025   Cr ltd   5.00")] == [0, 0, 0]


OPENED = """
    Statement period 01/03/2025 to 31/03/2025

    Date         Description                Amount      Balance
                 Opening balance                         100.00"""
CLOSED = """
                 Closing balance                       1,150.00
    """


def lines(rows: str) -> tuple[Line, ...]:
    return only(read(f"{OPENED}{rows}{CLOSED}")).lines


ROWS = """
    01/03/2025   Salary March             2,000.00     2,100.00
                 ACME LTD
    17/03/2025   Rent                      -950.00     1,150.00"""


def test_dates_and_figures_are_no_description() -> None:
    assert [line.description for line in lines(ROWS)] == ["Salary March ACME LTD", "Rent"]


def test_the_literal_text_of_the_row_is_kept_with_its_place() -> None:
    salary, rent = lines(ROWS)
    assert salary.raw == "01/03/2025 Salary March 2,000.00 2,100.00"
    assert salary.page == rent.page == 1
    assert salary.bbox.bottom < rent.bbox.top


def test_a_description_goes_on_over_the_pages_end() -> None:
    first = f"{OPENED}\n    01/03/2025   Salary                   2,000.00     2,100.00"
    second = f"                 of March{ROWS[ROWS.index('    17/03') - 1 :]}{CLOSED}"
    drafted = only(read(first, second))
    assert drafted.lines[0].description == "Salary of March"


def test_lines_are_numbered_from_one_in_printed_order() -> None:
    assert [line.ordinal for line in lines(ROWS)] == [1, 2]


HEADER = "Date         Description         Amount      Balance"


def body(*pages: str) -> list[str]:
    printed = rows(*pages)
    inside = body_rows(printed, headers_of(printed))
    return [row.words[0].text for row, wanted in zip(printed, inside, strict=True) if wanted]


def test_without_a_header_any_row_may_be_an_entry() -> None:
    assert body("01/03/2025   Tea   5.00  9.00\nsome words") == ["01/03/2025", "some"]


def test_a_page_without_a_header_goes_on_with_the_table_before() -> None:
    assert body(f"{HEADER}\n01/03/2025  Tea  5.00  9.00", "02/03/2025  Tea  5.00  4.00") == [
        "01/03/2025",
        "02/03/2025",
    ]


def test_a_page_with_a_header_starts_at_it() -> None:
    second = f"Card limit  500.00\n{HEADER}\n02/03/2025  Tea  5.00  4.00"
    assert body(f"{HEADER}\n01/03/2025  Tea  5.00  9.00", second) == ["01/03/2025", "02/03/2025"]


def test_a_list_of_daily_balances_ends_the_table() -> None:
    assert body(f"{HEADER}\n01/03/2025  Tea  5.00  9.00\nDate     Balance\n01/03/2025  9.00") == [
        "01/03/2025"
    ]


def test_a_row_that_heads_every_page_is_no_entry() -> None:
    head = "01/03/2025  Balance  9.00"
    assert body(f"{head}\n02/03/2025  Tea  5.00", f"{head}\n03/03/2025  Tea  4.00") == [
        "02/03/2025",
        "03/03/2025",
    ]


def test_a_page_that_is_there_twice_is_no_head() -> None:
    page = "01/03/2025  Tea  5.00\n02/03/2025  Tea  4.00\n03/03/2025  Tea  3.00"
    assert len(body(page, page)) == 6


FIRST = """
    Date         Description         Amount      Balance
    01/03/2025   Salary            2,000.00     2,100.00
    02/03/2025   Rent                950.00     1,150.00
    """
MOVED = """
    Date         Description                 Amount        Balance
    03/03/2025   Coffee                        5.00       1,145.00
    04/03/2025   Books                        15.00       1,130.00
    """


def grid(*pages: str) -> tuple[Grid, list[LexedRow]]:
    printed = rows(*pages)
    headers = headers_of(printed)
    return grid_of(printed, body_rows(printed, headers), headers, HEIGHT), printed


def test_a_repeated_header_that_moved_names_the_same_columns() -> None:
    found, printed = grid(FIRST, MOVED)
    assert [set(column.meanings) for column in found.columns] == [{"amount"}, {"balance"}]
    for index, row in enumerate(printed):
        if row.figures:
            assert [found.column_of(index, figure) for figure in row.figures] == [0, 1]


def test_each_row_knows_the_date_cell_above_it() -> None:
    found, _ = grid(FIRST)
    (cell,) = found.dates_of(1)
    assert cell.x0 == 0.0
