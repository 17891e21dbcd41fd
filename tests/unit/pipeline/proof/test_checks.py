"""A check compares two figures, or says why something does not hold."""

from __future__ import annotations

import pytest

from pipeline.proof.checks import Check, CheckState, count, equal, holds, passed_unless

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE


def test_amounts_are_compared_and_shown() -> None:
    assert equal("sums", 105, 105, 2) == Check("sums", PASSED, "1.05", "1.05")
    assert equal("sums", 105, -105, 2, "x") == Check("sums", FAILED, "1.05", "-1.05", "x")
    assert equal("sums", 0, 0, 0) == Check("sums", PASSED, "0", "0")


def test_an_amount_that_is_not_known_is_not_passed() -> None:
    assert equal("sums", None, 105, 2) == Check("sums", UNAVAILABLE, None, "1.05")
    assert equal("sums", 105, None, 2) == Check("sums", UNAVAILABLE, "1.05", None)
    assert equal("sums", None, None, 2) == Check("sums", UNAVAILABLE)


def test_numbers_are_counted() -> None:
    assert count("pages", 3, 3) == Check("pages", PASSED, "3", "3")
    assert count("pages", 3, 2, "one") == Check("pages", FAILED, "3", "2", "one")


@pytest.mark.parametrize(("held", "state"), [(True, PASSED), (False, FAILED), (None, UNAVAILABLE)])
def test_what_holds_is_passed(held: bool | None, state: CheckState) -> None:
    assert holds("dates", held, "why") == Check("dates", state, detail="why")


def test_three_faults_are_named_and_the_others_counted() -> None:
    assert passed_unless("dates", []) == Check("dates", PASSED)
    assert passed_unless("dates", ["a", "b", "c"]).detail == "a; b; c"
    assert passed_unless("dates", ["a", "b", "c", "d", "e"]).detail == "a; b; c; and 2 more"
    assert passed_unless("dates", ["a"]).state is FAILED
