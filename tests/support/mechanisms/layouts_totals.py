"""Sums that count the previous balance in, sums of sections, and counts of entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.support.attacks.case import Family
from tests.support.mechanisms.figures import us
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, family, sides

_IT: Final = ("-Bonifico a Rossi", "+Stipendio ACME SPA", "-Pagamento POS Esselunga",
              "-Addebito utenze Enel", "+Bonifico da Bianchi", "-Prelievo ATM")  # fmt: skip
_FR: Final = ("-PRLV EDF", "+VIR SALAIRE DUPONT", "-CB CARREFOUR", "-CB BOULANGERIE",
              "+REMISE CHEQUE", "-RETRAIT DAB")  # fmt: skip
_IE: Final = ("-POS Tesco", "+Salary Kerry Foods", "-DD Electric Ireland", "-ATM Patrick Street",
              "+Transfer from M Byrne", "-DD Eir")  # fmt: skip
_ES: Final = ("-Recibo Iberdrola", "+Nómina García SL", "-Compra Mercadona", "-Cajero",
              "+Transferencia de Ana", "-Seguro hogar")  # fmt: skip
_US: Final = ("+Payroll Acme Inc", "+Mobile deposit", "+Interest", "-Grocery Outlet",
              "-Electric Co", "-Hardware Store", "-Toll Road")  # fmt: skip
_IN: Final = ("-UPI Sharma Stores", "+NEFT Salary Infotech", "-ATM Connaught Place",
              "-BILLPAY Airtel", "+IMPS R Mehta", "-POS Big Bazaar")  # fmt: skip


def _counted(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%y}  {entry.text:<30}{sides(entry, us)}"

    return [[
        "DECCAN BANK LTD                    STATEMENT OF ACCOUNT",
        "Account No: 50100 4471 8821        Currency: INR",
        f"Statement period {story.start:%d/%m/%Y} to {story.end:%d/%m/%Y}",
        "",
        f"{'Date':<10}{'Narration':<30}{'Debit':>14}{'Credit':>14}",
        map(row, story.entries),
        "",
        f"Opening balance {us(story.opening)}",
        f"Number of debits {len(story.debits) + bool(off)}     Total debits {us(story.went)}",
        f"Number of credits {len(story.credits)}    Total credits {us(story.came)}",
        f"Closing balance {us(story.closing)}",
    ]]  # fmt: skip


MECHANISMS: Final[dict[str, Family]] = {
    "totals with the balance": family(
        "totals with the balance",
        Layout(name="dare e avere", texts=_IT, currency="EUR", mask="0926"),
        Layout(name="débit et crédit", texts=_FR, currency="EUR", mask="8017"),
        Layout(name="named in words", texts=_IE, currency="EUR", mask="7715"),
        Layout(name="haber y debe", texts=_ES, currency="EUR", mask="7733"),
    ),
    "sums of sections": family(
        "sums of sections",
        Layout(name="subtotal", texts=_US, currency="USD", mask="2207"),
        Layout(name="counts", printed=_counted, texts=_IN, currency="INR", mask="8821"),
        Layout(name="count before", texts=_US, currency=None, mask="4415"),
        Layout(name="Anzahl", currency="EUR", mask="0044",
               texts=("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
                      "+Gutschrift Müller", "-Versicherung")),
    ),
}  # fmt: skip
