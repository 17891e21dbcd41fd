"""What figures, headers and rows beside them say of the currency, and where they contradict."""

from __future__ import annotations

import pytest

from pipeline.proof.currency import printed_currency
from tests.support.kernel import held
from tests.support.typewritten import rows

CONTRADICTS = "contradicts"


def printed(money: str, *beside: str, heads: str = "", month_first: bool = False) -> str | None:
    """The currency that figures are in where rows beside and a header say something of it."""
    figures = [figure for row in rows(money) for figure in row.figures]
    assert figures
    above = rows("\n".join((*beside, "Fee"))) if beside else []
    code, conflict = printed_currency(above, rows(heads) if heads else (), figures, month_first)
    assert code is None or not conflict
    return CONTRADICTS if conflict else code


@pytest.mark.parametrize(
    ("money", "beside", "expected"),
    [
        ("€5.00\n£6.00", (), CONTRADICTS),
        ("¥5.00\n$6.00", (), CONTRADICTS),
        ("HK$5.00\n$6.00", (), "HKD"),
        ("HK$5.00\n¥6.00", (), CONTRADICTS),
        ("€5.00\n$6.00", (), CONTRADICTS),
        ("€5.00\n6.00", (), "EUR"),
        ("BHD 5.00", ("Currency EUR",), CONTRADICTS),
        ("Kr. 5.00", ("Currency EUR",), CONTRADICTS),
        ("Kr. 5.00", ("Currency SEK",), "SEK"),
        ("€5.00", ("Currency GBP",), CONTRADICTS),
        ("€5.00", ("Currency GBP", "Currency EUR"), "EUR"),
        ("$5.00", ("Currency EUR",), CONTRADICTS),
        ("$5.00", ("Currency CAD",), "CAD"),
        ("$5.00", ("Currency CAD", "Currency EUR"), None),
        ("5.00", ("Currency EUR", "Currency GBP", "sterling"), None),
        ("RMB 5.00", (), "CNY"),
        ("RUR 5.00", (), "RUB"),
        ("5.00", ("Currency RMB",), "CNY"),
    ],
)
def test_figures_and_words_are_of_one_currency(
    money: str, beside: tuple[str, ...], expected: str | None
) -> None:
    assert printed(money, *beside) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("EUR", "EUR"),
        ("Paid   EUR", "EUR"),
        ("Paid EUR", None),
        ("****1234 EUR", "EUR"),
        ("No a ****1234 EUR", "EUR"),
        ("No a b ****1234 EUR", None),
        ("Opening balance in EUR", "EUR"),
        ("Closing balance in EUR", "EUR"),
        ("Total paid in EUR", "EUR"),
        ("Total paid out EUR", "EUR"),
        ("Balance on the day EUR", "EUR"),
        ("Opening balance in EUR a b c d", "EUR"),
        ("Opening balance in EUR a b c d e", None),
        ("Payments and opening balance in EUR", "EUR"),
        ("Statement date in EUR", None),
        ("Currency in EUR", "EUR"),
        ("Currency a b EUR", None),
        ("EUR is currency", None),
        ("Currency: Swiss Franc", "CHF"),
        ("Currency of the Swiss Franc", "CHF"),
        ("Swiss Franc", None),
        ("Currency €", "EUR"),
        ("FX currency USD", None),
        ("Card currency USD", None),
        ("Your currency USD", "USD"),
        ("Account 12345678 currency USD", "USD"),
        ("Statement currency USD", "USD"),
        ("Old currency DEM", None),
        ("FX   Currency USD", "USD"),
    ],
)
def test_a_row_states_a_currency(line: str, expected: str | None) -> None:
    assert printed("5.00", line) == expected


@pytest.mark.parametrize(
    ("money", "heads", "expected"),
    [
        ("5.00", "Amount EUR", "EUR"),
        ("5.00", "Amount €", "EUR"),
        ("£5.00", "Amount €", CONTRADICTS),
        ("£5.00", "Amount GBP €", "GBP"),
        ("5.00", "Amount R$", None),
        ("5.00", "金额 港元 €", "HKD"),
        ("$5.00", "Amount R$", "BRL"),
        ("¥5.00", "Amount R", "CNY"),
        ("$5.00", "Amount in euro", None),
        ("5.00", "金额 港元", "HKD"),
        ("5.00", "金额 元", "CNY"),
    ],
)
def test_a_header_names_a_currency(money: str, heads: str, expected: str | None) -> None:
    assert printed(money, heads=heads) == expected


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ("Prices in R$", "BRL"),
        ("Prices in A$", "AUD"),
        ("Prices in C$", "CAD"),
        ("Prices in S$", "SGD"),
        ("Prices in HK$", "HKD"),
        ("Prices in NZ$", "NZD"),
        ("Prices in MX$", "MXN"),
        ("Prices in NT$", "TWD"),
        ("All amounts are in US$", "USD"),
        ("Prices in CA$", "CAD"),
        ("Prices in AR$", None),
        ("Prices in US$ and A$", None),
        ("Toronto M5V 2T6", "CAD"),
        ("Toronto M5V 2T6 Canada", "CAD"),
        ("Sydney, Australia", "AUD"),
        ("Canada and Australia", None),
        ("Canada, Member FDIC", None),
    ],
)
def test_a_bare_dollar_is_what_the_page_says_beside(beside: str, expected: str | None) -> None:
    assert printed("$5.00", beside) == expected


def test_an_order_of_months_first_is_american_where_no_country_is_named() -> None:
    assert printed("$5.00", "word", month_first=True) == "USD"
    assert printed("$5.00", "Canada", month_first=True) == "CAD"


@pytest.mark.parametrize(
    ("beside", "expected"),
    [("残高", "JPY"), ("お取引", "JPY"), ("円建て", "JPY"), ("余额", "CNY"), ("word", "CNY")],
)
def test_a_yen_is_distinguished_from_a_yuan_by_words_of_japan(beside: str, expected: str) -> None:
    assert printed("¥5.00", beside) == expected
    assert printed("￥5.00", beside) == expected


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ("Sort code 12-34-56", "GBP"),
        ("IFSC ABCD0123456", "INR"),
        ("IFSC ABCD0123456 and sort code 12-34-56", None),
        ("IFSC ABCD0123456 and sort code 12-34-56 to DE89 3704 0044 0532", None),
        ("DE89 3704 0044 0532 0130 00", "EUR"),
        ("GB29 NWBK 6016 1331 9268 19", "GBP"),
        ("XX29 NWBK 6016 1331 9268 19", None),
        ("XX29 NWBK 6016 and DE89 3704 0044 0532", "EUR"),
        ("GB29 NWBK 6016 and DE89 3704 0044 0532", "GBP"),
        ("word", None),
        ("Euro Account GB29 NWBK 6016", None),
        ("Euro Account   GB29 NWBK 6016", "EUR"),
        ("Account in Euro   GB29 NWBK 6016", "EUR"),
        ("Our very own Euro account   GB29 NWBK 6016", None),
        ("Euro travel money   GB29 NWBK 6016", None),
        ("Euro or sterling account   Euro prices   GB29 NWBK 6016", None),
        ("Sort code 12-34-56   Account   DE89 3704 0044 0532", None),
        ("Sort code 12-34-56   GB29 NWBK 6016", "GBP"),
    ],
)
def test_a_countrys_own_terms_or_an_iban_tell(beside: str, expected: str | None) -> None:
    assert printed("5.00", beside) == expected


TWICE = held("""
    Northgate Bank, Toronto M5V 2T6
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance $100.00     Closing balance $1,145.00

    Date         Description              Amount         Balance
    Opening balance                                       100.00
    01/03/2025   Acme Ltd               2,000.00        2,100.00
    17/03/2025   J Smith                 -950.00        1,150.00
    31/03/2025   Corner shop               -5.00        1,145.00
    Closing balance                                     1,145.00
    """)


def test_a_sign_on_another_print_of_a_balance_tells_whichever_a_witness_names() -> None:
    proof = TWICE.printed()
    assert proof.proven, {check.name: check.detail for check in proof.checks}
    assert proof.facts is not None
    assert proof.facts.currency == "CAD"


@pytest.mark.parametrize(
    "beside",
    [
        "Mr J Sterling",
        "12 Sterling Street",
        "Euro Bank SA",
        "Send euros free",
        "Holiday money in euro",
        "Pay in euro abroad with your card",
        "Ask for our own sterling account",
    ],
)
def test_a_name_of_money_in_any_words_is_no_accounts(beside: str) -> None:
    assert printed("5.00", beside) is None


@pytest.mark.parametrize(
    "beside",
    [
        "Euro",
        "Sterling account",
        "All amounts in euros",
        "Closing balance in euro",
        "Euro DE89 3704 0044",
    ],
)
def test_a_name_of_money_beside_account_or_balance_is_the_accounts(beside: str) -> None:
    assert printed("5.00", beside) in ("EUR", "GBP")


@pytest.mark.parametrize(
    "beside",
    ["Currency conversion EUR", "Currency card EUR", "Currency fee EUR", "Currency: EUR / USD"],
)
def test_a_label_of_another_currency_or_of_two_names_none(beside: str) -> None:
    assert printed("5.00", beside) is None
