"""Summaries of labels above their values, and equations printed as such."""

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

_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "+Mobile deposit",
              "-Hardware Store", "-Toll Road")  # fmt: skip
_CARD: Final = ("-Shoe Shop", "+Payment received", "-Cinema", "-Airline", "-Florist",
                "-Bookshop")  # fmt: skip
_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip
_IN: Final = ("-UPI Sharma Stores", "+NEFT Salary Infotech", "-ATM Connaught Place",
              "-BILLPAY Airtel", "+IMPS R Mehta", "-POS Big Bazaar")  # fmt: skip
_PT: Final = ("-Compra Continente", "+Vencimento Silva Lda", "-Levantamento",
              "-Débito EDP", "+Transferência de Ana")  # fmt: skip


def _american(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d/%Y}    {entry.text:<46}{us(entry.amount):>14}"

    heads = ("Beginning Balance", "Deposits", "Withdrawals", "Ending Balance")
    values = (story.opening, story.came + off, story.went, story.closing)
    return [[
        "FIRST LAKES BANK                                 Checking statement",
        "Account number 33 0917 4410",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        "ACCOUNT SUMMARY",
        "".join(f"{head:>22}" for head in heads),
        "".join(f"{'$' + us(value):>22}" for value in values),
        "",
        f"{'Date':<14}{'Description':<46}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _german(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}    {entry.text:<46}{eu(entry.amount):>14}"

    heads = ("Alter Saldo", "Summe Gutschriften", "Summe Belastungen", "Neuer Saldo")
    values = (story.opening, story.came, story.went + off, story.closing)
    return [[
        "Sparkasse Talheim                                Girokonto",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 4410 778 12",
        "Alle Beträge in EUR",
        "",
        f"{'Datum':<14}{'Verwendungszweck':<46}{'Betrag':>14}",
        map(row, story.entries),
        "",
        "".join(f"{head:<24}" for head in heads),
        "".join(f"{eu(value):<24}" for value in values),
    ]]  # fmt: skip


def _indian(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%y}  {entry.text:<34}{sides(entry, indian)}"

    return [[
        "DECCAN BANK LTD                    STATEMENT OF ACCOUNT",
        "Account No: 50100 4471 8821        Currency: INR",
        f"Statement period {story.start:%d/%m/%Y} to {story.end:%d/%m/%Y}",
        "",
        f"{'Date':<10}{'Narration':<34}{'Withdrawal Amt.':>14}{'Deposit Amt.':>14}",
        map(row, story.entries),
        "",
        "STATEMENT SUMMARY :-",
        "Opening Balance   Dr Count   Cr Count          Debits         Credits     Closing Bal",
        f"{indian(story.opening):>15}{len(story.debits):>11}{len(story.credits):>11}"
        f"{indian(story.went):>16}{indian(story.came + off):>16}{indian(story.closing):>16}",
    ]]  # fmt: skip


def _portuguese(story: Story, off: int) -> Sequence[Page]:
    """Labels over two rows, figures below them."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d-%m-%Y}    {entry.text:<40}{eu(entry.amount):>14}"

    values = (story.opening, story.came, story.went, story.closing + off)
    return [[
        "BANCO DO DOURO               Extrato de conta à ordem",
        f"Período de {story.start:%d-%m-%Y} a {story.end:%d-%m-%Y}",
        "Número da conta 0045 7712 990",
        "Moeda: EUR",
        "",
        f"{'Saldo':>18}{'Total':>18}{'Total':>18}{'Saldo':>18}",
        f"{'inicial':>18}{'créditos':>18}{'débitos':>18}{'final':>18}",
        "".join(f"{eu(value):>18}" for value in values),
        "",
        f"{'Data':<14}{'Descrição':<40}{'Valor':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _card_row(story: Story, off: int) -> Sequence[Page]:
    """ "Previous balance - Payments + Purchases = New balance" above its figures."""

    def row(entry: Entry) -> str:
        mark = " CR" if entry.amount > 0 else ""
        return f"{entry.date:%d %b %Y}    {entry.text:<40}{us(abs(entry.amount)):>14}{mark}"

    return [[
        "Northgate Cards                   Mastercard credit card statement",
        "Card number 5412 XXXX XXXX 7306",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "All amounts in GBP",
        "",
        "Previous balance      Payments and credits      Purchases      New balance",
        f"£{us(-story.opening)}    -    £{us(story.came)}    +    £{us(story.went + off)}"
        f"    =    £{us(-story.closing)}",
        "",
        f"{'Date':<15}{'Description':<40}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _equation(story: Story, off: int) -> Sequence[Page]:
    """One line that says all."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d}    {entry.text:<40}{us(-entry.amount):>14}"

    return [[
        "LARCH CARD SERVICES",
        "Visa credit card statement",
        "Card number XXXX XXXX XXXX 8820",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        f"Previous balance {us(-story.opening)} - Payments {us(story.came)} + Purchases"
        f" {us(story.went + off)} = New balance {us(-story.closing)}",
        "",
        f"{'Date':<9}{'Description':<40}{'Amount':>14}",
        map(row, story.entries),
        "",
        "Transfer your other balances today: 0% for 12 months. Ask us how.",
    ]]  # fmt: skip


def _box(story: Story, off: int) -> Sequence[Page]:
    """An equation from top to bottom, its signs in a column of their own."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d/%y}   {entry.text:<40}{us(entry.amount):>14}"

    return [[
        "Bluegrass Community Bank          Checking account",
        "Account number 220 771 9930",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        f"    Beginning balance          {'$' + us(story.opening):>14}",
        f"+   Deposits and credits       {'$' + us(story.came + off):>14}",
        f"-   Withdrawals and debits     {'$' + us(story.went):>14}",
        f"=   Ending balance             {'$' + us(story.closing):>14}",
        "",
        f"{'Date':<11}{'Description':<40}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _signed_box(story: Story, off: int) -> Sequence[Page]:
    """Signs between the label and its figure, with leaders and an overview's own words."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}   {entry.text:<40}{eu(entry.amount):>14}"

    return [[
        "Raiffeisenkasse Bergtal           Girokonto",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 771 220 9",
        "Währung: EUR",
        "",
        f"{'Buchungstag':<13}{'Verwendungszweck':<40}{'Betrag':>14}",
        map(row, story.entries),
        "",
        f"Alter Kontostand ............. {eu(story.opening):>14}",
        f"Gutschriften .............. +  {eu(story.came):>14}",
        f"Belastungen ............... -  {eu(story.went + off):>14}",
        f"Neuer Kontostand ........... = {eu(story.closing):>12}",
    ]]  # fmt: skip


_OWED: Final = (-250_000, -120_000)

MECHANISMS: Final[dict[str, Family]] = {
    "labels above values": family(
        "labels above values",
        Layout(name="four heads", printed=_american, texts=_US, currency="USD", mask="4410"),
        Layout(name="left aligned", printed=_german, texts=_DE, currency="EUR", mask="7812"),
        Layout(name="with counts", printed=_indian, texts=_IN, currency="INR", mask="8821"),
        Layout(name="two rows", printed=_portuguese, texts=_PT, currency="EUR", mask="2990"),
    ),
    "equations": family(
        "equations",
        Layout(name="below heads", printed=_card_row, texts=_CARD, currency="GBP", mask="7306",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="one line", printed=_equation, texts=_CARD, currency=None, mask="8820",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="signs in front", printed=_box, texts=_US, currency="USD", mask="9930"),
        Layout(name="leaders", printed=_signed_box, texts=_DE, currency="EUR", mask="2209"),
    ),
}  # fmt: skip
