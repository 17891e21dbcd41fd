"""A period follows from the statement before where that fits, and is unknown where it does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.proof.checks import CheckState
from pipeline.proof.ledger import prove_ledger
from pipeline.proof.ledger_side import LedgerSide, Pairing, Previous
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.period import Period
from pipeline.proof.stated import Before, Stated
from tests.support.kernel import held

PAGE = """
    Northgate Bank
    Account number 12345678
    {}

    {}                                      {}

    Date         Description           Money out   Money in
    {}   Acme Ltd                          2,000.00
    {}   J Smith                  950.00

    {}                              {}
    """
FEBRUARY = Period(date(2025, 2, 1), date(2025, 2, 28))
MARCH = Period(date(2025, 3, 1), date(2025, 3, 31))
BEFORE = Before(FEBRUARY, 10_000, "5678", source="the one of February")
DATED = "Statement date 31 March 2025"


def page(
    heading: str = DATED,
    days: tuple[str, str] = ("03/03/2025", "17/03/2025"),
    opening: str = "Opening balance",
    closing: str = "Closing balance",
    amounts: tuple[str, str] = ("100.00", "1,150.00"),
) -> PageProof:
    return held(PAGE.format(heading, opening, amounts[0], *days, closing, amounts[1])).printed()


def after(before: Before, proof: PageProof) -> PageProof:
    found = prove_page(proof.pages, proof.witness, Stated(before=before))
    assert found.proven
    assert found.rows == proof.rows
    return found


def told(before: Before = BEFORE, proof: PageProof | None = None) -> Period | None:
    found = after(before, proof or page())
    assert found.facts is not None
    assert found.facts.follows == (found.facts.period is not None)
    assert found.state("period") is (
        CheckState.PASSED if found.facts.period else CheckState.UNAVAILABLE
    )
    return found.facts.period


def detail(proof: PageProof) -> str:
    return next(check.detail for check in proof.checks if check.name == "period")


def test_it_goes_from_the_day_after_to_the_last_day_that_is_printed() -> None:
    assert told() == MARCH
    said = "2025-03-01 to 2025-03-31; from when follows from the statement before"
    assert detail(after(BEFORE, page())) == said


@pytest.mark.parametrize("number", ["345678", "5678", "678"])
def test_a_number_is_known_by_its_last_digits(number: str) -> None:
    assert told(replace(BEFORE, number=number)) == MARCH


def test_it_may_be_of_one_day() -> None:
    before = replace(BEFORE, period=Period(date(2025, 3, 1), date(2025, 3, 30)))
    day = date(2025, 3, 31)
    assert told(before, page(days=("31/03/2025", "31/03/2025"))) == Period(day, day)


def test_without_a_last_day_nothing_follows() -> None:
    for heading in ("We wish you a good year", "Issued on 31 March 2025"):
        assert told(proof=page(heading)) is None


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (replace(BEFORE, number="5679"), "of the same account"),
        (replace(BEFORE, number=""), "of the same account"),
        (replace(BEFORE, currency="EUR"), "in another currency"),
        (replace(BEFORE, closing=10_001), "closes with another balance"),
        (replace(BEFORE, closing=-10_000), "closes with another balance"),
        (replace(BEFORE, period=Period(date(2025, 3, 1), date(2025, 3, 31))), "ends later"),
        (replace(BEFORE, period=Period(date(2025, 1, 1), date(2025, 1, 31))), "ends too long ago"),
        (replace(BEFORE, period=Period(date(2025, 2, 6), date(2025, 3, 5))), "a row is dated"),
    ],
)
def test_a_statement_before_that_does_not_fit_is_told_and_gives_none(
    before: Before, why: str
) -> None:
    assert told(before) is None
    said = detail(after(before, page()))
    assert said.startswith("the page does not say from when to when, it names 2025-03-31; ")
    assert why in said


def test_a_page_without_a_number_goes_on_from_none() -> None:
    proof = held(
        PAGE.replace("Account number 12345678", "Current account").format(
            DATED, "Opening balance", "100.00", "03/03/2025", "17/03/2025",
            "Closing balance", "1,150.00",
        )
    ).printed()  # fmt: skip
    assert told(proof=proof) is None


def test_a_balance_of_nought_goes_on_from_any_and_so_from_none() -> None:
    nought = page(amounts=("0.00", "1,050.00"))
    assert told(replace(BEFORE, closing=0), nought) is None


@pytest.mark.parametrize(
    ("before", "heading", "period"),
    [
        # A month of the calendar, however short the first statement was.
        (Period(date(2025, 2, 20), date(2025, 2, 28)), DATED, True),
        # Else hardly longer than the one before.
        (Period(date(2025, 2, 5), date(2025, 3, 2)), DATED, True),
        (Period(date(2025, 2, 7), date(2025, 3, 2)), DATED, True),
        (Period(date(2025, 2, 8), date(2025, 3, 2)), DATED, False),
        (Period(date(2024, 12, 1), date(2025, 2, 28)), "Statement date 27 May 2025", True),
        (Period(date(2025, 2, 1), date(2025, 2, 28)), "Statement date 2 April 2025", False),
        (Period(date(2025, 2, 1), date(2025, 2, 28)), "Statement date 28 March 2025", True),
        (Period(date(2025, 2, 1), date(2025, 2, 28)), "Statement date 17 March 2025", True),
        (Period(date(2025, 2, 1), date(2025, 2, 28)), "Statement date 16 March 2025", False),
        (Period(date(2025, 2, 3), date(2025, 3, 2)), "Statement date 2 April 2025", True),
        (Period(date(2025, 2, 2), date(2025, 3, 1)), "Statement date 2 April 2025", True),
        (Period(date(2025, 1, 1), date(2025, 2, 28)), "Statement date 10 April 2025", False),
        (Period(date(2025, 1, 1), date(2025, 2, 28)), "Statement date 11 April 2025", True),
        (Period(date(2025, 2, 1), date(2025, 2, 28)), "Statement for March 2025", True),
        (Period(date(2025, 2, 3), date(2025, 3, 2)), "Statement for March 2025", False),
        (
            Period(date(2025, 2, 1), date(2025, 2, 28)),
            "Statement for March 2025    Statement date 28 March 2025",
            False,
        ),
        (
            Period(date(2025, 2, 3), date(2025, 3, 2)),
            "Statement for March 2025    Statement date 28 March 2025",
            True,
        ),
    ],
)
def test_its_length_is_one_that_a_statement_has(before: Period, heading: str, period: bool) -> None:
    assert bool(told(replace(BEFORE, period=before), page(heading))) is period


def test_soon_after_a_months_end_a_closing_balance_of_that_day_ends_it_all_the_same() -> None:
    closing = "Closing balance on 2 April 2025"
    assert told(proof=page("We wish you a good year", closing=closing)) == Period(
        date(2025, 3, 1), date(2025, 4, 2)
    )


def test_a_week_may_begin_a_month_and_end_soon() -> None:
    weeks = replace(BEFORE, period=Period(date(2025, 2, 22), date(2025, 2, 28)))
    proof = page("Statement date 7 March 2025", days=("03/03/2025", "05/03/2025"))
    assert told(weeks, proof) == Period(date(2025, 3, 1), date(2025, 3, 7))


@pytest.mark.parametrize(
    ("day", "known"), [("28 February", True), ("27 February", False), ("1 April", False)]
)
def test_the_day_of_the_opening_balance_is_the_evening_before(day: str, known: bool) -> None:
    proof = page(opening=f"Opening balance on {day} 2025")
    assert told(proof=proof) == (MARCH if known else None)


def test_an_end_behind_a_label_of_the_period_is_a_last_day() -> None:
    assert told(proof=page("Statement end date 31 March 2025")) == MARCH
    assert told(proof=page(f"Statement end date 30 March 2025\n    {DATED}")) is None


def test_a_person_goes_first() -> None:
    proof = page()
    mine = Period(date(2025, 3, 2), date(2025, 3, 31))
    found = prove_page(proof.pages, proof.witness, Stated(mine, before=BEFORE))
    assert found.facts is not None
    assert (found.facts.period, found.facts.follows) == (mine, False)


def test_what_the_page_prints_goes_first() -> None:
    proof = page("Statement period 2 March 2025 to 30 March 2025")
    found = prove_page(proof.pages, proof.witness, Stated(before=BEFORE))
    assert found.facts is not None
    assert found.facts.period == Period(date(2025, 3, 2), date(2025, 3, 30))
    assert not found.facts.follows


@pytest.mark.parametrize(
    ("previous", "state"),
    [
        (Previous(FEBRUARY.end, 10_000), CheckState.PASSED),
        (Previous(FEBRUARY.end, 10_001), CheckState.FAILED),
        (Previous(date(2025, 2, 27), 10_000), CheckState.FAILED),
        (None, CheckState.FAILED),
    ],
)
def test_against_a_ledger_the_statement_before_must_be_there(
    previous: Previous | None, state: CheckState
) -> None:
    side = LedgerSide(
        account_id=1, account_name="Everyday", currency="EUR", opening=10_000, closing=115_000,
        entries=(), elsewhere=(), previous=previous, etag="1-0",
    )  # fmt: skip
    found = prove_ledger(after(BEFORE, page()), side, Pairing((), 3, 0))
    assert found.state("follows_previous_statement") is state


@pytest.mark.parametrize(
    ("heading", "closing", "period"),
    [
        ("Statement for March 2025", "31 March", True),
        ("Statement for March 2025", "20 March", False),
        ("Statement for March 2025", "1 April", False),
        ("We wish you a good year", "20 March", True),
    ],
)
def test_a_closing_balance_of_another_day_than_the_month_ends_nothing(
    heading: str, closing: str, period: bool
) -> None:
    proof = page(heading, closing=f"Closing balance {closing} 2025")
    assert (told(proof=proof) is not None) is period


@pytest.mark.parametrize(
    ("day", "period"), [("28 February", True), ("1 March", True), ("2 March", False)]
)
def test_an_opening_balance_of_a_later_day_goes_on_from_another_statement(
    day: str, period: bool
) -> None:
    proof = page(opening=f"Opening balance {day} 2025")
    assert (told(proof=proof) is not None) is period
