"""Several accounts in one document, each with its own table, ends and facts."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Final

from db.words import AccountKind
from tests.support.mechanisms.accounts import (
    Leaves,
    Made,
    Style,
    account,
    family,
    left,
    right,
)

_US = Style("en_US", "MM/dd", "MMMM d, yyyy", sign="${}")
_SHOPS = ("Grocery Outlet", "Electric Co", "+Payroll Acme Inc", "Hardware Store", "Dentist", "Toll")


def _us_combined(random: Random) -> Made:
    """A box and two lists for each account, a rule between, one page number for all."""
    month = date(2025, 3, 1)
    first = account(random, "000123454417", month, 9, _SHOPS, currency="USD")
    second = account(
        random, "000987650082", month, 4, ("Transfer", "+Interest", "+Deposit"), currency="USD",
        kind=AccountKind.SAVINGS,
    )  # fmt: skip
    leaves = Leaves()
    leaves.line(left(45, "Cedar Valley Bank, N.A."), size=14)
    leaves.line(left(45, "P.O. Box 1200"), right(550, "March 1, 2025 through March 31, 2025"))
    leaves.line(left(45, "Columbus, OH 43218"), right(550, "Customer Service: 1-800-555-0199"))
    words = []
    for each, title in ((first, "TOTAL CHECKING"), (second, "PREMIER SAVINGS")):
        leaves.line(left(45, title), size=11, gap=20)
        leaves.line(right(550, f"Account Number: {each.number}"))
        leaves.line(left(45, "SUMMARY"), right(400, "AMOUNT"), gap=6)
        leaves.line(left(45, "Beginning Balance"), right(400, _US.money(each.opening)))
        leaves.line(left(45, "Deposits and Additions"), right(400, _US.bare(each.came)))
        leaves.line(left(45, "Withdrawals and Fees"), right(400, _US.signed(-each.went)))
        leaves.line(left(45, "Ending Balance"), right(400, _US.money(each.closing)))
        leaves.line(left(45, "TRANSACTION DETAIL"), gap=10)
        leaves.line(left(45, "DATE"), left(100, "DESCRIPTION"), right(440, "AMOUNT"),
                    right(550, "BALANCE"))  # fmt: skip
        leaves.line(left(100, "Beginning Balance"), right(550, _US.money(each.opening)))
        for entry, balance in zip(each.entries, each.running, strict=True):
            day, figure = _US.on(entry.date), _US.signed(entry.amount)
            leaves.line(left(45, day), left(100, entry.text), right(440, figure),
                        right(550, _US.bare(balance)))  # fmt: skip
        leaves.line(left(100, "Ending Balance"), right(550, _US.money(each.closing)))
        words.append(_US.signed(each.entries[1].amount))
    leaves.foot("Page 1 of 1", 500)
    return [first, second], leaves.pages, words


_UK = Style("en_GB", "dd MMM yyyy", "d MMMM yyyy", sign="£{}")
_HIGH_STREET = ("Greenway Foods", "Northern Gas", "+Salary Acme Ltd", "City Council", "Book Shop")


def _uk_pages(random: Random) -> Made:
    """A page for each account, the sort code before the number, the period in words."""
    month = date(2024, 6, 1)
    made = [
        account(random, "31926845", month, 11, _HIGH_STREET, currency="GBP"),
        account(random, "77120946", month, 3, ("+Interest", "Transfer"), currency="GBP",
                kind=AccountKind.SAVINGS),
        account(random, "77120953", month, 5, ("Card payment", "+Refund"), currency="GBP"),
    ]  # fmt: skip
    titles = ("Everyday Current Account", "Rainy Day Savings Account", "Bills Current Account")
    leaves, words = Leaves(), []
    for place, (each, title) in enumerate(zip(made, titles, strict=True)):
        if place:
            leaves.turn()
        leaves.line(left(45, "Harbour & Vale Bank"), size=14)
        leaves.line(left(45, title), size=11, gap=12)
        leaves.line(left(45, "Ms A Tester"), left(330, "Sort code"), left(430, "20-11-44"))
        leaves.line(left(45, "4 Mill Lane"), left(330, "Account number"), left(430, each.number))
        leaves.line(left(45, f"{_UK.long(each.start)} to {_UK.long(each.end)}"))
        leaves.line(left(45, "Date"), left(120, "Description"), right(390, "Money out"),
                    right(470, "Money in"), right(550, "Balance"), gap=14)  # fmt: skip
        leaves.line(left(120, "Opening balance"), right(550, _UK.bare(each.opening)))
        for entry, balance in zip(each.entries, each.running, strict=True):
            x = 390 if entry.amount < 0 else 470
            day, figure = _UK.on(entry.date), _UK.bare(entry.amount)
            leaves.line(left(45, day), left(120, entry.text), right(x, figure),
                        right(550, _UK.signed(balance)))  # fmt: skip
        leaves.line(left(120, "Closing balance"), right(550, _UK.signed(each.closing)))
        leaves.foot(f"Page {place + 1} of {len(made)}")
        words.append(_UK.bare(each.entries[2].amount))
    return made, leaves.pages, words


_DE = Style("de", "dd.MM.yyyy", "dd.MM.yyyy", marks=".,")
_LÄDEN = ("Stadtwerke", "Bäckerei Krume", "+Gehalt Weber GmbH", "Miete", "Apotheke", "Tankstelle")


def _de_accounts(random: Random) -> Made:
    """One list after the other, the balances as rows with their days, no balance beside rows."""
    month = date(2025, 9, 1)
    giro = account(random, "DE12 5001 0517 0648 4898 90", month, 10, _LÄDEN, currency="EUR")
    saver = account(
        random, "DE44 5001 0517 5407 3249 31", month, 4, ("+Zinsen", "Dauerauftrag"),
        currency="EUR", kind=AccountKind.SAVINGS,
    )  # fmt: skip
    leaves, words = Leaves(), []
    leaves.line(left(45, "Sparbank Mittelrhein"), size=14)
    leaves.line(left(45, "Kontoauszug vom 01.09.2025 bis 30.09.2025"))
    leaves.line(left(45, "Frau Erika Beispiel"))
    for each, title in ((giro, "Girokonto"), (saver, "Tagesgeldkonto")):
        leaves.line(left(45, title), size=10, gap=18)
        leaves.line(left(45, f"IBAN: {each.number}"), left(330, "Währung: EUR"))
        leaves.line(left(45, "Buchungstag"), left(130, "Verwendungszweck"),
                    right(550, "Betrag EUR"), gap=6)  # fmt: skip
        leaves.line(left(130, f"Alter Kontostand vom {_DE.on(date(2025, 8, 31))}"),
                    right(550, _DE.signed(each.opening)))  # fmt: skip
        for entry in each.entries:
            leaves.line(left(45, _DE.on(entry.date)), left(130, entry.text),
                        right(550, _DE.signed(entry.amount)))  # fmt: skip
        leaves.line(left(130, f"Neuer Kontostand vom {_DE.on(each.end)}"),
                    right(550, _DE.signed(each.closing)))  # fmt: skip
        words.append(_DE.signed(each.entries[1].amount))
    return [giro, saver], leaves.pages, words


_FR = Style("fr", "dd/MM", "d MMMM yyyy", marks=" ,")


def _fr_accounts(random: Random) -> Made:
    """A statement of all accounts, debit and credit columns, totals of both sides below."""
    month = date(2024, 2, 1)
    courant = account(
        random, "00040817755", month, 8,
        ("Boulangerie", "Loyer", "+Salaire Dupont SA", "Gaz de ville", "Pharmacie"), currency="EUR",
    )  # fmt: skip
    livret = account(
        random, "00090312218", month, 3, ("Virement", "+Versement"), currency="EUR",
        kind=AccountKind.SAVINGS,
    )  # fmt: skip
    leaves, words = Leaves(), []
    leaves.line(left(45, "Banque du Pont"), size=14)
    leaves.line(left(45, "Relevé du 1 février 2024 au 29 février 2024"))
    for each, title in ((courant, "Compte de chèques"), (livret, "Livret A")):
        leaves.line(left(45, title), size=10, gap=18)
        leaves.line(left(45, f"Numéro de compte {each.number}"), left(400, "Devise EUR"))
        leaves.line(left(45, "Date"), left(100, "Libellé"), right(440, "Débit"),
                    right(550, "Crédit"), gap=6)  # fmt: skip
        leaves.line(left(100, "Ancien solde"), right(550, _FR.bare(each.opening)))
        for entry in each.entries:
            x = 440 if entry.amount < 0 else 550
            leaves.line(left(45, _FR.on(entry.date)), left(100, entry.text),
                        right(x, _FR.bare(entry.amount)))  # fmt: skip
        leaves.line(left(100, "Total des opérations"), right(440, _FR.bare(each.went)),
                    right(550, _FR.bare(each.came)))  # fmt: skip
        leaves.line(left(100, "Nouveau solde"), right(550, _FR.bare(each.closing)))
        words.append(_FR.bare(each.entries[1].amount).split()[-1])
    return [courant, livret], leaves.pages, words


MECHANISMS: Final = {
    "several accounts": family(
        "several accounts", _us_combined, _uk_pages, _de_accounts, _fr_accounts
    ),
}
