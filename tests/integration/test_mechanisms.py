"""Layouts of many kinds are read with their rows, and of damaged pages no other rows are proven."""

import os
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

import pytest

from pipeline.reading import read_statements
from tests.support.beside import ERRORS
from tests.support.judging import judged
from tests.support.mechanisms.case import outcomes
from tests.support.mechanisms.damages import DAMAGES, damaged
from tests.support.mechanisms.families import MECHANISMS
from tests.support.outcomes import Outcome, of_made_up
from tests.support.statement_strategies import (
    drawn,
    generated_statements,
    pages_together,
    several_statements,
    slipped_statements,
)

#: How many cases are proven with other rows all the same, each with what nobody cured yet.
KNOWN = {
    "daily balances": 8,  # the table of daily balances is taken for the lines
    "balances now and then": 2,  # a damage in what is not cited
    "sums elsewhere": 1,  # a sum below the table is taken for a line
}
#: The same of what befell a row or a sheet.
BEFALLEN = {
    "a day blotted": 9,  # where a day cannot be read, the one above counts
    "a figure gone": 1,  # as above, of "balances now and then"
    "a figure changed": 1,  # as above, of "sums elsewhere"
}
#: What befalls these is another thing: the days are on the other side, or the lines are not found.
APART = {"right to left", "daily balances"}
#: How many honest layouts are proven, where that is not all of them.
PROVEN = {
    "digits and groups": 4,
    "two currencies": 1,
    "daily balances": 0,
    "sums elsewhere": 14,
    "footnotes": 3,
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_mechanism_is_proven_and_no_other_rows_of_it(name: str) -> None:
    counts, wrong = outcomes(MECHANISMS[name](Random(f"{name} 1")))
    assert len(wrong) <= KNOWN.get(name, 0), wrong
    assert counts["proven"] >= PROVEN.get(name, counts["honest"])


@pytest.mark.slow
@pytest.mark.parametrize("name", DAMAGES)
def test_no_other_rows_are_proven_of_a_damaged_page(name: str) -> None:
    cases = [
        case
        for family in MECHANISMS.keys() - APART
        for case in damaged(MECHANISMS[family], DAMAGES[name], Random(f"{name} 1"))
    ]
    _, wrong = outcomes(cases)
    assert len(wrong) <= BEFALLEN.get(name, 0), wrong


MANY = int(os.environ.get("TIEOUT_EXAMPLES", "2000"))
SEED = int(os.environ.get("TIEOUT_SEED", "1"))
#: Tests that take minutes read other statements than the quick ones, a share of `MANY` each.
SEEDS = [SEED + number for number in range(1, 5)]


def outcome(seed: int, count: int) -> Outcome:
    """What becomes of so many statements, each beside books with two of the errors."""
    total, errors, random = Outcome(), cycle(ERRORS), Random(seed)
    for made in drawn(generated_statements(), count, seed):
        total.add(of_made_up(made, random, tuple(islice(errors, 2))))
    return total


def wrong_of_slipped(seed: int, count: int) -> Iterator[str]:
    """What is proven and not so of statements on which one figure is printed wrong."""
    for made in drawn(slipped_statements(), count, seed):
        for draft in read_statements(made.pages).statements:
            yield from judged(draft, made.truth).wrong


def wrong_of_several(seed: int, count: int) -> Iterator[str]:
    """What is proven of statements in one file and is so of none of them."""
    for made in drawn(several_statements(), count, seed):
        for draft in read_statements(pages_together(made)).statements:
            yield from min((judged(draft, each.truth).wrong for each in made), key=len)


def test_made_up_statements_are_matched_beside_their_true_books_alone() -> None:
    found = outcome(SEED, 100)
    assert found.wrong == []
    # So that nothing wrong is not had by proving nothing.
    assert found.counts["rows"] >= 90
    assert found.counts["proven"] >= 65
    assert found.counts["matched"] >= 55
    assert set(found.planted) == set(ERRORS)


def test_nothing_wrong_is_proven_of_a_statement_with_one_wrong_figure() -> None:
    assert list(wrong_of_slipped(SEED, 30)) == []


def test_nothing_wrong_is_proven_of_statements_in_one_file() -> None:
    assert list(wrong_of_several(SEED, 20)) == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", SEEDS)
def test_thousands_are_matched_beside_their_true_books_alone(seed: int) -> None:
    """TIEOUT_EXAMPLES and TIEOUT_SEED choose how many; a quarter from each of four seeds."""
    assert outcome(seed, MANY // 4).wrong == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_wrong_is_proven_of_hundreds_with_a_wrong_figure(seed: int) -> None:
    assert list(wrong_of_slipped(seed, MANY // 16)) == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_wrong_is_proven_in_hundreds_of_files(seed: int) -> None:
    assert list(wrong_of_several(seed, MANY // 16)) == []
