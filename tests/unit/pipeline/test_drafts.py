"""A draft says what its witness's words say; it is proven by nothing that it carries along."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from db.words import ReadingStatus
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import Line, StatementDraft, adds_up, prove_draft
from pipeline.proof import KnownAccount, Objection
from tests.support.statements import draft, line

LINES = (line(1, 3, -350), line(2, 10, 250_000, "Salary"))


def of_account(lines: Sequence[Line], currency: str) -> StatementDraft:
    """A statement that prints no currency, of an account in this one."""
    plain = draft(lines, currency=None)
    assert plain.proof is not None
    return prove_draft(plain, plain.proof.document, account=KnownAccount(currency, None))


@pytest.mark.parametrize(
    ("currency", "exponent", "amounts"),
    [
        ("EUR", 2, [-350, 250_000]),
        ("KWD", 3, [-3_500, 2_500_000]),
        ("JPY", 2, [-350, 250_000]),  # 3.50 is no whole yen
        ("???", 2, [-350, 250_000]),
    ],
)
def test_amounts_are_in_the_minor_units_of_the_currency_if_they_are_whole_ones(
    currency: str, exponent: int, amounts: list[int]
) -> None:
    found = of_account(LINES, currency)
    assert (found.currency, found.exponent) == (currency, exponent)
    assert [each.amount for each in found.lines] == amounts
    assert found.opening_balance == 100_000 * 10 ** (exponent - 2)


def test_whole_yen_lose_the_decimals_that_the_page_prints() -> None:
    found = of_account((line(1, 3, -300),), "JPY")
    assert (found.exponent, found.lines[0].amount, found.closing_balance) == (0, -3, 997)


def test_a_page_adds_up_though_nobody_looked_at_it_or_the_reader_objects() -> None:
    true = draft(LINES)
    assert true.proof is not None
    objected = replace(true, objections=(Objection("count", "3"),))
    unseen, told = draft(LINES, proven=False), prove_draft(objected, true.proof.document)
    for found in (unseen, told):
        assert (found.status, adds_up(found)) == (ReadingStatus.UNPROVEN, True)
    wrong = draft(LINES, closing=1)
    assert (wrong.status, adds_up(wrong)) == (ReadingStatus.UNPROVEN, False)
    assert not adds_up(replace(true, proof=None))


def test_a_pickled_draft_loses_its_proof_and_nothing_else() -> None:
    true = draft(LINES)
    opened = pickle.loads(pickle.dumps(true))
    assert opened == true
    assert (opened.proof, opened.status) == (None, ReadingStatus.UNPROVEN)
    assert true.proof is not None
    again = prove_draft(opened, true.proof.document)
    assert (again.status, again.lines) == (ReadingStatus.PROVEN, true.lines)


def test_lines_are_what_the_words_say_whatever_the_reader_said() -> None:
    true = draft(LINES)
    assert true.proof is not None
    lying = replace(true, lines=(), opening_balance=1, period_start=None, period_end=None)
    found = prove_draft(lying, true.proof.document)
    assert (found.lines, found.opening_balance) == (true.lines, true.opening_balance)
    assert (found.period_start, found.period_end) == (true.period_start, true.period_end)


def test_a_hypothesis_is_shown_with_the_words_that_settle_it() -> None:
    sheet = Sheet((Entry(date(2026, 6, 3), "Tea", -350),), 500, currency="EUR")
    shown = {each.name: (each.value, each.source, each.printed) for each in draft_of(sheet).shown}
    assert shown["currency"] == ("EUR", "printed", "EUR")
    assert shown["side"] == ("money", "assumed", "")
