"""Layouts of many kinds are read with their rows, and of damaged pages no other rows are proven."""

from random import Random

import pytest

from tests.support.attacks.families import FAMILIES
from tests.support.attacks.judging import outcomes
from tests.support.mechanisms.families import MECHANISMS

MOST = 60
"""Cases of each family of attacks that are read."""
#: How many cases are proven with other rows all the same, each with what nobody cured yet.
KNOWN = {
    "daily balances": 8,  # the table of daily balances is taken for the lines
    "balances now and then": 2,  # a damage in what is not cited
    "sums elsewhere": 1,  # a sum below the table is taken for a line
    "dates": 13,  # where a day cannot be read, the one above counts
    "pdfs": 5,  # likewise
    "balances": 2,  # likewise, or a misprinted first line in place of the opening balance
    "leaves": 3,  # pages in another order are two statements, each of which adds up
    "hostile": 1,  # small print across the last line gives it a day
}
#: How many honest layouts are proven, where that is not all of them.
PROVEN = {
    "calendars": 6,
    "digits and groups": 1,
    "card or empty savings beside": 3,
    "two currencies": 1,
    "daily balances": 0,
    "sums elsewhere": 14,
    "unspaced labels": 1,
    "right to left": 4,
    "months in one file": 4,
    "footnotes": 3,
    "several accounts": 4,
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_mechanism_is_proven_and_no_other_rows_of_it(name: str) -> None:
    counts, wrong = outcomes(MECHANISMS[name](Random(f"{name} 1")))
    assert len(wrong) <= KNOWN.get(name, 0), wrong
    assert counts["proven"] >= PROVEN.get(name, counts["honest"])


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_no_other_rows_are_proven_of_a_damaged_page(name: str) -> None:
    cases = list(FAMILIES[name](Random(f"{name} 1")))
    _, wrong = outcomes(cases[:: max(1, len(cases) // MOST) | 1])
    assert len(wrong) <= KNOWN.get(name, 0), wrong
