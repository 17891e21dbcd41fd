"""Amounts without noughts at their end, as exports of spreadsheets and programs print them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from db.words import AccountKind
from pipeline.words import Page as DocumentPage
from pipeline.words import Seen
from tests.support.attacks.case import Case, Family
from tests.support.mechanisms.figures import us, whole
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, family

_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "+Mobile deposit",
              "-Hardware Store", "-Toll Road", "-Bakery")  # fmt: skip
_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip
_IN: Final = ("+NEFT Rao Traders", "-UPI Sharma Stores", "-ATM Cash", "-BESCOM Bill",
              "+Salary Credit", "-UPI Metro Card")  # fmt: skip
_FR: Final = ("+VIREMENT DUPONT SARL", "-PRLV EDF", "-CB BOULANGERIE", "-CHEQUE 0041",
              "+REMISE CHEQUES", "-COTISATION")  # fmt: skip


def _app(story: Story, off: int) -> Sequence[Page]:
    money = whole(us)

    def row(entry: Entry) -> str:
        sign = "-" if entry.amount < 0 else "+"
        return (
            f"{entry.date:%d %b %Y}   {entry.text:<34}{sign + '£' + money(abs(entry.amount)):>14}"
        )

    return [[
        "Tern                                         Statement",
        f"{story.start:%d %B %Y} - {story.end:%d %B %Y}",
        "Sort code 04-00-75    Account number 41927713",
        "",
        f"Opening balance   £{money(story.opening)}",
        f"Closing balance   £{money(story.closing + off)}",
        "",
        f"{'Date':<14}{'Description':<34}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


_HONEST: Final = (
    Layout(name="American spreadsheet", texts=_US, currency=None,
           mask="4402", unit=5),
    Layout(name="German export with two columns", texts=_DE, currency="EUR",
           mask="3000"),
    Layout(name="a program's numbers", texts=_US, currency="USD", mask="2501",
           unit=10),
    Layout(name="Indian lakhs", texts=_IN, currency="INR", mask="7123", unit=50,
           kind=AccountKind.SAVINGS),
    Layout(name="French blanks", texts=_FR, currency="EUR", mask="1903",
           unit=10),
    Layout(name="whole amounts of an app", printed=_app, texts=_US, currency="GBP", mask="7713",
           unit=50),
)  # fmt: skip


_DOUBT: Final = "a digit may be lost"


def _recognised(case: Case, state: Seen) -> Case:
    """The page as OCR gives it: a digit that it lost leaves a figure as good as any."""
    pages = tuple(replace(each, seen=(state,) * len(each.words)) for each in case.pages.pages)
    return _doubted(case, f"read from a picture ({state})", pages)


def _doubted(case: Case, why: str, pages: tuple[DocumentPage, ...]) -> Case:
    document = replace(case.pages, pages=pages)
    truth = replace(case.truth, never=_DOUBT)
    return Case(case.family, f"{case.name}, {why}", document, truth, False)


def _torn(case: Case, random: Random) -> Case:
    """A digit stands right behind an amount that has one behind its point."""
    (page,) = case.pages.pages
    after = page.words[random.choice(_short(page))]
    digit = after._replace(text="5", x0=after.x1 + 1, x1=after.x1 + 5)
    torn = replace(page, words=(*page.words, digit), seen=(*page.seen, Seen.SEEN), rows=())
    return _doubted(case, "a digit apart", (torn,))


def _filled(case: Case, random: Random) -> Case:
    """Noughts everywhere but behind one figure of the last column."""
    (page,) = case.pages.pages
    column = _last_column(page)
    kept = random.choice(column)
    words = [
        word._replace(text=word.text + "0") if n in column and n != kept else word
        for n, word in enumerate(page.words)
    ]
    return _doubted(
        case, "one figure shorter than others", (replace(page, words=tuple(words), rows=()),)
    )


def _short(page: DocumentPage) -> list[int]:
    """The words with one digit behind a point."""
    return [n for n, word in enumerate(page.words) if re.search(r"\d[.,]\d$", word.text)]


def _last_column(page: DocumentPage) -> list[int]:
    """Those of them that end furthest to the right."""
    right = max((page.words[n].x1 for n in _short(page)), default=0.0)
    return [n for n in _short(page) if page.words[n].x1 == right]


def _made(random: Random) -> Iterator[Case]:
    """The layouts, honest and off; and these with a figure that may lack a digit."""
    for case in family("short figures", *_HONEST)(random):
        yield case
        if case.provable:
            (page,) = case.pages.pages
            if _short(page):
                yield _recognised(case, random.choice((Seen.TWICE, Seen.ONCE, Seen.UNJUDGED)))
                yield _torn(case, random)
            if len(_last_column(page)) > 1:
                yield _filled(case, random)


MECHANISMS: Final[dict[str, Family]] = {"short figures": _made}
