"""A lie is false, has the shape of the truth, and is the same each time."""

from random import Random

import pytest

from evals.lies import lie, lie_in_text
from tools.loop.json_text import Plain

PAIRS: Plain = {"pairs": [{"line": 1, "entry": 7}, {"line": 2, "entry": 9}]}


def lies_about(true: Plain) -> list[Plain]:
    return [lie(true, Random(seed)) for seed in range(50)]


@pytest.mark.parametrize("true", ["1,234.56", "2026-03-31", 7, True, [1, 2], {"a": "9.99"}])
def test_what_is_told_is_never_the_truth(true: Plain) -> None:
    assert true not in lies_about(true)


def test_a_lie_is_the_same_for_the_same_seed() -> None:
    assert lies_about(PAIRS) == lies_about(PAIRS)


def test_a_word_of_few_is_exchanged_for_another_of_them() -> None:
    schema = {"properties": {"verdict": {"enum": ["matched", "differences", "unproven"]}}}
    told = [lie({"verdict": "unproven"}, Random(seed), schema) for seed in range(20)]
    assert {"verdict": "matched"} in told
    assert all(each in ({"verdict": "matched"}, {"verdict": "differences"}) for each in told)


def test_pairs_come_out_crossed_and_amounts_shifted() -> None:
    crossed: Plain = {"pairs": [{"line": 1, "entry": 9}, {"line": 2, "entry": 7}]}
    assert crossed in lies_about(PAIRS)
    assert {"amount": "-12.30"} in lies_about({"amount": "12.30"})
    assert {"amount": "12.300"} in lies_about({"amount": "12.30"})


def test_a_day_stays_a_day() -> None:
    assert "2026-04-30" in lies_about("2026-03-31")


def test_the_name_of_the_statement_that_is_meant_is_no_place_for_a_lie() -> None:
    told = lies_about({"statement": "1", "line": 3})
    assert all(isinstance(each, dict) and each["statement"] == "1" for each in told)


def test_a_sentence_lies_in_its_figures() -> None:
    told = lie_in_text("You paid 2,400.00 EUR for rent.", Random(1))
    assert told.startswith("You paid ")
    assert told != "You paid 2,400.00 EUR for rent."
