"""A section begins and ends where a heading names another statement, or pages are counted anew."""

from __future__ import annotations

import pytest

from pipeline.proof.checks import CheckState
from pipeline.proof.entries import offered
from pipeline.proof.lexed import LexedPages, place_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.sections import section_check
from pipeline.proof.witness import Convention, Section, Side, Signs, Witness, WitnessRow
from tests.support.typewritten import document

SHOP = "01/03/2025   Shop   5.00"
TABLE = "Date   Description   Amount"
ONE, TWO = "Account number 11111111", "Account number 22222222"
MARCH, APRIL = "Statement date 31/03/2025", "Statement date 30/04/2025"
IN_MARCH = "Statement period 01/03/2025 to 31/03/2025"
IN_APRIL = "Statement period 01/04/2025 to 30/04/2025"


def passes(*pages: tuple[str, ...], own: int, skip: int = 0, less: int = 0) -> bool:
    """Whether a page is a section, but for its first and last rows: its entries are of shops."""
    lexed = LexedPages(document(*("\n".join(lines) for lines in pages)).pages)
    rows = lexed.under(Style.POINT).rows
    of_page = [index for index, row in enumerate(rows) if row.page == own]
    start, stop = of_page[0] + skip, of_page[-1] + 1 - less
    entries = tuple(
        WitnessRow(place_of(row, figure.first, figure.last), Side.AMOUNT, None)
        for row in rows[start:stop]
        if "Shop" in row.text
        for figure in row.figures[-1:]
    )
    convention = Convention(Style.POINT, 2, False, False, Signs.PRINTED, 1, 1)
    witness = Witness(Section(start, stop), convention, entries, None, None)
    check = section_check(offered(lexed.under(Style.POINT), witness))
    return check.state is CheckState.PASSED


def test_the_whole_document_needs_no_heading() -> None:
    assert passes((SHOP,), own=1)
    assert passes((ONE, TABLE, SHOP), own=1)


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ((ONE,), (TWO,), True),
        ((ONE,), (ONE,), False),
        ((MARCH,), (APRIL,), True),
        ((MARCH,), (MARCH,), False),
        ((IN_MARCH,), (IN_APRIL,), True),
        ((IN_MARCH,), (IN_MARCH,), False),
        (("01/03/2025 to 31/03/2025",), ("01/04/2025 to 30/04/2025",), True),
        ((ONE, MARCH), (ONE, APRIL), True),
        ((ONE, MARCH), (TWO, MARCH), True),
        ((ONE, IN_MARCH), (ONE, IN_APRIL), True),
        ((ONE, IN_MARCH), (TWO, IN_MARCH), True),
        ((ONE, MARCH), (ONE, MARCH), False),
        ((ONE,), (), False),
        ((), (TWO,), False),
        ((ONE,), (MARCH,), False),
        ((ONE,), (IN_MARCH,), False),
        ((), (), False),
    ],
)
def test_a_heading_names_another_account_another_day_or_other_days(
    one: tuple[str, ...], two: tuple[str, ...], apart: bool
) -> None:
    pages = ((*one, TABLE, SHOP, SHOP), (*two, TABLE, SHOP, SHOP))
    assert passes(*pages, own=1) is apart
    assert passes(*pages, own=2) is apart


@pytest.mark.parametrize(
    ("heading", "headed"),
    [
        ((TABLE,), True),
        (("Opening balance 5.00",), True),
        (("Closing balance 5.00",), True),
        (("Balance on 01/04/2025 5.00",), True),
        (("Total paid in 5.00",), False),
        (("Opening balance 5.00 is what some of our other clients have had",), False),
        ((), False),
        ((SHOP, TABLE), False),
    ],
)
def test_what_follows_has_a_balance_or_a_header(heading: tuple[str, ...], headed: bool) -> None:
    assert passes((ONE, TABLE, SHOP), (TWO, *heading, SHOP), own=1) is headed
    assert passes((ONE, TABLE, SHOP), (*heading[:1], TWO, *heading[1:], SHOP), own=1) is (
        headed and heading[0] != SHOP
    )


def test_a_heading_without_entries_may_follow() -> None:
    assert passes((ONE, TABLE, SHOP), (TWO, TABLE), own=1)
    assert not passes((ONE, TABLE, SHOP), (ONE, TABLE), own=1)


def test_a_balance_with_its_date_is_of_the_heading() -> None:
    brought = "01/04/2025   Opening balance   5.00"
    assert passes((ONE, TABLE, SHOP), (brought, TWO, SHOP), own=1)
    assert passes((ONE, TABLE, SHOP), (brought, TWO, SHOP), own=2)


def test_only_what_stands_above_its_entries_is_a_heading() -> None:
    assert not passes((TABLE, SHOP, ONE), (TWO, TABLE, SHOP), own=1)
    assert not passes((ONE, TABLE, SHOP), (TABLE, SHOP, TWO), own=2)
    assert not passes((ONE, TABLE, SHOP), (TABLE, "Shop of ours   5.00", TWO), own=2)


def test_the_nearest_heading_above_counts_and_then_those_before_it() -> None:
    first = (ONE, TABLE, SHOP)
    assert passes((*first, TWO, TABLE, SHOP), (ONE, TABLE, SHOP), own=2)
    assert not passes((*first, TWO, TABLE, SHOP), (TWO, TABLE, SHOP), own=2)
    assert not passes((*first, TWO, SHOP), (ONE, TABLE, SHOP), own=2)
    assert passes((*first, MARCH, TABLE, SHOP), (TWO, TABLE, SHOP), own=2)
    assert passes((*first, TWO, TABLE, SHOP), (APRIL, ONE, TABLE, SHOP), own=2)
    assert passes((ONE, SHOP), (TWO, TABLE, SHOP), own=2)
    assert passes((ONE, SHOP, MARCH, TABLE, SHOP), (TWO, TABLE, SHOP), own=2)
    third = ("Account number 33333333", TABLE, SHOP)
    assert passes((*first, TWO, TABLE, SHOP, *third), (ONE, TABLE, SHOP), own=2)
    dated = (MARCH, TABLE, SHOP, ONE, TABLE, SHOP)
    assert passes(dated, (APRIL, TABLE, SHOP), own=2)
    assert passes((IN_MARCH, *dated[1:]), (IN_APRIL, TABLE, SHOP), own=2)
    assert passes((IN_APRIL, TABLE, SHOP, IN_MARCH, TABLE, SHOP), (IN_APRIL, TABLE, SHOP), own=2)
    assert passes((APRIL, TABLE, SHOP, MARCH, TABLE, SHOP), (APRIL, TABLE, SHOP), own=2)


def test_what_the_front_names_holds_for_the_sections_behind_it() -> None:
    front, own = (ONE, MARCH, TABLE, SHOP), (APRIL, TABLE, SHOP)
    assert passes(front, own, (TWO, TABLE, SHOP), own=2)
    assert not passes(front, own, (ONE, TABLE, SHOP), own=2)
    assert not passes(front, (APRIL, TWO, TABLE, SHOP), (TWO, TABLE, SHOP), own=2)


def test_no_statement_begins_below_its_heading() -> None:
    assert not passes((ONE, TABLE, SHOP), own=1, skip=1)
    assert not passes((ONE, TABLE, SHOP, TWO), (TWO, TABLE, SHOP), own=2)
    assert passes((ONE, TABLE, SHOP, ONE), (TWO, TABLE, SHOP), own=2)
    assert passes((ONE, TABLE, SHOP, "Thank you"), (TWO, TABLE, SHOP), own=2)


def test_no_statement_ends_below_anothers_heading() -> None:
    assert not passes((ONE, TABLE, SHOP, TWO), (TWO, TABLE, SHOP), own=1)
    assert not passes((ONE, TABLE, SHOP, SHOP, TWO), (TWO, TABLE, SHOP), own=1)
    assert passes((ONE, TABLE, SHOP, ONE), (TWO, TABLE, SHOP), own=1)
    assert passes((ONE, TABLE), (TWO, TABLE, SHOP), own=1)
    assert passes((ONE, TABLE, SHOP, TWO, SHOP), (TWO, TABLE, SHOP), own=1)


@pytest.mark.parametrize(
    ("one", "two", "anew"),
    [
        ("Page 2 of 2", "Page 1 of 3", True),
        ("Page 1 of 1", "Page 1 of 1", True),
        ("Page 1 of 2", "Page 1 of 3", False),
        ("Page 2 of 2", "Page 2 of 3", False),
        ("Page 1 of 2", "Page 2 of 2", False),
        ("Page 2 of 2", "word", False),
        ("word", "Page 1 of 3", False),
    ],
)
def test_pages_that_are_counted_from_one_again_are_another_statement(
    one: str, two: str, anew: bool
) -> None:
    pages = ((one, TABLE, SHOP), (two, TABLE, SHOP))
    assert passes(*pages, own=1) is anew
    assert passes(*pages, own=2) is anew
    assert not passes(*pages, own=2, skip=1)
    assert not passes(*pages, own=1, less=1)


def test_a_heading_above_may_be_any_number_of_rows() -> None:
    first, third = (ONE, TABLE, SHOP), ("Account number 33333333", TABLE, SHOP)
    assert passes((*first, TWO, "Thank you", TABLE, SHOP), (ONE, TABLE, SHOP), own=2)
    assert not passes((*first, TWO, "Thank you", TABLE, SHOP), (TWO, TABLE, SHOP), own=2)
    assert passes((*first, TWO, SHOP), third, own=2)
    assert not passes((*first, TWO, SHOP, TWO), third, own=2)


def test_a_front_that_begins_with_an_entry_names_nothing() -> None:
    front, own = (ONE, MARCH, TABLE, SHOP), (APRIL, TABLE, SHOP)
    assert passes(front, own, (TWO, TABLE, SHOP), own=2)
    assert not passes((SHOP, *front), own, (TWO, TABLE, SHOP), own=2)


IN_EUR, IN_USD, OPENS = "EUR account", "USD account", "Opening balance 700.00"


@pytest.mark.parametrize(
    ("one", "two", "apart"),
    [
        ((IN_EUR,), (IN_USD, OPENS), True),
        ((IN_EUR,), (IN_EUR, OPENS), False),
        ((IN_EUR,), (IN_USD,), False),
        ((), (IN_USD, OPENS), False),
        ((IN_EUR, IN_USD), (IN_USD, OPENS), False),
        ((ONE, IN_EUR), (ONE, IN_USD, OPENS), True),
        ((ONE, IN_EUR), (TWO, IN_EUR), True),
        ((ONE, IN_EUR), (TWO, IN_USD), True),
    ],
)
def test_a_heading_in_another_currency_needs_a_balance_of_its_own(
    one: tuple[str, ...], two: tuple[str, ...], apart: bool
) -> None:
    pages = ((*one, TABLE, SHOP), (*two, TABLE, SHOP))
    assert passes(*pages, own=1) is apart
    assert passes(*pages, own=2) is apart


def test_a_part_begins_above_the_heading_of_its_currency_and_ends_before_the_next() -> None:
    first, second = (IN_EUR, TABLE, SHOP), (IN_USD, OPENS, TABLE, SHOP)
    assert not passes((IN_EUR, TABLE, SHOP), ("Pay in USD", OPENS, TABLE, SHOP), own=1)
    assert not passes((IN_EUR, TABLE, SHOP), ("Pay in USD", OPENS, TABLE, SHOP), own=2)
    assert not passes((*first, "CHF account"), second, own=2)
    assert not passes((*first, "CHF account"), second, own=1)
    assert passes((*first, IN_EUR), second, own=1)
    assert passes((ONE, *first, "CHF account"), (TWO, *second), own=1)
    assert passes((ONE, *first, "CHF account"), (TWO, *second), own=2)


def test_words_that_there_are_no_entries_end_a_heading() -> None:
    nothing = (TWO, "No transactions in this period")
    third = ("Account number 33333333", TABLE, SHOP)
    assert passes((ONE, TABLE, SHOP), nothing, third, own=1) is False
    assert passes((ONE, TABLE, SHOP), (TWO, OPENS, nothing[1]), third, own=1)
    assert passes((ONE, TABLE, SHOP), (TWO, OPENS, nothing[1]), third, own=3)
    assert passes((ONE, TABLE, SHOP), (TWO, OPENS, nothing[1]), third, own=2)
    assert not passes((ONE, TABLE, SHOP), (ONE, OPENS, nothing[1]), third, own=2)


def test_a_balance_that_is_carried_on_begins_no_part_in_another_currency() -> None:
    second = (IN_USD, OPENS, TABLE, SHOP)
    for above in ("Closing balance 700.00", "Balance carried forward 700.00", "700.00"):
        assert not passes((IN_EUR, TABLE, SHOP, above), second, own=1)
        assert not passes((IN_EUR, TABLE, SHOP, above), second, own=2)
    beside = "01/03/2025   Shop   5.00   700.00"
    assert not passes((IN_EUR, TABLE, SHOP, beside), second, own=2)
    assert passes((IN_EUR, TABLE, SHOP, "Closing balance 70.00"), second, own=1)
    assert passes((IN_EUR, TABLE, SHOP, "Closing balance 70.00"), second, own=2)


@pytest.mark.parametrize(
    "entry",
    [
        ("15/05/25   17/05/25   Salary", "Invoice 4   5.00"),
        ("15/05/25   17/05/25   Total Fitness", "Invoice 4   5.00"),
        ("15/05/25   17/05/25", "Salary   5.00"),
        ("15/05/25   Salary", "Account number 22222222", "Invoice 4   5.00"),
        ("15/05/25", "Salary   Account number 22222222", "Invoice 4   5.00"),
    ],
)
def test_the_dates_and_texts_of_entries_are_no_heading(entry: tuple[str, ...]) -> None:
    """The second page goes on with the first one's table; its amounts stand below its dates."""
    first = (ONE, "01/03/2025 to 31/03/2025", TABLE, SHOP)
    assert not passes(first, (TABLE, *entry), own=1)
    assert not passes(first, (TABLE, *entry, SHOP), own=2)
    assert not passes(first, ("Balance brought forward   5.00", *entry, TABLE), own=1)


@pytest.mark.parametrize(
    "heading",
    [
        "01/04/2025 to 30/04/2025",
        "1 April 2025 - 30 April 2025",
        "01/04/2025 to 30/04/2025   Account statement",
    ],
)
def test_a_heading_may_begin_with_a_date(heading: str) -> None:
    first = (ONE, "01/03/2025 to 31/03/2025", TABLE, SHOP)
    assert passes(first, (heading, TABLE, SHOP), own=1)
    assert passes(first, (heading, TABLE, SHOP), own=2)
    assert passes(first, (heading, TWO, TABLE, SHOP), own=2)


def test_a_date_alone_may_stand_in_a_heading_but_not_below_a_table_begun() -> None:
    first, dated = (ONE, TABLE, SHOP), "30/04/2025"
    assert passes(first, (dated, TWO, TABLE, SHOP), own=1)
    assert passes((dated, *first), (TWO, TABLE, SHOP), own=1)
    assert not passes(first, (TABLE, dated, TWO, SHOP), own=1)
    assert not passes(first, (TABLE, "Some words", dated, TWO, SHOP), own=1)


def test_below_a_table_begun_a_label_or_a_range_is_still_of_the_heading() -> None:
    first = (ONE, "01/03/2025 to 31/03/2025", TABLE, SHOP)
    assert passes(first, (TABLE, "30/04/2025   Account number 22222222", SHOP), own=1)
    assert passes(first, (TABLE, "01/04/2025 to 30/04/2025", SHOP), own=1)
