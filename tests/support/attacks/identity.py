"""Whose account it is: numbers beside, below and among others that are not the account's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, bank
from tests.support.attacks.books import Book, honest
from tests.support.attacks.case import Case
from tests.support.attacks.paper import Free, bound

PARTNERS: Final = (
    "Transfer DE89 3704 0044 0532 0130 11", "To GB29NWBK60161331926819",
    "IBAN FR14 2004 1010 0505 0001 3M02 606", "Account 55512209 Miller",
    "NL91ABNA0417164355 Jansen", "Account number 90817263", "A/C 443322110099",
    "Card ending in 9911", "Card **** 9911", "Konto 8877665544",
)  # fmt: skip
NOISE: Final = (
    "Customer number 20771999", "Your other account: Savings 99998888",
    "Hotline 0800 555 0142 7777", "Questions? Call 1-800-555-0199", "Member since 1998",
    "Account year 2026", "Branch code 004417", "Client ID 8812345", "Reference 20250314 0042",
    "Linked account: Current 11112222", "Registered number 00142207",
    "VAT number GB 123 4567 89", "Statement number 0042", "Overdraft account? Call 0345 6000 606",
    "Pay into account 66667777 to save", "Creditor ID DE98ZZZ09999999999", "Tax year 2024/25",
    "Account opened 2019", "SWIFT HARBGB2L", "Customer 7719-2205",
)  # fmt: skip
STRANGE: Final = (
    "Pret A Manger", "ACCOUNT FEE TO 21MAR", "Card services booth", "Loan Star Cafe",
    "Savings Direct Ltd", "Visa Passport Office", "Conto Bar", "Compte Rendu SARL",
)  # fmt: skip
BAD_NAMES: Final = ("International Bank Account Number", "Account Number", "Kontonummer")


def identity(random: Random) -> Iterator[Case]:
    """Every number and name that could be taken for the account's."""
    for maker in (_places, _noise, _absent, _partners, _names, _two):
        yield from (replace(case, family="identity") for case in maker(random))


def _numberless(book: Book) -> Book:
    head = (*book.paper.head[:2], *book.paper.head[3:])
    return book.printed(replace(book.paper, head=head))


def _places(random: Random) -> Iterator[Case]:
    """The number in the cell below its label, to its right, in groups, as an IBAN, or masked."""
    for each in BANKS:
        yield honest(each, random).case("", "beside its label", True)
        book = _numberless(honest(each, random))
        label, number = each.words.number, each.number
        layouts = {
            "below": (Free(200, label, down=146), Free(200, number, down=158)),
            "below, another cell beside": (
                Free(45, "Customer number", down=146), Free(200, label, down=146),
                Free(45, "20771999", down=158), Free(200, number, down=158),
            ),
            "below, another cell first": (
                Free(45, label, down=146), Free(200, "Customer number", down=146),
                Free(45, number, down=158), Free(200, "20771999", down=158),
            ),
            "below, a date beside": (
                Free(45, label, down=146), Free(200, "Statement date", down=146),
                Free(45, number, down=158), Free(200, "31/12/2026", down=158),
            ),
            "far right": (Free(45, label, down=146), Free(300, number, down=146)),
            "right-hand label": (Free(45, number, down=146), Free(140, label, down=146)),
        }  # fmt: skip
        for name, above in layouts.items():
            paper = replace(book.paper, above=above)
            head = (*book.paper.head, "", "", "", "", "")
            yield book.printed(replace(paper, head=head)).case("", f"number {name}")
    for text, mask in (
        ("IBAN DE89 3704 0044 0532 0130 00", "3000"), ("IBAN: GB29 NWBK 6016 1331 9268 19", "6819"),
        ("Account ending in 4471", "4471"), ("Account ****4471", "4471"),
        ("Account number 2045 1731 9268 45", "6845"), ("Account No. XXXXXX4471", "4471"),
        ("Sort code 20-45-17 Account number 31926845", "6845"),
        ("BIC HARBGB2L IBAN GB29NWBK60161331926819", "6819"),
        ("Account number: 31926845 Customer number: 20771999", "6845"),
    ):  # fmt: skip
        for key in ("uk_each", "us_signed", "de_giro", "en_once"):
            book = _numberless(honest(bank(key), random)).with_truth(mask=mask)
            yield book.printed(book.paper.more(head=[text])).case("", text)
            noise = random.choice(NOISE)
            yield book.printed(book.paper.more(head=[text, noise])).case("", f"{text}; {noise}")
            yield book.printed(book.paper.more(head=[noise, text])).case("", f"{noise}; {text}")


def _noise(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for text in random.sample(NOISE, 5):
            book = honest(each, random)
            yield book.printed(book.paper.more(head=[text])).case("", f"above: {text}")
            yield book.printed(book.paper.more(foot=[text])).case("", f"below: {text}")


def _absent(random: Random) -> Iterator[Case]:
    """No number is printed: none of the others is one."""
    for each in BANKS:
        bare = _numberless(honest(each, random)).with_truth(mask=None)
        yield bare.case("", "no number")
        for text in random.sample(NOISE, 5):
            yield bare.printed(bare.paper.more(head=[text])).case("", f"no number, above: {text}")
            yield bare.printed(bare.paper.more(foot=[text])).case("", f"no number, below: {text}")


def _partners(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for numberless in (False, True):
            for _ in range(3):
                book = honest(each, random)
                if numberless:
                    book = _numberless(book).with_truth(mask=None)
                paper = book.paper
                some = random.sample(range(len(book.entries)), 3)
                for place in some:
                    paper = paper.put(place, text=random.choice(PARTNERS))
                where = "no number" if numberless else "a number"
                yield book.printed(paper).case("", f"{where}, others' in entries {some}")


def _names(random: Random) -> Iterator[Case]:
    for each in BANKS:
        book = honest(each, random)
        text = random.choice(STRANGE)
        paper = book.paper.put(0, text=text).put(1, text=text)
        yield book.with_truth(not_names=(text,)).printed(paper).case("", f"a row called {text}")
        head = ("IBAN: International Bank Account Number", "BIC: Bank Identifier Code")
        paper = replace(book.paper, head=(*head, *book.paper.head))
        yield book.with_truth(not_names=BAD_NAMES).printed(paper).case("", "what an IBAN is")


def _two(random: Random) -> Iterator[Case]:
    """An overview of two accounts above the rows of one, or two statements in one document."""
    for each in BANKS:
        book = honest(each, random)
        for lines in (
            (f"Current account {each.number}", "Savings account 99998888"),
            ("Savings account 99998888", f"Current account {each.number}"),
            ("Your accounts: 99998888, 77776666",),
        ):
            yield book.printed(book.paper.more(head=lines)).case("", f"overview {lines[0]}")
        other = honest(replace(each, number="55554444"), random)
        sheets = [*book.paper.sheets, *other.paper.sheets]
        yield book.case("", "two accounts", None, bound(sheets), [other.truth])
        bare = _numberless(other).with_truth(mask=None)
        sheets = [*book.paper.sheets, *bare.paper.sheets]
        yield book.case("", "two accounts, one number", None, bound(sheets), [bare.truth])
