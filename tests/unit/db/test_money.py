from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from iso4217 import Currency

from db.money import (
    MAX_MINOR,
    AmountOutOfRange,
    NotAnAmount,
    TooManyDecimals,
    UnknownCurrency,
    exponent_of,
    to_decimal,
    to_decimal_string,
    to_minor,
)

exponents = st.integers(0, 4)
amounts = st.integers(-MAX_MINOR, MAX_MINOR)


@pytest.mark.parametrize(
    ("currency", "exponent"),
    [
        ("EUR", 2),
        ("JPY", 0),
        ("KWD", 3),
        ("CLF", 4),
        ("IQD", 3),  # CLDR says 0, for that is how prices are shown
        ("ITL", 0),  # withdrawn, none
        ("DEM", 2),  # withdrawn, two
    ],
)
def test_decimals_are_those_of_iso_4217(currency: str, exponent: int) -> None:
    assert exponent_of(currency) == exponent


def test_no_currency_of_iso_4217_is_left_out() -> None:
    listed = {each.code: each.exponent for each in Currency if each.exponent is not None}
    assert {code: exponent_of(code) for code in listed} == listed


@pytest.mark.parametrize("currency", ["XXX", "XAU", "eur", "", "€", "EURO"])
def test_what_has_no_decimals_is_refused(currency: str) -> None:
    with pytest.raises(UnknownCurrency):
        exponent_of(currency)


@pytest.mark.parametrize(
    ("text", "exponent", "minor"),
    [
        ("-12.30", 2, -1230),
        ("+12.3", 2, 1230),
        ("0012", 2, 1200),
        ("12.3000", 2, 1230),  # decimals that say nothing are no loss
        ("-0.00", 2, 0),
        ("1500", 0, 1500),
        ("1.234", 3, 1234),
        (Decimal("1E+3"), 2, 100_000),
    ],
)
def test_amounts_become_minor_units(text: str | Decimal, exponent: int, minor: int) -> None:
    assert to_minor(text, exponent) == minor


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 1",
        "1,50",
        "1.",
        ".5",
        "1e3",
        "--1",
        "٣",
        "1_000",
        "NaN",
        "1\n",
    ],
)
def test_what_is_no_plain_number_is_refused(text: str) -> None:
    with pytest.raises(NotAnAmount):
        to_minor(text, 2)


@pytest.mark.parametrize("number", ["NaN", "sNaN", "-Infinity"])
def test_a_decimal_that_is_no_number_is_refused(number: str) -> None:
    with pytest.raises(NotAnAmount):
        to_minor(Decimal(number), 2)


@pytest.mark.parametrize("amount", ["0.001", Decimal("1E-9"), Decimal("1E-99999999")])
def test_nothing_is_rounded_away(amount: str | Decimal) -> None:
    with pytest.raises(TooManyDecimals, match="which has 2"):
        to_minor(amount, 2)


@pytest.mark.parametrize("amount", ["10000000000000.01", "9" * 32, Decimal("-1E+99999999")])
def test_a_reference_number_is_no_amount(amount: str | Decimal) -> None:
    with pytest.raises(AmountOutOfRange):
        to_minor(amount, 2)


@pytest.mark.parametrize(
    ("minor", "exponent", "text"),
    [(-1230, 2, "-12.30"), (5, 2, "0.05"), (-5, 3, "-0.005"), (0, 2, "0.00"), (1500, 0, "1500")],
)
def test_minor_units_become_decimal_strings(minor: int, exponent: int, text: str) -> None:
    assert to_decimal_string(minor, exponent) == text


@given(amounts, exponents)
def test_out_and_in_again_is_the_same_amount(minor: int, exponent: int) -> None:
    assert to_minor(to_decimal_string(minor, exponent), exponent) == minor
    assert to_minor(to_decimal(minor, exponent), exponent) == minor


@given(st.decimals(allow_nan=True, allow_infinity=True) | st.text(max_size=12), exponents)
def test_any_decimal_and_any_text_is_exact_or_refused(number: Decimal | str, exponent: int) -> None:
    try:
        minor = to_minor(number, exponent)
    except (NotAnAmount, TooManyDecimals, AmountOutOfRange):
        return
    assert Decimal(minor) == Decimal(number) * 10**exponent
