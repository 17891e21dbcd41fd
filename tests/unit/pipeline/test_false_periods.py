"""Plain pages of which an earlier kernel took other days for the statement's, and locked them.

Part A4 and A5 of what was measured on that kernel. A page that a ledger agrees with matches on the
days of its own rows, and locks none of them but those before the last.
"""

import pytest

from tests.support.two_records import account, beside, locked, mirror
from tests.support.typewritten import hypothesis, only, read

FIRST_OF_THREE = """
    Statement of account {top}
    Date         Description              Amount        Balance
                 Balance brought forward                 100.00
    03/03/2025   Wages                    330.00         430.00
    10/03/2025   Tea house                -20.00         410.00
    19/03/2025   Baker                     -7.50         402.50
                 Balance carried forward                 402.50
                                          {foot}
    """
WHOLE = """
    Statement of account
    {above}
    Date         Description              Amount        Balance
                 Opening balance                         100.00
    03/03/2025   Wages                    330.00         430.00
    10/03/2025   Tea house                -20.00         410.00
    19/03/2025   Baker                     -7.50         402.50
                 Closing balance                         402.50
    {below}
    """
OWN_DAYS = "2025-03-03 to 2025-03-19"
BEFORE_THE_LAST = "2025-03-03 to 2025-03-18"
MARCH = ("2025-03-03 33000", "2025-03-10 -2000", "2025-03-19 -750")

COUNTED = [
    "Page No. 1 of 3",
    "Page 1 of 3",
    "Page: 1 / 3",
    "Page 1/3",
    "Sheet 1 of 3",
    "Seite 1 von 3",
    "Page 1 sur 3",
    "Pagina 1 di 3",
    "Página 1 de 3",
]
UNKNOWN = ["1 of 3", "1/3", "Pages: 3", "P.T.O.", "Blatt 1", "Folio 1 of 3"]


@pytest.mark.parametrize("top", COUNTED)
def test_a_page_that_counts_others_is_not_proven_and_locks_no_day(top: str) -> None:
    draft = only(read(FIRST_OF_THREE.format(top=top, foot="")))
    assert draft.status == "unproven"
    assert [each.code for each in draft.objections] == ["pages"]
    found = beside(draft, mirror(draft))
    assert (found.verdict, locked(found)) == ("matched", None)


@pytest.mark.parametrize("foot", ["Continued", "Continued on next page", "Continued overleaf"])
def test_a_page_that_goes_on_is_not_proven_and_locks_no_day(foot: str) -> None:
    draft = only(read(FIRST_OF_THREE.format(top="", foot=foot)))
    assert draft.status == "unproven"
    assert [each.code for each in draft.objections] == ["carried"]
    found = beside(draft, mirror(draft))
    assert (found.verdict, locked(found)) == ("matched", None)


@pytest.mark.parametrize("top", UNKNOWN)
def test_one_that_says_so_in_other_words_is_about_the_days_of_its_rows(top: str) -> None:
    draft = only(read(FIRST_OF_THREE.format(top=top, foot="")))
    assert hypothesis(draft, "period") == (OWN_DAYS, "rows")
    found = beside(draft, mirror(draft))
    assert (found.verdict, locked(found)) == ("matched", BEFORE_THE_LAST)


def test_the_true_entry_of_the_last_day_can_still_come_in() -> None:
    """The ledger lags: it has the rows of the first page. What the second has is not locked out."""
    draft = only(read(FIRST_OF_THREE.format(top="1 of 3", foot="")))
    lagging = account(*MARCH, opening=10_000)
    assert locked(beside(draft, lagging)) == BEFORE_THE_LAST
    later = account(*MARCH, "2025-03-19 -1200", "2025-03-24 -3000", opening=10_000)
    found = beside(draft, later)
    assert (found.verdict, locked(found)) == ("differences", None)


def test_nor_does_a_printed_month_lock_more_of_a_page_that_is_one_of_three() -> None:
    month = "1 of 3\n    Statement period: 01/03/2025 to 31/03/2025"
    draft = only(read(FIRST_OF_THREE.format(top=month, foot="")))
    assert hypothesis(draft, "period") == ("2025-03-01 to 2025-03-31", "label")
    found = beside(draft, account(*MARCH, opening=10_000))
    assert (found.verdict, locked(found)) == ("matched", BEFORE_THE_LAST)


@pytest.mark.parametrize(
    "what",
    [
        "Overdraft agreed",
        "Insurance cover",
        "Fee agreement",
        "Mandate",
        "Safe deposit box",
        "Arranged limit",
        "Interest rate fixed",
        "",
    ],
)
@pytest.mark.parametrize("place", ["above", "below"])
def test_the_term_of_something_else_is_not_the_period(what: str, place: str) -> None:
    texts = {"above": "", "below": "", place: f"{what}   1 Jan 2025 - 31 Dec 2025"}
    draft = only(read(WHOLE.format(**texts)))
    assert hypothesis(draft, "period") == (OWN_DAYS, "rows")
    found = beside(draft, mirror(draft))
    assert (found.verdict, locked(found)) == ("matched", BEFORE_THE_LAST)


@pytest.mark.parametrize("term", ["01/01/2025 to 31/12/2025", "01.01.2025 - 31.12.2025"])
def test_nor_is_a_term_in_numbers(term: str) -> None:
    draft = only(read(WHOLE.format(above=f"Overdraft agreed   {term}", below="")))
    assert hypothesis(draft, "period") == (OWN_DAYS, "rows")
    assert locked(beside(draft, mirror(draft))) == BEFORE_THE_LAST


def test_a_period_that_is_labelled_is() -> None:
    labelled = "Statement period: 01/03/2025 to 31/03/2025"
    draft = only(read(WHOLE.format(above=labelled, below="")))
    assert hypothesis(draft, "period") == ("2025-03-01 to 2025-03-31", "label")
