"""In which money the statement is, and in which money single rows are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, Amounts, bank
from tests.support.attacks.books import Book, honest
from tests.support.attacks.case import ANY, Case
from tests.support.attacks.paper import Column

ABROAD: Final = (
    "Amazon USD 45.00", "Hotel EUR 120.50 rate 1.0833", "INR 4,500.00 Bazaar", "ARS 12.000,00",
    "US Dollar transfer", "Euro exchange bureau", "$20.00 iTunes", "¥3,000 Tokyo", "€9.99 Spotify",
    "Pound Shop", "Dollar General", "Rand Water", "Real Madrid shop", "USD", "CHF 12.40 Zürich",
    "Franc & Co", "100.00 SEK x 0.075", "Rupee House", "Won Ton Noodles",
)  # fmt: skip
BELOW: Final = (
    "Deposits are protected up to EUR 100,000.00", "Protected up to £85,000.00 by the FSCS",
    "US dollar accounts available", "Exchange rate 1 USD = 0.92 EUR", "FDIC insured to $250,000.00",
    "Foreign currency fee 2.75%: EUR, USD, CHF", "Open a USD account today",
)  # fmt: skip
PLACES: Final = (
    ("Amounts in {}", None), ("All amounts are in {}", None), ("Currency {}", None),
    ("{} account", None), ("Account currency: {}", None),
)  # fmt: skip


def currencies(random: Random) -> Iterator[Case]:
    """Every word and sign that could be taken for the statement's money."""
    for maker in (_abroad, _below, _none, _other_row, _heads, _dollars, _columns):
        yield from (replace(case, family="currencies") for case in maker(random))


def _unsaid(book: Book) -> Book:
    """The statement without any word or sign of its money."""
    head = book.paper.head[:3]
    box = tuple(
        replace(fact, value=fact.value.replace(book.bank.sign, "").strip())
        for fact in book.paper.box
    )
    return book.printed(replace(book.paper, head=head, box=box)).with_truth(currency=None)


def _visited(book: Book, random: Random, count: int) -> Book:
    paper = book.paper
    texts = []
    for place in random.sample(range(len(book.entries)), count):
        texts.append(random.choice(ABROAD))
        paper = paper.put(place, text=texts[-1])
    return book.printed(paper)


def _abroad(random: Random) -> Iterator[Case]:
    for each in BANKS:
        yield honest(each, random).case("", "honest", True)
        for count in (1, 3, 6):
            yield _visited(honest(each, random), random, count).case(
                "", f"{count} rows from abroad"
            )
            unsaid = _visited(_unsaid(honest(each, random)), random, count)
            yield unsaid.case("", f"no currency, {count} rows from abroad")


def _below(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for text in random.sample(BELOW, 2):
            book = honest(each, random)
            yield book.printed(book.paper.more(foot=[text])).case("", f"below: {text}")
            yield book.printed(book.paper.more(head=[text])).case("", f"above: {text}")
            unsaid = _unsaid(honest(each, random))
            yield unsaid.printed(unsaid.paper.more(foot=[text])).case("", f"none, below: {text}")


def _none(random: Random) -> Iterator[Case]:
    for each in BANKS:
        yield _unsaid(honest(each, random)).case("", "no currency")


def _other_row(random: Random) -> Iterator[Case]:
    """One row's amount is printed in another money: its figure is none of the statement's."""
    for each in BANKS:
        for sign in ("¥", "€", "£", "$", "USD ", "CHF ", "R$"):
            if sign.strip() in (each.sign, each.currency) or (
                sign == "€" and each.currency == "EUR"
            ):
                continue
            if random.random() < 0.5:
                continue
            book = honest(each, random)
            place = random.randrange(len(book.entries))
            name = next(n for n in ("amount", "out", "in") if book.paper.cell(place, n))
            paper = book.paper.put(place, **{name: f"{sign}{book.paper.cell(place, name)}"})
            why = f"entry {place} is in {sign.strip()}"
            yield book.printed(paper).never("", f"{sign.strip()} at entry {place}", why)
        book = honest(each, random)
        paper = book.paper
        for place in range(len(book.entries)):
            name = next(n for n in ("amount", "out", "in") if paper.cell(place, n))
            own = each.sign if each.sign in ("£", "$") else f"{each.sign} "
            paper = paper.put(place, **{name: f"{own}{paper.cell(place, name)}"})
        yield book.printed(paper).case("", "its own sign in every row")


def _heads(random: Random) -> Iterator[Case]:
    """The money is said in a heading or in words."""
    for each in (bank("uk_each"), bank("de_giro"), bank("es_cuenta"), bank("en_once")):
        for code in ("EUR", "USD", "INR", "ZAR", "CHF", "ARS"):
            for text, _ in random.sample(PLACES, 2):
                book = _visited(_unsaid(honest(each, random)), random, 2)
                line = text.format(code)
                paper = book.paper.more(head=[line])
                yield book.printed(paper).with_truth(currency=code).case("", line)
            book = _visited(_unsaid(honest(each, random)), random, 2)
            if each.amounts is Amounts.SIGNED:
                paper = book.paper.headed(amount=f"{each.words.amount} ({code})")
            else:
                paper = book.paper.headed(
                    out=f"{each.words.money_out} ({code})",
                    **{"in": f"{each.words.money_in} ({code})"},
                )
            yield book.printed(paper).with_truth(currency=code).case("", f"headings say {code}")


def _dollars(random: Random) -> Iterator[Case]:
    """A bare dollar sign is any dollar's; words nearby may say whose."""
    for key in ("us_signed", "us_sections", "us_card"):
        for text, code in (
            ("", ANY), ("All amounts in Canadian dollars", "CAD"), ("Sydney NSW 2000", ANY),
            ("Currency: AUD", "AUD"), ("Currency: NZD", "NZD"), ("Amounts in HKD", "HKD"),
            ("Currency: SGD", "SGD"), ("Moneda: ARS", "ARS"), ("Moneda: MXN", "MXN"),
        ):  # fmt: skip
            book = honest(bank(key), random)
            head = (*book.paper.head[:3], text) if text else book.paper.head[:3]
            book = book.printed(replace(book.paper, head=head)).with_truth(currency=code)
            yield book.case("", f"$ and {text or 'nothing else'}")
            yield _visited(book, random, 2).case("", f"$ and {text or 'nothing else'}, abroad")


def _columns(random: Random) -> Iterator[Case]:
    """A second column with amounts in the money of another country."""
    for key in ("us_signed", "es_cuenta", "de_giro", "us_card", "uk_card"):
        each = bank(key)
        for heading in ("Foreign amount", "Original amount", "Amount EUR", "Amount USD", ""):
            for where in (340.0, 385.0):
                book = honest(each, random)
                paper = book.paper
                columns = (*paper.columns, Column("foreign", heading, where, True))
                paper = replace(paper, columns=columns)
                rows = range(len(book.entries)) if heading else range(0, len(book.entries), 3)
                for place in rows:
                    minor = book.entries[place].amount * random.randint(101, 149) // 100
                    code = random.choice(("USD", "EUR", "CHF")) if not heading.endswith("D") else ""
                    paper = paper.put(place, foreign=f"{each.figure(minor)} {code}".strip())
                yield (
                    book.printed(paper)
                    .with_truth(currency=each.currency)
                    .case("", f"a column {heading!r} at {where:.0f}")
                )
