"""What the reader objects to: words of the bank, and totals and counts that it prints."""

import pytest

from tests.support.typewritten import objected, printed

PRINTED = printed("objections_words")

PAGE = PRINTED["page"]


def of_page(top: str = "", first: str = "Rent", between: str = "") -> list[str]:
    (found,) = objected(PAGE.format(top=top, first=first, between=between))
    return found


@pytest.mark.parametrize(
    "words", ["Save thousands with us", "PO Box 1000", "Limit 5'000", "2 x 1,000.00"]
)
def test_other_thousands_are_not(words: str) -> None:
    assert of_page(top=words) == []


def test_nor_is_a_payee_of_that_name() -> None:
    assert of_page(first="Thousand Oaks Cafe") == []


@pytest.mark.parametrize("heading", ["Declined", "Pending transactions", "Not included in balance"])
def test_lines_below_a_heading_that_says_not_booked_are_objected_to(heading: str) -> None:
    assert of_page(between=heading) == [f"other {heading}"]


def test_a_line_with_a_cell_that_says_so_is_too() -> None:
    assert of_page(first="Rent      Declined") == ["other Declined"]


def test_the_same_word_within_a_text_is_not() -> None:
    assert of_page(first="Failed payment fee") == []
    assert of_page(between="Declined payments are shown and never charged to you") == []
    assert of_page(top="Declined") == []


SECTIONS = PRINTED["sections"]


@pytest.mark.parametrize("heading", ["Credit interest", "Interest (31 March 2025)", "Main account"])
def test_words_in_the_place_of_a_day_above_a_line_without_one_are_objected_to(heading: str) -> None:
    header = f"{'Description':37}Amount       Balance"
    page = SECTIONS.format(header=header, above=heading)
    assert objected(page) == [[f"other {heading}"]]
    assert objected(SECTIONS.format(header=header, above="")) == [[]]
    assert objected(SECTIONS.format(header=header, above=f"     {heading}")) == [[]]
    # Where texts begin in that place as well, it may be one.
    assert objected(page.replace("         Coffee", "    Coffee     ")) == [[]]


def test_lines_that_no_balance_notices_are_objected_to() -> None:
    between = "03/03/2025   To a pot                 -30.00\n" + 4 * " "
    back = "03/03/2025   Back                      {}.00"
    assert of_page(between=between + back.format(30)) == ["other 03/03/2025 To a pot -30.00"]
    assert of_page(between=between + back.format(20)) == []


TABLE = PRINTED["table"]
OWN = {"top": "Account number 1234 5678", "day": "03/03/2025", "first": "Tea", "second": "Tax"}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"top": OWN["top"] + "\n    Loyalty points"}, ["other Loyalty points"]),
        ({"day": "03/07/2025"}, ["other 2025-07-03"]),
        (
            {"first": "Savings account 22 33 44 55", "second": "Current account 66 77 88 99"},
            ["other 03/03/2025 Savings account 22 33 44 55 5.00 105.00"],
        ),
    ],
    ids=["a statement", "points", "announced", "a list of accounts"],
)
def test_a_further_table_may_be_no_statement(changes: dict[str, str], found: list[str]) -> None:
    period = "Account number 9876 5432\nStatement period 01/03/2025 to 31/03/2025\n"
    further = TABLE.format(**{**OWN, **changes})
    assert objected(period + PAGE.format(top="", first="Rent", between=""), further)[-1] == found


@pytest.mark.parametrize(("back", "said"), [("300.00", 1), ("299.00", 0)])
def test_texts_below_days_alone_that_come_to_zero_may_be_lines(back: str, said: int) -> None:
    page = f"""
                     Date         Description          Amount    Balance
                                  Opening balance                100.00
                     03/03/2025   Salary                20.00    120.00
                     04/03/2025   Tea                   -5.00    115.00
        08/03/2025
        Ida   -300.00
        08/03/2025
        Ida   {back}
        """
    (objections,) = objected(page)
    assert len(objections) == said


TOTALS = PRINTED["totals"]


@pytest.mark.parametrize(
    ("printed", "objection"),
    [
        ("Total debits 65.00   Total credits 300.00", "total 65.00"),
        ("Total debits 55.00   Total credits 310.00", "total 310.00"),
        ("Number of transactions: 4", "count 4"),
        ("Number of debits 4", "count 4"),
        ("4 transactions", "count 4"),
        ("Balance on 03/03/2025 951.00", "balance 951.00"),
    ],
)
def test_a_figure_that_is_not_the_lines_own_is_objected_to(printed: str, objection: str) -> None:
    assert objected(TOTALS.format(printed)) == [[objection]]


@pytest.mark.parametrize(
    "printed",
    [
        "Total debits 55.00   Total credits 300.00",
        "Total debits 55.00   Total credits 1,300.00",  # with the opening balance
        "Total debits 65.00",
        "Total debits 65.00   Total credits 300.00   Total debits 70.00",
        "Number of transactions: 3",
        "Number of debits 2",
        "Call us about 4 transactions or more",
        "Balance on 04/03/2025 950.00",  # before the lines of that day
        "Balance on 04/03/2025 945.00",
        "Balance on 09/03/2025 1.00",
    ],
)
def test_one_that_agrees_or_that_no_line_can_tell_is_not(printed: str) -> None:
    assert objected(TOTALS.format(printed)) == [[]]


RUNNING = PRINTED["running"]


def test_a_printed_end_to_which_no_line_leads_is_objected_to() -> None:
    """Each line has a balance, so the closing one could be derived: rows behind it are missing."""
    assert objected(RUNNING.format(closing="1,757.00", below="")) == [["balance 1757.00"]]


def test_another_end_beside_the_right_one_is_not() -> None:
    below = "Savings account   Closing balance 90.00"
    assert objected(RUNNING.format(closing="1,250.00", below=below)) == [[]]
