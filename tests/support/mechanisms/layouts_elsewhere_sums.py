"""The same sums and summaries as other banks print them: other words, places and languages."""

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
    fr,
    indian,
    sides,
    us,
)

_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "+Mobile deposit",
              "-Hardware Store", "-Toll Road", "-Bakery")  # fmt: skip
_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip
_FR: Final = ("-PRLV EDF", "+VIR SALAIRE DUPONT", "-CB CARREFOUR", "-CB BOULANGERIE",
              "+REMISE CHEQUE", "-RETRAIT DAB")  # fmt: skip
_PL: Final = ("-Zakup Biedronka", "+Wynagrodzenie Nowak", "-Orange", "-Bankomat",
              "+Przelew od Anny", "-Czynsz")  # fmt: skip
_IN: Final = ("-UPI Sharma Stores", "+NEFT Salary Infotech", "-ATM Connaught Place",
              "-BILLPAY Airtel", "+IMPS R Mehta")  # fmt: skip
_CARD: Final = ("-Shoe Shop", "+Payment received", "-Cinema", "-Airline", "-Florist")
_UK: Final = ("-Greenway Foods", "+Salary Acme Ltd", "-Northern Gas", "-City Council",
              "+J Smith", "-Rail Ticket", "-Pharmacy")  # fmt: skip


def _romanian(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}  {entry.text:<30}{sides(entry, us)}"

    return [[
        "BANCA CARPATI S.A.             EXTRAS DE CONT",
        "Account number 4471 0926 88",
        f"Perioada {story.start:%d.%m.%Y} - {story.end:%d.%m.%Y}",
        "Valuta: RON",
        "",
        f"{'Data':<12}{'Descriere':<30}{'Debit':>14}{'Credit':>14}",
        f"{'':12}{'Sold initial':<30}{'':14}{us(story.opening):>14}",
        map(row, story.entries),
        f"{'':12}{'Total':<30}{us(story.went):>14}{us(story.opening + story.came + off):>14}",
        f"{'':12}{'Sold final':<30}{'':14}{us(story.closing):>14}",
    ]]  # fmt: skip


def _balanced(story: Story, off: int) -> Sequence[Page]:
    """Both columns add up to the same: the closing balance stands where it is missing."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%Y}  {entry.text:<30}{sides(entry, fr, 16)}"

    whole = story.opening + story.came
    return [[
        "BANQUE DU LEMAN                Compte courant",
        "Numéro de compte 30412 88017",
        f"Période du {story.start:%d/%m/%Y} au {story.end:%d/%m/%Y}",
        "Devise : EUR",
        "",
        f"{'Date':<12}{'Libellé':<30}{'Débit':>16}{'Crédit':>16}",
        f"{'':12}{'Solde précédent':<30}{'':16}{fr(story.opening):>16}",
        map(row, story.entries),
        f"{'':12}{'TOTAL':<30}{fr(story.went):>16}{fr(whole + off):>16}",
        f"{'':12}{'Nouveau solde au ' + format(story.end, '%d/%m/%Y'):<30}{'':16}"
        f"{fr(story.closing):>16}",
    ]]  # fmt: skip


def _grid(story: Story, off: int) -> Sequence[Page]:
    """Labels above, with the sign of each beside its value."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}   {entry.text:<40}{fr(entry.amount):>16}"

    heads = ("Saldo początkowe", "Suma uznań", "Suma obciążeń", "Saldo końcowe")
    values = (fr(story.opening), "+" + fr(story.came), "-" + fr(story.went + off),
              fr(story.closing))  # fmt: skip
    return [[
        "Bank Mazowsze S.A.             Wyciąg z rachunku",
        "Numer rachunku 4471 0926 8812",
        f"za okres od {story.start:%d.%m.%Y} do {story.end:%d.%m.%Y}",
        "Waluta: PLN",
        "",
        "".join(f"{head:<24}" for head in heads),
        "".join(f"{value:<24}" for value in values),
        "",
        f"{'Data':<13}{'Opis operacji':<40}{'Kwota':>16}",
        map(row, story.entries),
    ]]  # fmt: skip


def _boxes(story: Story, off: int) -> Sequence[Page]:
    """A card's overview: labels above values, with more than the equation among them."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%b %d}   {entry.text:<44}{us(-entry.amount):>14}"

    heads = ("Previous balance", "Payments", "Purchases", "Fees", "New balance", "Credit limit")
    values = (-story.opening, story.came + off, story.went, 0, -story.closing, 900_000)
    return [[
        "Pine Card Services",
        "Visa credit card statement",
        "Card number XXXX XXXX XXXX 8820",
        f"Statement period {story.start:%b %d, %Y} - {story.end:%b %d, %Y}",
        "",
        "".join(f"{head:>19}" for head in heads),
        "".join(f"{'$' + us(value):>19}" for value in values),
        "",
        f"{'Date':<9}{'Description':<44}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _sentence(story: Story, off: int) -> Sequence[Page]:
    """An equation without spaces between sign and figure."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d}    {entry.text:<40}{us(entry.amount):>14}"

    return [[
        "Granite State Bank             Checking account",
        "Account number 220 771 9930",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        f"Beginning balance ${us(story.opening)} + Deposits ${us(story.came)}"
        f" – Withdrawals ${us(story.went + off)} = Ending balance ${us(story.closing)}",
        "",
        f"{'Date':<9}{'Description':<40}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _daily_aside(story: Story, off: int) -> Sequence[Page]:
    """Balances of days with the year, three pairs a row, under a title of its own."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d/%Y}   {entry.text:<40}{us(entry.amount):>14}"

    cells = [
        f"{day:%m/%d/%Y} {us(balance + off * (place == 1)):>14}    "
        for place, (day, balance) in enumerate(story.days.items())
    ]
    return [[
        "Granite State Bank             Checking account",
        "Account number 220 771 9930",
        f"Statement period {story.start:%m/%d/%Y} - {story.end:%m/%d/%Y}",
        "",
        f"Beginning balance              {us(story.opening)}",
        f"Ending balance                 {us(story.closing)}",
        "",
        f"{'Date':<13}{'Description':<40}{'Amount':>14}",
        map(row, story.entries),
        "",
        "Daily Balances",
        f"{'Date':<10} {'Balance':>14}    " * 3,
        ["".join(cells[at : at + 3]) for at in range(0, len(cells), 3)],
    ]]  # fmt: skip


def _unheaded_days(story: Story, off: int) -> Sequence[Page]:
    """A list of days and balances under nothing but its columns' names, in Spanish."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%Y}  {entry.text:<36}{eu(entry.amount):>14}"

    return [[
        "BANCO DEL NORTE                Extracto de cuenta",
        "Número de cuenta 0182 4410 7733",
        f"Periodo del {story.start:%d/%m/%Y} al {story.end:%d/%m/%Y}",
        "Moneda: EUR",
        "",
        f"Saldo inicial    {eu(story.opening)}",
        f"Saldo final      {eu(story.closing)}",
        "",
        f"{'Fecha':<12}{'Concepto':<36}{'Importe':>14}",
        map(row, story.entries),
        "",
        f"{'Fecha':<12}{'Saldo':>14}",
        [f"{day:%d/%m/%Y}  {eu(balance + off * (day == max(story.days))):>14}"
         for day, balance in story.days.items()],
    ]]  # fmt: skip


def _counts_below(story: Story, off: int) -> Sequence[Page]:
    """A table of sides, counts and sums under the rows."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d-%m-%Y}  {entry.text:<30}{sides(entry, indian)}"

    return [[
        "GANGA GRAMIN BANK              Statement of account",
        "Account number 7712 0044 1190",
        f"Statement period {story.start:%d-%m-%Y} to {story.end:%d-%m-%Y}",
        "Currency: INR",
        "",
        f"{'Date':<12}{'Particulars':<30}{'Withdrawals':>14}{'Deposits':>14}",
        f"{'':12}{'Brought forward':<30}{'':14}{indian(story.opening):>14}",
        map(row, story.entries),
        f"{'':12}{'Closing balance':<30}{'':14}{indian(story.closing):>14}",
        "",
        f"{len(story.debits)} withdrawals totalling {indian(story.went)}",
        f"{len(story.credits)} deposits totalling {indian(story.came + off)}",
    ]]  # fmt: skip


def _fees_apart(story: Story, off: int) -> Sequence[Page]:
    """Sums of sections below each, in words of their own."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d}     {entry.text:<46}{us(abs(entry.amount)):>12}"

    return [[
        "Blue Ridge Bank",
        "Checking account statement",
        "Account number 000 4418 2207",
        f"Statement period {story.start:%m/%d/%Y} through {story.end:%m/%d/%Y}",
        "",
        f"Previous balance                ${us(story.opening)}",
        f"New balance                     ${us(story.closing)}",
        "",
        f"DEPOSITS{'':48}",
        f"{'Date':<10}{'Description':<46}{'Amount':>12}",
        map(row, story.credits),
        f"TOTAL DEPOSITS{'':42}{'$' + us(story.came):>12}",
        "",
        "WITHDRAWALS",
        f"{'Date':<10}{'Description':<46}{'Amount':>12}",
        map(row, story.debits),
        f"TOTAL WITHDRAWALS{'':39}{'$' + us(story.went + off):>12}",
    ]]  # fmt: skip


def _kein_umsatz(story: Story, off: int) -> Sequence[Page]:
    return [[
        "BANQUE DU LEMAN                Compte courant",
        "Numéro de compte 30412 88017",
        f"Période du {story.start:%d/%m/%Y} au {story.end:%d/%m/%Y}",
        "Devise : EUR",
        "",
        f"Ancien solde              {fr(story.opening)}",
        "Total des débits          néant",
        "Total des crédits         néant",
        f"Nouveau solde             {fr(story.closing + off)}",
    ]]  # fmt: skip


def _no_count(story: Story, off: int) -> Sequence[Page]:
    return [[
        "STRAITS BANK LIMITED           Current account",
        "Account number 012-44180-7",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "Currency: SGD",
        "",
        f"Opening balance           {us(story.opening)}",
        f"Total credits (0)         {us(off)}",
        f"Total debits (0)          {us(0)}",
        f"Closing balance           {us(story.closing)}",
    ]]  # fmt: skip


def _order(story: Story, off: int) -> Sequence[Page]:
    """Both balances first, then both sums."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%Y}  {entry.text:<30}{sides(entry, us)}"

    heads = ("Opening Balance", "Closing Balance", "Total Debits", "Total Credits")
    values = (story.opening, story.closing, story.went, story.came + off)
    return [[
        "LAGOS TRUST BANK               Current account",
        "Account number 7712 0044 11",
        f"Statement period {story.start:%d/%m/%Y} to {story.end:%d/%m/%Y}",
        "",
        "".join(f"{head:<20}" for head in heads),
        "".join(f"{us(value):<20}" for value in values),
        "",
        f"{'Date':<12}{'Details':<30}{'Debit':>14}{'Credit':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _dutch(story: Story, off: int) -> Sequence[Page]:
    """All of the summary on one row, without signs."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d-%m}  {entry.text:<30}{sides(entry, eu)}"

    return [[
        "Bank aan de Gracht             Betaalrekening",
        "Rekeningnummer 0417 1643 00",
        f"Periode {story.start:%d-%m-%Y} t/m {story.end:%d-%m-%Y}",
        "Bedragen in EUR",
        "",
        f"Vorig saldo {eu(story.opening)}    Totaal af {eu(story.went)}"
        f"    Totaal bij {eu(story.came + off)}    Nieuw saldo {eu(story.closing)}",
        "",
        f"{'Datum':<7}{'Omschrijving':<30}{'Af':>14}{'Bij':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _card_box(story: Story, off: int) -> Sequence[Page]:
    """A card's summary with signs before its figures, and a limit below."""

    def row(entry: Entry) -> str:
        mark = "-" if entry.amount > 0 else ""
        return f"{entry.date:%d %b}   {entry.text:<36}{mark + us(abs(entry.amount)):>14}"

    return [[
        "Northgate Cards",
        "Credit card statement",
        "Card number 5412 XXXX XXXX 7306",
        f"Statement period {story.start:%d %b %Y} to {story.end:%d %b %Y}",
        "",
        f"Balance from last statement   £{us(-story.opening)}",
        f"Payments received           - £{us(story.came + off)}",
        f"New transactions            + £{us(story.went)}",
        f"Your new balance              £{us(-story.closing)}",
        "Total credit limit            £6,500.00",
        "",
        f"{'Date':<9}{'Details':<36}{'Amount':>14}",
        map(row, story.entries),
    ]]  # fmt: skip


def _no_sums(story: Story, off: int) -> Sequence[Page]:
    """A summary of noughts, its labels above."""
    values = (story.opening, off, 0, story.closing)
    return [[
        "BANCO DEL NORTE                Cuenta corriente",
        "Número de cuenta 0182 4410 7733",
        f"Periodo del {story.start:%d/%m/%Y} al {story.end:%d/%m/%Y}",
        "Moneda: EUR",
        "",
        f"{'Saldo inicial':<20}{'Total abonos':<20}{'Total cargos':<20}{'Saldo final':<20}",
        "".join(f"{eu(value):<20}" for value in values),
    ]]  # fmt: skip


_OWED: Final = (-250_000, -120_000)

MECHANISMS: Final[dict[str, Family]] = {
    "sums elsewhere": family(
        "sums elsewhere",
        Layout(name="sold initial", printed=_romanian, texts=_DE, currency="RON", mask="2688"),
        Layout(name="solde précédent", printed=_balanced, texts=_FR, currency="EUR", mask="8017"),
        Layout(name="suma uznań", printed=_grid, texts=_PL, currency="PLN", mask="8812"),
        Layout(name="overview", printed=_boxes, texts=_CARD, currency=None, mask="8820",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="one line", printed=_sentence, texts=_US, currency="USD", mask="9930"),
        Layout(name="three pairs", printed=_daily_aside, texts=_US, currency=None, mask="9930"),
        Layout(name="bare list", printed=_unheaded_days, texts=_DE, currency="EUR", mask="7733"),
        Layout(name="totalling", printed=_counts_below, texts=_IN, currency="INR", mask="1190"),
        Layout(name="capitals", printed=_fees_apart, texts=_US, currency="USD", mask="2207"),
        Layout(name="néant", printed=_kein_umsatz, texts=(), currency="EUR", mask="8017"),
        Layout(name="none counted", printed=_no_count, texts=(), currency="SGD", mask="1807"),
        Layout(name="balances first", printed=_order, texts=_UK, currency=None, mask="4411"),
        Layout(name="saldo", printed=_dutch, texts=_DE, currency="EUR", mask="4300"),
        Layout(name="card box", printed=_card_box, texts=_CARD, currency="GBP", mask="7306",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="noughts", printed=_no_sums, texts=(), currency="EUR", mask="7733"),
    ),
}  # fmt: skip
