"""The same oddities of rows as other banks print them: other words, places and languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
    sides,
    us,
)

_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip
_FR: Final = ("-PRLV EDF", "+VIR SALAIRE DUPONT", "-CB CARREFOUR", "-CB BOULANGERIE",
              "+REMISE CHEQUE", "-RETRAIT DAB")  # fmt: skip
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


MECHANISMS: Final[dict[str, Family]] = {
    "rows elsewhere": family(
        "rows elsewhere",
        Layout(name="Saldovortrag", printed=_swiss, texts=_DE, currency="CHF", mask="4470",
               split=True),
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
