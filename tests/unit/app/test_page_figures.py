"""Money as pages show it, and as it is typed back."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal

import pytest

from app.texts.language import catalogue, spoken
from app.texts.sentences import fact_text, money_text, period_text
from app.web.forms import plain_amount


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
    with speaking("en"):
        assert money_text(Decimal(amount)) == said
        assert plain_amount(said) == amount


@pytest.mark.parametrize(
    ("code", "amount", "change", "month"),
    [
        ("en", "8,420.00", "2026-06-28 -1,800.00 EUR Rent 1.50", "2026-06"),
        ("de", "8.420,00", "28.06.2026 -1.800,00 EUR Rent 1.50", "06.2026"),
        ("fr", "8\u202f420,00", "28/06/2026 -1\u202f800,00 EUR Rent 1.50", "06/2026"),
    ],
)
def test_each_language_writes_and_reads_money_and_days_in_its_own_way(
    code: str, amount: str, change: str, month: str
) -> None:
    with speaking(code):
        assert money_text(Decimal("8420.00")) == amount
        assert fact_text("2026-06-28 -1800.00 EUR Rent 1.50") == change
        assert (fact_text("1800.00"), fact_text("Rent")) == (change.split(" ")[1][1:], "Rent")
        assert period_text(date(2026, 6, 1), date(2026, 6, 30)) == month
        assert plain_amount(amount) == plain_amount("8420.00") == "8420.00"


def test_a_terminal_writes_them_as_programs_do() -> None:
    assert money_text(Decimal("8420.00")) == "8420.00"


@contextmanager
def speaking(code: str) -> Iterator[None]:
    token = spoken.set(catalogue(code))
    try:
        yield
    finally:
        spoken.reset(token)


def test_amounts_beside_each_other_stay_several() -> None:
    with speaking("en"):
        assert plain_amount("-30.00, -24.30") == "-30.00, -24.30"
        assert plain_amount("-1,030.00 -2,024.30") == "-1030.00 -2024.30"
