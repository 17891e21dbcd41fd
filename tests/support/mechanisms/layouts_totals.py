"""Sums that count the previous balance in, sums of sections, and counts of entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.support.attacks.case import Family
from tests.support.mechanisms.stories import Entry, Layout, Page, Story, eu, family, fr, sides, us

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


def _italian(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}  {entry.text:<34}{sides(entry, eu)}"

    return [[
        "BANCA DEL LAGO S.P.A.                                   ESTRATTO CONTO",
        "Conto corrente n. 4471 0926",
        f"Periodo dal {story.start:%d.%m.%Y} al {story.end:%d.%m.%Y}           Valuta: EUR",
        "",
        f"{'Data':<12}{'Descrizione':<34}{'Dare':>14}{'Avere':>14}",
        f"{'':12}{'Saldo iniziale':<34}{'':14}{eu(story.opening):>14}",
        map(row, story.entries),
        "",
        f"{'':12}{'Totali':<34}{eu(story.went):>14}{eu(story.opening + story.came + off):>14}",
        f"{'':12}{'Saldo finale':<34}{'':14}{eu(story.closing):>14}",
    ]]  # fmt: skip


def _french(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d/%m/%Y}  {entry.text:<30}{sides(entry, fr, 16)}"

    return [[
        "CREDIT DU RHONE",
        "Compte courant                      Numéro de compte 30412 88017",
        f"Relevé du {story.start:%d/%m/%Y} au {story.end:%d/%m/%Y}",
        "Montants en EUR",
        "",
        f"{'Date':<12}{'Libellé':<30}{'Débit':>16}{'Crédit':>16}",
        f"{'':12}{'ANCIEN SOLDE':<30}{'':16}{fr(story.opening):>16}",
        map(row, story.entries),
        f"{'':12}{'TOTAUX':<30}{fr(story.went):>16}{fr(story.opening + story.came + off):>16}",
        f"{'':12}{'NOUVEAU SOLDE':<30}{'':16}{fr(story.closing):>16}",
        "",
        "Vous avez un projet ? Parlez-en à votre conseiller, prêt dès 2,90 % l'an.",
    ]]  # fmt: skip


def _irish(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d %b %Y}  {entry.text:<30}{sides(entry, us)}"

    credit = us(story.opening + story.came + off)
    return [[
        "Shannon Bank plc              Current Account Statement",
        f"Account number 40417715                 Statement period {story.start:%d %b %Y} to"
        f" {story.end:%d %b %Y}",
        "Currency: EUR",
        "",
        f"{'Date':<13}{'Details':<30}{'Debit':>14}{'Credit':>14}{'Balance':>14}",
        f"{'':13}{'Balance brought forward':<30}{'':28}{us(story.opening):>14}",
        map(row, story.entries),
        f"{'':13}{'Closing balance':<30}{'':28}{us(story.closing):>14}",
        "",
        f"Total credits including balance brought forward       {credit}",
        f"Total debits                                          {us(story.went)}",
    ]]  # fmt: skip


def _spanish(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%d-%m-%Y}  {entry.text:<30}{sides(entry, eu, first='in')}"

    haber = eu(story.opening + story.came + off)
    return [[
        "CAJA DEL SUR                EXTRACTO DE CUENTA CORRIENTE",
        "Número de cuenta 0182 4410 7733",
        f"Periodo del {story.start:%d-%m-%Y} al {story.end:%d-%m-%Y}",
        "Divisa: EUR",
        "",
        f"{'Fecha':<12}{'Concepto':<30}{'Haber':>14}{'Debe':>14}",
        f"{'':12}{'Saldo anterior':<30}{eu(story.opening):>14}",
        map(row, story.entries),
        f"{'':12}{'Sumas':<30}{haber:>14}{eu(story.went):>14}",
        f"{'':12}{'Saldo final':<30}{eu(story.closing):>14}",
    ]]  # fmt: skip


def _sections(story: Story, off: int) -> Sequence[Page]:
    def row(entry: Entry) -> str:
        return f"{entry.date:%m/%d}     {entry.text:<46}{us(abs(entry.amount)):>12}"

    return [[
        "Cedar County Credit Union",
        "Checking account statement          Account number 000 4418 2207",
        f"Statement period {story.start:%m/%d/%Y} through {story.end:%m/%d/%Y}",
        "",
        f"Beginning balance               ${us(story.opening)}",
        f"Ending balance                  ${us(story.closing)}",
        "",
        "Deposits and other credits",
        f"{'Date':<10}{'Description':<46}{'Amount':>12}",
        map(row, story.credits),
        f"{'':10}{'Total deposits and other credits':<46}{'$' + us(story.came + off):>12}",
        "",
        "Withdrawals and other debits",
        f"{'Date':<10}{'Description':<46}{'Amount':>12}",
        map(row, story.debits),
        f"{'':10}{'Subtotal':<46}{'$' + us(story.went):>12}",
    ]]  # fmt: skip


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


def _headed(story: Story, off: int) -> Sequence[Page]:
    """Counts and sums in one line above the rows: "3 deposits totaling $1,204.00"."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%b %d}     {entry.text:<40}{us(entry.amount):>12}"

    came, went = len(story.credits), len(story.debits)
    return [[
        "PRAIRIE SAVINGS & LOAN",
        "CHECKING ACCOUNT          Account number 771 220 4415",
        f"Statement period {story.start:%b %d, %Y} - {story.end:%b %d, %Y}",
        "",
        f"Previous balance                                {us(story.opening):>12}",
        f"{came:>4} Credits totaling                           {us(story.came + off):>12}",
        f"{went:>4} Debits totaling                            {us(story.went):>12}",
        f"New balance                                     {us(story.closing):>12}",
        "",
        f"{'Date':<11}{'Description':<40}{'Amount':>12}",
        map(row, story.entries),
    ]]  # fmt: skip


def _subtotals(story: Story, off: int) -> Sequence[Page]:
    """Zwischensummen und Anzahl, wie auf Auszügen mit Umsätzen nach Art."""

    def row(entry: Entry) -> str:
        return f"{entry.date:%d.%m.%Y}   {entry.text:<40}{eu(entry.amount):>14}"

    return [[
        "Volksbank am See eG",
        f"Kontoauszug vom {story.start:%d.%m.%Y} bis {story.end:%d.%m.%Y}",
        "Kontonummer 7712 0044              Währung: EUR",
        "",
        f"{'Datum':<13}{'Verwendungszweck':<40}{'Betrag':>14}",
        f"{'':13}{'Alter Saldo':<40}{eu(story.opening):>14}",
        map(row, story.entries),
        f"{'':13}{'Neuer Saldo':<40}{eu(story.closing):>14}",
        "",
        f"Summe Gutschriften {eu(story.came + off)}    Anzahl Gutschriften {len(story.credits)}",
        f"Summe Belastungen {eu(story.went)}    Anzahl Belastungen {len(story.debits)}",
    ]]  # fmt: skip


MECHANISMS: Final[dict[str, Family]] = {
    "totals with the balance": family(
        "totals with the balance",
        Layout(name="dare e avere", printed=_italian, texts=_IT, currency="EUR", mask="0926"),
        Layout(name="débit et crédit", printed=_french, texts=_FR, currency="EUR", mask="8017"),
        Layout(name="named in words", printed=_irish, texts=_IE, currency="EUR", mask="7715"),
        Layout(name="haber y debe", printed=_spanish, texts=_ES, currency="EUR", mask="7733"),
    ),
    "sums of sections": family(
        "sums of sections",
        Layout(name="subtotal", printed=_sections, texts=_US, currency="USD", mask="2207"),
        Layout(name="counts", printed=_counted, texts=_IN, currency="INR", mask="8821"),
        Layout(name="count before", printed=_headed, texts=_US, currency=None, mask="4415"),
        Layout(name="Anzahl", printed=_subtotals, currency="EUR", mask="0044",
               texts=("-Stadtwerke", "+Gehalt Weber GmbH", "-Apotheke", "-Tankstelle",
                      "+Gutschrift Müller", "-Versicherung")),
    ),
}  # fmt: skip
