"""A table's header: which rows it takes in, which columns it names, and what is none."""

from __future__ import annotations

import pytest

from pipeline.proof.headers import Header, cells_of, headers_of
from pipeline.proof.rows import Row
from pipeline.proof.sheet import all_rows, sheet_of, styles_to_try
from pipeline.words import Page
from tests.support.typewritten import rows, words


def spans(*texts: str) -> list[tuple[int, int]]:
    """First and last row of each header; each text is a page."""
    return [(header.first, header.last) for header in headers_of(rows(*texts))]


def only(*lines: str) -> Header:
    (header,) = headers_of(rows("\n".join(lines)))
    return header


def named(header: Header) -> list[list[str]]:
    return [sorted(column.meanings) for column in header.columns]


def stepped(step: float, *lines: str) -> list[Row]:
    """Lines of a height of 10 points so far apart from top to top."""
    placed = [w for at, line in enumerate(lines) for w in words(line, 100 + step * at)]
    bare = all_rows([Page(1, 600.0, 800.0, tuple(placed))])
    return list(sheet_of(bare, styles_to_try(bare)[0]).rows)


@pytest.mark.parametrize("money", ["Debit", "Credit", "Amount", "Balance"])
def test_one_column_of_money_and_one_other_make_a_header(money: str) -> None:
    assert spans(f"Date   {money}") == [(0, 0)]
    assert spans(f"Date   Description   {money}") == [(0, 0)]


@pytest.mark.parametrize(
    "line",
    [
        "Date   Description   Reference",
        "Balance",
        "Balance   Account balance",
        "Date   Description   Balance 5.00",
        "Date   14/03/2025   Balance",
        "Date of the Balance",
        "Payments",
        "",
    ],
)
def test_no_money_or_one_meaning_or_a_figure_or_a_date_or_a_sentence_is_none(line: str) -> None:
    assert spans(line) == []


def test_of_a_column_of_two_meanings_the_first_by_name_is_counted() -> None:
    assert spans("Umsatz   Text") == [(0, 0)]
    assert spans("Umsatz   Amount") == []
    assert spans("Date   Umsatz\n                 Text") == [(0, 1)]


@pytest.mark.parametrize(
    ("known", "unknown", "heads"),
    [
        ("Date  Balance", (25,), True),
        ("Date  Balance", (26,), False),
        ("Debit  Balance", (12,), True),
        ("Debit  Balance", (13,), False),
        ("Date  Balance", (5, 6), True),
        ("Date  Balance", (6, 6), False),
    ],
)
def test_the_known_columns_cover_half_of_the_width_or_three_tenths_beside_a_date(
    known: str, unknown: tuple[int, ...], heads: bool
) -> None:
    line = "  ".join((known, *("q" * letters for letters in unknown)))
    assert bool(spans(line)) is heads


def test_a_header_takes_in_three_rows_at_the_most() -> None:
    staggered = """
        Date
               Description
                              Amount
                                        Balance
        """
    assert spans(staggered) == [(0, 2)]


def test_of_several_rows_those_count_that_name_the_most() -> None:
    above = "Date   Description   Amount"
    assert spans(f"{above}\n{' ' * 40}Balance  qq  qq") == [(0, 1)]
    assert spans(f"{above}\n{' ' * 40}Balance  qq  qq  qq") == [(0, 0)]


def test_of_as_many_names_the_fewest_rows_count() -> None:
    header = only(
        "Date   Withdrawal",
        "       Amount",
    )
    assert (header.first, header.last) == (0, 0)
    assert named(header) == [["date"], ["debit"]]


def test_a_title_above_is_no_part_of_a_header() -> None:
    assert spans("""
        Northgate Bank
        Date    Description    Amount    Balance
        """) == [(1, 1)]


def test_a_row_of_other_words_ends_a_header() -> None:
    assert spans("""
        Date    Description
                Northgate
                               Amount    Balance
        """) == [(2, 2)]


def test_rows_nine_tenths_of_a_height_apart_are_no_header_together() -> None:
    lines = ("Date    Description", "                       Amount    Balance", "Acme")
    for step, last in ((18.5, [(0, 1)]), (19.5, [(1, 1)])):
        assert [(h.first, h.last) for h in headers_of(stepped(step, *lines))] == last


def test_a_header_ends_with_its_page() -> None:
    assert spans("Date    Description", "                       Amount    Balance") == [(1, 1)]


def test_each_header_is_found_once() -> None:
    assert spans("""
        Date    Description
                               Amount    Balance
        Date    Description    Amount    Balance
        Acme
        Date    Description    Amount    Balance
        """) == [(0, 1), (2, 2), (4, 4)]


def test_a_sections_heading_that_starts_where_a_header_does_is_no_part_of_it() -> None:
    table = "Date    Description    Amount    Balance"
    for heading in ("Payments", "  Payments", "Payments and credits to you"):
        header = only("Acme", "Acme", heading, table)
        assert (header.first, header.last) == (3, 3)
        assert not header.having("debit")
    assert spans("Payments\nDate   Balance") == [(1, 1)]


def test_a_heading_further_right_is_stacked_over_a_column() -> None:
    header = only(
        "Acme",
        "Acme",
        "             Payments",
        "Date         Amount    Balance",
    )
    assert (header.first, header.last) == (2, 3)
    assert len(header.having("debit")) == 1
    assert spans("   Payments\nDate   Balance") == [(0, 1)]


def test_words_of_headings_over_no_header_name_columns_themselves() -> None:
    assert spans("Payments Deposits") == [(0, 0)]
    assert spans("Payments Deposits\nAcme    Shop") == [(0, 0)]
    assert spans(f"Payments Deposits\n{' ' * 30}Balance") == [(0, 1)]


def test_a_heading_below_a_header_ends_it() -> None:
    first, *_ = spans("""
        Date   Description   Amount
        Payments
                                       Balance
        """)
    assert first == (0, 0)


@pytest.mark.parametrize(
    "below", ["Payments   Deposits", "Account balance", "Payments balance", "Balance payments"]
)
def test_several_cells_or_other_words_are_no_heading(below: str) -> None:
    assert spans(f"Date   Description\n{' ' * 24}{below}") == [(0, 1)]


def test_columns_stand_in_their_order_from_the_left() -> None:
    header = only(
        "       Description    Amount",
        "Date                            Balance",
    )
    assert named(header) == [["date"], ["description"], ["amount"], ["balance"]]
    assert [(c.x0, c.x1) for c in header.columns] == [(0, 16), (28, 72), (88, 112), (128, 156)]


def test_cells_that_overlap_by_more_than_three_tenths_are_one_column() -> None:
    above = "Date   Withdrawal"
    assert named(only(above, "               Amount   Balance")) == [
        ["date"], ["debit"], ["balance"],
    ]  # fmt: skip
    assert named(only(above, "                Amount   Balance")) == [
        ["date"], ["debit"], ["amount"], ["balance"],
    ]  # fmt: skip


def test_the_narrower_of_two_cells_is_the_measure() -> None:
    above = "Amount   Date of"
    assert named(only(above, "              transaction")) == [["amount"], [], ["description"]]
    assert named(only(above, "             transaction")) == [["amount"], ["date"]]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("Date   Money", "       out (EUR)   Balance"),
        ("Date         Paid", "       (EUR) out    Balance"),
        ("Date   Paid out", "            (EUR)    Balance"),
        ("Date     Paid out", "       (EUR)         Balance"),
    ],
)
def test_cells_of_several_words_are_stacked_by_their_outer_edges(above: str, below: str) -> None:
    assert named(only(above, below)) == [["date"], ["debit"], ["balance"]]


def test_words_are_of_one_cell_up_to_a_gap_of_three_quarters_of_their_height() -> None:
    (row,) = rows("Date posted  by Acme    Shop")
    assert [[word.text for word in cell] for cell in cells_of(row)] == [
        ["Date", "posted"], ["by", "Acme"], ["Shop"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "columns"),
    [
        ("Date Description and Amount", [["date"], ["description"], ["amount"]]),
        ("Date | Description | Amount", [["date"], ["description"], ["amount"]]),
        ("Date 1% Amount 2%", [["date"], ["amount"]]),
        (
            "Date Description Debit Balance Credit Amount qq qq qq",
            [],
        ),
        (
            "Date Description Debit Balance Credit Category Amount qq qq qq",
            [[x] for x in ["date", "description", "debit", "balance", "credit", "other", "amount"]],
        ),
        ("Date   Amount (A$)", [["date"], ["amount"]]),
        ("Date   Amount [EUR]", [["date"], ["amount"]]),
        ("Date   Amount (EUR", [["date"], ["amount"]]),
        ("Date   Amount EUR", [["date"], ["amount"]]),
        ("Date   Amount Rs.", [["date"], ["amount"]]),
        ("Date   Amount A$", [["date"], ["amount"]]),
        ("Date   Amount   EUR", [["date"], ["amount"], []]),
        ("Date   Amount   (EUR)", [["date"], ["amount"], []]),
        ("Date   Amount due by you", []),
        ("Date   Debit/Credit   Balance", [["date"], ["direction"], ["balance"]]),
        ("Date   Charged/Received   Balance", [["date"], ["amount", "direction"], ["balance"]]),
        ("Date   Charged/Received (€)", [["date"], ["amount", "direction"]]),
        ("Date   Balance/Saldo", [["date"], ["balance"]]),
        ("Date   Debit/Balance", [["date"], ["balance", "debit"]]),
        ("Date   Opening balance/Balance", []),
        ("Date   Payments   Balance", [["date"], ["debit", "repaid"], ["balance"]]),
    ],
)
def test_what_the_cells_of_a_header_name(line: str, columns: list[list[str]]) -> None:
    found = headers_of(rows(line))
    assert [sorted(column.meanings) for header in found for column in header.columns] == columns


def test_a_cell_that_is_cut_stands_where_its_words_do() -> None:
    header = only("Posting date Description and Amount")
    assert [(c.x0, c.x1) for c in header.columns] == [(0, 48), (52, 96), (116, 140)]


def test_a_unit_is_no_part_of_its_column() -> None:
    header = only("Date   Amount CHF   Balance")
    assert [(c.x0, c.x1) for c in header.columns] == [(0, 16), (28, 52), (80, 108)]
    header = only("Date   Amount EUR   Balance")  # a column's name of its own
    assert [(c.x0, c.x1) for c in header.columns] == [(0, 16), (28, 68), (80, 108)]
