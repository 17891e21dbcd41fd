"""The words of both balances, the labels beside them, and figures that repeat others."""

from textwrap import indent
from typing import Any

import pytest

from pipeline.proof import End
from tests.support.typewritten import only, printed, read, words_at

PRINTED = printed("citing_ends")

PAGE = PRINTED["page"]


def test_an_end_is_cited_with_its_label() -> None:
    draft = only(read(PAGE))
    opening, closing = draft.witnesses[0].opening, draft.witnesses[0].closing
    assert isinstance(opening, End)
    assert isinstance(closing, End)
    assert [words_at(draft, each.figure) for each in (opening, closing)] == ["100.00", "-5.00"]
    assert [words_at(draft, each.label) for each in (opening, closing)] == [
        "Opening balance",
        "Closing balance",
    ]


def test_without_a_column_of_balances_the_side_that_an_end_is_on_is_its_sign() -> None:
    page = PRINTED["without a column of balances the side"]
    draft = only(read(page))
    closing = draft.witnesses[0].closing
    assert closing is not None
    assert (closing.column, draft.closing_balance) == (0, -500)


def test_a_balance_beside_the_last_line_is_no_end_of_its_own() -> None:
    page = PRINTED["a balance beside the last line is"]
    draft = only(read(page))
    assert draft.witnesses[0].closing is None
    assert (draft.status, draft.closing_balance) == ("proven", -500)


def test_figures_that_repeat_a_balance_are_cited_for_what_they_say() -> None:
    draft = only(read(PAGE))
    restated = draft.witnesses[0].restated
    assert [(words_at(draft, each.figure), each.says) for each in restated] == [
        ("120.00", ("balance", 0))
    ]


def test_a_balance_that_a_label_names_outside_the_table_is_cited_there() -> None:
    page = PRINTED["a balance that a label names outside"]
    draft = only(read(page))
    opening = draft.witnesses[0].opening
    assert opening is not None
    assert words_at(draft, opening.label) == "Opening balance"
    assert [(words_at(draft, e.figure), e.says) for e in draft.witnesses[0].restated] == [
        ("100.00", ("opening",))
    ]
    assert draft.status == "proven"


def test_a_balance_beside_a_period_is_no_repeat_where_a_day_is_in_a_column_of_money() -> None:
    page = PRINTED["a balance beside a period is no"]
    draft = only(read(page))
    assert (draft.status, draft.witnesses[0].restated) == ("proven", ())


def test_a_second_column_of_the_same_balances_is_no_repeat_for_lines_are_on_its_rows() -> None:
    page = PRINTED["a second column of the same balances"]
    draft = only(read(page))
    assert (draft.status, draft.witnesses[0].restated) == ("proven", ())


def test_a_misprinted_balance_that_no_line_cites_is_beside_one_that_is_cited() -> None:
    draft = only(
        read("""
    Date         Description           Money out   Money in    Balance
    Opening balance                                             100.00
    03/03/2025   Acme Ltd                          2,000.00   2,100.00
    17/03/2025   J Smith                  950.00              1,250.00
    Closing balance                                           1,150.00
    """)
    )
    restated = draft.witnesses[0].restated
    assert [(words_at(draft, e.figure), e.says) for e in restated] == [("2,100.00", ("balance", 0))]
    assert draft.status == "unproven"


def test_the_total_of_a_section_with_one_line_is_cited() -> None:
    draft = only(
        read("""
    Account number 12345678
    Statement period 03/01/2025 to 03/31/2025
    Beginning balance                  500.00
    Ending balance                     586.50

    Deposits and additions
    Date         Description           Amount
    03/03/2025   Wages                 100.00
    03/05/2025   Gift                   20.00
    Total deposits and additions       120.00
    Checks paid
    Date         Description           Amount
    03/07/2025   Check 12               25.00
    Total checks paid                   25.00
    Card withdrawals
    Date         Description           Amount
    03/09/2025   Tea                     5.00
    03/10/2025   Bread                   3.50
    Total card withdrawals               8.50
    """)
    )
    restated = [(words_at(draft, e.figure), e.says) for e in draft.witnesses[0].restated]
    assert ("25.00", ("sum", "out", "column", 1)) in restated
    assert draft.status == "proven"


_CARD = PRINTED["card"]


@pytest.mark.parametrize(
    ("labels", "figures", "ends"),
    [
        ("Opening balance            Closing balance",
         "                   640.15                    105.00", True),
        ("Owed before    Paid       Spent    Owed now",
         "     640.15     640.15      105.00     105.00", True),
        ("Owed before    Paid       Spent    Owed now",
         "     640.15     640.15      105.00     105.01", False),
        ("Owed before    Paid       Spent",
         "     640.15     640.15      105.00     105.00", False),
    ],
    ids=["labels", "words that nobody knows", "another sum", "a cell less"],
)  # fmt: skip
def test_ends_are_cited_below_cells_that_name_them_or_add_up(
    labels: str, figures: str, ends: bool
) -> None:
    draft = only(read(_CARD.format(labels=labels, figures=figures)))
    found = draft.witnesses[0].opening, draft.witnesses[0].closing
    words = [words_at(draft, end.figure if end else None) for end in found]
    assert words == (["640.15", "105.00"] if ends else ["", ""])


def test_a_cards_opening_is_the_balance_of_its_last_statement() -> None:
    page = PRINTED["a cards opening is the balance of"]
    draft = only(read(page))
    assert draft.witness is not None
    assert draft.witness.opening is not None
    assert words_at(draft, draft.witness.opening.figure) == "-210,44"


#: The lines of a table between its balances; its columns and marks, and the heads of its columns.
COLUMNS = printed("columns")


@pytest.mark.parametrize("table", COLUMNS.values(), ids=COLUMNS)
def test_lines_say_which_way_their_column_or_mark_goes(table: dict[str, Any]) -> None:
    draft = only(read(indent(table["page"], "    ")))
    assert [line.amount for line in draft.lines] == [2000, -500]
    convention = draft.witnesses[0].convention
    found = [
        [column.moves, " ".join(words_at(draft, place) for place in column.head)]
        for column in convention.columns
    ]
    assert (found, [*map(list, convention.marks)]) == (table["columns"], table["marks"])
