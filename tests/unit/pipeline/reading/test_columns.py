"""Figures that line up are a column; a header names the one beneath it."""

from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.table.columns import Columns, Side, columns_of
from tests.support.typewritten import HEIGHT, rows

TABLE = """
    Date         Description          Paid out     Paid in     Balance
    01/03/2025   Salary                           2,000.00    2,100.00
    02/03/2025   Rent                   950.00                1,150.00
    03/03/2025   Coffee                   5.00                1,145.00
    """


def columns(text: str) -> Columns:
    printed = rows(text)
    return columns_of(printed, headers_of(printed), HEIGHT)


def test_left_aligned_figures_make_columns_too() -> None:
    found = columns(
        """
        01/03/2025   Salary     2,000.00   12,100.00
        02/03/2025   Rent       950.00     11,150.00
        03/03/2025   Coffee     5.00       11,145.00
        04/03/2025   Books      15.00      900.00
        """
    )
    assert found.side is Side.LEFT
    assert len(found.columns) == 2


def test_a_figure_far_from_every_column_stands_in_none() -> None:
    (row,) = rows("7.77")
    assert columns(TABLE).index_of(row.figures[0]) is None
