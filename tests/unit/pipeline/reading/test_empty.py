"""A page without rows is proven if it says that there were none, and which way its balance goes."""

from __future__ import annotations

import pytest

from tests.support.typewritten import faults, only, read

CURRENT = """
    Current account statement
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
    Current account statement

    Date         Description                 Debit        Credit
                 Opening balance                          100.00
                 No transactions in this period
                 Closing balance                          100.00
    """


def outcome(text: str) -> tuple[str, int | None, int | None]:
    draft = only(read(text))
    assert draft.lines == ()
    return draft.status, draft.opening_balance, draft.closing_balance


def doubts(text: str) -> set[str]:
    return faults(only(read(text)))


def test_an_account_where_nothing_happened_is_proven() -> None:
    assert outcome(CURRENT) == ("proven", 10000, 10000)
    assert outcome(CURRENT.replace(" 100.00", "-100.00")) == ("proven", -10000, -10000)


def test_nothing_says_which_way_the_balance_of_an_unnamed_account_goes() -> None:
    unnamed = CURRENT.replace("Current account", "Account")
    assert outcome(unnamed) == ("unproven", 10000, 10000)
    assert doubts(unnamed) == {"signs"}


def test_a_card_without_purchases_owes_what_it_prints() -> None:
    assert outcome(CARD) == ("proven", -10000, -10000)


def test_a_mark_says_it() -> None:
    assert outcome(CARD.replace(" 100.00", " 100.00 DR")) == ("proven", -10000, -10000)
    assert outcome(CARD.replace(" 100.00", " 100.00 CR")) == ("proven", 10000, 10000)


def test_a_card_on_which_nothing_is_owed_is_proven() -> None:
    assert outcome(CARD.replace("100.00", "  0.00")) == ("proven", 0, 0)


def test_a_balance_under_the_credit_heading_is_an_asset() -> None:
    assert outcome(SIDES) == ("proven", 10000, 10000)


def test_a_balance_under_the_debit_heading_is_not_an_asset() -> None:
    assert outcome(SIDES.replace("             100.00", "100.00")) != ("proven", 10000, 10000)


@pytest.mark.parametrize(
    ("extra", "doubted"),
    [
        ("Closing balance                          90.00", {"no_contradiction"}),
        (
            "17/03/2025   Rent for the flat of 50.00 by standing order",
            {"lines_or_none_said", "nothing_passed_over"},
        ),
    ],
)
def test_a_page_that_contradicts_its_nothing_is_not_proven(extra: str, doubted: set[str]) -> None:
    page = CURRENT.replace("    No trans", f"    {extra}\n    No trans")
    assert only(read(page)).status == "unproven"
    assert doubts(page) == doubted
