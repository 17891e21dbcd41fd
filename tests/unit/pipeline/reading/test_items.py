"""Each row of a table is an entry, a printed balance, a total, a heading or only words."""

from pipeline.reading.table.items import Item, is_worded_total
from tests.support import typewritten

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
