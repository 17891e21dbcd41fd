"""The same evidence as other banks print it: other words, places and languages."""

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
    ch,
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
_TR: Final = ("-Migros", "+Maaş Yılmaz AŞ", "-Turkcell", "-ATM Kadıköy", "+Havale Demir")
_UK: Final = ("-Greenway Foods", "+Salary Acme Ltd", "-Northern Gas", "-City Council",
              "+J Smith", "-Rail Ticket", "-Pharmacy")  # fmt: skip


def _swiss(story: Story, off: int) -> Sequence[Page]:
    """Total Umsätze unter beiden Spalten, der Saldovortrag in der Gutschrift mitgezählt."""

    def row(entry: Entry, after: int) -> str:
        return (
            f"{entry.date:%d.%m.%y}  {entry.text:<26}{sides(entry, ch)}"
            f"    {entry.value:%d.%m.%y}{ch(after):>14}"
        )

    return [[
        "Kantonalbank Uri               Kontoauszug Privatkonto",
        "Kontonummer 8812 4470",
        f"Zeitraum {story.start:%d.%m.%Y} - {story.end:%d.%m.%Y}           Währung: CHF",
        "",
        f"{'Datum':<10}{'Text':<26}{'Belastung':>14}{'Gutschrift':>14}"
        f"    {'Valuta':<8}{'Saldo':>14}",
        f"{'':10}{'Saldovortrag':<66}{ch(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':10}{'Total':<26}{ch(story.went):>14}{ch(story.came + off):>14}",
        f"{'':10}{'Schlusssaldo':<66}{ch(story.closing):>14}",
    ]]  # fmt: skip


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


def _overdraft(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry, after: int) -> str:
        return f"{entry.date:%d.%m.%Y}  {entry.text:<36}{eu(entry.amount):>14}{eu(after):>14}"

    return [[
        "Stadtsparkasse Neuhafen        Girokonto",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 4410 778 12        Währung: EUR",
        "Kreditlinie      3.000,00      Verfügungsrahmen     4.100,00",
        "",
        f"{'Datum':<12}{'Vorgang':<36}{'Betrag':>14}{'Saldo':>14}",
        f"{'':12}{'Anfangssaldo':<50}{eu(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':12}{'Endsaldo':<50}{eu(story.closing + off):>14}",
    ]]  # fmt: skip


def _sperr(story: Story, off: int) -> Sequence[Page]:
    """Letter-spaced labels in a summary of their own, in Polish and French letters."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%Y}  {entry.text:<36}{fr(entry.amount):>16}"

    return [[
        "CAISSE DE BRETAGNE             Compte courant",
        "Numéro de compte 30412 88017",
        f"Relevé du {story.start:%d/%m/%Y} au {story.end:%d/%m/%Y}",
        "Montants en EUR",
        "",
        f"A N C I E N  S O L D E         {fr(story.opening):>16}",
        "",
        f"{'Date':<12}{'Opération':<36}{'Montant':>16}",
        map(row, story.entries),
        "",
        f"N O U V E A U  S O L D E       {fr(story.closing + off):>16}",
    ]]  # fmt: skip


def _turkish_values(story: Story, off: int) -> Sequence[Page]:
    """A value date behind the amount, day and balance last."""

    def row(entry: Entry, after: int) -> str:
        return (
            f"{entry.date:%d/%m/%Y}  {entry.text:<28}{eu(entry.amount):>14}"
            f"  {entry.value:%d/%m/%Y}{eu(after):>15}"
        )

    return [[
        "ANADOLU BANKASI A.Ş.           Hesap özeti",
        "Hesap no 4471 0926",
        f"Dönem {story.start:%d/%m/%Y} - {story.end:%d/%m/%Y}",
        "Para birimi: TRY",
        "",
        f"{'Tarih':<12}{'Açıklama':<28}{'Tutar':>14}  {'Valör':<10}{'Bakiye':>15}",
        f"{'':12}{'Devir bakiyesi':<54}{eu(story.opening):>15}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':12}{'Kapanış bakiyesi':<54}{eu(story.closing + off):>15}",
    ]]  # fmt: skip


def _stacked_dates(story: Story, off: int) -> Sequence[Page]:
    """Booking above value, the amount on the first row and the balance beside it."""

    def row(entry: Entry, after: int) -> list[str]:
        return [
            f"{entry.date:%d/%m/%Y}  {entry.text:<28}{us(entry.amount):>14}{us(after):>14}",
            f"{entry.value:%d/%m/%Y}  Ref {entry.date:%j}",
            "",
        ]

    return [[
        "Meridian Bank                  Current account statement",
        "Account number 20771954        Currency: GBP",
        f"Statement period {story.start:%d/%m/%Y} to {story.end:%d/%m/%Y}",
        "",
        f"{'Date':<12}{'Details':<28}{'Amount':>14}{'Balance':>14}",
        f"{'':12}{'Opening balance':<42}{us(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':12}{'Closing balance':<42}{us(story.closing + off):>14}",
    ]]  # fmt: skip


def _raw(story: Story, off: int) -> Sequence[Page]:
    """Nothing but rows between two balances; a minus behind what went out."""

    def row(entry: Entry) -> str:
        text = us(abs(entry.amount)) + ("-" if entry.amount < 0 else " ")
        return f"{entry.date:%d.%m.%Y}  {entry.text:<40}{text:>15}"

    return [[
        "Bankhaus Lindner               Girokonto",
        "Kontonummer 7712 0044          Währung: EUR",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "",
        f"{'':12}{'Alter Saldo':<40}{us(story.opening) + ' ':>15}",
        map(row, story.entries),
        f"{'':12}{'Neuer Saldo':<40}{us(story.closing + off) + ' ':>15}",
    ]]  # fmt: skip


def _placeholder(story: Story, off: int) -> Sequence[Page]:
    """A dash behind the amount, for a column that is empty."""

    def row(entry: Entry, after: int) -> str:
        return (
            f"{entry.date:%Y-%m-%d}  {entry.text:<26}      {entry.date:CH-%d%m77812}"
            f"{us(entry.amount):>13}{'-':>8}{us(after):>13}"
        )

    return [[
        "Maple Credit Union             Chequing account statement",
        "Account number 771-220-4                 Currency: CAD",
        f"Statement period {story.start:%Y-%m-%d} to {story.end:%Y-%m-%d}",
        "",
        f"{'Date':<12}{'Description':<26}{'Reference':>18}{'Amount':>13}{'Fee':>8}{'Balance':>13}",
        f"{'':12}{'Opening balance':<65}{us(story.opening):>13}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':12}{'Closing balance':<65}{us(story.closing + off):>13}",
    ]]  # fmt: skip


def _noted(story: Story, off: int) -> Sequence[Page]:
    """Footnote numbers in brackets, and hashes behind dates."""

    def row(entry: Entry, after: int) -> str:
        mark = "#" * (entry.date.day % 2)
        return f"{format(entry.date, '%d %b %Y') + mark:<14}{entry.text:<30}{sides(entry, us)}" + (
            f"{us(after):>14}" + "**" * (entry is story.entries[0])
        )

    return [[
        "Harbour & Vale Bank            Current account statement",
        "Account number 31926845        Currency: GBP",
        f"Statement period {story.start:%d %B %Y} to {story.end:%d %B %Y}",
        "",
        f"{'Date':<14}{'Details':<30}{'Paid out':>14}{'Paid in':>14}{'Balance':>14}",
        f"{'':14}{'Balance brought forward':<58}{us(story.opening):>14}",
        [row(entry, after) for entry, after in story.booked],
        f"{'':14}{'Balance carried forward':<58}{us(story.closing + off):>14}",
        "",
        "# Posted on the next working day.  ** After interest.",
    ]]  # fmt: skip


_OWED: Final = (-250_000, -120_000)

MECHANISMS: Final[dict[str, Family]] = {
    "evidence elsewhere": family(
        "evidence elsewhere",
        Layout(name="Saldovortrag", printed=_swiss, texts=_DE, currency="CHF", mask="4470",
               split=True),
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
        Layout(name="Kreditlinie", printed=_overdraft, texts=_DE, currency="EUR", mask="7812"),
        Layout(name="solde", printed=_sperr, texts=_FR, currency="EUR", mask="8017"),
        Layout(name="valör", printed=_turkish_values, texts=_TR, currency="TRY", mask="0926",
               split=True),
        Layout(name="stacked dates", printed=_stacked_dates, texts=_UK, currency="GBP",
               mask="1954", split=True),
        Layout(name="raw", printed=_raw, texts=_DE, currency="EUR", mask="0044"),
        Layout(name="placeholder", printed=_placeholder, texts=_UK, currency="CAD", mask="2204"),
        Layout(name="noted", printed=_noted, texts=_UK, currency="GBP", mask="6845"),
    ),
}  # fmt: skip
