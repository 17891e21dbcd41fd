"""What a country tells of the currency does not count where the page names another currency."""

from __future__ import annotations

import pytest

from tests.support.typewritten import only, read

PAGE = """
    Northgate Bank
    {}
    Statement period 01/03/2025 to 31/03/2025

    Date         Description            Paid out      Paid in       Balance
                 Opening balance                                   {sign}100.00
    01/03/2025   Salary                            {sign}2,000.00     {sign}2,100.00
    17/03/2025   Rent                    {sign}955.00                 {sign}1,145.00
                 Closing balance                                 {sign}1,145.00
    """
EURO = "IBAN DE89 3704 0044 0532 0130 00"
POUND = "IBAN GB29 NWBK 6016 1331 9268 19"


def currency(*lines: str, sign: str = "") -> str | None:
    draft = only(read(PAGE.format("\n    ".join(lines), sign=sign)))
    assert draft.status == "proven"
    return draft.currency


@pytest.mark.parametrize(
    ("title", "iban"),
    [
        ("Währungskonto USD", EURO),
        ("US-Dollar-Konto", EURO),
        ("Cuenta en dólares", EURO),
        ("Account in Swiss francs", EURO),
        ("US Dollar Account   Sort code 20-30-40", POUND),
    ],
)
def test_another_currency_than_the_countrys(title: str, iban: str) -> None:
    assert currency(title, iban) is None


@pytest.mark.parametrize(
    ("title", "iban", "expected"),
    [
        ("Girokonto", EURO, "EUR"),
        ("Girokonto in Euro", EURO, "EUR"),
        ("Euro Account", POUND, "EUR"),
        ("Pound Account   Sort code 20-30-40", POUND, "GBP"),
        ("You may pay in USD or in CHF as well", EURO, "EUR"),
    ],
)
def test_the_countrys_own(title: str, iban: str, expected: str) -> None:
    assert currency(title, iban) == expected


@pytest.mark.parametrize("title", ["U.S. Dollar Chequing", "USD Chequing", "US Funds Chequing"])
def test_a_canadian_bank_keeps_dollars_of_the_united_states(title: str) -> None:
    assert currency(title, "Toronto ON M5V 2T6", sign="$") is None
    assert currency("Chequing", "Toronto ON M5V 2T6", sign="$") == "CAD"


def test_what_the_front_says_is_not_of_a_statement_that_names_another() -> None:
    part = PAGE.replace("Northgate Bank", "Account number {number}")
    first = part.format("All amounts in EUR", number="40118832", sign="")
    second = part.format("Savings account in US dollars", number="40118840", sign="")
    drafts = read(first, second).statements
    assert [(draft.status, draft.currency) for draft in drafts] == [
        ("proven", "EUR"),
        ("proven", None),
    ]
