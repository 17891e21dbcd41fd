"""A period that no page prints is taken from a person who states it, and never against a word."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from evals.typeset import Entry as Printed
from evals.typeset import Sheet, proof_of
from pipeline.matching.shapes import Pair
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.ledger import prove_ledger
from pipeline.proof.ledger_side import LedgerSide, Pairing
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.period import Period
from pipeline.proof.stated import Stated
from pipeline.reading.offer import with_excuses
from tests.support.kernel import fails, held
from tests.support.statements import Entry, day

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE
PAGE = """
    Northgate Bank
    Current account
    {}

    {}                                100.00

    Date         Description           Money out   Money in
    {}   Acme Ltd                          2,000.00
    {}   J Smith                  950.00

    {}                              1,150.00
    """
MARCH = Period(date(2025, 3, 1), date(2025, 3, 31))


def said(
    period: Period | None,
    heading: str = "We wish you all a very good year",
    opening: str = "Opening balance",
    closing: str = "Closing balance",
    rows: tuple[str, str] = ("03/03/2025", "17/03/2025"),
) -> PageProof:
    """The page with this heading and these labels, and the period that a person states of it."""
    statement = held(PAGE.format(heading, opening, *rows, closing))
    proof = statement.printed()
    return prove_page(proof.pages, proof.witness, Stated(period, source="Ann"))


def outcome(proof: PageProof) -> tuple[CheckState, str]:
    check = next(check for check in proof.checks if check.name == "period")
    return check.state, check.detail


def fact(proof: PageProof) -> Period | None:
    assert proof.proven
    assert proof.facts is not None
    return proof.facts.period


def test_a_period_that_no_page_prints_is_a_persons() -> None:
    assert outcome(said(None))[0] is UNAVAILABLE
    assert fact(said(None)) is None
    assert outcome(said(MARCH)) == (PASSED, "2025-03-01 to 2025-03-31; a person states it")
    assert fact(said(MARCH)) == MARCH


@pytest.mark.parametrize(
    ("start", "end", "state"),
    [
        (date(2025, 3, 3), date(2025, 3, 17), PASSED),
        (date(2025, 3, 4), date(2025, 3, 17), FAILED),
        (date(2025, 3, 3), date(2025, 3, 16), FAILED),
        (date(2025, 4, 1), date(2025, 4, 30), FAILED),
        (date(2025, 3, 31), date(2025, 3, 1), FAILED),
        (date(2023, 3, 1), date(2025, 3, 20), PASSED),
        (date(2023, 3, 1), date(2025, 3, 21), FAILED),
        (date.min, date.max, FAILED),
    ],
)
def test_every_row_is_dated_within_a_stated_period(
    start: date, end: date, state: CheckState
) -> None:
    proof = said(Period(start, end))
    assert outcome(proof)[0] is state
    assert proof.proven is (state is PASSED)


PRINTED = "Statement period 01/03/2025 to 31/03/2025"


def test_a_printed_period_is_the_one_that_is_stated() -> None:
    assert outcome(said(MARCH, PRINTED)) == (PASSED, "2025-03-01 to 2025-03-31")
    assert fact(said(MARCH, PRINTED)) == MARCH
    for other in (replace(MARCH, start=date(2025, 3, 2)), replace(MARCH, end=date(2025, 3, 30))):
        proof = said(other, PRINTED)
        assert outcome(proof) == (FAILED, "a person states another period than is printed")
        assert fails(proof) == ["period"]


def test_where_different_periods_are_printed_nobody_says_which() -> None:
    page = PAGE.format(PRINTED, "Opening balance", "03/03/2025", "17/03/2025", "Closing balance")
    proof = held(page).with_lines("", "    Statement period 01/03/2025 to 30/03/2025")
    for stated in (None, Stated(MARCH)):
        again = prove_page(proof.pages, proof.witness, stated)
        assert outcome(again) == (FAILED, "2 different periods are printed")
        assert not again.proven


def test_of_a_period_that_can_be_read_two_ways_a_person_says_which() -> None:
    """01/02 is a day of January or of February: no date of the page tells."""
    heading = "Statement period 01/02/2025 to 03/02/2025"
    rows = ("02/02/2025", "02/02/2025")
    one, other = (
        Period(date(2025, 2, 1), date(2025, 2, 3)),
        Period(date(2025, 1, 2), date(2025, 3, 2)),
    )
    assert outcome(said(None, heading, rows=rows))[0] is UNAVAILABLE
    assert fact(said(None, heading, rows=rows)) is None
    for period in (one, other):
        proof = said(period, heading, rows=rows)
        assert fact(proof) == period
        assert outcome(proof)[1] == f"{period.start} to {period.end}; a person states it"
    proof = said(Period(date(2025, 2, 1), date(2025, 2, 28)), heading, rows=rows)
    assert outcome(proof) == (FAILED, "a person states another period than is printed")


def test_of_a_period_that_may_be_two_nobody_says_which() -> None:
    """Read with the month first the second range ends before it begins, and the first alone is
    left, in which no row lies: so either order finds another answer, and neither fits."""
    first = "Statement period 01/02/2025 to 03/06/2025"
    page = PAGE.format(first, "Opening balance", "05/05/2025", "05/05/2025", "Closing balance")
    proof = held(page).with_lines("", "    Statement period 05/01/2025 to 04/07/2025")
    assert outcome(prove_page(proof.pages, proof.witness))[0] is UNAVAILABLE
    for period in (
        Period(date(2025, 2, 1), date(2025, 6, 3)),
        Period(date(2025, 1, 5), date(2025, 7, 4)),
    ):
        again = prove_page(proof.pages, proof.witness, Stated(period))
        assert outcome(again) == (FAILED, "different periods are printed")


def test_a_stated_period_gives_no_row_its_year() -> None:
    page = PAGE.format("", "Opening balance", "03/03/2025", "17/03/2025", "Closing balance")
    proof = held(page).printed(("17/03/2025", "17/03"))
    again = prove_page(proof.pages, proof.witness, Stated(MARCH))
    assert fails(again) == ["dates"]


def test_a_period_is_stated_with_a_balance() -> None:
    page = PAGE.format("", "Opening balance", "03/03/2025", "17/03/2025", "Closing balance")
    proof = held(page).printed()
    stated = Stated(MARCH, 10_000)
    witness = with_excuses(replace(proof.witness, opening=None), proof.pages, stated)
    assert fact(prove_page(proof.pages, witness, stated)) == MARCH


def test_where_a_date_tells_the_order_no_person_tells_another() -> None:
    heading = "Statement period 01/02/2025 to 03/04/2025"
    rows = ("13/02/2025", "20/02/2025")
    printed = Period(date(2025, 2, 1), date(2025, 4, 3))
    turned = Period(date(2025, 1, 2), date(2025, 3, 4))
    assert fact(said(printed, heading, rows=rows)) == printed
    assert outcome(said(turned, heading, rows=rows)) == (
        FAILED,
        "a person states another period than is printed",
    )


@pytest.mark.parametrize(
    ("opening", "closing", "state"),
    [
        ("Opening balance 01/03/2025", "Closing balance 31/03/2025", PASSED),
        ("Opening balance 28/02/2025", "Closing balance 31/03/2025", PASSED),
        ("Opening balance 27/02/2025", "Closing balance 31/03/2025", FAILED),
        ("Opening balance 28/02/2025", "Closing balance 01/04/2025", FAILED),
        ("Opening balance", "Closing balance 30/03/2025", PASSED),
        ("Opening balance", "Closing balance 01/04/2025", FAILED),
        ("Opening balance", "Closing balance 31/03/2025 less 05/04/2025", PASSED),
    ],
)
def test_no_balance_is_dated_outside_a_stated_period(
    opening: str, closing: str, state: CheckState
) -> None:
    if (opening, closing) == ("Opening balance 01/03/2025", "Closing balance 31/03/2025"):
        assert fact(said(None, opening=opening, closing=closing)) == MARCH
    proof = said(MARCH, opening=opening, closing=closing)
    assert outcome(proof)[0] is state
    if state is FAILED:
        assert outcome(proof)[1] == "a balance is dated outside the period that a person states"


@pytest.mark.parametrize(
    ("heading", "end", "state"),
    [
        ("Statement date 31/03/2025", date(2025, 3, 31), PASSED),
        ("Statement date 31/03/2025", date(2025, 4, 30), FAILED),
        ("Statement for March 2025", date(2025, 3, 31), PASSED),
        ("Statement for March 2025", date(2025, 12, 31), FAILED),
        ("Statement number 3/2025", date(2026, 2, 28), FAILED),
    ],
)
def test_no_stated_period_ends_behind_the_day_that_the_page_names(
    heading: str, end: date, state: CheckState
) -> None:
    assert outcome(said(replace(MARCH, end=end), heading))[0] is state


@pytest.mark.parametrize(
    ("heading", "state"),
    [
        ("Statement starts 1 March 2025", PASSED),
        ("Statement starts 28 February 2025", PASSED),
        ("Statement starts 2 March 2025", FAILED),
    ],
)
def test_one_end_that_is_printed_is_an_end_of_a_stated_period(
    heading: str, state: CheckState
) -> None:
    assert outcome(said(MARCH, heading))[0] is state


ROWS = (Printed(day(13), "Coffee", -350), Printed(day(20), "Salary", 250_000))
BARE = proof_of(Sheet(ROWS, opening=100_000))
JUNE = Period(day(1), day(30))
LEDGER = LedgerSide(
    1, "Everyday", "EUR", 100_000, 349_650,
    (Entry(11, day(13), -350, "Coffee"), Entry(12, day(20), 250_000, "Salary")),
)  # fmt: skip
PAIRED = Pairing((Pair(1, 11, 0, 100), Pair(2, 12, 0, 100)), 3)


def test_a_statement_is_matched_over_the_days_that_a_person_states() -> None:
    assert BARE.proven
    assert not prove_ledger(BARE, LEDGER, PAIRED).reading_holds
    page = prove_page(BARE.pages, BARE.witness, Stated(JUNE))
    proof = prove_ledger(page, LEDGER, PAIRED)
    assert proof.reading_holds
    assert proof.verdict == "matched"
    more = replace(LEDGER, entries=(*LEDGER.entries, Entry(13, day(30), 0, "Void")))
    assert prove_ledger(page, more, PAIRED).verdict == "differences"
    short = prove_page(BARE.pages, BARE.witness, Stated(Period(day(14), day(30))))
    assert prove_ledger(short, LEDGER, PAIRED).verdict == "unproven"


def test_a_period_proves_nothing_else() -> None:
    blind = proof_of(Sheet(ROWS, opening=100_000), looked_at=False)
    page = prove_page(blind.pages, blind.witness, Stated(JUNE))
    states: dict[str, Check] = {check.name: check for check in page.checks}
    assert states["period"].state is PASSED
    assert not page.proven
    assert page.facts is None
