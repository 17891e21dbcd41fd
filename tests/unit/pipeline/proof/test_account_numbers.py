"""Account numbers in a run of words: IBANs by their check digits, masks, and digits in groups."""

from __future__ import annotations

import pytest

from pipeline.proof.parse.account_numbers import Number, iban_at, number_at


def number(text: str) -> Number | None:
    return number_at(text.split())


@pytest.mark.parametrize(
    ("text", "digits", "words"),
    [
        ("GB29 NWBK 6016 1331 9268 19", "60161331926819", 6),
        ("GB29NWBK60161331926819.", "60161331926819", 1),
        ("NO93 8601 1117 947 Oslo", "86011117947", 4),
        ("CH93 0076 2011 6238 5295 7 Seite 1", "00762011623852957", 6),
    ],
)
def test_an_iban_is_as_long_as_its_country_says(text: str, digits: str, words: int) -> None:
    assert iban_at(text.split()) == Number(digits, words, checked=True)


@pytest.mark.parametrize(
    "text",
    [
        "GB28 NWBK 6016 1331 9268 19",
        "GB29 NWBK 6016 1331 9268 1",
        "GB29 NWBK 6016 1331 9268 190",
        "XX29 NWBK 6016 1331 9268 19",
        "29 NWBK 6016",
        "",
    ],
)
def test_what_has_no_right_check_digits_is_no_iban(text: str) -> None:
    assert iban_at(text.split()) is None


@pytest.mark.parametrize(
    ("text", "digits", "masked"),
    [
        ("12345678", "12345678", False),
        ("12-34-56 789", "123456789", False),
        ("1-23456", "123456", False),
        ("9300.12.34567", "93001234567", False),
        ("2000145399/0800", "2000145399", False),
        ("8327-9,123 456", "83279123456", False),
        ("GB28 NWBK 6016 1331 9268 19", "2860161331926819", False),
        ("****1234", "1234", True),
        ("...1234", "1234", True),
        ("5232 XXXX XXXX 4512", "4512", True),
        ("4929 12** **** 7890", "7890", True),
        ("x123", "123", True),
    ],
)
def test_digits_are_those_that_are_printed(text: str, digits: str, masked: bool) -> None:
    found = number(text)
    assert found is not None
    assert (found.digits, found.masked) == (digits, masked)


@pytest.mark.parametrize(
    "text",
    ["1,234.56", "1234.5", "2025", "123", "x12", "4929 ****", "31/03/2025", "2025-03-31", "Bank"],
)
def test_amounts_years_and_days_are_no_numbers(text: str) -> None:
    assert number(text) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("12345678", "12345678", True),
        ("12345678", "****5678", True),
        ("12345678", "87654321", False),
        ("12345678901", "FR76 3000 6000 0112 3456 7890 189", True),
        ("0012345678901", "FR76 3000 6000 0112 3456 7890 189", True),
        ("****8901", "FR76 3000 6000 0112 3456 7890 189", False),
        ("34567", "9912345678", False),
    ],
)
def test_two_prints_are_one_accounts_or_not(one: str, other: str, same: bool) -> None:
    first, second = number(one), number(other)
    assert first is not None
    assert second is not None
    assert first.is_same(second) is same
    assert second.is_same(first) is same


@pytest.mark.parametrize(
    "text",
    [
        "12345678 20-30-40",
        "12345678 2025",
        "12345678 03/2025",
        "648489890 500 105 17",
        "12345678 0800 123 456",
        "12345678 99887766",
    ],
)
def test_of_a_whole_number_with_more_digits_behind_it_nobody_knows_the_end(text: str) -> None:
    assert number_at(text.split()) is None


def test_a_number_in_groups_ends_with_its_longest() -> None:
    assert number_at(["062-000", "12345678"]) == Number("06200012345678", 2)
