"""Amounts without noughts at their end, as exports of spreadsheets and programs print them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from db.words import AccountKind
from pipeline.words import Page as DocumentPage
from pipeline.words import Seen
from tests.support.attacks.case import Case, Family
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, eu, family, fr, indian, us

_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "+Mobile deposit",
              "-Hardware Store", "-Toll Road", "-Bakery")  # fmt: skip
_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip
_IN: Final = ("+NEFT Rao Traders", "-UPI Sharma Stores", "-ATM Cash", "-BESCOM Bill",
              "+Salary Credit", "-UPI Metro Card")  # fmt: skip
_FR: Final = ("+VIREMENT DUPONT SARL", "-PRLV EDF", "-CB BOULANGERIE", "-CHEQUE 0041",
              "+REMISE CHEQUES", "-COTISATION")  # fmt: skip


def short(money: Callable[[int], str], point: str = ".") -> Callable[[int], str]:
    """Without noughts at the end: 12.5 and 100."""
    return lambda minor: money(minor).rstrip("0").removesuffix(point)


def floating(money: Callable[[int], str]) -> Callable[[int], str]:
    """One digit at least, as programs print their numbers: 12.5 and 100.0."""
    return lambda minor: money(minor).removesuffix("0")


def whole(money: Callable[[int], str], point: str = ".") -> Callable[[int], str]:
    """Without minor units where these are nought: 12.50 and 100."""
    return lambda minor: money(minor).removesuffix(f"{point}00")


def plain(minor: int) -> str:
    """Without marks of thousands."""
    return us(minor).replace(",", "")


_SHORT, _SHORT_EU = short(us), short(eu, ",")
_SHORT_IN, _SHORT_FR = short(indian), short(fr, ",")


def _spreadsheet(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry, after: int) -> str:
        wrong = off * (entry is story.entries[2])
        return (
            f"{entry.date:%m/%d/%Y}    {entry.text:<36}"
            f"{_SHORT(entry.amount):>14}{_SHORT(after + wrong):>16}"
        )

    return [[
        "Harbor Federal Credit Union",
        "Share draft account               Account number 7714402",
        f"From {story.start:%m/%d/%Y} to {story.end:%m/%d/%Y}",
        "",
        f"Beginning balance    {_SHORT(story.opening)}",
        f"Ending balance       {_SHORT(story.closing)}",
        "",
        f"{'Date':<14}{'Description':<36}{'Amount':>14}{'Balance':>16}",
        [row(entry, after) for entry, after in story.booked],
    ]]  # fmt: skip


def _german(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        out = _SHORT_EU(-entry.amount) if entry.amount < 0 else ""
        came = _SHORT_EU(entry.amount) if entry.amount > 0 else ""
        return f"{entry.date:%d.%m.%Y}  {entry.text:<36}{out:>14}{came:>14}"

    return [[
        "Umsatzübersicht Girokonto          Bankhaus Elbtal AG",
        "IBAN DE89 3704 0044 0532 0130 00     Währung EUR",
        f"Zeitraum {story.start:%d.%m.%Y} - {story.end:%d.%m.%Y}",
        "",
        f"{'Datum':<12}{'Buchungstext':<36}{'Soll':>14}{'Haben':>14}",
        f"{'':12}{'Anfangssaldo':<36}{'':14}{_SHORT_EU(story.opening):>14}",
        map(row, story.entries),
        f"{'':12}{'Endsaldo':<36}{'':14}{_SHORT_EU(story.closing + off):>14}",
    ]]  # fmt: skip


def _program(story: Story, off: int) -> Sequence[Page]:
    money = floating(plain)

    def row(entry: Entry, after: int) -> str:
        wrong = off * (entry is story.entries[4])
        return f"{entry.date:%Y-%m-%d}   {entry.text:<34}{money(entry.amount):>12}   " + (
            f"{money(after + wrong):>12}   USD"
        )

    return [[
        "Transaction report                          Northwind Digital Bank",
        "Account no. 4410 7725 01",
        f"Period: {story.start:%Y-%m-%d} to {story.end:%Y-%m-%d}",
        f"Opening balance: {money(story.opening)}",
        f"Closing balance: {money(story.closing)}",
        "",
        f"{'Date':<13}{'Details':<34}{'Amount':>12}   {'Balance':>12}   Currency",
        [row(entry, after) for entry, after in story.booked],
    ]]  # fmt: skip


def _indian(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry, after: int) -> str:
        out = _SHORT_IN(-entry.amount) if entry.amount < 0 else ""
        came = _SHORT_IN(entry.amount) if entry.amount > 0 else ""
        wrong = off * (entry is story.entries[1])
        return f"{entry.date:%d/%m/%Y}  {entry.text:<30}{out:>15}{came:>15}" + (
            f"{_SHORT_IN(after + wrong):>18}"
        )

    return [[
        "Deccan Co-operative Bank Ltd             Statement of Account",
        "Account No: 001910077123                 Savings Account",
        f"Statement Period: {story.start:%d/%m/%Y} to {story.end:%d/%m/%Y}   Currency: INR",
        "",
        f"{'Date':<12}{'Particulars':<30}{'Withdrawals':>15}{'Deposits':>15}{'Balance':>18}",
        f"{'':12}{'Opening Balance':<30}{'':30}{_SHORT_IN(story.opening):>18}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':12}{'Closing Balance':<30}{'':30}{_SHORT_IN(story.closing):>18}",
    ]]  # fmt: skip


def _french(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        out = _SHORT_FR(-entry.amount) if entry.amount < 0 else ""
        came = _SHORT_FR(entry.amount) if entry.amount > 0 else ""
        return f"{entry.date:%d/%m}   {entry.text:<34}{out:>14}  {came:>14}"

    return [[
        "CAISSE DU LITTORAL                 RELEVE DE COMPTE CHEQUES",
        "Compte n° 0412 771 903",
        f"Du {story.start:%d/%m/%Y} au {story.end:%d/%m/%Y}          Montants en EUR",
        "",
        f"{'Date':<8}{'Libellé':<34}{'Débit':>14}  {'Crédit':>14}",
        f"{'':8}{'Ancien solde':<34}{'':14}  {_SHORT_FR(story.opening):>14}",
        map(row, story.entries),
        f"{'':8}{'Nouveau solde':<34}{'':14}  {_SHORT_FR(story.closing + off):>14}",
    ]]  # fmt: skip


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
    Layout(name="American spreadsheet", printed=_spreadsheet, texts=_US, currency=None,
           mask="4402", unit=5),
    Layout(name="German export with two columns", printed=_german, texts=_DE, currency="EUR",
           mask="3000"),
    Layout(name="a program's numbers", printed=_program, texts=_US, currency="USD", mask="2501",
           unit=10),
    Layout(name="Indian lakhs", printed=_indian, texts=_IN, currency="INR", mask="7123", unit=50,
           kind=AccountKind.SAVINGS),
    Layout(name="French blanks", printed=_french, texts=_FR, currency="EUR", mask="1903",
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
