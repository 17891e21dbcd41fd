"""Checks: what passed, what failed and what nobody could tell, with figures that a person reads."""

from pipeline.proof.checks import Check, CheckState, equal, holds, passed_unless


def test_equal_amounts_pass_and_are_shown_as_decimals() -> None:
    assert equal("sums", -1250, -1250, 2) == Check("sums", CheckState.PASSED, "-12.50", "-12.50")


def test_amounts_that_differ_fail() -> None:
    assert equal("sums", 1250, 1251, 2) == Check("sums", CheckState.FAILED, "12.50", "12.51")


def test_an_amount_that_is_not_known_is_unavailable_and_not_passed() -> None:
    assert equal("sums", None, None, 2) == Check("sums", CheckState.UNAVAILABLE)
    assert equal("sums", 5, None, 0) == Check("sums", CheckState.UNAVAILABLE, "5", None)
    assert equal("sums", None, 5, 0) == Check("sums", CheckState.UNAVAILABLE, None, "5")


def test_nothing_is_an_amount() -> None:
    assert equal("sums", 0, 0, 2).state is CheckState.PASSED


def test_a_check_holds_does_not_or_cannot_be_told() -> None:
    assert holds("seen", True, "all") == Check("seen", CheckState.PASSED, detail="all")
    assert holds("seen", False) == Check("seen", CheckState.FAILED)
    assert holds("seen", None, "why") == Check("seen", CheckState.UNAVAILABLE, detail="why")


def test_faults_fail_and_the_first_three_say_why() -> None:
    assert passed_unless("parsed", []) == Check("parsed", CheckState.PASSED)
    three = passed_unless("parsed", ["a", "b", "c"])
    assert (three.state, three.detail) == (CheckState.FAILED, "a; b; c")
    assert passed_unless("parsed", [*"abcd"]).detail == "a; b; c; and 1 more"
    assert passed_unless("parsed", [*"abcde"]).detail == "a; b; c; and 2 more"
