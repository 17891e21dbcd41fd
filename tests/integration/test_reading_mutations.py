"""Tamper with a proven page, and it is proven no more.

Dropping or doubling a row, swapping two digits of an amount and turning a sign each change a sum,
so every such mutant must be unproven. Moving a date changes no sum: `REDATED` is only counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from db.words import ReadingStatus
from fixtures.catalogue import catalogue
from fixtures.oddities import oddities
from pipeline.drafts import Reading
from pipeline.pages.open import read_pages
from pipeline.reading import read_statements
from pipeline.words import DocumentPages
from tests.support.looking import seen
from tests.support.mutants import CHANGE_A_SUM, Kind, Mutant, mutants_of
from tests.support.statement_strategies import Generated, generated_statements

HONEST = {each.name: each for each in (*catalogue(), *oddities()) if each.adds_up}
WITH_ROWS = [name for name, each in HONEST.items() if any(one.rows for one in each.statements)]


@cache
def proven_page(name: str) -> tuple[DocumentPages, Reading]:
    pages = seen(read_pages(HONEST[name].pdf))
    return pages, read_statements(pages)


def proven_sums(reading: Reading) -> list[tuple[int, ...]]:
    """The amounts of each proven statement."""
    return [
        tuple(line.amount for line in draft.lines)
        for draft in reading.statements
        if draft.status is ReadingStatus.PROVEN
    ]


def survives(mutant: Mutant, honest: Reading) -> bool:
    """Whether the tampered statement is proven still; its neighbours in the file may be."""
    before, after = proven_sums(honest), proven_sums(read_statements(mutant.pages))
    return len(after) >= len(before) or any(sums not in before for sums in after)


def ends_and_middle(mutants: Sequence[Mutant]) -> list[Mutant]:
    """The first and the last row, where a chain of balances is weakest, and one between."""
    places = sorted({0, len(mutants) // 2, len(mutants) - 1})
    return [mutants[place] for place in places] if mutants else []


@pytest.mark.parametrize("kind", CHANGE_A_SUM, ids=lambda kind: kind.name.lower())
@pytest.mark.parametrize("name", WITH_ROWS)
def test_a_tampered_sample_is_not_proven(name: str, kind: Kind) -> None:
    pages, honest = proven_page(name)
    tampered = ends_and_middle(list(mutants_of(pages, honest, kind)))
    assert [each.row for each in tampered if survives(each, honest)] == []


@pytest.mark.parametrize("kind", CHANGE_A_SUM, ids=lambda kind: kind.name.lower())
def test_nearly_every_sample_can_be_tampered_with(kind: Kind) -> None:
    """So that the test above does not pass for want of mutants."""
    made = [name for name in WITH_ROWS if any(mutants_of(*proven_page(name), kind))]
    assert len(made) >= 0.8 * len(WITH_ROWS)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(generated_statements(20), st.sampled_from(CHANGE_A_SUM), st.randoms(use_true_random=False))
def test_a_tampered_made_up_statement_is_not_proven(
    made: Generated, kind: Kind, random: st.DataObject
) -> None:
    pages = made.pages
    honest = read_statements(pages)
    assume(proven_sums(honest))
    tampered = list(mutants_of(pages, honest, kind))
    assume(tampered)
    mutant = random.choice(tampered)  # type: ignore[attr-defined]
    assert not survives(mutant, honest), mutant.row


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_every_mutant_that_changes_a_sum_is_caught(capsys: pytest.CaptureFixture[str]) -> None:
    """All rows of all samples; prints the share caught of each kind, with that of moved dates."""
    made, caught = Counter[Kind](), Counter[Kind]()
    for name in WITH_ROWS:
        pages, honest = proven_page(name)
        for kind in Kind:
            for mutant in mutants_of(pages, honest, kind):
                made[kind] += 1
                caught[kind] += not survives(mutant, honest)
    with capsys.disabled():
        for kind in Kind:
            print(f"\n{kind.value}: {caught[kind]} of {made[kind]}", end="")  # noqa: T201
    assert {kind: made[kind] - caught[kind] for kind in CHANGE_A_SUM} == dict.fromkeys(
        CHANGE_A_SUM, 0
    )
