"""Lists of all accounts with their balances, before the accounts themselves or behind them."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import ANY
from tests.support.mechanisms.accounts import (
    Leaves,
    Made,
    Style,
    account,
    family,
    left,
    right,
)
from tests.support.mechanisms.tables import Table

_UK = Table(
    style=Style("en_GB", "d MMM yyyy", "d MMMM yyyy", sign="£{}"),
    heads=("Date", "Details", "Paid out", "Paid in", "Balance"),
    opening="Balance brought forward",
    closing="Balance carried forward",
)


def _at_a_glance(random: Random) -> Made:
    """A first page with the balances of each account, the accounts on pages of their own."""
    month = date(2025, 5, 1)
    made = [
        account(random, "40118832", month, 9, ("Grocer", "+Salary Acme", "Gym"), currency="GBP"),
        account(random, "40118840", month, 4, ("+Interest", "Transfer"), currency="GBP",
                kind=AccountKind.SAVINGS),
    ]  # fmt: skip
    leaves, style = Leaves(), _UK.style
    leaves.line(left(45, "Northgate Bank plc"), size=14)
    leaves.line(left(45, "Your accounts at a glance"), size=12, gap=12)
    leaves.line(left(45, "Statement period 1 May 2025 to 31 May 2025"))
    leaves.line(left(45, "Account"), left(250, "Number"), right(550, "Balance"), gap=12)
    for each, title in zip(made, ("Current Account", "Easy Saver"), strict=True):
        leaves.line(left(45, title), left(250, each.number), right(550, style.money(each.closing)))
    leaves.line(left(45, "Need help? Call us on 0345 300 0000 or visit any branch."), gap=30)
    for each, title in zip(made, ("Current Account", "Easy Saver"), strict=True):
        leaves.turn()
        leaves.line(left(45, f"{title} statement"), size=11)
        leaves.line(left(45, f"Account number {each.number}"), left(330, "Sort code 20-11-44"))
        leaves.line(left(45, "Opening balance"), right(300, style.money(each.opening)), gap=8)
        leaves.line(left(45, "Closing balance"), right(300, style.money(each.closing)))
        _UK.print(leaves, each)
    return made, leaves.pages, [style.money(each.closing) for each in made]


_US = Table(
    style=Style("en_US", "MM/dd/yyyy", "MM/dd/yyyy", sign="${}"),
    heads=("Date", "Description", "Amount", "Balance"),
    opening="Beginning Balance",
    closing="Ending Balance",
)


def _summary_above(random: Random) -> Made:
    """A list of accounts above the first table, both balances of each and a total."""
    month = date(2025, 8, 1)
    made = [
        account(random, "8841907733", month, 7, ("Market", "+Payroll Acme", "Diner"),
                currency="USD"),
        account(random, "8841907790", month, 3, ("+Interest Paid", "Withdrawal"), currency=ANY,
                kind=AccountKind.SAVINGS),
    ]  # fmt: skip
    leaves, style = Leaves(), _US.style
    leaves.line(left(45, "Prairie Union Bank"), size=14)
    leaves.line(left(45, "Statement Period: 08/01/2025 - 08/31/2025"))
    leaves.line(left(45, "ACCOUNT SUMMARY"), gap=14)
    leaves.line(left(45, "Account"), left(200, "Account Number"), right(430, "Beginning Balance"),
                right(550, "Ending Balance"))  # fmt: skip
    titles = ("Free Checking", "Statement Savings")
    for each, title in zip(made, titles, strict=True):
        leaves.line(left(45, title), left(200, each.number), right(430, style.money(each.opening)),
                    right(550, style.money(each.closing)))  # fmt: skip
    leaves.line(left(45, "Total"), right(430, style.money(sum(each.opening for each in made))),
                right(550, style.money(sum(each.closing for each in made))))  # fmt: skip
    for each, title in zip(made, titles, strict=True):
        leaves.line(left(45, title), size=10, gap=20)
        leaves.line(left(45, f"Account Number: {each.number}"))
        _US.print(leaves, each)
    return made, leaves.pages, [style.money(each.closing) for each in made]


_DE = Table(
    style=Style("de", "dd.MM.yyyy", "dd.MM.yyyy", marks=".,", sign="{} EUR"),
    heads=("Buchung", "Buchungstext", "Betrag EUR"),
    opening="Alter Saldo",
    closing="Neuer Saldo",
    balance=False,
)


def _status_behind(random: Random) -> Made:
    """The list of all accounts behind the last table, one of them without a table here."""
    month = date(2024, 11, 1)
    made = [
        account(random, "DE12 5001 0517 0648 4898 90", month, 8, ("Miete", "+Gehalt", "Strom"),
                currency="EUR"),
        account(random, "DE44 5001 0517 5407 3249 31", month, 3, ("+Zinsen", "Umbuchung"),
                currency="EUR", kind=AccountKind.SAVINGS),
    ]  # fmt: skip
    leaves, style = Leaves(), _DE.style
    leaves.line(left(45, "Volksbank Oberland eG"), size=14)
    leaves.line(left(45, "Kontoauszug vom 01.11.2024 bis 30.11.2024"))
    for each, title in zip(made, ("Girokonto", "Sparkonto"), strict=True):
        leaves.line(left(45, title), size=10, gap=16)
        leaves.line(left(45, f"IBAN {each.number}"))
        _DE.print(leaves, each)
    leaves.line(left(45, "Ihre Konten im Überblick"), size=10, gap=30)
    leaves.line(left(45, "Konto"), right(550, "Kontostand"))
    for each in made:
        leaves.line(left(45, each.number), right(550, style.money(each.closing)))
    leaves.line(left(45, "DE77 5001 0517 9988 7766 55"), right(550, "12.004,17 EUR"))
    return made, leaves.pages, ["" for _ in made]


MECHANISMS: Final = {
    "overview pages": family("overview pages", _at_a_glance, _summary_above, _status_behind),
}
