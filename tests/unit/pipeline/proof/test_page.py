"""What a page proves: with each obligation it stands or falls, and its rows and facts follow."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from pipeline.proof.checks import Check, CheckState
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page, proven_by
from pipeline.proof.period import Period
from pipeline.reading.offer import with_excuses
from pipeline.words import Box, Seen
from tests.support.kernel import fails, held

TEXT = """
    Northgate Bank
    Current account statement
    Account number ****1234
    Statement period 03/03/2025 to 04/04/2025

    Opening balance                                  100.00

    Date         Description           Amount      Balance
    03/03/2025   Acme Ltd            2,000.00     2,100.00
                 invoice 17
    04/04/2025   J Smith              -950.00     1,150.00

    Closing balance                               1,150.00
    """
STATEMENT = held(TEXT)
PROOF = STATEMENT.printed()
MANDATORY = [
    "seen", "grounded", "opening", "closing", "sums", "no_contradiction", "nothing_passed_over",
    "signs", "scale", "day_order", "dates", "lines_or_none_said", "section",
]  # fmt: skip
OPTIONAL = ["complete", "balances", "period", "currency"]


def checks(**states: CheckState) -> list[Check]:
    """Every check passed but for those named."""
    names = [*MANDATORY, *OPTIONAL]
    return [Check(name, states.get(name, CheckState.PASSED)) for name in names]


@pytest.mark.parametrize("name", MANDATORY)
def test_a_page_is_not_proven_without_a_mandatory_obligation(name: str) -> None:
    assert proven_by(checks())
    for state in (CheckState.FAILED, CheckState.UNAVAILABLE):
        assert not proven_by(checks(**{name: state}))
    assert not proven_by([each for each in checks() if each.name != name])


@pytest.mark.parametrize("name", OPTIONAL)
def test_an_optional_obligation_may_be_missing_and_may_not_fail(name: str) -> None:
    assert proven_by(checks(**{name: CheckState.UNAVAILABLE}))
    assert proven_by([each for each in checks() if each.name != name])
    assert not proven_by(checks(**{name: CheckState.FAILED}))


def test_the_rows_as_their_words_say() -> None:
    one, two = PROOF.rows
    assert (one.page, one.box) == (1, Box(0.0, 112.0, 216.0, 122.0))
    assert (one.date, one.value_date) == (datetime.date(2025, 3, 3), None)
    assert (one.amount, one.balance) == (200_000, 210_000)
    assert (one.text, one.raw) == (
        "Acme Ltd invoice 17",
        "03/03/2025 Acme Ltd 2,000.00 2,100.00",
    )
    assert (two.amount, two.balance, two.text) == (-95_000, 115_000, "J Smith")


def test_a_row_reaches_from_its_first_word_to_its_last() -> None:
    proof = STATEMENT.printed(("03/03/2025   Acme Ltd ", "  03/03/2025 Acme Ltd "))
    assert proof.rows[0].box == Box(8.0, 112.0, 216.0, 122.0)


def test_the_facts_as_their_words_say() -> None:
    facts = PROOF.facts
    assert facts is not None
    assert (facts.exponent, facts.opening, facts.closing) == (2, 10_000, 115_000)
    assert (facts.number, facts.currency) == ("1234", None)


def test_pages_may_be_given_as_they_are_or_read_before() -> None:
    again = prove_page(PROOF.pages.pages, PROOF.witness)
    assert (again.checks, again.rows, again.facts) == (PROOF.checks, PROOF.rows, PROOF.facts)
    assert prove_page(PROOF.pages, PROOF.witness).pages is PROOF.pages


def test_a_period_that_cannot_be_read_is_none() -> None:
    proof = STATEMENT.printed(("03/03/2025 to 04/04/2025", "03/03/2025 to 44/04/2025"))
    assert proof.state("period") is CheckState.UNAVAILABLE


def test_a_page_that_is_not_proven_proves_no_row_and_no_fact() -> None:
    proof = STATEMENT.printed(("950.00", "950.01"))
    assert not proof.proven
    assert (proof.rows, proof.facts) == ((), None)


def test_what_else_would_have_to_pass_is_known_for_the_named_obligations() -> None:
    proof = STATEMENT.printed(("950.00", "950.01"))
    failed = fails(proof)
    assert len(failed) > 1
    assert proof.proven_but_for(*failed)
    assert not proof.proven_but_for(*failed[:1])
    assert not proof.proven_but_for(*failed[1:])
    assert not proof.proven_but_for()
    assert PROOF.proven_but_for()


def test_the_state_of_a_check_by_its_name() -> None:
    assert PROOF.state("sums") is CheckState.PASSED
    assert PROOF.state("complete") is CheckState.UNAVAILABLE
    assert PROOF.state("no such check") is CheckState.UNAVAILABLE


def test_a_period_whose_order_of_day_and_month_is_open_is_no_fact() -> None:
    """The days are the same in both orders; the period is not, and both hold them."""
    assert PROOF.facts is not None
    assert PROOF.facts.period is not None
    proof = STATEMENT.printed(("03/03/2025 to 04/04/2025", "01/03/2025 to 05/04/2025"))
    assert proof.proven
    assert proof.state("period") is CheckState.UNAVAILABLE
    assert proof.facts is not None
    assert proof.facts.period is None
    named = STATEMENT.printed(("03/03/2025 to 04/04/2025", "13/02/2025 to 05/04/2025"))
    assert named.facts is not None
    assert named.facts.period == Period(datetime.date(2025, 2, 13), datetime.date(2025, 4, 5))


BETWEEN = """
    Northgate Bank
    Current account statement
    {}
    {}
    {}

    Date         Description           Amount      Balance
    03/03/2025   Acme Ltd            2,000.00     2,100.00
    04/04/2025   J Smith              -950.00     1,150.00

    Closing balance                               1,150.00
    Statement period 03/03/2025 to 04/04/2025
    """
OPENING = "03/03/2025   Opening balance                   100.00"
ONE, TWO, NONE = "Account number 12345678", "Account number 87654321", "Yours for many years"


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ((ONE, NONE, OPENING), "5678"),
        ((NONE, OPENING, ONE), "5678"),
        ((ONE, OPENING, ONE), "5678"),
        ((ONE, TWO, OPENING), None),
        ((ONE, OPENING, TWO), None),
        ((OPENING, ONE, TWO), None),
    ],
)
def test_of_two_accounts_none_is_named_wherever_they_stand(
    lines: tuple[str, str, str], number: str | None
) -> None:
    facts = held(BETWEEN.format(*lines)).printed().facts
    assert facts is not None
    assert facts.number == number


def looked(proof: PageProof, text: str) -> str:
    """What is found of being seen where nobody can tell the one word."""
    (page,) = proof.pages.pages
    looks = [Seen.UNJUDGED if word.text == text else Seen.SEEN for word in page.words]
    lexed = LexedPages([replace(page, seen=tuple(looks))])
    return prove_page(lexed, with_excuses(proof.witness, lexed)).state("seen").value


def test_the_account_and_the_period_are_relied_on_like_the_rows() -> None:
    proof = held(BETWEEN.format(ONE, NONE, OPENING)).printed()
    relied = {proof.pages.pages[0].words[place].text for place in proof.relied_on()[1]}
    assert {"12345678", "03/03/2025", "04/04/2025", "2,000.00", "100.00"} <= relied
    assert looked(proof, "12345678") == "failed"
    assert looked(proof, "to") == "passed"
    both = held(BETWEEN.format(ONE, TWO, OPENING)).printed()
    assert looked(both, "12345678") == "passed"


def test_a_number_that_stands_below_the_rows_is_not_relied_on() -> None:
    proof = held(BETWEEN.format(NONE, NONE, OPENING) + "    " + ONE).printed()
    assert looked(proof, "12345678") == "passed"
    assert proof.facts is not None
    assert proof.facts.number is None
