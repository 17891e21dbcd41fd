"""All witnesses that the kernel accepts of one page give the same rows and facts."""

from __future__ import annotations

import os

import pytest

from tests.support.witness_mutants import Tally, tally

MANY = int(os.environ.get("TIEOUT_EXAMPLES", "2000"))
SEED = int(os.environ.get("TIEOUT_SEED", "1"))


def all_agree(found: Tally) -> None:
    assert not found.different, found.different[:3]
    assert not found.raised, found.raised[:3]
    assert found.equal > found.proven > 0  # so that they do not agree for want of any


@pytest.mark.parametrize(("source", "count", "most"), [("attacks", 0, 40), ("generated", 25, 40)])
def test_changed_witnesses_give_the_same_or_nothing(source: str, count: int, most: int) -> None:
    all_agree(tally(source, count, SEED, most))


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("source", ["dev", "samples", "attacks"])
def test_every_change_on_real_pages_gives_the_same_or_nothing(source: str) -> None:
    all_agree(tally(source, 0, SEED))


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("number", range(4))
def test_changes_on_thousands_of_pages_give_the_same_or_nothing(number: int) -> None:
    all_agree(tally("generated", MANY // 4, SEED + number))
    all_agree(tally("several", MANY // 16, SEED + number))
