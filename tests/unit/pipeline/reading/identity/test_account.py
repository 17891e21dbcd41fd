"""The account's number, product and kind, from the words around the rows."""

from __future__ import annotations

import pytest

from pipeline.drafts import StatementKind
from pipeline.reading.identity.account import account_mask, account_name, kind_of
from tests.support.typewritten import rows


@pytest.mark.parametrize(
    "text",
    [
        "Account number 1234 5678 4417",
        "Account number: ****4417",
        "Card ending in 4417",
        "Kontonummer 00 1234 4417",
        "IBAN DE89 3704 0044 0532 0144 17",
        "XXXX-XXXX-XXXX-4417",
        "账号 6222 0000 4417",
    ],
)
def test_no_more_than_the_last_four_digits_are_kept(text: str) -> None:
    assert account_mask(rows(text)) == "4417"


def test_the_number_nearest_above_the_entries_is_the_statements() -> None:
    printed = rows("Account number 1111 1111\nAccount number 2222 2222\n01/03/2025 Tea 5.00")
    assert account_mask(printed, 2) == "2222"


def test_a_page_without_a_number_has_no_mask() -> None:
    assert account_mask(rows("Tea 5.00\nphone 555 0142")) is None


def test_the_products_name_stands_above_the_rows() -> None:
    assert account_name(rows("Classic Savings Account\n01/03/2025  Tea  5.00"), 1) == (
        "Classic Savings Account"
    )
    assert account_name(rows("Account number\nAccount summary"), 2) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Credit card statement\nMinimum payment  25.00\nCredit limit  500.00", StatementKind.CARD),
        ("Mortgage statement", StatementKind.LOAN),
        ("Savings account", StatementKind.SAVINGS),
        ("Statement of account", StatementKind.CHECKING),
        ("Kreditkartenabrechnung\nVerfügungsrahmen  500,00", StatementKind.CARD),
    ],
)
def test_the_kind_is_told_by_words_outside_the_entries(text: str, kind: StatementKind) -> None:
    assert kind_of(rows(text))[0] is kind


def test_words_of_entries_do_not_make_an_account_a_card() -> None:
    printed = rows("Statement\n01/03/2025  Credit card payment  5.00\n02/03/2025 Credit limit 1.00")
    assert kind_of(printed, frozenset({1, 2})) == (StatementKind.CHECKING, 0)
