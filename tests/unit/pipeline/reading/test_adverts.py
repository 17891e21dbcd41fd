"""Adverts beside a table speak of loans and cards; they must not turn a current account's signs."""

from __future__ import annotations

import pytest

from tests.support.typewritten import faults, in_short, only, read

COLUMNS = """
    Statement period 01/03/2025 to 31/03/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     100.00
    01/03/2025   Acme Ltd                             2,000.00     2,100.00
    17/03/2025   J Smith                    950.00                 1,150.00
    31/03/2025   Corner shop                  5.00                 1,145.00
                 Closing balance                                   1,145.00

    {advert}
    """
SIGNED = """
    Statement period 01/03/2025 to 31/03/2025

    Date         Description                Amount      Balance
                 Opening balance                         100.00
    01/03/2025   Acme Ltd                 2,000.00     2,100.00
    17/03/2025   J Smith                   -950.00     1,150.00
    31/03/2025   Corner shop                 -5.00     1,145.00
                 Closing balance                       1,145.00

    {advert}
    """
TRUE = ["2025-03-01 200000", "2025-03-17 -95000", "2025-03-31 -500"]
ADVERTS = [
    "Personal loan from 5.9% APR",
    "Ask about our home loan and mortgage account offers",
    "Apply for a credit card: credit limit up to 5,000",
    "Our credit card has a minimum payment and a credit limit",
]


@pytest.mark.parametrize("advert", ADVERTS)
def test_columns_for_in_and_out_are_believed_whatever_is_advertised(advert: str) -> None:
    draft = only(read(COLUMNS.format(advert=advert)))
    assert ([in_short(line) for line in draft.lines], draft.status) == (TRUE, "proven")


@pytest.mark.parametrize("advert", ADVERTS)
def test_an_advert_never_turns_signed_amounts_under_proven(advert: str) -> None:
    draft = only(read(SIGNED.format(advert=advert)))
    assert [in_short(line) for line in draft.lines] == TRUE or draft.status == "unproven"


OWN_WORDS = (
    SIGNED.replace("Acme Ltd    ", "Salary Acme ")
    .replace("J Smith", "Rent   ")
    .replace("Corner shop", "Supermarket")
)


def test_the_entries_own_words_say_which_way_the_money_went() -> None:
    page = OWN_WORDS.format(advert="Ask us about credit cards and loans")
    draft = only(read(page))
    assert ([in_short(line) for line in draft.lines], draft.status) == (TRUE, "proven")


def test_a_cards_own_figures_beside_the_table_leave_its_signs_open() -> None:
    """A minimum payment and a limit are what a card's statement prints of itself, no advert."""
    draft = only(read(OWN_WORDS.format(advert="Minimum payment 25.00   Credit limit 500.00")))
    assert (draft.status, faults(draft)) == ("unproven", {"signs"})
