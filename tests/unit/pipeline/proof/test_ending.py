"""The last day of a page without a period is the one that its words call so, and no other."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.proof.page import PageProof, prove_page
from pipeline.words import Seen
from tests.support.kernel import held

PAGE = """
    Northgate Bank
    Current account 12345678
    {}

    Opening balance{}                100.00

    Date         Description           Money out   Money in
    03/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    {}                              1,150.00
    """
END = date(2025, 3, 31)


def proof(heading: str, opening: str = "", closing: str = "Closing balance") -> PageProof:
    return held(PAGE.format(heading, opening, closing)).printed()


def last_day(heading: str, opening: str = "", closing: str = "Closing balance") -> date | None:
    found = proof(heading, opening, closing)
    assert found.proven
    assert found.facts is not None
    assert not found.facts.follows
    return found.facts.last_day


@pytest.mark.parametrize(
    "heading",
    [
        "Statement date 31 March 2025",
        "Sort code 20-00-00        Statement date: 31/03/2025",
        "Closing date 31/03/2025",
        "Statement closing date 31 March 2025",
        "For the month ended 31 March 2025",
        "Auszugsdatum 31.03.2025",
        "Fecha de corte 31/03/2025",
        "Statement date          Branch\n    31 March 2025           Ely",
        "Statement for March 2025",
        "March 2025",
        "Account statement March 2025",
        "Extrato mensal           março/2025",
        "Výpis z účtu za březen 2025",
        "Mes: 03/2025",
        "對賬單 2025年3月",
        "Statement for March 2025          Statement date 31 March 2025",
        "Statement for March 2025          Statement date 2 April 2025",
        "Statement for March 2025          Statement date 15 April 2025",
        "Statement date 31 March 2025\n    From May 2025 our rates are lower",
        "Statement date 31 March 2025\n    Statement for May 2025",
        "Statement date 31 March 2025\n    Issued on 2 April 2025",
        "Statement date 31 March 2025      Payment due date 25 April 2025",
    ],
)
def test_a_day_or_a_month_is_the_last_day(heading: str) -> None:
    assert last_day(heading) == END


@pytest.mark.parametrize(
    "heading",
    [
        "We wish you a very good year",
        "Issued on 31 March 2025",
        "Printed on 31 March 2025",
        "Erstellt am 31.03.2025",
        "Payment due date 31 March 2025",
        "31 March 2025",
        "Statement date 31 March",
        "Statement date 30 March 2025\n    Closing date 31 March 2025",
        "Your insurance offers statement date 31 March 2025",
        "Statement date of your insurance 31 March 2025",
        "From March 2025 our rates are lower",
        "Statement for March 2025\n    Statement for April 2025",
        "Statement for March 2025 and for more news look up our offers",
        "Statement period 01/03/2025 to 31/0B/2025\n    Statement date 31 March 2025",
    ],
)
def test_another_day_is_not(heading: str) -> None:
    assert last_day(heading) is None


def test_the_day_of_the_closing_balance_goes_before_a_later_one() -> None:
    dated = "Closing balance on 31 March 2025"
    assert last_day("We wish you a very good year", closing=dated) == END
    assert last_day("Statement date 2 April 2025", closing=dated) == END
    assert last_day("Statement date 30 March 2025", closing=dated) is None


@pytest.mark.parametrize(
    ("closing", "day"),
    [
        ("Closing balance 31 March 2025", END),
        ("Balance on 31 March 2025", END),
        ("Closing balance 31 March", None),
        ("Closing balance 31 March 2025 on 2 April 2025", None),
    ],
)
def test_a_day_in_the_row_of_the_closing_balance_is_the_last(
    closing: str, day: date | None
) -> None:
    assert last_day("We wish you a very good year", closing=closing) == day


@pytest.mark.parametrize(
    ("other", "day"),
    [
        ("Closing balance 31 March 2025", END),
        ("Closing balance 2 April 2025", None),
        ("Balance on 31 March 2025", END),
        ("Balance on 2 April 2025", None),
    ],
)
def test_two_days_of_the_closing_balance_are_none(other: str, day: date | None) -> None:
    heading = f"{other}          1,150.00"
    assert last_day(heading, closing="Closing balance 31 March 2025") == day


def test_a_balance_of_another_day_is_no_closing_one() -> None:
    heading = "Statement date 31 March 2025\n    Balance on 28 March 2025          100.00"
    assert last_day(heading) == END


@pytest.mark.parametrize(
    ("titles", "dated", "day"),
    [
        (["March"], "16 April", date(2025, 4, 16)),
        (["March"], "15 April", END),
        (["March"], "1 April", END),
        (["April"], "2 April", date(2025, 4, 2)),
        (["March", "April"], "2 April", None),
        (["March", "February"], "2 April", END),
        (["February"], "31 March", END),
    ],
)
def test_of_a_month_and_a_day_soon_after_the_month_counts(
    titles: list[str], dated: str, day: date | None
) -> None:
    rows = [f"Statement for {month} 2025" for month in titles]
    assert last_day("\n    ".join([*rows, f"Statement date {dated} 2025"])) == day


@pytest.mark.parametrize(
    "row",
    [
        "31 March 2025 is your statement date",
        "Interest rate period, statement date 31 March 2025",
        "A statement of news for May 2025 that you may like",
        "Statement with all the good news of May 2025",
        "Read about May 2025 statement",
        "Statement 20255",
    ],
)
def test_sentences_name_no_last_day(row: str) -> None:
    assert last_day(row) is None


def test_a_title_may_speak_of_the_account_and_of_nothing_else() -> None:
    assert last_day("Statement of all your accounts for March 2025") == END
    assert last_day("Statement of all money for March 2025") is None


@pytest.mark.parametrize(
    "row",
    [
        "Statements go online in March 2025",
        "Statement terms of March 2025",
        "Statement fee waived March 2025",
        "Statement of fees March 2025",
        "Statement for February and March 2025",
        "Until March 2025",
    ],
)
def test_what_happens_in_a_month_is_no_title(row: str) -> None:
    assert last_day(row) is None


def test_a_month_below_the_entries_is_no_title() -> None:
    assert last_day("We wish you a good year", closing="March 2025\n    Closing balance") is None


@pytest.mark.parametrize(
    "row",
    [
        "Next closing date 31 March 2025",
        "Old statement date 31 March 2025",
        "Loan closing date 31 March 2025",
        "Account closing date 31 March 2025",
        "Fee as at 31 March 2025",
        "APR as of 31 March 2025",
        "See statement dated 31 March 2025",
        "Tax paid in the year ended 31 March 2025",
        "Statement date of next bill 31 March 2025",
        "Statement date (next) 31 March 2025",
        "As of 31 March 2025 our fees change",
        "Closing date 31 March 2025 (next month)",
        "Your next statement\n    Closing date 31 March 2025",
        "Week ending 31 March 2025",
        "Quarter ended 31 March 2025",
        "3 March to 31 March\n    Statement date 31 March 2025",
        "Period 03/03 - 31/03\n    Statement date 31 March 2025",
        "Movements 3 March 2025 - 31 March 2025\n    Statement date 31 March 2025",
    ],
)
def test_a_day_of_something_else_is_not_the_last(row: str) -> None:
    assert last_day(row) is None


@pytest.mark.parametrize(
    "row",
    [
        "Ihr Auszugsdatum 31.03.2025",
        "Account statement date 31 March 2025",
        "Statement date 31 March 2025 Page 1 of 1",
        "Statement date 31 March 2025 no. 3",
    ],
)
def test_words_of_the_statement_may_stand_around_its_day(row: str) -> None:
    assert last_day(row) == END


def test_where_a_period_is_printed_there_is_no_other_last_day() -> None:
    heading = "Statement period 1 March 2025 to 31 March 2025\n    Statement date 2 April 2025"
    assert last_day(heading) is None


def test_an_order_of_day_and_month_that_nobody_tells_tells_no_day() -> None:
    changes = [("17/03/2025   J", "03/03/2025   J"), ("date 31/03/2025", "date 05/04/2025")]
    unsure = held(PAGE.format("Statement date 31/03/2025", "", "Closing balance")).printed(*changes)
    assert unsure.proven
    assert unsure.facts is not None
    assert unsure.facts.last_day is None


def test_a_day_that_does_not_look_so_is_none_and_the_rows_stay_proven() -> None:
    found = proof("Statement date 31 March 2025")
    (page,) = found.pages.pages
    words = [word.text for word in page.words]
    at = words.index("31")
    seen = (*page.seen[:at], Seen.DOUBTED, *page.seen[at + 1 :])
    again = prove_page((replace(page, seen=seen),), found.witness)
    assert again.proven
    assert again.facts is not None
    assert again.facts.last_day is None
    assert at in found.relied_on()[1]
