"""Banks as they print in life: what hangs together in a layout is chosen together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from babel.dates import format_date

from db.words import AccountKind


class Amounts(StrEnum):
    """In which columns amounts stand, and what says their side."""

    SIDES = "a column for each side"
    SIGNED = "one column, money out with a minus"
    SECTIONS = "one column, the side said by the heading above"
    CHARGED = "one column of a card, payments marked"


class Balances(StrEnum):
    """Beside which rows a running balance stands."""

    EACH = "each"
    DAY = "the last of each day"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How a language says what stands on a statement."""

    date: str
    value: str = ""
    text: str
    amount: str
    money_out: str
    money_in: str
    balance: str
    opening: str
    closing: str
    total_in: str
    total_out: str
    brought: str
    carried: str
    number: str
    period: str
    payees: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bank:
    """One bank. ``day`` and ``full`` are CLDR patterns; ``ends`` says where its ends stand."""

    key: str
    name: str
    title: str
    locale: str
    words: Words
    day: str
    full: str
    marks: str = ",."
    currency: str
    sign: str
    amounts: Amounts
    balances: Balances
    kind: AccountKind = AccountKind.CHECKING
    ends: str = "box"
    once_a_day: bool = False
    minus: str = "-{}"
    sections: tuple[str, str] = ("", "")
    number: str = "31926845"
    newest_first: bool = False
    decimals: int = 2

    @property
    def card(self) -> bool:
        """Whether what is owed is printed as positive."""
        return self.kind is AccountKind.CARD

    def dated(self, when: date, pattern: str = "") -> str:
        """A date as the rows print it, or by another pattern."""
        return str(format_date(when, pattern or self.day, locale=self.locale))

    def figure(self, minor: int) -> str:
        """The figure without its sign."""
        group, point = self.marks[0], self.marks[1]
        whole, part = divmod(abs(minor), 100)
        text = f"{whole:,}".replace(",", group.replace("_", ""))
        digits = f"{part:02d}0"[: self.decimals]
        return f"{text}{point}{digits}" if digits else text

    def signed(self, minor: int) -> str:
        """The figure with its sign."""
        return self.minus.format(self.figure(minor)) if minor < 0 else self.figure(minor)

    def balance(self, minor: int) -> str:
        """A balance as this bank prints it: a card's debt is positive."""
        return self.signed(-minor if self.card else minor)

    def in_box(self, minor: int) -> str:
        """A figure with the currency's sign."""
        printed = self.balance(minor)
        before = f"-{self.sign}{printed[1:]}" if printed[0] == "-" else f"{self.sign}{printed}"
        return before if self.sign in ("£", "$") else f"{printed} {self.sign}".strip()


_EN = Words(
    date="Date", value="Value date", text="Description", amount="Amount", money_out="Paid out",
    money_in="Paid in", balance="Balance", opening="Opening balance", closing="Closing balance",
    total_in="Total paid in", total_out="Total paid out", brought="Balance brought forward",
    carried="Balance carried forward", number="Account number", period="Statement period {} to {}",
    payees=("Greenway Foods", "Northern Gas", "Salary Acme Ltd", "J Smith", "Coffee House",
            "City Council", "Book Shop", "Rail Ticket", "Water Board", "Pharmacy", "Garden Centre"),
)  # fmt: skip
_US = Words(
    date="Date", text="Description", amount="Amount", money_out="Withdrawals", money_in="Deposits",
    balance="Balance", opening="Beginning balance", closing="Ending balance",
    total_in="Total deposits", total_out="Total withdrawals", brought="Balance brought forward",
    carried="Balance carried forward", number="Account number", period="Statement period {} - {}",
    payees=("Grocery Outlet", "Payroll Acme Inc", "Electric Co", "Hardware Store", "Check deposit",
            "Gas Station", "Insurance Co", "Dentist", "Toll Road", "Bakery", "Pet Store"),
)  # fmt: skip
_CARD = Words(
    date="Date", text="Description", amount="Amount", money_out="", money_in="", balance="",
    opening="Previous balance", closing="New balance", total_in="Payments and credits",
    total_out="Purchases", brought="", carried="", number="Card number",
    period="Statement period {} to {}",
    payees=("Grocery Outlet", "Shoe Shop", "Cinema", "Hardware Store", "Petrol", "Florist",
            "Restaurant Roma", "Book Shop", "Airline", "Bakery"),
)  # fmt: skip
_DE = Words(
    date="Buchungstag", value="Valuta", text="Verwendungszweck", amount="Betrag",
    money_out="Soll", money_in="Haben", balance="Saldo", opening="Alter Kontostand",
    closing="Neuer Kontostand", total_in="Summe Gutschriften", total_out="Summe Belastungen",
    brought="Übertrag", carried="Übertrag", number="Kontonummer",
    period="Kontoauszug vom {} bis {}",
    payees=("Stadtwerke", "Bäckerei Krume", "Gehalt Weber GmbH", "Miete", "Buchladen",
            "Apotheke", "Tankstelle", "Versicherung", "Gärtnerei"),
)  # fmt: skip
_FR = Words(
    date="Date", value="Valeur", text="Libellé", amount="Montant", money_out="Débit",
    money_in="Crédit", balance="Solde", opening="Ancien solde", closing="Nouveau solde",
    total_in="Total crédits", total_out="Total débits", brought="Solde reporté",
    carried="Solde à reporter", number="Numéro de compte", period="Relevé du {} au {}",
    payees=("Boulangerie", "Loyer", "Salaire Dupont SA", "Gaz de ville", "Librairie",
            "Pharmacie", "Garage", "Assurance", "Fleuriste"),
)  # fmt: skip
_ES = Words(
    date="Fecha", value="Fecha valor", text="Concepto", amount="Importe", money_out="Cargos",
    money_in="Abonos", balance="Saldo", opening="Saldo inicial", closing="Saldo final",
    total_in="Total abonos", total_out="Total cargos", brought="Saldo anterior",
    carried="Saldo a cuenta nueva", number="Número de cuenta", period="Periodo del {} al {}",
    payees=("Panadería", "Alquiler", "Nómina García SL", "Gas Natural", "Librería", "Farmacia",
            "Gasolinera", "Seguro", "Floristería"),
)  # fmt: skip
_NL = Words(
    date="Datum", text="Omschrijving", amount="Bedrag", money_out="Af", money_in="Bij",
    balance="Saldo", opening="Beginsaldo", closing="Eindsaldo", total_in="Totaal bij",
    total_out="Totaal af", brought="Saldo vorige pagina", carried="Saldo volgende pagina",
    number="Rekeningnummer", period="Periode {} t/m {}",
    payees=("Bakkerij", "Huur", "Salaris Jansen BV", "Energie", "Boekhandel", "Apotheek",
            "Tankstation", "Verzekering", "Bloemist"),
)  # fmt: skip

BANKS: Final = (
    Bank(key="uk_each", name="Harbour & Vale Bank", title="Current account statement",
         locale="en_GB", words=_EN, day="dd MMM yyyy", full="d MMMM yyyy", currency="GBP",
         sign="£", amounts=Amounts.SIDES, balances=Balances.EACH),
    Bank(key="uk_day", name="Northgate Bank", title="Your current account statement",
         locale="en_GB", words=_EN, day="d MMM", full="d MMMM yyyy", currency="GBP", sign="£",
         amounts=Amounts.SIDES, balances=Balances.DAY, ends="rows", once_a_day=True),
    Bank(key="us_sections", name="Cedar Valley Bank", title="Checking account statement",
         locale="en_US", words=_US, day="MM/dd", full="MM/dd/yyyy", currency="USD", sign="$",
         amounts=Amounts.SECTIONS, balances=Balances.NONE, number="000123454417",
         sections=("Deposits and other credits", "Withdrawals and other debits")),
    Bank(key="us_signed", name="Prairie Union Bank", title="Checking account statement",
         locale="en_US", words=_US, day="MM/dd/yyyy", full="MM/dd/yyyy", currency="USD", sign="$",
         amounts=Amounts.SIGNED, balances=Balances.EACH, number="8841907733"),
    Bank(key="de_giro", name="Bank am Markt", title="Girokonto", locale="de", words=_DE,
         day="dd.MM.yyyy", full="dd.MM.yyyy", marks=".,", currency="EUR", sign="EUR",
         amounts=Amounts.SIGNED, balances=Balances.NONE, ends="rows", number="4711083326"),
    Bank(key="fr_compte", name="Banque du Pont", title="Compte courant", locale="fr", words=_FR,
         day="dd/MM/yyyy", full="dd/MM/yyyy", marks=" ,", currency="EUR", sign="EUR",
         amounts=Amounts.SIDES, balances=Balances.NONE, ends="rows", number="00040817755"),
    Bank(key="es_cuenta", name="Banco del Puente", title="Cuenta corriente", locale="es",
         words=_ES, day="dd/MM/yyyy", full="dd/MM/yyyy", marks=".,", currency="EUR", sign="EUR",
         amounts=Amounts.SIGNED, balances=Balances.EACH, number="0049176633"),
    Bank(key="nl_rekening", name="Bank aan de Gracht", title="Betaalrekening", locale="nl",
         words=_NL, day="dd-MM-yyyy", full="dd-MM-yyyy", marks=".,", currency="EUR", sign="EUR",
         amounts=Amounts.SIDES, balances=Balances.NONE, number="0417164300"),
    Bank(key="en_once", name="Meridian Bank", title="Current account statement", locale="en_GB",
         words=_EN, day="dd MMM yyyy", full="dd MMM yyyy", currency="GBP", sign="£",
         amounts=Amounts.SIDES, balances=Balances.NONE, once_a_day=True, number="20771954"),
    Bank(key="saver", name="Harbour & Vale Bank", title="Savings account statement",
         locale="en_GB", words=_EN, day="dd/MM/yyyy", full="dd/MM/yyyy", currency="GBP",
         sign="£", amounts=Amounts.SIDES, balances=Balances.EACH, kind=AccountKind.SAVINGS,
         number="77120946"),
    Bank(key="newest", name="Lakeside Bank", title="Current account statement",
         locale="en_GB", words=_EN, day="dd MMM yyyy", full="dd MMM yyyy", currency="GBP",
         sign="£", amounts=Amounts.SIGNED, balances=Balances.EACH, number="60442981",
         newest_first=True),
    Bank(key="us_card", name="Larch Card Services", title="Visa credit card statement",
         locale="en_US", words=_CARD, day="MM/dd", full="MM/dd/yyyy", currency="USD", sign="$",
         amounts=Amounts.CHARGED, balances=Balances.NONE, kind=AccountKind.CARD,
         sections=("Payments and credits", "Purchases"), number="XXXX XXXX XXXX 8820"),
    Bank(key="uk_card", name="Northgate Cards", title="Mastercard credit card statement",
         locale="en_GB", words=_CARD, day="dd MMM yyyy", full="dd MMM yyyy", currency="GBP",
         sign="£", amounts=Amounts.CHARGED, balances=Balances.NONE, kind=AccountKind.CARD,
         minus="{} CR", number="5412 XXXX XXXX 7306"),
)  # fmt: skip


def bank(key: str) -> Bank:
    """The bank of that key."""
    return next(each for each in BANKS if each.key == key)


CURRENT: Final = tuple(each for each in BANKS if each.kind is AccountKind.CHECKING)
CARDS: Final = tuple(each for each in BANKS if each.card)
EACH_ROW: Final = tuple(each for each in BANKS if each.balances is Balances.EACH)
"""With a running balance beside each row."""
