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
