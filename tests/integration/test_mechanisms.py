"""Layouts of many kinds are read with their rows, and of damaged pages no other rows are proven."""

from random import Random

import pytest

from tests.support.mechanisms.case import outcomes
from tests.support.mechanisms.damages import DAMAGES, damaged
from tests.support.mechanisms.families import MECHANISMS

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
