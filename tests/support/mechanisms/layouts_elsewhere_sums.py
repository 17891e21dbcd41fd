"""The same sums and summaries as other banks print them: other words, places and languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import Family
from tests.support.mechanisms.figures import eu, us
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, family

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


_OWED: Final = (-250_000, -120_000)

MECHANISMS: Final[dict[str, Family]] = {
    "sums elsewhere": family(
        "sums elsewhere",
        Layout(name="sold initial", texts=_DE, currency="RON", mask="2688"),
        Layout(name="solde précédent", texts=_FR, currency="EUR", mask="8017"),
        Layout(name="suma uznań", texts=_PL, currency="PLN", mask="8812"),
        Layout(name="overview", texts=_CARD, currency=None, mask="8820",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="one line", texts=_US, currency="USD", mask="9930"),
        Layout(name="three pairs", printed=_daily_aside, texts=_US, currency=None, mask="9930"),
        Layout(name="bare list", printed=_unheaded_days, texts=_DE, currency="EUR", mask="7733"),
        Layout(name="totalling", texts=_IN, currency="INR", mask="1190"),
        Layout(name="capitals", texts=_US, currency="USD", mask="2207"),
        Layout(name="néant", texts=(), currency="EUR", mask="8017"),
        Layout(name="none counted", texts=(), currency="SGD", mask="1807"),
        Layout(name="balances first", texts=_UK, currency=None, mask="4411"),
        Layout(name="saldo", texts=_DE, currency="EUR", mask="4300"),
        Layout(name="card box", texts=_CARD, currency="GBP", mask="7306",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="noughts", texts=(), currency="EUR", mask="7733"),
    ),
}  # fmt: skip
