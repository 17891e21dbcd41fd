"""A page without rows is proven if it says that there were none, and which way its balance goes."""

from __future__ import annotations

import pytest

from pipeline.drafts import CheckState
from tests.support.typewritten import only, read

CURRENT = """
    Account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                         100.00
    No transactions in this period
    Closing balance                         100.00
    """
CARD = """
    Credit card statement
    Minimum payment  25.00        Credit limit  5,000.00

    Previous balance                        100.00
    No transactions in this period
    New balance                             100.00
    """
SIDES = """
    Account statement

    Date         Description                 Debit        Credit
                 Opening balance                          100.00
                 No transactions in this period
                 Closing balance                          100.00
    """


def told(text: str) -> tuple[str, int | None, int | None]:
    draft = only(read(text))
    assert draft.lines == ()
    return draft.status, draft.opening_balance, draft.closing_balance


def doubts(text: str) -> set[str]:
    checks = only(read(text)).checks
    return {check.name for check in checks if check.state is not CheckState.PASSED}


def test_an_account_where_nothing_happened_is_proven() -> None:
    assert told(CURRENT) == ("proven", 10000, 10000)
    assert told(CURRENT.replace(" 100.00", "-100.00")) == ("proven", -10000, -10000)


def test_nothing_says_whether_a_card_without_purchases_owes_or_is_owed() -> None:
    assert told(CARD) == ("unproven", -10000, -10000)
    assert doubts(CARD) == {"orientation"}


def test_a_mark_says_it() -> None:
    assert told(CARD.replace(" 100.00", " 100.00 DR")) == ("proven", -10000, -10000)
    assert told(CARD.replace(" 100.00", " 100.00 CR")) == ("proven", 10000, 10000)


def test_a_card_on_which_nothing_is_owed_is_proven() -> None:
    assert told(CARD.replace("100.00", "  0.00")) == ("proven", 0, 0)


def test_a_balance_under_the_debit_heading_may_be_owed() -> None:
    assert told(SIDES) == ("proven", 10000, 10000)
    debit = SIDES.replace("             100.00", "100.00")
    assert told(debit) == ("unproven", -10000, -10000)
    assert doubts(debit) == {"orientation"}


@pytest.mark.parametrize(
    ("extra", "doubt"),
    [
        ("Closing balance                          90.00", "closing_printed"),
        ("17/03/2025   Rent for the flat of 50.00 by standing order", "says_no_lines"),
    ],
)
def test_a_page_that_contradicts_its_nothing_is_not_proven(extra: str, doubt: str) -> None:
    page = CURRENT.replace("    No trans", f"    {extra}\n    No trans")
    assert only(read(page)).status == "unproven"
    assert doubts(page) == {doubt}
