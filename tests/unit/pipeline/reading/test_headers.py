"""A row of column words is a table's header; prose that uses the same words is not."""

from pipeline.reading.lexing.headers import Header, headers_of
from pipeline.reading.table.columns import Columns, Side, columns_of
from tests.support.typewritten import HEIGHT, printed, rows

PRINTED = printed("headers")


def headers(text: str) -> list[Header]:
    return headers_of(rows(text))


def meanings(text: str) -> list[set[str]]:
    (header,) = headers(text)
    return [set(column.meanings) for column in header.columns]


def test_a_header_may_be_stacked_over_two_rows() -> None:
    found = meanings(
        """
        Transaction                       Withdrawal    Deposit
        Date           Description        Amount        Amount      Balance
        """
    )
    assert {"debit"} in found
    assert {"credit"} in found


def test_a_header_in_two_languages_names_the_same_columns_twice() -> None:
    above, below = headers(
        """
        日期       进支详情              存入           提取          结余
        Date       Details             Deposits       Withdrawals   Balance
        """
    )
    for name in ("date", "credit", "debit", "balance"):
        assert len(above.having(name)) == len(below.having(name)) == 1


def test_units_and_remarks_do_not_hide_a_name() -> None:
    assert {"amount"} in meanings("Date      Description     Amount (A$)     Balance (A$)")


def test_debit_slash_credit_is_a_column_of_marks_or_of_signed_amounts() -> None:
    (header,) = headers("Date     Details     Amount     Debit/Credit     Balance")
    assert "direction" in set().union(*(column.meanings for column in header.columns))


def test_a_sentence_with_column_words_is_no_header() -> None:
    assert headers("Please check the balance and report a payment or debit you do not know.") == []


def test_a_row_with_figures_is_no_header() -> None:
    assert headers("Date  14/03/2025   Balance  5.00") == []


def test_a_word_of_two_meanings_keeps_both() -> None:
    (header,) = headers("Datum     Umsatz     Betrag     Saldo")
    assert any(len(column.meanings) > 1 for column in header.columns)


def test_a_sections_heading_right_under_the_header_is_no_part_of_it() -> None:
    text = """
        Date         Description              Amount       Balance
        Payments
        01/03/2025   Thank you                  5.00          9.00
        """
    (header,) = headers(text)
    assert (header.first, header.last) == (0, 0)
    assert not header.having("debit")


TABLE = PRINTED["table"]


def columns(text: str) -> Columns:
    printed = rows(text)
    return columns_of(printed, headers_of(printed), HEIGHT)


def test_left_aligned_figures_make_columns_too() -> None:
    found = columns(PRINTED["left aligned figures make columns too"])
    assert found.side is Side.LEFT
    assert len(found.columns) == 2


def test_a_figure_far_from_every_column_stands_in_none() -> None:
    (row,) = rows("7.77")
    assert columns(TABLE).index_of(row.figures[0]) is None
