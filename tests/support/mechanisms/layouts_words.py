"""Words that say there was nothing, labels that are part of a longer one, and odd print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import Family
from tests.support.mechanisms.stories import (
    Entry,
    Layout,
    Page,
    Story,
    eu,
    family,
    indian,
    sides,
    us,
)

_OUT: Final = ("-NTUC Fairprice", "-SP Services", "-Town Council", "-Singtel")
_IN_ONLY: Final = ("+NEFT Salary", "+Interest credit", "+IMPS R Mehta")
_CARD: Final = ("-Shoe Shop", "+Payment received", "-Cinema", "-Airline", "-Florist")
_UK: Final = ("-Greenway Foods", "+Salary Acme Ltd", "-B/F Autos Garage", "-New Balance Shoes",
              "+J Smith", "-Total Fitness Gym", "-Pharmacy")  # fmt: skip
_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Saldo Reisen GmbH", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip


def _nil(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry, after: int) -> str:
        return f"{entry.date:%d %b %Y}  {entry.text:<30}{sides(entry, us)}{us(after):>14}"

    return [[
        "STRAITS BANK LIMITED           Statement of Account",
        "Account number 012-44180-7",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "Currency: SGD",
        "",
        f"{'Date':<13}{'Description':<30}{'Withdrawal':>14}{'Deposit':>14}{'Balance':>14}",
        f"{'':13}{'Balance brought forward':<58}{us(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':13}{'Balance carried forward':<58}{us(story.closing):>14}",
        "",
        f"Total withdrawals     {us(story.went + off)}",
        "Total deposits        NIL",
    ]]  # fmt: skip


def _dash(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%Y}  {entry.text:<30}{'-':>14}{indian(entry.amount):>14}"

    return [[
        "Malabar Bank                   STATEMENT OF ACCOUNT",
        "Account Number 7712 0044 1190          Currency: INR",
        f"Statement period {story.start:%d/%m/%Y} to {story.end:%d/%m/%Y}",
        "",
        f"{'Date':<12}{'Particulars':<30}{'Withdrawals':>14}{'Deposits':>14}",
        f"{'':12}{'Opening balance':<30}{'':14}{indian(story.opening):>14}",
        map(row, story.entries),
        f"{'':12}{'Total':<30}{'-':>14}{indian(story.came + off):>14}",
        f"{'':12}{'Closing balance':<30}{'':14}{indian(story.closing):>14}",
    ]]  # fmt: skip


def _nothing(story: Story, off: int) -> Sequence[Page]:
    return [[
        "Sparkasse Talheim                                Girokonto",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 4410 778 12",
        "Alle Beträge in EUR",
        "",
        f"Alter Kontostand              {eu(story.opening):>14}",
        f"Summe Gutschriften            {eu(off):>14}",
        f"Summe Belastungen             {eu(0):>14}",
        f"Neuer Kontostand              {eu(story.closing):>14}",
    ]]  # fmt: skip


def _quiet(story: Story, off: int) -> Sequence[Page]:
    return [[
        "First Lakes Bank               Savings account statement",
        "Account number 33 0917 4410",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        f"Beginning balance             {'$' + us(story.opening):>14}",
        f"Total deposits                {'$' + us(0):>14}",
        f"Total withdrawals             {'$' + us(off):>14}",
        f"Ending balance                {'$' + us(story.closing):>14}",
        "",
        "Questions? Call us at any time, or visit us online.",
    ]]  # fmt: skip


def _limits(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d}    {entry.text:<40}{us(-entry.amount):>14}"

    owed = -story.closing + off
    return [[
        "LARCH CARD SERVICES",
        "Visa credit card statement",
        "Card number XXXX XXXX XXXX 8820",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        f"Previous balance              {'$' + us(-story.opening):>14}",
        f"New balance                   {'$' + us(owed):>14}",
        "Total credit line             $    9,000.00",
        f"Available credit              {'$' + us(900_000 + story.closing):>14}",
        "Cash credit line              $    1,800.00",
        "",
        f"{'Date':<9}{'Description':<40}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _limits_aside(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        mark = " CR" if entry.amount > 0 else ""
        return f"{entry.date:%d %b %Y}    {entry.text:<40}{us(abs(entry.amount)):>14}{mark}"

    return [[
        "Northgate Cards                   Mastercard credit card statement",
        "Card number 5412 XXXX XXXX 7306",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "",
        f"Previous balance    £{us(-story.opening):<16}  Credit limit        £6,500.00",
        f"New balance         £{us(off - story.closing):<16}"
        f"  Available to spend  £{us(650_000 + story.closing)}",
        "Minimum payment     £25.00             Total credit limit  £6,500.00",
        "",
        f"{'Date':<15}{'Description':<40}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _names(story: Story, off: int) -> Sequence[Page]:
    """Payees whose names are a balance's or a total's words."""

    def row(entry: Entry, after: int) -> str:
        return f"{entry.date:%d %b %Y}  {entry.text:<30}{sides(entry, us)}{us(after):>14}"

    return [[
        "Harbour & Vale Bank            Current account statement",
        "Account number 31926845        Arranged overdraft limit £1,000.00",
        f"Statement period {story.start:%d %B %Y} to {story.end:%d %B %Y}",
        "Currency: GBP",
        "",
        f"{'Date':<13}{'Description':<30}{'Paid out':>14}{'Paid in':>14}{'Balance':>14}",
        f"{story.start:%d %b %Y}  {'B/F':<58}{us(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{story.end:%d %b %Y}  {'C/F':<58}{us(story.closing + off):>14}",
    ]]  # fmt: skip


def _german_names(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}    {entry.text:<46}{eu(entry.amount):>14}"

    return [[
        "Volksbank am See eG            Girokonto",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 7712 0044          Währung: EUR",
        "Eingeräumte Kontoüberziehung      5.000,00",
        "",
        f"{'Datum':<14}{'Verwendungszweck':<46}{'Betrag':>14}",
        f"{'':14}{'Alter Saldo':<46}{eu(story.opening):>14}",
        map(row, story.entries),
        f"{'':14}{'Neuer Saldo':<46}{eu(story.closing + off):>14}",
    ]]  # fmt: skip


def _spaced(story: Story, off: int) -> Sequence[Page]:
    """Labels whose letters stand apart."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}    {entry.text:<46}{eu(entry.amount):>14}"

    return [[
        "Bankhaus Lindner               K O N T O A U S Z U G",
        f"vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 7712 0044          Währung: EUR",
        "",
        f"{'Datum':<14}{'Text':<46}{'Betrag':>14}",
        f"{'':14}{'A l t e r   S a l d o':<46}{eu(story.opening):>14}",
        map(row, story.entries),
        f"{'':14}{'N e u e r   S a l d o':<46}{eu(story.closing + off):>14}",
    ]]  # fmt: skip


def _spaced_english(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d/%Y}    {entry.text:<46}{us(entry.amount):>14}"

    return [[
        "PRAIRIE SAVINGS                S T A T E M E N T",
        "Account number 33 0917 4410",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        f"B E G I N N I N G  B A L A N C E    {'$' + us(story.opening):>14}",
        f"E N D I N G  B A L A N C E          {'$' + us(story.closing + off):>14}",
        "",
        f"{'Date':<14}{'Description':<46}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _spaced_spanish(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry, after: int) -> str:
        return f"{entry.date:%d-%m-%Y}  {entry.text:<30}{sides(entry, eu)}{eu(after):>14}"

    return [[
        "CAJA DEL SUR                EXTRACTO DE CUENTA CORRIENTE",
        "Número de cuenta 0182 4410 7733",
        f"Periodo del {story.start:%d-%m-%Y} al {story.end:%d-%m-%Y}",
        "Divisa: EUR",
        "",
        f"{'Fecha':<12}{'Concepto':<30}{'Cargos':>14}{'Abonos':>14}{'Saldo':>14}",
        f"{'':12}{'S A L D O  A N T E R I O R':<58}{eu(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':12}{'S A L D O  F I N A L':<58}{eu(story.closing + off):>14}",
    ]]  # fmt: skip


_OWED: Final = (-250_000, -120_000)
_ES: Final = ("-Recibo Iberdrola", "+Nómina García SL", "-Compra Mercadona", "-Cajero")
_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "-Hardware Store")

MECHANISMS: Final[dict[str, Family]] = {
    "nothing said": family(
        "nothing said",
        Layout(name="nil", printed=_nil, texts=_OUT, currency="SGD", mask="1807"),
        Layout(name="dash", printed=_dash, texts=_IN_ONLY, currency="INR", mask="1190"),
        Layout(name="zero totals", printed=_nothing, texts=(), currency="EUR", mask="7812"),
        Layout(name="zero dollars", printed=_quiet, texts=(), currency="USD", mask="4410",
               kind=AccountKind.SAVINGS),
    ),
    "whole phrases": family(
        "whole phrases",
        Layout(name="credit line", printed=_limits, texts=_CARD, currency="USD", mask="8820",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="beside", printed=_limits_aside, texts=_CARD, currency="GBP", mask="7306",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="payees", printed=_names, texts=_UK, currency="GBP", mask="6845"),
        Layout(name="Namen", printed=_german_names, texts=_DE, currency="EUR", mask="0044"),
    ),
    "letters apart": family(
        "letters apart",
        Layout(name="gesperrt", printed=_spaced, texts=_DE, currency="EUR", mask="0044"),
        Layout(name="box", printed=_spaced_english, texts=_US, currency="USD", mask="4410"),
        Layout(name="saldo", printed=_spaced_spanish, texts=_ES, currency="EUR", mask="7733"),
    ),
}  # fmt: skip
