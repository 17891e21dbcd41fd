"""The account's product and kind, from the words around the rows."""

import pytest

from db.words import AccountKind
from pipeline.reading.facts.account_numbers import account_name, kind_of
from pipeline.reading.facts.number import printed_number
from tests.support.typewritten import rows


def test_the_products_name_stands_above_the_rows() -> None:
    assert account_name(rows("Classic Savings Account\n01/03/2025  Tea  5.00"), 1) == (
        "Classic Savings Account"
    )
    assert account_name(rows("Account number\nAccount summary"), 2) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Credit card statement\nMinimum payment  25.00\nCredit limit  500.00", AccountKind.CARD),
        ("Mortgage statement", AccountKind.LOAN),
        ("Savings account", AccountKind.SAVINGS),
        ("Statement of account", AccountKind.CHECKING),
        ("Kreditkartenabrechnung\nVerfügungsrahmen  500,00", AccountKind.CARD),
    ],
)
def test_the_kind_is_named_by_words_outside_the_entries(text: str, kind: AccountKind) -> None:
    assert kind_of(rows(text))[0] is kind


def test_words_of_entries_do_not_make_an_account_a_card() -> None:
    printed = rows("Statement\n01/03/2025  Credit card payment  5.00\n02/03/2025 Credit limit 1.00")
    assert kind_of(printed, frozenset({1, 2})) == (AccountKind.CHECKING, 0)


@pytest.mark.parametrize(
    "shop",
    [
        "Pret A Manger card payment",
        "ACCOUNT FEE TO 21MAR",
        "Visa purchase Corner Shop",
        "Transfer to savings account",
    ],
)
@pytest.mark.parametrize(
    "table",
    [
        "{heading}\n01/03/2025  Tea  5.00\n02/03/2025  {shop}  6.00\n{shop}",
        "{heading}\nDate        Description     Amount\n{shop}\n01/03/2025  Tea  5.00",
        "{heading}\n03/03/2025  {shop}\n            branch  5.00",
    ],
)
def test_nothing_in_the_table_names_the_account(table: str, shop: str) -> None:
    unnamed = rows(table.format(heading="March", shop=shop))
    assert account_name(unnamed, 2, unnamed) is None
    assert account_name(unnamed, len(unnamed), unnamed) is None
    named = rows(table.format(heading="Everyday Current Account", shop=shop))
    assert account_name(named, len(named), named) == "Everyday Current Account"


def test_a_statement_without_a_name_of_its_own_has_the_documents() -> None:
    document = rows("Family Savings Account\n01/03/2025  Tea  5.00\nMarch\n02/03/2025  Rent  9.00")
    assert account_name(document[2:], 1, document) == "Family Savings Account"


def test_a_french_loan_is_a_product_and_a_sandwich_shop_is_none() -> None:
    assert account_name(rows("Prêt immobilier Confort"), 1) == "Prêt immobilier Confort"
    assert account_name(rows("Pret A Manger London"), 1) is None


@pytest.mark.parametrize(
    ("above", "digits"),
    [
        ("Page 1 of 2", "3000"),
        ("37040044 0532013000 EUR", "3000"),  # the same
        ("Customer 7788123409", "3000"),  # a shorter one
        ("37040044 0340977444 EUR", None),
        ("37040044 0340977444 EUR\nOne\nTwo\nThree", "3000"),  # too far away
    ],
)
def test_an_iban_without_a_label_is_the_accounts_unless_another_whole_number_stands_near(
    above: str, digits: str | None
) -> None:
    assert printed_number(rows(f"{above}\nDE89 3704 0044 0532 0130 00\n")) == digits
