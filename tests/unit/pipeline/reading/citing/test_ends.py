"""The words of both balances, the labels beside them, and figures that repeat others."""

import pytest

from pipeline.proof import End
from tests.support.typewritten import only, read, words_at

PAGE = """
    Date         Description      Debit     Credit    Balance
                 Opening balance                       100.00
    03/03/2025   Salary                      20.00     120.00
    04/03/2025   Tea             125.00                 -5.00
    03/03/2025   Balance                               120.00
                 Totals          125.00      20.00
                 Closing balance                        -5.00
    """


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


@pytest.mark.parametrize("beside", ["01/03/2025 - 31/03/2025", "03/2025"])
def test_a_balance_beside_nothing_but_the_period_is_the_closing_one(beside: str) -> None:
    """No other is printed, and whoever keeps the ledger knows whether it is."""
    rows = "Date         Description      Amount\n    03/03/2025   Salary            20.00"
    draft = only(read(f"    {beside}     120.00\n    {rows}"))
    assert (draft.opening_balance, draft.closing_balance) == (None, 12000)


def test_without_a_column_of_balances_the_side_that_an_end_is_on_is_its_sign() -> None:
    page = """
        Date         Description      Debit     Credit
                     Opening balance            100.00
        03/03/2025   Salary                      20.00
        04/03/2025   Tea             125.00
                     Closing balance   5.00
        """
    draft = only(read(page))
    closing = draft.witnesses[0].closing
    assert closing is not None
    assert (closing.column, draft.closing_balance) == (0, -500)


def test_a_balance_beside_the_last_line_is_no_end_of_its_own() -> None:
    page = """
        Date         Description      Debit     Credit    Balance
                     Opening balance                       100.00
        03/03/2025   Salary                      20.00     120.00
        04/03/2025   Tea             125.00                 -5.00
        """
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
    page = """
        Opening balance   100.00
        Closing balance   -5.00
        Date         Description      Debit     Credit    Balance
        01/03/2025   Brought forward                       100.00
        03/03/2025   Salary                      20.00     120.00
        04/03/2025   Tea             125.00                 -5.00
        """
    draft = only(read(page))
    opening = draft.witnesses[0].opening
    assert opening is not None
    assert words_at(draft, opening.label) == "Opening balance"
    assert [(words_at(draft, e.figure), e.says) for e in draft.witnesses[0].restated] == [
        ("100.00", ("opening",))
    ]
    assert draft.status == "proven"
