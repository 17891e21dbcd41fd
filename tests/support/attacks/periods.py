"""The period: unlabelled, of something else, damaged, doubled, or not printed at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, Amounts, Bank
from tests.support.attacks.books import Book, honest
from tests.support.attacks.case import Case

FULL: Final = tuple(each for each in BANKS if "y" in each.day)
"""Whose rows need no period to be dated."""

OTHERS: Final = {
    "en": ("Offer valid from {} to {}", "Interest period {} to {}", "Tax year {} to {}",
           "Next statement period {} to {}", "Fees charged from {} to {}",
           "Promotional rate {} - {}", "Branch closed {} to {}",
           "Your previous statement covered {} to {}", "Insurance cover {} - {}"),
    "de": ("Angebot gültig vom {} bis {}", "Zinsperiode {} bis {}", "Steuerjahr {} - {}",
           "Nächster Kontoauszug vom {} bis {}", "Entgelte vom {} bis {}",
           "Filiale geschlossen vom {} bis {}"),
    "fr": ("Offre valable du {} au {}", "Intérêts du {} au {}", "Prochain relevé du {} au {}",
           "Frais du {} au {}", "Agence fermée du {} au {}"),
    "es": ("Oferta válida del {} al {}", "Intereses del {} al {}", "Comisiones del {} al {}",
           "Próximo extracto del {} al {}", "Oficina cerrada del {} al {}"),
    "nl": ("Aanbieding geldig van {} t/m {}", "Renteperiode {} t/m {}", "Kosten {} t/m {}",
           "Volgend afschrift {} t/m {}", "Kantoor gesloten {} t/m {}"),
}  # fmt: skip
PAID: Final = {
    "en": ("Payment from {} to {}", "Rent {} - {}", "Insurance period {} to {}", "Stay {} to {}"),
    "de": ("Miete vom {} bis {}", "Beitrag {} - {}", "Zeitraum {} bis {}"),
    "fr": ("Loyer du {} au {}", "Période du {} au {}", "Cotisation {} - {}"),
    "es": ("Alquiler del {} al {}", "Periodo del {} al {}", "Cuota {} - {}"),
    "nl": ("Huur {} t/m {}", "Periode {} t/m {}", "Premie {} - {}"),
}
DATED: Final = {
    "en": "Statement date {}", "de": "Erstellt am {}", "fr": "Date du relevé {}",
    "es": "Fecha del extracto {}", "nl": "Datum afschrift {}",
}  # fmt: skip


def periods(random: Random) -> Iterator[Case]:
    """Every way in which a page says its period, or does not."""
    for each in FULL:
        for case in _of(each, random):
            yield replace(case, family="periods")


def _of(each: Bank, random: Random) -> Iterator[Case]:
    language = each.locale[:2]
    yield honest(each, random).case("", "labelled", True)
    for name, text in (("bare", "{} - {}"), ("bare words", _bare(language))):
        book = _headed(honest(each, random), text)
        yield book.case("", f"a range without a label, {name}", True)
        yield _paying(book, random, language).case("", f"a range without a label, {name}, rows")
    none = _without(honest(each, random))
    yield none.case("", "no period")
    for text in random.sample(OTHERS[language], 4):
        span = _somewhen(random, none.end)
        line = _worded(each, text, span)
        yield none.printed(none.paper.more(foot=[line])).case("", f"no period, below: {line}")
        yield none.printed(none.paper.more(head=[line])).case("", f"no period, above: {line}")
        book = honest(each, random)
        beside = book.paper.more(head=[_worded(each, text, span)])
        yield book.printed(beside).case("", f"labelled, above: {line}")
        bare = _headed(honest(each, random), "{} - {}")
        yield bare.printed(bare.paper.more(foot=[line])).case("", f"bare range, below: {line}")
    for _ in range(3):
        yield _paying(none, random, language).case("", "no period, ranges in rows")
    yield from _months(each, random)
    yield from _ends(each, random)
    yield from _damaged(each, random)


def _bare(language: str) -> str:
    return {"en": "{} to {}", "de": "{} bis {}", "fr": "{} au {}", "es": "{} al {}"}.get(
        language, "{} t/m {}"
    )


def _headed(book: Book, text: str) -> Book:
    """The period's line in other words."""
    line = _worded(book.bank, text, (book.start, book.end))
    head = (book.paper.head[0], line, *book.paper.head[2:])
    return book.printed(replace(book.paper, head=head))


def _without(book: Book) -> Book:
    head = (book.paper.head[0], *book.paper.head[2:])
    return book.printed(replace(book.paper, head=head)).with_truth(period=None)


def _worded(each: Bank, text: str, span: tuple[date, date]) -> str:
    return text.format(each.dated(span[0], each.full), each.dated(span[1], each.full))


def _somewhen(random: Random, end: date) -> tuple[date, date]:
    start = end + timedelta(days=random.choice((-400, -60, -20, 1, 5, 30)))
    return start, start + timedelta(days=random.choice((6, 13, 30, 90)))


def _paying(book: Book, random: Random, language: str) -> Book:
    """Ranges in the descriptions of one to three rows."""
    paper = book.paper
    for place in random.sample(range(len(book.entries)), random.randint(1, 3)):
        span = _somewhen(random, book.end)
        paper = paper.put(place, text=_worded(book.bank, random.choice(PAID[language]), span))
    return book.printed(paper)


def _months(each: Bank, random: Random) -> Iterator[Case]:
    """A heading that is a month: a person takes the whole of it."""
    for pattern in ("MMMM yyyy", "MM/yyyy", "LLLL yyyy"):
        book = honest(each, random)
        month = each.dated(book.start, pattern)
        yield _headed(book, month).case("", f"a month: {month}")
        yield _headed(book, f"{each.title} {month}").case("", f"a title with a month: {month}")
    book = _headed(honest(each, random), "")
    other = each.dated(book.end + timedelta(days=40), "MMMM yyyy")
    book = book.printed(book.paper.more(foot=[f"News {other}"])).with_truth(period=None)
    yield book.case("", "no period, a month below")


def _ends(each: Bank, random: Random) -> Iterator[Case]:
    language = each.locale[:2]
    for later in (0, 3, 12):
        book = honest(each, random)
        when = book.end + timedelta(days=later)
        line = DATED[language].format(each.dated(when, each.full))
        book = _headed(book, line).with_truth(period=(None, when))
        yield book.case("", f"a statement date {later} days later")
        yield _paying(book, random, language).case("", f"statement date {later} days later, rows")


def _damaged(each: Bank, random: Random) -> Iterator[Case]:
    text = each.words.period
    for name, change in (("O for 0", ("0", "O")), ("l for 1", ("1", "l")), ("S for 5", ("5", "S"))):
        book = _headed(honest(each, random), text)
        head = (book.paper.head[0], book.paper.head[1].replace(*change), *book.paper.head[2:])
        yield book.printed(replace(book.paper, head=head)).case("", f"period with {name}")
    book = honest(each, random)
    start, end = (each.dated(when, each.full) for when in (book.start, book.end))
    for name, line, true in (
        ("first day unreadable", text.format("??", end), (None, book.end)),
        ("last day unreadable", text.format(start, "??"), (book.start, None)),
        ("first day 31 Feb", text.format(_february(each), end), (None, book.end)),
        ("turned round", text.format(end, start), (book.start, book.end)),
        ("one day twice", text.format(end, end), (book.end, book.end)),
    ):
        yield (
            _headed(book, line.replace("{}", ""))
            .with_truth(period=true)
            .case("", f"period, {name}")
        )
    for shift in (-31, 7, 365):
        other = (book.start + timedelta(days=shift), book.end + timedelta(days=shift))
        book = honest(each, random)
        other = (book.start + timedelta(days=shift), book.end + timedelta(days=shift))
        paper = book.paper.more(head=[_worded(each, text, other)])
        yield (
            book.printed(paper).with_truth(period=None).case("", f"two periods {shift} days apart")
        )
        moved = _headed(book, _worded(each, text, other)).with_truth(period=other)
        if each.amounts is not Amounts.CHARGED:
            yield moved.case("", f"printed period {shift} days from the rows")


def _february(each: Bank) -> str:
    shown = each.dated(date(2025, 2, 28), each.full)
    return shown.replace("28", "31", 1)
