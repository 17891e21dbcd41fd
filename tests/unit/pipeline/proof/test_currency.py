"""The currency where the page says it, and None where it does not."""

from __future__ import annotations

import pytest

from pipeline.proof.currency import printed_currency
from tests.support.typewritten import rows


def currency(text: str, *, month_first: bool = False) -> str | None:
    printed = rows(text)
    money = [figure for row in printed for figure in row.figures]
    code, conflict = printed_currency(printed, (), money, month_first)
    assert conflict == ""
    return code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Balance  €5.00", "EUR"),
        ("Balance  5,00 zł", "PLN"),
        ("Balance  RM 5.00", "MYR"),
        ("Currency: INR\nBalance 5.00", "INR"),
        ("Currency      INR\nBalance 5.00", "INR"),
        ("Saldo  R$ 5,00", "BRL"),
        ("Остаток  5,00 руб.", "RUB"),
        ("Balance  £5.00", "GBP"),
        ("Balance  5.00", None),
    ],
)
def test_codes_and_symbols(text: str, code: str | None) -> None:
    assert currency(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Sydney Bank, BSB 062-000\nBalance  $5.00", "AUD"),
        ("Montréal (Québec)\nSolde  5,00 $", "CAD"),
        ("Member FDIC\nBalance  $5.00", "USD"),
        ("Interact with us online\nBalance  $5.00", None),
        ("Canadian Bank\nBalance  $5.00", "CAD"),
        ("Balance  $5.00", None),
    ],
)
def test_a_bare_dollar_needs_a_country(text: str, code: str | None) -> None:
    assert currency(text) == code


def test_a_word_of_a_currency_is_a_whole_word() -> None:
    assert currency("All amounts are shown in euros\nBalance 5.00") == "EUR"
    assert currency("Call us from anywhere in Europe\nBalance 5.00") is None


def test_a_dollar_with_months_first_is_american() -> None:
    assert currency("Balance  $5.00", month_first=True) == "USD"


def test_a_foreign_currency_within_an_entry_is_not_the_accounts() -> None:
    printed = rows("Balance  £9.00\n01/03/2025  USD 7.00 at 1.25  5.00")
    assert printed_currency(printed[:1], (), printed[0].figures, False) == ("GBP", "")


def test_figures_under_a_heading_of_another_currency_contradict_each_other() -> None:
    heads = rows("Amount (EUR)")
    money = rows("Balance  £9.00")[0].figures
    assert printed_currency((), heads, money, False) == (
        None,
        "figures in GBP where the page says EUR",
    )
