"""Words that say there was nothing, labels that are part of a longer one, and odd print."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import Family
from tests.support.mechanisms.stories import Layout, family

_OUT: Final = ("-NTUC Fairprice", "-SP Services", "-Town Council", "-Singtel")
_IN_ONLY: Final = ("+NEFT Salary", "+Interest credit", "+IMPS R Mehta")
_CARD: Final = ("-Shoe Shop", "+Payment received", "-Cinema", "-Airline", "-Florist")
_UK: Final = ("-Greenway Foods", "+Salary Acme Ltd", "-B/F Autos Garage", "-New Balance Shoes",
              "+J Smith", "-Total Fitness Gym", "-Pharmacy")  # fmt: skip
_DE: Final = ("-Stadtwerke", "+Gehalt Weber GmbH", "-Saldo Reisen GmbH", "-Tankstelle",
              "+Gutschrift Müller", "-Versicherung")  # fmt: skip


_OWED: Final = (-250_000, -120_000)
_ES: Final = ("-Recibo Iberdrola", "+Nómina García SL", "-Compra Mercadona", "-Cajero")
_US: Final = ("+Payroll Acme Inc", "-Grocery Outlet", "-Electric Co", "-Hardware Store")

MECHANISMS: Final[dict[str, Family]] = {
    "nothing said": family(
        "nothing said",
        Layout(name="nil", texts=_OUT, currency="SGD", mask="1807"),
        Layout(name="dash", texts=_IN_ONLY, currency="INR", mask="1190"),
        Layout(name="zero totals", texts=(), currency="EUR", mask="7812"),
        Layout(name="zero dollars", texts=(), currency="USD", mask="4410",
               kind=AccountKind.SAVINGS),
    ),
    "whole phrases": family(
        "whole phrases",
        Layout(name="credit line", texts=_CARD, currency="USD", mask="8820",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="beside", texts=_CARD, currency="GBP", mask="7306",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="payees", texts=_UK, currency="GBP", mask="6845"),
        Layout(name="Namen", texts=_DE, currency="EUR", mask="0044"),
    ),
    "letters apart": family(
        "letters apart",
        Layout(name="gesperrt", texts=_DE, currency="EUR", mask="0044"),
        Layout(name="box", texts=_US, currency="USD", mask="4410"),
        Layout(name="saldo", texts=_ES, currency="EUR", mask="7733"),
    ),
}  # fmt: skip
