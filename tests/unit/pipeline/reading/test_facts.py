"""Labelled figures, the account with its number and kind, and the bank, found on a page."""

import pytest

from db.words import AccountKind, OtherDocument
from pipeline.reading.facts.account_numbers import Number, account_name, kind_of, number_at
from pipeline.reading.facts.kind import cells_of, institution_of, titled
from pipeline.reading.facts.number import printed_number
from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.labelled import LabelledFigure, facts_of
from tests.support.typewritten import rows


def facts(text: str) -> list[LabelledFigure]:
    printed = rows(text)
    return facts_of(printed, headers_of(printed))


def pairs(text: str) -> set[tuple[str, int]]:
    return {(fact.meaning, fact.figure.value) for fact in facts(text)}


def test_two_labels_on_a_row_have_a_figure_each() -> None:
    text = "Opening balance  1,000.00   Closing balance  900.00"
    assert pairs(text) == {("opening", 100000), ("closing", 90000)}


def test_a_label_without_a_figure_beside_it_means_the_one_below() -> None:
    text = """
        Opening balance       Closing balance
            1,000.00              900.00
        """
    assert pairs(text) == {("opening", 100000), ("closing", 90000)}


def test_a_figure_far_below_is_not_meant() -> None:
    assert pairs("Opening balance\n\n\n\n\n\n  1,000.00") == set()


def test_a_label_may_carry_a_date() -> None:
    (fact,) = facts("Balance on 01/03/2025   1,000.00")
    assert fact.meaning == "balance_on"
    assert fact.day is not None


def test_totals_in_and_out_are_distinguished() -> None:
    text = "Total credits   300.00\nTotal debits   200.00"
    assert {("total_in", 30000), ("total_out", 20000)} <= pairs(text)


def test_a_side_with_its_count_and_sum_is_a_total() -> None:
    assert ("total_in", 459186) in pairs("Credits  4  4,591.86")


def test_a_header_that_says_money_in_is_no_total() -> None:
    text = """
        Date         Details     Money out    Money in    Balance
        01/03/2025   Tea              5.00                   9.00
        """
    assert not {fact.meaning for fact in facts(text)} & {"total_in", "total_out"}


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["Harbour Tools Ltd", "INVOICE No. 2031", "3 hammers 12.50"], OtherDocument.INVOICE),
        (["Rechnung Nr. 12"], OtherDocument.INVOICE),
        (["Quittung"], OtherDocument.RECEIPT),
        (["Mietvertrag"], OtherDocument.CONTRACT),
        (["Bulletin de paie"], OtherDocument.PAYSLIP),
        (["Dear customer,"], OtherDocument.LETTER),
        (["請求書"], OtherDocument.INVOICE),
    ],
)
def test_a_title_names_the_type(lines: list[str], kind: OtherDocument) -> None:
    assert titled(lines) is kind


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["Please pay the invoice that you were sent"],
        ["Invoice", "Receipt"],
        ["Some text"] * 12 + ["Invoice"],
    ],
)
def test_what_is_not_plain_has_none(lines: list[str]) -> None:
    assert titled(lines) is None


def test_an_iban_is_known_by_its_check_digits() -> None:
    words = ["DE89", "3704", "0044", "0532", "0130", "00", "Girokonto"]
    assert number_at(words) == Number("370400440532013000", 6, checked=True)


def test_an_iban_without_its_end_is_no_number_for_the_rest_may_be_on_the_next_line() -> None:
    assert number_at(["DE89", "3704", "0044", "0532"]) is None
    assert number_at(["DE89", "3704", "0044"]) is None


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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Northgate Bank plc\n12 Long Street", "Northgate Bank plc"),
        ("Account summary\nYour statement", None),
        ("01/03/2025   Bakery   5.00\n02/03/2025   Cinema   7.00", None),
        ("www.northgatebank.com\ninfo@bank.com", None),
        ("Northgate\n01/03/2025  To Deutsche Bank  5.00", None),
    ],
)
def test_a_name_with_bank_in_it_is_found_above_the_entries(text: str, name: str | None) -> None:
    assert institution_of(rows(text)) == name


def test_words_with_a_wide_gap_between_are_cells_of_their_own() -> None:
    assert [cell.text for cell in cells_of(rows("Northgate Bank          Page 1"))] == [
        "Northgate Bank",
        "Page 1",
    ]


@pytest.mark.parametrize(
    "label",
    [
        "International Bank Account Number",
        "Bank Identifier Code",
        "IBAN at this bank",
        "Code banque",
        "Bank transfer to A. Person",
    ],
)
def test_the_label_of_a_number_is_no_bank(label: str) -> None:
    assert institution_of(rows(label)) is None
    assert institution_of(rows(f"{label}\nNorthgate Bank plc")) == "Northgate Bank plc"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Coralo\n1 High Street   www.coralo.example\n01/03/2025  Tea  5.00", "Coralo"),
        ("Sage & Sons\nHelp: sage-sons.co.uk\n01/03/2025  Tea  5.00", "Sage & Sons"),
        ("Coralo\n01/03/2025  Tea  5.00\nwww.coralo.example", None),
        ("www.coralo.example\n01/03/2025  Tea  5.00\nCoralo", None),
        ("Coralo   www.coralo.example   Sage   www.sage.example", None),
    ],
)
def test_a_name_without_a_word_for_banks_is_known_by_its_address(
    text: str, name: str | None
) -> None:
    assert institution_of(rows(text)) == name


@pytest.mark.parametrize(
    "text",
    [
        "Northgate Bank plc ABN 11 005 357 522",
        "Northgate Bank plc - Registered in England No. 42",
        "Northgate Bank plc 1234567",
    ],
)
def test_what_stands_behind_a_name_is_left_off(text: str) -> None:
    assert institution_of(rows(text)) == "Northgate Bank plc"
