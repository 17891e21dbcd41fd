"""Kills, pauses and clocks ten minutes wrong change nothing of what a set of documents comes to."""

from pathlib import Path

import pytest

from tests.support.kills.run import Plan, struck


@pytest.mark.timeout(600)
def test_a_few_kills_and_pauses_change_nothing(tmp_path: Path) -> None:
    ended = struck(tmp_path, Plan(seed=3, accounts=2, months=4, kills=6))
    assert (ended.differences, sum(ended.done.values())) == ([], 6)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_kills_and_pauses_change_nothing(tmp_path: Path) -> None:
    ended = struck(tmp_path, Plan(seed=4, accounts=12, months=6, kills=200))
    assert (ended.differences, sum(ended.done.values())) == ([], 200)
