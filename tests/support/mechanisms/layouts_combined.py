"""A current account with a card, with savings in which nothing happened, or in two currencies."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import ANY
from tests.support.mechanisms.accounts import Leaves, Made, Style, account, family, left, right
from tests.support.mechanisms.tables import Table

_AU = Table(
    style=Style("en_AU", "dd MMM yyyy", "d MMMM yyyy", sign="${}"),
    heads=("Date", "Transaction", "Debit", "Credit", "Balance"),
    opening="Opening balance",
    closing="Closing balance",
)
_AU_CARD = replace(_AU, heads=("Date", "Transaction", "Amount"), balance=False, owed=True)


def _account_then_card(random: Random) -> Made:
    """A current account, then the card of the same customer with what is owed."""
    month = date(2025, 2, 1)
    made = [
        account(random, "062-000 10417733", month, 8, ("Woolmart", "+Pay Acme Pty", "Rent"),
                currency="AUD"),
        account(random, "5353 XXXX XXXX 0917", month, 6, ("Cafe", "+Payment received", "Cinema"),
                currency="AUD", kind=AccountKind.CARD),
    ]  # fmt: skip
    leaves, style = Leaves(), _AU.style
    leaves.line(left(45, "Southern Cross Bank"), right(550, "ABN 12 345 678 901"), size=12)
    leaves.line(left(45, "Statement period 1 February 2025 to 28 February 2025"))
    leaves.line(left(45, "Everyday Current Account"), size=11, gap=14)
    leaves.line(left(45, f"Account number {made[0].number}"), left(330, "Currency AUD"))
    _AU.print(leaves, made[0])
    leaves.line(left(45, "Low Rate Mastercard credit card"), size=11, gap=22)
    leaves.line(left(45, f"Card number {made[1].number}"), left(330, "Currency AUD"))
    leaves.line(left(45, "Credit limit"), right(300, "$6,000.00"), left(330, "Minimum payment"),
                right(550, "$25.00"))  # fmt: skip
    leaves.line(left(45, "Opening balance"), right(300, style.money(-made[1].opening)))
    leaves.line(left(45, "Closing balance"), right(300, style.money(-made[1].closing)))
    replace(_AU_CARD, opening="", closing="").print(leaves, made[1])
    return made, leaves.pages, [
        _AU.amount(made[0].entries[1].amount), _AU_CARD.amount(made[1].entries[1].amount)
    ]  # fmt: skip


_DE = Table(
    style=Style("de", "dd.MM.yyyy", "dd.MM.yyyy", marks=".,", sign="{} EUR"),
    heads=("Datum", "Umsatz", "Soll", "Haben"),
    opening="Alter Kontostand",
    closing="Neuer Kontostand",
    balance=False,
    edges=(460.0, 550.0),
)

_DE_CARD = replace(
    _DE, heads=("Datum", "Umsatz", "Betrag EUR"), opening="Alter Saldo", closing="Neuer Saldo",
    style=replace(_DE.style, minus="{} S", plus="{} H"),
)  # fmt: skip


def _card_bill_behind(random: Random) -> Made:
    """A giro account and behind it, on a page of its own, the bill of the credit card."""
    month = date(2024, 4, 1)
    giro = account(random, "DE12 5001 0517 0648 4898 90", month, 7, ("Miete", "+Gehalt", "Strom"),
                   currency="EUR")  # fmt: skip
    card = account(random, "4908 XXXX XXXX 5521", month, 5, ("Hotel Adler", "+Zahlung", "Bahn"),
                   currency="EUR", kind=AccountKind.CARD)  # fmt: skip
    leaves = Leaves()
    leaves.line(left(45, "Stadtsparkasse Neuburg"), size=13)
    leaves.line(left(45, "Kontoauszug Girokonto"))
    leaves.line(left(45, f"IBAN {giro.number}"), left(330, "Währung EUR"))
    leaves.line(left(45, "Zeitraum vom 01.04.2024 bis 30.04.2024"))
    _DE.print(leaves, giro)
    leaves.turn()
    leaves.line(left(45, "Kreditkartenabrechnung"), size=13)
    leaves.line(left(45, f"Kartennummer {card.number}"), left(330, "Währung EUR"))
    leaves.line(left(45, "Abrechnungszeitraum 01.04.2024 - 30.04.2024"))
    _DE_CARD.print(leaves, card)
    return [giro, card], leaves.pages, [
        _DE.style.bare(each.entries[1].amount) for each in (giro, card)
    ]  # fmt: skip


_SG = Table(
    style=Style("en_SG", "dd MMM", "d MMM yyyy"),
    heads=("Date", "Description", "Withdrawal", "Deposit", "Balance"),
    opening="Balance brought forward",
    closing="Balance carried forward",
)


def _nothing_in_savings(random: Random) -> Made:
    """The savings account between two others says that there were no transactions."""
    month = date(2025, 7, 1)
    made = [
        account(random, "120-334-8871", month, 6, ("Hawker", "+Salary", "MRT"), currency="SGD"),
        account(random, "120-700-0093", month, 0, ("",), currency="SGD", kind=AccountKind.SAVINGS),
        account(random, "120-881-2230", month, 4, ("Rent", "+Transfer"), currency="SGD"),
    ]
    leaves, style = Leaves(), _SG.style
    leaves.line(left(45, "Merlion Bank Ltd"), size=13)
    leaves.line(
        left(45, "Statement of account"), left(330, "Statement period 1 Jul 2025 to 31 Jul 2025")
    )
    titles = ("Current account", "Savings account", "Current account")
    for each, title in zip(made, titles, strict=True):
        leaves.line(left(45, title), size=10, gap=18)
        leaves.line(left(45, f"Account number {each.number}"), left(330, "Currency: SGD"))
        if each.entries:
            leaves.line(left(45, "Opening balance"), right(300, style.bare(each.opening)), gap=6)
            leaves.line(left(45, "Closing balance"), right(300, style.bare(each.closing)))
            _SG.print(leaves, each)
        else:
            leaves.line(left(45, "Opening balance"), right(550, style.bare(each.opening)), gap=6)
            leaves.line(left(45, "No transactions in this period"))
            leaves.line(left(45, "Closing balance"), right(550, style.bare(each.closing)))
    words = [style.bare(each.entries[1].amount) if each.entries else "" for each in made]
    return made, leaves.pages, words


_CH = Table(
    style=Style("de_CH", "dd.MM.yyyy", "dd.MM.yyyy", marks="'."),
    heads=("Datum", "Text", "Belastung", "Gutschrift", "Saldo"),
    opening="Saldovortrag",
    closing="Schlusssaldo",
)


def _two_currencies(random: Random) -> Made:
    """One contract number, a part for each currency under a heading that names it."""
    month = date(2025, 10, 1)
    made = [
        account(random, "70 1455.822", month, 7, ("Coop", "+Lohn", "SBB"), currency="CHF"),
        account(random, "70 1455.822", month, 5, ("Hotel", "+Umbuchung", "Bahn"), currency="EUR"),
    ]
    leaves, style = Leaves(), _CH.style
    leaves.line(left(45, "Kantonalbank am See"), size=13)
    leaves.line(left(45, "Kontoauszug Privatkonto"))
    leaves.line(left(45, "Kontonummer 701455822"))
    leaves.line(left(45, "Zeitraum 01.10.2025 - 31.10.2025"))
    for each in made:
        leaves.line(left(45, f"Währung: {each.currency}"), size=10, gap=16)
        _CH.print(leaves, each)
    made = [replace(each, number="701455822") for each in made]
    return [made[0], replace(made[1], mask=ANY)], leaves.pages, [
        style.bare(each.entries[1].amount) for each in made
    ]  # fmt: skip


_MULTI = Table(
    style=Style("en_GB", "d MMM yyyy", "d MMMM yyyy"),
    heads=("Date", "Description", "Money out", "Money in", "Balance"),
)


def _accounts_by_currency(random: Random) -> Made:
    """ "EUR account", "USD account", "GBP account" of one customer, each with a small summary."""
    month = date(2025, 1, 1)
    codes = ("EUR", "USD", "GBP")
    made = [
        account(random, "88112200", month, count, ("Spotify", "+Top-up", "Taxi"), currency=code)
        for count, code in zip((6, 4, 5), codes, strict=True)
    ]
    leaves = Leaves()
    leaves.line(left(45, "Swift Money Ltd"), size=13)
    leaves.line(left(45, "Current account statement"))
    leaves.line(left(45, "Account number 88112200"))
    leaves.line(left(45, "Statement period 1 January 2025 to 31 January 2025"))
    for each in made:
        style = replace(_MULTI.style, sign="{} " + str(each.currency))
        leaves.line(left(45, f"{each.currency} account"), size=11, gap=18)
        leaves.line(left(45, "Opening balance"), right(300, style.money(each.opening)))
        leaves.line(left(45, "Closing balance"), right(300, style.money(each.closing)))
        _MULTI.print(leaves, each)
    told = [made[0], *(replace(each, mask=ANY) for each in made[1:])]
    return told, leaves.pages, [_MULTI.style.bare(each.entries[1].amount) for each in made]


_MX = Table(
    style=Style("es_MX", "dd/MM/yyyy", "dd/MM/yyyy", sign="${}"),
    heads=("Fecha", "Concepto", "Cargos", "Abonos", "Saldo"),
    opening="Saldo inicial",
    closing="Saldo final",
)


def _pesos_and_dollars(random: Random) -> Made:
    """The same contract in pesos and in dollars, the code in the heading of each table."""
    month = date(2024, 8, 1)
    made = [
        account(random, "0049176633", month, 8, ("Renta", "+Nómina", "Gasolina"), currency="MXN"),
        account(random, "0049176633", month, 4, ("Hotel", "+Depósito"), currency="USD"),
    ]
    leaves, style = Leaves(), _MX.style
    leaves.line(left(45, "Banco del Valle, S.A."), size=13)
    leaves.line(left(45, "Estado de cuenta corriente"))
    leaves.line(left(45, "Número de cuenta 0049176633"))
    leaves.line(left(45, "Periodo del 01/08/2024 al 31/08/2024"))
    for each, name in zip(made, ("MONEDA NACIONAL (MXN)", "DÓLARES (USD)"), strict=True):
        leaves.line(left(45, name), size=10, gap=16)
        _MX.print(leaves, each)
    told = [made[0], replace(made[1], mask=ANY)]
    return told, leaves.pages, [style.bare(each.entries[1].amount) for each in made]


MECHANISMS: Final = {
    "account and card": family("account and card", _account_then_card, _card_bill_behind),
    "nothing in one account": family("nothing in one account", _nothing_in_savings),
    "two currencies": family(
        "two currencies", _two_currencies, _accounts_by_currency, _pesos_and_dollars
    ),
}
