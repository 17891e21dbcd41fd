"""Money as pages show it, and as it is typed back."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.texts.language import catalogue, spoken
from app.web.forms import money_text, without_groups


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("1234567.89", "1,234,567.89"),
        ("-999.00", "-999.00"),
        ("-342024", "-342,024"),
        ("1204.883", "1,204.883"),
        ("0.00", "0.00"),
    ],
)
def test_digits_stand_in_threes_and_no_decimal_is_lost(amount: str, said: str) -> None:
    assert money_text(Decimal(amount)) == said
    assert without_groups(said) == amount


def test_other_languages_part_them_with_a_thin_space() -> None:
    token = spoken.set(catalogue("de"))
    try:
        assert money_text(Decimal("1234567.89")) == "1\u202f234\u202f567.89"
    finally:
        spoken.reset(token)
    assert without_groups("1\u202f234\u202f567.89") == "1234567.89"


def test_amounts_beside_each_other_stay_several() -> None:
    assert without_groups("-30.00, -24.30") == "-30.00, -24.30"
    assert without_groups("-1,030.00 -2,024.30") == "-1030.00 -2024.30"
