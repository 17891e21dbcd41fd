"""A row's description is its words and those of the lines that go with it, and nothing else."""

from pipeline.drafts import Line
from tests.support.typewritten import only, read

HEAD = """
    Statement period 01/03/2025 to 31/03/2025

    Date         Description                Amount      Balance
                 Opening balance                         100.00"""
TAIL = """
                 Closing balance                       1,150.00
    """


def lines(rows: str) -> tuple[Line, ...]:
    return only(read(f"{HEAD}{rows}{TAIL}")).lines


ROWS = """
    01/03/2025   Salary March             2,000.00     2,100.00
                 ACME LTD
    17/03/2025   Rent                      -950.00     1,150.00"""


def test_dates_and_figures_are_no_description() -> None:
    assert [line.description for line in lines(ROWS)] == ["Salary March ACME LTD", "Rent"]


def test_the_literal_text_of_the_row_is_kept_with_its_place() -> None:
    salary, rent = lines(ROWS)
    assert salary.raw == "01/03/2025 Salary March 2,000.00 2,100.00"
    assert salary.page == rent.page == 1
    assert salary.bbox.bottom < rent.bbox.top


def test_a_description_goes_on_over_the_pages_end() -> None:
    first = f"{HEAD}\n    01/03/2025   Salary                   2,000.00     2,100.00"
    second = f"                 of March{ROWS[ROWS.index('    17/03') - 1 :]}{TAIL}"
    drafted = only(read(first, second))
    assert drafted.lines[0].description == "Salary of March"


def test_lines_are_numbered_from_one_in_printed_order() -> None:
    assert [line.ordinal for line in lines(ROWS)] == [1, 2]


def test_what_is_behind_a_second_day_below_and_paid_abroad_is_of_the_lines_text() -> None:
    text = """
        Booked       Text                               Amount     Balance
        Value
                     Opening balance                                100.00
        03/03/2025   Standing order                      -8.00       92.00
        03/03/2025   Jan Novak
                     March rent
        04/03/2025   Card                               -20.00       72.00
        04/03/2025   Bakery
                     Paid: 2025-03-02   80.45 PLN
        05/03/2025   Card                                -2.00       70.00
        05/03/2025   Kiosk
                     Closing balance                                 70.00
        """
    draft = only(read(text))
    assert [line.description for line in draft.lines] == [
        "Standing order Jan Novak March rent",
        "Card Bakery Paid: 2025-03-02",
        "Card Kiosk",
    ]
    assert draft.status == "proven"
