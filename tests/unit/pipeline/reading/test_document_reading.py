"""What banks print, one oddity at a time: a small page of each, read and proven."""

from textwrap import dedent
from typing import Any

import pytest

from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.sheet import all_rows, printed_years, styles_to_try
from tests.support.typewritten import document, in_short, only, printed, read, rows

PRINTED = printed("document_reading")

PLAIN = PRINTED["plain"]
#: Of one statement each: what is read of it, as far as its oddity goes.
STATEMENTS = printed("statements")


@pytest.mark.parametrize("said", STATEMENTS.values(), ids=STATEMENTS)
def test_a_statement_is_read_as_it_is_printed(said: dict[str, Any]) -> None:
    draft = only(read(*said["pages"]))
    wanted = {name: each for name, each in said.items() if name != "pages"}
    balances = draft.opening_balance, draft.closing_balance
    sources = {each.name: [each.value, each.source] for each in draft.hypotheses}
    found = {
        "lines": [in_short(line) for line in draft.lines],
        "texts": [line.description for line in draft.lines],
        "second days": [str(line.value_date) for line in draft.lines],
        "balances": ["none" if each is None else each for each in balances],
        "opening": draft.opening_balance,
        "closing": draft.closing_balance,
        "side": sources.get("side"),
        "direction": sources.get("direction", [""])[-1],
        "status": draft.status,
        "kind": draft.kind,
        "newest first": draft.witnesses[0].convention.newest_first if draft.witnesses else None,
        "objections": [each.code for each in draft.objections],
    }
    assert {name: found[name] for name in wanted} == wanted


def test_two_accounts_in_one_document_are_two_statements() -> None:
    both = read(
        PLAIN.replace("Statement period", "Account number 1234 5678\n    Statement period"),
        PLAIN.replace("Statement period", "Account number 8765 4321\n    Statement period"),
    )
    assert [(draft.account_mask, draft.status) for draft in both.statements] == [
        ("5678", "proven"),
        ("4321", "proven"),
    ]


@pytest.mark.parametrize("text", ["", "Dear customer,\nour branch moves to 12 Long Street."])
def test_an_empty_document_or_one_of_words_only_is_no_statement(text: str) -> None:
    assert read(text).statements == ()


def test_rows_of_a_part_that_does_not_add_up_could_be_lines_of_its_neighbour() -> None:
    """The neighbour's own rows are read all the same, and wait for the other part."""
    wrong = "Account number 12345678\n" + dedent(PLAIN)
    wrong = wrong.replace("5.00                 1,145.00", "6.00                 1,145.00")
    april = PRINTED["rows of a part that does not"]
    for number in ("12345678", "87654321"):
        found = read(wrong, april.format(number)).statements
        assert [draft.status for draft in found] == ["unproven", "unproven"]
        assert [c.name for c in found[1].checks if c.state != "passed"] == ["covered"]
        assert [line.amount for line in found[1].lines] == [210_000, -95_500, -700]


def test_without_a_heading_of_its_own_a_part_is_whole_only_with_its_neighbour() -> None:
    wrong = PLAIN.replace("5.00                 1,145.00", "6.00                 1,145.00")
    again = PLAIN.replace("    Statement period 01/03/2025 to 31/03/2025\n", "")
    again = again.replace(" 100.00", " 700.00").replace("2,100.00", "2,700.00")
    again = again.replace("1,150.00", "1,750.00").replace("1,145.00", "1,745.00")
    assert {draft.status for draft in read(wrong, again).statements} == {"unproven"}


def test_rows_of_a_part_that_could_not_be_read_leave_its_neighbours_in_doubt() -> None:
    text = PRINTED["rows of a part that could not"]
    assert {draft.status for draft in read(text).statements} == {"unproven"}


def test_a_line_keeps_its_number_its_literal_text_and_its_place() -> None:
    salary, rent, coffee = only(read(PLAIN)).lines
    assert salary.raw == "01/03/2025 Salary 2,000.00 2,100.00"
    assert [line.ordinal for line in (salary, rent, coffee)] == [1, 2, 3]
    assert salary.page == rent.page == 1
    assert salary.bbox.bottom < rent.bbox.top


def styles(text: str) -> list[NumberStyle]:
    return styles_to_try(all_rows(document(text).pages))


def test_the_style_that_more_figures_demand_is_tried_first() -> None:
    assert styles("1,234.56   7.00\n8.00")[0] is NumberStyle.POINT
    assert styles("1.234,56   7,00\n8,00")[0] is NumberStyle.COMMA


def test_a_currency_without_minor_units_is_read_whole() -> None:
    assert styles("残高  1,234\n  56,000")[0] is NumberStyle.WHOLE


def test_dinars_have_three_digits_behind_the_point_or_in_tunisia_the_comma() -> None:
    assert styles("BHD\n1.310   45.990")[0] is NumberStyle.MILLS
    assert styles("1,954.809   45.201")[0] is NumberStyle.MILLS
    assert styles("1.954,809   45,201")[0] is NumberStyle.MILLS_COMMA
    assert styles("1.954   45.201")[0] is NumberStyle.WHOLE
    assert styles("TND\n1,310   45,990")[0] is NumberStyle.MILLS_COMMA
    assert styles("TND\n1,310.500   45.990")[0] is NumberStyle.MILLS


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
