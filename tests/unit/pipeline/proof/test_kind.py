"""The kind of account is what a title or a label says, never an advert's sentence."""

from __future__ import annotations

import pytest

from pipeline.proof.kind import PrintedKind, printed_kind
from tests.support.typewritten import read, rows

NOTHING = (None, None)
CARD, LOAN = ("card", True), ("loan", True)
CURRENT, SAVINGS = ("current", False), ("savings", False)


def printed(*lines: str) -> PrintedKind:
    return printed_kind(rows("\n".join((*lines, *("word",) * 2, "Fee 1.00"))))


def kind(*lines: str) -> tuple[str | None, bool | None]:
    found = printed(*lines)
    return found.kind, found.debt


DEEP = ("word",) * 3
DEEPER = ("word",) * 12


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Visa",), CARD),
        (("Northgate Visa card",), CARD),
        (("Current account",), CURRENT),
        (("Savings account",), SAVINGS),
        (("Loan account",), LOAN),
        (("one", "two", "Visa gold"), CARD),
        ((*DEEP, "Visa gold"), NOTHING),
        ((*DEEP, "Visa statement"), CARD),
        ((*DEEP, "Kontoauszug Visa"), CARD),
        ((*DEEPER, "Visa statement"), NOTHING),
        ((*DEEPER[:11], "Visa statement"), CARD),
        (("Get a Visa for you",), CARD),
        (("Get a Visa for you today now",), NOTHING),
        (("Get a Visa for you today",), CARD),
        (("Get a Visa today!",), NOTHING),
        (("Get a Visa today.",), NOTHING),
        (("Get a Visa today?",), NOTHING),
        (("Visa at 5%",), NOTHING),
        (("Visa 12.00",), CARD),
        (("Get one more Visa 12.00",), NOTHING),
        (("Current account", "Visa"), NOTHING),
        (("Current account", "Savings account"), (None, False)),
        (("Loan account", "Visa"), NOTHING),
        (("Your other account Visa",), NOTHING),
        (("word word",), NOTHING),
    ],
)
def test_a_title_names_the_kind(
    lines: tuple[str, ...], expected: tuple[str | None, bool | None]
) -> None:
    assert kind(*lines) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Credit card number 4321",), CARD),
        (("Visa balance 12.00",), NOTHING),
        (("12.00 Visa",), NOTHING),
        (("Visa 01/03/2025",), CARD),
        (("01/03/2025 Visa",), NOTHING),
        (("Visa 1234",), CARD),
        (("Visa 12",), NOTHING),
        (("Credit card a b c d 1234",), CARD),
        (("Credit card a b c d e 1234",), NOTHING),
        (("Visa", "12.00"), CARD),
        (("Visa", "                 12.00"), NOTHING),
        (("Visa", "01/03/2025"), CARD),
        (("Visa", "word"), NOTHING),
        (("Account Visa ****1190",), CARD),
        (("Account number Visa ****1190 12.00",), NOTHING),
        (("Visa account number ****1190 and some other words of it",), NOTHING),
        (("Visa", "word", "12.00"), NOTHING),
        (("Visa 12.00 12%",), NOTHING),
        (("Purchases with any Visa 12.00",), NOTHING),
        (("Mastercard 12.00 a b c d e f g h",), CARD),
        (("Mastercard 12.00 a b c d e f g h i",), NOTHING),
        (("Prices and all others   Visa   12.00",), CARD),
        (("Visa abcd 12.00",), CARD),
        (("Visa abcde 12.00",), NOTHING),
        (("Mastercard a b c d e 12.00",), CARD),
        (("Mastercard a b c d e 1 May",), CARD),
        (("Visa 123",), CARD),
        (("12.00", "Visa"), NOTHING),
        (("                 Visa", "12.00"), NOTHING),
        (("Account of Northgate Visa ****1190",), CARD),
        (("Account of Northgate Visa of ****1190",), CARD),
        (("Account of Northgate Visa **119",), CARD),
        (("Account of Northgate Visa **11",), NOTHING),
        (("Account of Northgate Visa and others",), NOTHING),
        (("Account type: Savings account",), ("savings", False)),
        (("Savings account, account type unknown",), NOTHING),
        (("Account of 1190 Northgate Visa",), NOTHING),
        (("Statement date of Northgate Visa ****1190",), NOTHING),
    ],
)
def test_a_label_of_a_figure_a_date_or_a_number_names_the_kind(
    lines: tuple[str, ...], expected: tuple[str | None, bool | None]
) -> None:
    assert kind(*DEEPER, *lines) == expected


def test_the_words_that_say_so_are_named() -> None:
    assert printed("Visa").words == "the page speaks of a card: Visa"
    assert printed("Current account").words == "the page names it: Current account"
    assert printed("Northgate Current account of yours").words == printed("Current account").words
    assert printed("word").words == ""


def test_a_page_is_silent_if_no_word_speaks_of_a_debt_not_even_in_a_sentence() -> None:
    assert printed("word").silent
    assert not printed("Ask us for a new Visa with cash back today.").silent
    assert not printed("Ask us for a new student loan on your own terms today.").silent
    assert printed("Ask us for a new savings account on your own terms.").silent
    assert not printed("Current account").silent


def test_another_accounts_rows_say_nothing_of_this_one() -> None:
    assert kind("Current account", "Your other account Visa 1234") == CURRENT
    assert kind("Your other account Visa 1234", "Visa") == CARD


def test_a_title_stands_on_the_first_page_and_its_figure_on_its_own() -> None:
    assert printed_kind(rows("word", "Visa")).kind is None
    deep = "\n".join(("Fee 1.00", *DEEPER, "Visa"))
    assert printed_kind(rows(deep)).kind is None
    assert printed_kind(rows(deep, "12.00")).kind is None
    assert printed_kind(rows(f"{deep}\n12.00")).kind == "card"


def test_a_title_stands_on_the_first_page_of_its_own_rows() -> None:
    later = rows("word", "Rainy day savings\nNumber word\nFee 1.00")[1:]
    assert printed_kind(later).kind == "savings"
    across = rows("word", "Savings account")
    assert printed_kind(across).kind is None


ACCOUNT = """
    {title}
    Account number {number}
    Statement period 01/03/2025 to 31/03/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     100.00
    01/03/2025   Interest                               200.00       300.00
                 Closing balance                                     300.00
    """


@pytest.mark.parametrize(
    ("title", "number", "expected"),
    [
        ("Rainy day savings", "22222222", "savings"),
        ("Thank you", "22222222", "other"),
        ("Thank you", "11111111", "checking"),
    ],
)
def test_the_front_says_nothing_of_an_account_with_another_number(
    title: str, number: str, expected: str
) -> None:
    first = ACCOUNT.format(title="Current account", number="11111111")
    second = ACCOUNT.format(title=title, number=number).replace("/03/", "/04/")
    found = read(first, second.replace("31/04", "30/04")).statements
    assert [(str(d.status), str(d.kind)) for d in found] == [
        ("proven", "checking"),
        ("proven", expected),
    ]


def test_what_is_owed_on_another_card_of_the_file_is_no_asset() -> None:
    """The second card's page names no kind, and its plain balances would be read as money held."""
    card = """
        {title}
        Card number XXXX XXXX XXXX {number}
        Statement period 01/{month}/2025 to 28/{month}/2025

        Date         Description              Amount     Balance
                     Previous balance                     100.00
        01/{month}/2025   Shop                     20.00      120.00
        02/{month}/2025   Books                    30.00      150.00
                     New balance                          150.00
        """
    first = card.format(title="Credit card statement", number="1111", month="03")
    second = card.format(title="Thank you", number="2222", month="04")
    assert [d.closing_balance for d in read(first, second).statements if d.status == "proven"] == [
        -15000
    ]
