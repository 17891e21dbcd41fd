"""Summaries of labels above their values, and equations printed as such."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import Family
from tests.support.mechanisms.stories import Layout, family

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


_OWED: Final = (-250_000, -120_000)

MECHANISMS: Final[dict[str, Family]] = {
    "labels above values": family(
        "labels above values",
        Layout(name="four heads", texts=_US, currency="USD", mask="4410"),
        Layout(name="left aligned", texts=_DE, currency="EUR", mask="7812"),
        Layout(name="with counts", texts=_IN, currency="INR", mask="8821"),
        Layout(name="two rows", texts=_PT, currency="EUR", mask="2990"),
    ),
    "equations": family(
        "equations",
        Layout(name="below heads", texts=_CARD, currency="GBP", mask="7306",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="one line", texts=_CARD, currency=None, mask="8820",
               kind=AccountKind.CARD, opening=_OWED),
        Layout(name="signs in front", texts=_US, currency="USD", mask="9930"),
        Layout(name="leaders", texts=_DE, currency="EUR", mask="2209"),
    ),
}  # fmt: skip
