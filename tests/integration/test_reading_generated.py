"""Whatever a made-up bank prints, its rows are read exactly or nothing of it is proven."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, event, given, seed, settings

from db.words import ReadingStatus
from pipeline.drafts import Reading
from pipeline.reading import read_statements
from tests.support.generated.judging import same_balances, same_rows
from tests.support.statement_strategies import (
    Generated,
    generated_statements,
    pages_together,
    several_statements,
    slipped_statements,
)

MANY = int(os.environ.get("TIEOUT_EXAMPLES", "2000"))
SEED = int(os.environ.get("TIEOUT_SEED", "1"))

quick = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    # An example shrinks for minutes; the first that fails says enough.
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
fewer = settings(quick, max_examples=60)
many = settings(quick, max_examples=MANY, derandomize=False, database=None)


def exact_or_unproven(made: Generated) -> None:
    reading = read_statements(made.pages)
    exact = is_exact(reading, made)
    event(f"{'exact' if exact else 'wrong'} and {'proven' if is_proven(reading) else 'unproven'}")
    assert exact or not is_proven(reading)


def never_proven(made: Generated) -> None:
    assert not is_proven(read_statements(made.pages))


def each_exact_or_unproven(made: tuple[Generated, ...]) -> None:
    truths = [each.truth for each in made]
    for draft in read_statements(pages_together(made)).statements:
        if draft.status is ReadingStatus.PROVEN:
            assert any(same_rows(draft, truth) for truth in truths)


def is_proven(reading: Reading) -> bool:
    return any(draft.status is ReadingStatus.PROVEN for draft in reading.statements)


def is_exact(reading: Reading, made: Generated) -> bool:
    """One statement that has every row; of one without rows nothing at all will do as well."""
    if not made.truth.rows and not reading.statements:
        return True
    if len(reading.statements) != 1:
        return False
    (draft,) = reading.statements
    return same_rows(draft, made.truth) and same_balances(draft, made.truth)


@quick
@given(generated_statements())
def test_a_statement_is_exact_or_unproven(made: Generated) -> None:
    exact_or_unproven(made)


@fewer
@given(slipped_statements())
def test_a_statement_with_one_wrong_figure_is_never_proven(made: Generated) -> None:
    never_proven(made)


@fewer
@given(several_statements())
def test_statements_in_one_file_are_each_exact_or_unproven(made: tuple[Generated, ...]) -> None:
    each_exact_or_unproven(made)


def test_most_made_up_statements_are_proven() -> None:
    """So that "exact or unproven" is not kept by proving nothing."""
    proven: list[bool] = []

    @settings(quick, max_examples=80)
    @given(generated_statements())
    def count(made: Generated) -> None:
        proven.append(is_proven(read_statements(made.pages)))

    count()
    assert sum(proven) > 0.8 * len(proven)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("number", range(4))
def test_nothing_wrong_is_proven_in_thousands(number: int) -> None:
    """TIEOUT_EXAMPLES and TIEOUT_SEED choose how many; a quarter from each of four seeds."""
    seeded(number, MANY // 4, given(generated_statements())(exact_or_unproven))


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("number", range(4))
def test_nothing_with_a_wrong_figure_is_proven_in_hundreds(number: int) -> None:
    seeded(number, MANY // 16, given(slipped_statements())(never_proven))


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("number", range(4))
def test_nothing_wrong_is_proven_in_hundreds_of_files(number: int) -> None:
    seeded(number, MANY // 16, given(several_statements())(each_exact_or_unproven))


def seeded(number: int, examples: int, check: Callable[[], None]) -> None:
    seed(SEED + number)(settings(many, max_examples=max(1, examples))(check))()
