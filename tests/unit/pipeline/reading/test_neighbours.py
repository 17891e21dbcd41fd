"""A page that is there twice or missing leaves parts that add up, and yet are no statements."""

from __future__ import annotations

from tests.support.typewritten import read

PAGE = """
    Account number 1234 5678
    Statement period 01/03/2025 to 31/03/2025

    Date         Description              Paid out     Paid in      Balance
                 Balance brought forward                             {start}
    {day}/03/2025   Rent                       50.00                   {middle}
    {day}/03/2025   Coffee                      5.00                   {end}
                 Balance carried forward                             {end}
    """
FIRST = PAGE.format(day="01", start="900.00", middle="850.00", end="845.00")
SECOND = PAGE.format(day="14", start="845.00", middle="795.00", end="790.00")
FOURTH = PAGE.format(day="28", start="600.00", middle="550.00", end="545.00")


def statuses(*pages: str) -> set[str]:
    return {str(draft.status) for draft in read(*pages).statements}


def test_pages_that_carry_on_are_proven() -> None:
    assert statuses(FIRST, SECOND) == {"proven"}


def test_a_missing_page_between_two_of_one_account_is_in_doubt() -> None:
    assert "proven" not in statuses(FIRST, FOURTH)


def test_a_page_that_is_there_twice_is_in_doubt() -> None:
    assert "proven" not in statuses(FIRST, SECOND, SECOND)


def test_only_the_pages_that_are_there_twice_are_in_doubt() -> None:
    april = FIRST.replace("/03/2025", "/04/2025").replace("31/04", "30/04")
    whole = april.replace("Balance brought forward", "Opening balance        ").replace(
        "Balance carried forward", "Closing balance        "
    )
    assert "unproven" not in statuses(whole)
    assert statuses(FIRST, FOURTH, whole) == {"unproven", "proven"}
