from datetime import date

import pytest

from db.ledger.views import continued, fingerprint

DAY = date(2026, 1, 2)
COFFEE = fingerprint(DAY, -500, "Coffee")


def test_blanks_do_not_make_another_entry() -> None:
    assert fingerprint(DAY, -500, "  Coffee \n shop") == fingerprint(DAY, -500, "Coffee shop")


@pytest.mark.parametrize(
    "other",
    [
        fingerprint(date(2026, 1, 3), -500, "Coffee"),
        fingerprint(DAY, 500, "Coffee"),
        fingerprint(DAY, -500, "coffee"),
        fingerprint(DAY, -50, "0 Coffee"),
    ],
)
def test_any_other_fact_makes_another_entry(other: str) -> None:
    assert other != COFFEE


def test_half_a_surrogate_pair_has_a_fingerprint() -> None:
    assert fingerprint(DAY, 1, "\ud83d") == fingerprint(DAY, 1, "\ufffd")


def test_equal_entries_are_counted() -> None:
    assert continued([COFFEE, COFFEE], {}) == [(COFFEE, 1), (COFFEE, 2)]


def test_counting_goes_on_from_those_that_are_there() -> None:
    assert continued([COFFEE, COFFEE], {COFFEE: 3}) == [(COFFEE, 4), (COFFEE, 5)]
