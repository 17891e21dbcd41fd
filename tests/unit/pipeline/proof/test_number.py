"""The account's number is the one behind its own label, and four digits of it at the most."""

from __future__ import annotations

import pytest

from pipeline.proof.number import numbered_rows, printed_number
from tests.support.typewritten import rows


def number(*lines: str) -> str | None:
    return printed_number(rows("\n".join((*lines, "Fee 1.00")))[:-1])


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Account number 12345678",), "5678"),
        (("Account number: 12345678",), "5678"),
        (("Account number ****1234",), "1234"),
        (("Account number XXXX1234",), "1234"),
        (("Account number 1234 5678 9012",), "9012"),
        (("Account number 12-34-56 789",), "6789"),
        (("IBAN DE89 3704 0044 0532 0130 00",), "3000"),
        (("Card ending in 4321",), "4321"),
        (("Account number",), None),
        (("Account number", "12345678"), "5678"),
        (("Account number", " " * 13 + "12345678"), "5678"),
        (("Account number", " " * 14 + "12345678"), None),
        (("Account number", "01/03/2025"), None),
        (("Account number", "word", "12345678"), None),
        (("Account number 2025",), None),
        (("Account details 2025-03-31",), None),
        (("Account details 31-03-2025",), None),
        (("Account number 12",), None),
        (("Account number 123",), None),
        (("Account number 1234",), "1234"),
        (("Account number of a friend of yours 12345678",), None),
        (("Your account number 12345678",), "5678"),
        (("Payee account 12345678",), None),
        (("Beneficiary IBAN DE89 3704 0044 0532 0130 00",), None),
        (("Payee account 87654321", "Account number 12345678"), "5678"),
        (("Lost your account number? 12345678",), None),
        (("****1234",), "1234"),
        (("xxx1234",), "1234"),
        (("**12",), "12"),
        (("XXXXX 12.34",), None),
        (("XXXXX 1234.56",), None),
        (("Account number 12345678", "Account number 12345678"), "5678"),
        (("Account number 12345678", "Account number 87654321"), None),
        (("Account number 12345678", "****4321"), "5678"),
        (("****1234", "****4321"), None),
        (("Account number 12345678", "Account number 87654321 1.00"), "5678"),
        (("Account number 87654321 1.00",), "4321"),
        (("word",), None),
        (("Account number : : : : : : : 12345678",), "5678"),
        (("Account number : : : : : : : : 12345678",), None),
        (("Account number".ljust(29) + "12345678", "87654321"), "5678"),
        (("Account number".ljust(30) + "12345678", "87654321"), "4321"),
        (("Account number".ljust(30) + "12345678",), "5678"),
        (("Account number".ljust(24) + "12345678",), "5678"),
        (("Your own account number 12345678",), "5678"),
        (("Of your own account number 12345678",), None),
        (("Of your own   account number 12345678",), "5678"),
        (("Your other account number 12345678",), None),
        (("Linked account: account number 12345678",), None),
        (("Your other account ****1234",), None),
        (("Account number 12345678        word        87654321",), "5678"),
        (("    Account number", "    12345678"), "5678"),
        (("         Account number", "12345678"), None),
        (("Statement number 12345678",), None),
        (("Issue date account number 12345678",), "5678"),
        (("Account number 01/03/2025", "12345678"), "5678"),
        (("Account number 12345678 01/03/2025", "87654321"), "5678"),
        (("Account number of yours", "12345678"), None),
        (("Account for IBAN DE89 3704 0044 0532 0130 00",), "3000"),
        (("Visa ending with 43219",), "3219"),
        (("Visa ending with 321",), "321"),
        (("****123456",), "3456"),
        (("Account number 12345678        word",), "5678"),
        (("Account number 12345678 word",), None),
        (("Account number no. 12345678",), "5678"),
        (("Account number", "12345678 01/03/2025"), "5678"),
        (("Account number", "", "12345678"), "5678"),
        (("word", "word", "Account number", "", "", "12345678"), None),
        (("Account number".ljust(33) + "Branch", "12345678".ljust(33) + "87654321"), "5678"),
        (("          Account number", "12345678"), None),
        (("Account number **123", "****4567"), "123"),
        (("Account number **12", "****4567"), None),
        (("XXXX-XXXX-XXXX-4417",), "4417"),
        (("账号 6222 0000 4417",), "4417"),
        (("Kontonummer 00 1234 4417",), "4417"),
        (("Account no. 4929 12** **** 7890",), "7890"),
        (("Account no. 4929 1234 **** ****",), None),
        (("Account x1234",), "1234"),
        (("Account (…1234)",), "1234"),
        (("Account ****1234 (EUR)",), "1234"),
        (("Account # 1234 5678 ! March 2025",), "5678"),
        (("Sort Code 20-15-86 • Account No 43170823",), "0823"),
        (("Sort code 20-15-86 Account number 43170823",), "0823"),
        (("Sort code / Account number 20-15-86 / 43170823",), "0823"),
        (("Sort code / Account number", "20-15-86 / 43170823"), "0823"),
        (("Agência/Conta: 0123 / 56789-0",), "7890"),
        (("Agência/Conta: 0123/56789-0",), "7890"),
        (("Číslo účtu: 2000145399/0800",), "5399"),
        (("Kontonummer 9300.12.34567",), "4567"),
        (("Account number 1,234.56",), None),
        (("Account number 0123 GBP",), "0123"),
        (("Konto:648489890",), "9890"),
        (("Account Nr.12345678",), "5678"),
        (("Account number 12345678 31 March 2025",), "5678"),
        (("Account number 20251231",), "1231"),
        (("Account services 0345 734 5345",), None),
        (("Pay into account 66667777 to save",), None),
        (("Compte courant n° 00012344568",), "4568"),
        (("Girokonto 648489890, DE12 5001 0517 0648 4898 90",), "9890"),
        (("Premier Cheque Account : 62012348844",), "8844"),
        (("Interest Checking x1234",), "1234"),
        (("Linked Savings Account 62012348844",), None),
        (("Into your savings account 62012348844",), None),
        (("Very Special Premier Cheque Account 62012348844",), None),
        (("Visa debit card x1234",), None),
        (("Debit card ****1234",), None),
        (("Savings account 99998888", "Account number 12345678"), "5678"),
        (("Arranged overdraft 100000",), None),
        (("DE89 3704 0044 0532 0130 00",), "3000"),
        (("Bank AG   DE89370400440532013000   BIC COBADEFFXXX",), "3000"),
        (("DE88 3704 0044 0532 0130 00",), None),
        (("DE89 3704 0044 0532 0130",), None),
        (("ZZ89 3704 0044 0532 0130 00",), None),
        (("Pay to DE89 3704 0044 0532 0130 00",), None),
        (("Please pay to DE89 3704 0044 0532 0130 00",), None),
        (("DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19"), None),
        (("Linked account DE89 3704 0044 0532 0130 00",), None),
        (("Compte n° 12345678901", "IBAN FR76 3000 6000 0112 3456 7890 189"), "0189"),
        (("Account number 87654321", "IBAN FR76 3000 6000 0112 3456 7890 189"), None),
        (("Account number ****0189", "IBAN FR76 3000 6000 0112 3456 7890 189"), "0189"),
        (("Account number ****2345", "IBAN FR76 3000 6000 0112 3456 7890 189"), None),
        (("Account number 12345678", "Card number **** 9911"), "5678"),
        (("Card number **** 9911",), "9911"),
        (("Account number 12345678   Linked account 99998888",), "5678"),
        (
            (
                "Account Name    Sort code    Account Number   Sheet",
                "Mr A Smith      40-12-34     81234567         112",
            ),
            "4567",
        ),
        (("Customer number 20771999",), None),
        (("Customer number 20771999 Account number 12345678",), "5678"),
        (("Account number   Type", "12345678         Savings", "87654321         Current"), None),
        (("Account number   Type", "12345678", "", "                 word", "87654321"), None),
        (("Account number   Type", "12345678", "12345678"), "5678"),
        (("Account number", "12345678", "Sort code", "20-15-86"), "5678"),
        (("Account number", "12345678", "", "", "", "87654321"), "5678"),
        (("Old account 55667788",), None),
        (("Fee account number 55667788",), None),
        (("Votre compte n° 55667788",), "7788"),
        (("GBP account 55667788",), "7788"),
        (("Statement account 55667788",), "7788"),
        (("Выписка по счет 55667788",), "7788"),
        (("Overdraft Protection Savings Account 55667788",), None),
        (("Your card ending in 1234 will expire soon",), None),
        (("Autopay account ending in 4455",), None),
        (("Fees charged to ****4455",), None),
        (("****4455 is new",), None),
        (("****4455 J Smith",), "4455"),
        (("Statement for Rewards ****4455",), "4455"),
        (("Betaalrekening NL** PLDR **** **66 15",), "6615"),
        (("Account 0800 123 4567",), None),
        (("Account 1-800-555-0199",), None),
        (("Current account 0345 734 5345",), None),
        (("Account number 0800 123 4567",), "4567"),
        (("Account 20230405",), None),
        (("Konto: 05042023",), None),
        (("Savings account 20230405",), None),
        (("Account 20231305",), "1305"),
        (("Account: 10245 (see overleaf)",), None),
        (("Account number 10245678 (closed)",), None),
        (("Account number 10245678 (Joint)",), "5678"),
    ],
)
def test_the_end_of_the_number(lines: tuple[str, ...], expected: str | None) -> None:
    assert number(*lines) == expected


def test_the_row_that_names_it_is_known() -> None:
    found = rows("Northgate Bank\nAccount number 12345678\nword\nFee 1.00")
    assert list(numbered_rows(found)) == [found[1]]
    assert list(numbered_rows(found[2:])) == []


def test_a_number_below_its_label_is_of_both_rows() -> None:
    found = rows("Northgate Bank\nAccount number\n12345678\nword")
    assert printed_number(found) == "5678"
    assert list(numbered_rows(found)) == found[1:3]


def test_a_number_on_the_next_page_is_below_no_label() -> None:
    assert printed_number(rows("Account number", "12345678")) is None


def test_rows_without_figures_name_it_first() -> None:
    found = rows("Account number 12345678 1.00\nAccount number 12345678\nFee 1.00")
    assert list(numbered_rows(found)) == found[1:2]


def test_where_rows_disagree_none_names_it() -> None:
    assert list(numbered_rows(rows("Account number 12345678\nAccount number 87654321"))) == []


def test_of_a_card_its_own_number_goes_before_the_account_that_pays_it() -> None:
    found = rows("Card number **** 9911\nIBAN DE89 3704 0044 0532 0130 00")
    assert printed_number(found, "card") == "9911"
    assert printed_number(found) == "3000"
    assert list(numbered_rows(found, "card")) == found[:1]


def test_of_a_kind_that_has_no_number_of_a_card_a_cards_number_is_none() -> None:
    found = rows("Debit card number 4929 1234 5678 9012")
    assert (printed_number(found), printed_number(found, "card")) == ("9012", "9012")
    assert printed_number(found, "current") is printed_number(found, "savings") is None
    for text in ("Card **** 9911", "Visa **** 9911", "Kaart **** 9911"):
        assert printed_number(rows(text)) == "9911"
        assert printed_number(rows(text), "current") is None
    assert printed_number(rows("**** 9911"), "current") == "9911"
