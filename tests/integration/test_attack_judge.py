"""The judge of attacks: it sees each kind of wrong, and the honest pages are there to be proven."""

from __future__ import annotations

import datetime
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from db.words import AccountKind, ReadingStatus
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import Reading, StatementDraft
from pipeline.reading import read_statements
from tests.support.attacks.banks import BANKS, Bank, bank
from tests.support.attacks.books import honest
from tests.support.attacks.case import Case, Row
from tests.support.attacks.families import FAMILIES
from tests.support.attacks.judge import wrong
from tests.support.attacks.models import TELLINGS, lies
from tests.support.attacks.tally import cases
from tests.support.attacks.tally import honest as honest_of

DAY = datetime.date(2031, 1, 1)


def read(each: Bank) -> tuple[Case, StatementDraft]:
    case = honest(each, Random(7)).case("judge", "honest", True)
    (draft,) = read_statements(case.pages).statements
    assert draft.status is ReadingStatus.PROVEN
    return case, draft


@pytest.mark.parametrize("key", [each.key for each in BANKS])
def test_an_honest_page_of_each_bank_is_proven_and_nothing_of_it_wrong(key: str) -> None:
    case, draft = read(bank(key))
    assert wrong(Reading((draft,)), case) == ""


@pytest.mark.parametrize("family", FAMILIES)
def test_most_honest_pages_of_a_family_are_proven(family: str) -> None:
    found = honest_of(family)
    assert found.honest >= 10
    assert len(found.missed) <= found.honest // 10, found.missed


def changed(case: Case, **facts: Any) -> Case:
    """The same page, of which a person sees something else."""
    return replace(case, truth=replace(case.truth, **facts))


def test_what_is_unproven_is_never_wrong() -> None:
    case, draft = read(BANKS[0])
    unproven = replace(draft, currency="XXX", lines=())
    assert unproven.status is ReadingStatus.UNPROVEN
    assert wrong(Reading((unproven,)), case) == ""


FACTS: tuple[tuple[str, Any], ...] = (
    ("currency", "JPY"),
    ("mask", "9999"),
    ("kind", AccountKind.LOAN),
    ("period", (DAY, DAY)),
    ("opening", 1),
    ("closing", 1),
)


@pytest.mark.parametrize(("fact", "value"), FACTS)
def test_a_wrong_fact_is_reported(fact: str, value: Any) -> None:
    case, draft = read(BANKS[0])
    assert wrong(Reading((draft,)), changed(case, **{fact: value})) != ""


def test_one_wrong_end_of_the_period_is_reported() -> None:
    case, draft = read(BANKS[0])
    start, end = draft.period_start, draft.period_end
    assert wrong(Reading((draft,)), changed(case, period=(DAY, end))) != ""
    assert wrong(Reading((draft,)), changed(case, period=(start, DAY))) != ""


def test_a_fact_that_no_page_prints_cannot_be_wrong() -> None:
    """An honest page without a period and a number is proven without them."""
    case, draft = read(BANKS[0])
    assert draft.proof is not None
    bare = draft_without_facts()
    assert (bare.status, bare.account_mask, bare.period_start) == (ReadingStatus.PROVEN, None, None)
    truth = replace(
        case.truth,
        rows=tuple(Row(line.date, line.amount) for line in bare.lines),
        opening=bare.opening_balance,
        closing=bare.closing_balance,
    )
    assert wrong(Reading((bare,)), replace(case, truth=truth)) == ""


def draft_without_facts() -> StatementDraft:
    rows = (Entry(datetime.date(2026, 6, 13), "Coffee", -350),)
    return draft_of(Sheet(rows, opening=100_000, mask=None, currency=None))


@pytest.mark.parametrize("change", [{"date": DAY}, {"amount": 1}, {"date": None}])
def test_a_wrong_row_is_reported(change: dict[str, Any]) -> None:
    case, draft = read(BANKS[0])
    rows = (replace(case.truth.rows[0], **change), *case.truth.rows[1:])
    assert wrong(Reading((draft,)), changed(case, rows=rows)) != ""


def test_rows_too_many_or_too_few_are_reported() -> None:
    case, draft = read(BANKS[0])
    for rows in (case.truth.rows[1:], (*case.truth.rows, case.truth.rows[0])):
        assert wrong(Reading((draft,)), changed(case, rows=rows)) != ""


def test_a_row_that_nobody_can_read_is_never_right() -> None:
    case, draft = read(BANKS[0])
    rows = (Row(None, case.truth.rows[0].amount), *case.truth.rows[1:])
    assert wrong(Reading((draft,)), changed(case, rows=rows)) != ""


def test_a_page_that_may_never_be_proven_is_reported() -> None:
    case, draft = read(BANKS[0])
    never = replace(case, truth=replace(case.truth, never="it contradicts itself"))
    assert wrong(Reading((draft,)), never) == "proven although it contradicts itself"


def test_a_statement_too_many_is_reported() -> None:
    case, draft = read(BANKS[0])
    assert "2 statements" in wrong(Reading((draft, draft)), case)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_many_cases_and_makes_the_same_ones_again(family: str) -> None:
    found = [case.name for case in islice(cases(family), 60)]
    assert len(found) == 60
    assert found == [case.name for case in islice(cases(family), 60)]


def test_every_lie_stands_on_many_pages() -> None:
    names = [lie.case.name for lie in lies(Random(1))]
    for telling in TELLINGS:
        assert sum(telling in name for name in names) >= 20
