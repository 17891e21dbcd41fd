"""What sort of account it is, and so which way money went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from db.words import AccountKind
from tests.support.attacks.banks import BANKS, CARDS, CURRENT, Bank, bank
from tests.support.attacks.books import Book, honest
from tests.support.attacks.case import Case
from tests.support.attacks.paper import Paper, bound

ADVERTS: Final = {
    AccountKind.SAVINGS: (
        "Open a savings account today and earn 4.50% AER",
        "Save more with our savings account",
        "Savings account",
        "Ask about our high-yield savings accounts",
        "Sparkonto: jetzt eröffnen",
    ),
    AccountKind.CHECKING: (
        "Pay from your checking account at any branch",
        "Switch to our current account and get £150.00",
        "Your checking account earns rewards",
        "Current account",
        "Girokonto ohne Gebühren",
    ),
    AccountKind.CARD: (
        "Apply for a credit card today: 0% for 12 months",
        "Visa Gold, Mastercard Platinum: which credit card suits you?",
        "Credit card",
        "Your credit card application is pre-approved. Credit limit $5,000.00",
        "Minimum payment on our credit card is only 5.00 a month",
    ),
    AccountKind.LOAN: (
        "Personal loan from 6.9% APR. Apply for a loan up to 25,000.00",
        "Mortgage or loan? Talk to us",
        "Loan account",
        "Consolidate with a home loan",
        "Privatkredit und Darlehen: fragen Sie uns",
    ),
}
ROWS: Final = (
    "Transfer to savings account", "Credit card payment", "Loan repayment", "Mortgage payment",
    "Visa purchase", "Mastercard payment thank you", "From savings", "Card ending 4471",
    "To checking account", "Interest on loan", "ISA savings", "Refund credit card",
)  # fmt: skip
NAMES: Final = (
    "First Savings Bank", "Prairie Savings Union", "Farm Loan Bank", "Card Bank plc",
    "Visa Community Bank", "Mutual Savings and Loan", "Sparkasse am Markt", "Current Bank",
    "Nationwide Mortgage Bank",
)  # fmt: skip


def kinds(random: Random) -> Iterator[Case]:
    """Every way to take one sort of account for another."""
    for maker in (
        _adverts,
        _descriptions,
        _names,
        _labels,
        _untitled,
        _gold,
        _marked,
        _loans,
        _mixed,
    ):
        yield from (replace(case, family="kinds") for case in maker(random))


def _adverts(random: Random) -> Iterator[Case]:
    for each in BANKS:
        yield honest(each, random).case("", "honest", True)
        for kind, texts in ADVERTS.items():
            if kind is each.kind:
                continue
            for text in random.sample(texts, 3):
                book = honest(each, random)
                yield book.printed(_above(book, text)).case("", f"advert above: {text}")
                yield book.printed(book.paper.more(foot=[text])).case("", f"advert below: {text}")


def _above(book: Book, text: str) -> Paper:
    return book.paper.more(head=[text])


def _descriptions(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for count in (2, 6):
            book = honest(each, random)
            paper = book.paper
            for place in random.sample(range(len(book.entries)), count):
                paper = paper.put(place, text=random.choice(ROWS))
            yield book.printed(paper).case("", f"kinds named in {count} descriptions")


def _names(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for name in random.sample(NAMES, 3):
            book = honest(replace(each, name=name), random)
            yield book.case("", f"a bank called {name}")


def _labels(random: Random) -> Iterator[Case]:
    """Facts that belong to the kind, and those that only sound like another's."""
    for each in CARDS:
        for facts in (
            [
                ("Minimum payment due", f"{each.sign}25.00"),
                ("Credit limit", f"{each.sign}5,000.00"),
            ],
            [("Payment due date", each.dated(honest(each, random).end, each.full))],
            [("Available credit", f"{each.sign}3,120.00"), ("Cash limit", f"{each.sign}500.00")],
        ):
            book = honest(each, random)
            provable = True if len(facts) > 1 else None
            yield book.printed(book.paper.boxed(*facts)).case("", f"with {facts[0][0]}", provable)
            for text in ("Pay from your checking account", "Open a savings account today"):
                paper = book.paper.boxed(*facts).more(head=[text])
                yield book.printed(paper).case("", f"with {facts[0][0]}; {text}")
    for each in CURRENT:
        for label in ("Arranged overdraft limit", "Credit limit", "Minimum monthly deposit"):
            book = honest(each, random)
            paper = book.paper.boxed((label, each.in_box(100_000)))
            yield book.printed(paper).case("", f"with {label}")


def _untitled(random: Random) -> Iterator[Case]:
    """The title names no kind: then nothing is known but what labels say."""
    for each in BANKS:
        plain = {"de": "Kontoauszug", "fr": "Relevé", "es": "Extracto", "nl": "Afschrift"}
        title = plain.get(each.locale[:2], "Statement")
        for text in ("", *random.sample(sum((ADVERTS[k] for k in ADVERTS), ()), 4)):
            book = honest(replace(each, title=title), random)
            paper = book.paper.more(foot=[text]) if text else book.paper
            if each.kind is AccountKind.SAVINGS:
                book = book.with_truth(kind=None)
            if not each.card:
                yield book.with_truth(kind=None).printed(paper).case("", f"no kind; {text}")
            else:
                # Purchases and payments say that it is a card to a person; the signs follow.
                book = book.with_truth(kind=AccountKind.CARD)
                yield book.printed(paper).case("", f"no kind but its labels; {text}")


def _gold(random: Random) -> Iterator[Case]:
    """Cards known by their product's name alone, beside an advert for another account."""
    for each in CARDS:
        for title in ("Visa Gold", "Mastercard Platinum", "Gold Card", "Business Card Account"):
            for text in (
                "Open a savings account today and earn 4.50%",
                "Link your checking account to pay automatically",
                "Need a loan? Ask us",
            ):
                book = honest(replace(each, title=title), random)
                paper = book.paper.boxed(("Minimum payment", f"{each.sign}25.00"))
                paper = (
                    paper.more(head=[text]) if random.random() < 0.5 else paper.more(foot=[text])
                )
                yield book.printed(paper).case("", f"{title}; {text}")


def _marked(random: Random) -> Iterator[Case]:
    """Amounts marked CR and DR, or with signs at either side."""
    for each in (bank("us_signed"), bank("es_cuenta"), bank("de_giro")):
        for mark in ("{} DR", "{}-", "({})", "−{}", "{} D"):
            marked = replace(each, minus=mark)
            book = honest(marked, random)
            yield book.case("", f"money out as {mark}", True if mark != "{} D" else None)
            text = random.choice(sum((ADVERTS[k] for k in ADVERTS), ()))
            yield book.printed(book.paper.more(foot=[text])).case("", f"{mark}; {text}")
    for each in CARDS:
        for mark in ("{} CR", "{}CR", "-{}", "{}-", "({})"):
            book = honest(replace(each, minus=mark), random)
            yield book.case("", f"payments as {mark}", True)
            paper = book.paper.more(foot=["Open a savings account today"])
            yield book.printed(paper).case("", f"payments as {mark}, an advert")


def _loans(random: Random) -> Iterator[Case]:
    """A loan: what is owed is positive in the balance column, repayments lessen it."""
    for text in (
        "",
        "Open a savings account",
        "Our current account has no fees",
        "Apply for a Visa",
    ):
        for title in ("Personal loan statement", "Mortgage account statement"):
            each = replace(
                bank("uk_each"), title=title, kind=AccountKind.LOAN, minus="{} DR", key="loan"
            )
            book = honest(each, random, opening=-2_500_000)
            paper = book.paper.more(foot=[text]) if text else book.paper
            yield book.printed(paper).case("", f"{title}; {text}")


def _mixed(random: Random) -> Iterator[Case]:
    """A current account's pages and a card's in one document, in both orders."""
    pairs = (
        ("us_signed", "us_card"), ("us_sections", "us_card"), ("uk_each", "uk_card"),
        ("en_once", "uk_card"), ("uk_each", "saver"), ("us_signed", "us_sections"),
    )  # fmt: skip
    for first, second in pairs:
        for one, two in ((first, second), (second, first)):
            for other in ("", "EUR"):
                a, b = (honest(_of_one_bank(key, random), random) for key in (one, two))
                if other:
                    b = honest(_in_euro(b.bank), random)
                sheets = [*a.paper.sheets, *b.paper.sheets]
                name = f"with {two} {other} in one document"
                yield a.case("", name, None, bound(sheets), [b.truth])


def _of_one_bank(key: str, random: Random) -> Bank:
    return replace(bank(key), name=random.choice(("Meridian Bank", "Harbour Bank")))


def _in_euro(each: Bank) -> Bank:
    return replace(each, currency="EUR", sign="EUR")
