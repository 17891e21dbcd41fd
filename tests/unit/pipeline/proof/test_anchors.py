"""Where no period is printed, one day of the statement's own says in which year its rows are."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.proof.anchors import last_day, years_named
from tests.support.typewritten import rows


def last(*lines: str, month_first: bool = False) -> str | None:
    found = last_day(rows("\n".join((*lines, "Fee 1.00")))[:-1], month_first)
    return str(found) if found else None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Statement date 03/04/2025",), "2025-04-03"),
        (("Statement date 3 April",), None),
        (("Statement date", "03/04/2025"), "2025-04-03"),
        (("Statement date", "                        03/04/2025"), None),
        (("Statement date", "", "", "", "03/04/2025"), None),
        (("03/04/2025 Statement date",), None),
        (("Statement date 03/04/2025 05/04/2025",), "2025-04-03"),
        (("Statement date 03/04/2025", "Statement date 04/04/2025"), None),
        (("Statement date 03/04/2025", "Statement date 03/04/2025"), "2025-04-03"),
        (("Date Statement date Amount Balance", "03/04/2025"), None),
        (("February 2024",), "2024-02-29"),
        (("February, 2024",), "2024-02-29"),
        (("December 2024",), "2024-12-31"),
        (("Account of February 2024 for you",), "2024-02-29"),
        (("February 24",), None),
        (("February 2024 1.00",), None),
        (("2024年12月",), "2024-12-31"),
        (("2024年13月",), None),
        (("2024年0月",), None),
        (("2024年12月31日",), None),
        (("Month 02/2024",), "2024-02-29"),
        (("Month 13/2024",), None),
        (("Month 12-2024",), "2024-12-31"),
        (("Date 08/11/2023",), "2023-11-08"),
        (("Date : 08/11/2023",), "2023-11-08"),
        (("Date of the 08/11/2023",), None),
        (("Date 08/11/2023 1.00",), None),
        (("Closing balance 08/11/2023 1.00",), "2023-11-08"),
        (("Opening balance 08/11/2023 1.00",), None),
        (("Payment due date 08/11/2023",), "2023-11-08"),
        (("08/11/2023 Payment due date",), None),
        (("Payment due date", "08/11/2023"), "2023-11-08"),
        (("Payment due date 08/11/2023", "Statement date 03/11/2023"), "2023-11-03"),
        (("December 2024", "Statement date 03/11/2023"), "2023-11-03"),
        (("Ask for our Tablet Pro 2024", "Closing balance 08/11/2023 1.00"), "2023-11-08"),
        (("word",), None),
        (("word 2024",), None),
        (("February 2024 to 01/03/2025",), None),
        (("word 1.00", "February 2024"), "2024-02-29"),
        (("November 2024",), "2024-11-30"),
        (("2024年1月",), "2024-01-31"),
        (("Balance 08/11/2023",), None),
        (("Payment due date 08/11/2023 09/11/2023",), "2023-11-08"),
        (("Description Statement date", "            03/04/2025"), "2025-04-03"),
        (("            Statement date", "03/04/2025"), None),
        (("03/04/2025", "Statement date"), None),
        (("Statement date", "word", "03/04/2025"), "2025-04-03"),
        (("word", "word", "word", "Statement date", "", "", "03/04/2025"), None),
    ],
)
def test_the_statements_own_day(lines: tuple[str, ...], expected: str | None) -> None:
    assert last(*lines) == expected


def test_a_date_on_the_next_page_stands_under_no_label() -> None:
    assert last_day(rows("Statement date", "03/04/2025"), False) is None


def test_the_order_of_day_and_month_is_the_conventions() -> None:
    assert last("Statement date 03/04/2025", month_first=True) == str(date(2025, 3, 4))


@pytest.mark.parametrize(
    ("lines", "years"),
    [
        (("Year 2023",), {2023}),
        (("Jahr 2023",), {2023}),
        (("Year 23",), set()),
        (("Year", "2023"), {2023}),
        (("Year", "                2023"), set()),
        (("Kontoauszug Nr. 5/2024",), {2024}),
        (("Auszug 5/2024",), {2024}),
        (("Auszug 5.2024",), {2024}),
        (("Auszug 5/24",), set()),
        (("Seite 5/2024",), set()),
        (("Year 2023", "Year 2024"), {2023, 2024}),
        (("2023",), set()),
        (("word", "Year", "2023"), {2023}),
        (("Year of 2023",), {2023}),
        (("Year of the 2023",), set()),
        (("2023 Year",), set()),
        (("                Year", "2023"), set()),
        (("Account 2023",), set()),
        (("Ihr Kontoauszug Nr. 5/2024",), {2024}),
        (("Nr. 5/2024 Kontoauszug",), set()),
    ],
)
def test_a_year_counts_behind_a_label_or_a_statements_number(
    lines: tuple[str, ...], years: set[int]
) -> None:
    assert years_named(rows("\n".join((*lines, "Fee 1.00")))[:-1]) == years


def test_a_month_of_another_year_than_the_named_one_is_an_adverts() -> None:
    assert last("Kontoauszug Nr. 3/2025", "Messe Mai 2024") is None
    assert last("Kontoauszug Nr. 3/2025", "Messe Mai 2024", "März 2025") == "2025-03-31"
    assert last("Kontoauszug", "Mai 2024") == "2024-05-31"
