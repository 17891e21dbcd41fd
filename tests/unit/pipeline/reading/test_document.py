"""A whole document's rows under one reading of point and comma."""

from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.sheet import all_rows, printed_years, sheet_of, styles_to_try
from tests.support.typewritten import document, rows


def styles(text: str) -> list[NumberStyle]:
    return styles_to_try(all_rows(document(text).pages))


def test_the_style_that_more_figures_demand_is_tried_first() -> None:
    assert styles("1,234.56   7.00\n8.00")[0] is NumberStyle.POINT
    assert styles("1.234,56   7,00\n8,00")[0] is NumberStyle.COMMA


def test_a_currency_without_minor_units_is_read_whole() -> None:
    assert styles("残高  1,234\n  56,000")[0] is NumberStyle.WHOLE


def test_an_odd_figure_out_does_not_bring_in_the_other_style() -> None:
    page = "\n".join(["1.234,56   7,00"] * 8 + ["EUR 45.00"])
    assert styles(page) == [NumberStyle.COMMA]


def test_a_number_without_minor_units_is_a_reference_not_money() -> None:
    (row,) = rows("14/03/2025  Cheque 000123  250  5.00")
    assert [figure.value for figure in row.figures] == [500]


def test_a_date_with_points_is_a_date_where_it_leads_the_row() -> None:
    (row,) = rows("10.11   Coffee   10.11")
    assert (len(row.dates), len(row.figures)) == (1, 1)


def test_a_mark_on_a_row_of_its_own_joins_the_figure_above() -> None:
    above, below = "14/03/2025  Coffee   5.00", "                        CR"
    (row,) = rows(f"{above}\n{below}")
    assert row.figures[0].mark == 1


def test_the_years_that_a_document_prints() -> None:
    assert printed_years(all_rows(document("2024 to 14/01/2025, ref 1234").pages)) == {2024, 2025}


def test_a_short_year_behind_most_dates_is_a_year() -> None:
    text = "27 Sep 13  Coffee  5.00\n28 Sep 13  Rent  9.00\n29 Sep 13  Tea  1.00"
    assert {row.dates[0].year for row in rows(text)} == {2013}


def test_a_row_part_keeps_its_own_words() -> None:
    sheet = sheet_of(all_rows(document("14/03/2025 Tea 5.00").pages), NumberStyle.POINT)
    assert sheet.rows[0].text == "14/03/2025 Tea 5.00"
