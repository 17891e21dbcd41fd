"""The figures show how many minor digits there are, or the currency tells."""

from __future__ import annotations

from pipeline.proof.blind_spots import scale_check
from pipeline.proof.checks import CheckState
from pipeline.proof.parse.figures import Style
from pipeline.proof.witness import Signs
from tests.support.ruled import entry, offered_on, total


def scaled(
    *figures: str,
    exponent: int = 2,
    code: str | None = None,
    style: Style = Style.POINT,
    more: tuple[str, ...] = (),
) -> bool | None:
    """Whether amounts show so many minor digits, or a currency that has as many."""
    rows = (*more, *(entry("Acme", amount=figure) for figure in figures))
    found = offered_on(Signs.PRINTED, *rows, exponent=exponent, style=style)
    state = scale_check(found, code).state
    return {CheckState.PASSED: True, CheckState.FAILED: False}.get(state)


def test_two_minor_digits_show_themselves() -> None:
    assert scaled("5.00") is True
    assert scaled("5.00", "6.0") is True
    assert scaled("5.00", "1,000") is True
    assert scaled("5.00", exponent=3) is False
    assert scaled("5.00", code="EUR") is True
    assert scaled("5.00", code="JPY") is False


def test_balances_show_them_too() -> None:
    assert scaled("1,000") is None
    assert scaled("1,000", more=(total("Opening balance", "5.00"),)) is True
    assert scaled("1,000", more=(total("Closing balance", "5.00"),)) is True
    assert scaled("1,000", more=(entry("Acme", amount="1,000", balance="5.00"),)) is True


def test_three_minor_digits_need_a_currency_that_has_three() -> None:
    assert scaled("5.000", exponent=3, style=Style.MILLS) is None
    assert scaled("5.000", exponent=3, style=Style.MILLS, code="KWD") is True
    assert scaled("5.000", exponent=3, style=Style.MILLS, code="EUR") is False


def test_without_minor_digits_the_currency_tells() -> None:
    assert scaled("1,000", exponent=0) is None
    assert scaled("1,000", exponent=0, code="JPY") is True
    assert scaled("1,000", exponent=2, code="JPY") is None


def test_whole_amounts_are_of_currencies_that_print_them_so() -> None:
    assert scaled("1,000", exponent=2, code="HUF") is True
    assert scaled("1,000", exponent=0, code="HUF") is None
    assert scaled("1,000", exponent=2, code="EUR") is None
    assert scaled("1,000", exponent=3, code="KWD") is None
