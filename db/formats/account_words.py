"""What the name of an account in a journal says of it: its type, and what kind of account it is."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Final

from db.words import AccountKind


class Role(StrEnum):
    """The part an account plays in double entry; only the first two hold what a bank may state."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    OTHER = "other"


#: The first part of an account's name in the languages of the shared statements, casefolded.
_ROOTS: Final = {
    **dict.fromkeys(("asset", "assets", "aktiva", "vermögen", "actif", "actifs"), Role.ASSET),
    **dict.fromkeys(("liability", "liabilities", "debt", "debts"), Role.LIABILITY),
    **dict.fromkeys(("passiva", "verbindlichkeiten", "schulden"), Role.LIABILITY),
    **dict.fromkeys(("passif", "passifs", "dettes"), Role.LIABILITY),
    **dict.fromkeys(("equity", "eigenkapital", "capitaux propres"), Role.EQUITY),
}
#: Where own capital is kept among the liabilities, as it is on a balance sheet.
_CAPITAL: Final = frozenset(("eigenkapital", "kapital", "capitaux propres", "capital"))
_OPENING: Final = re.compile(r"opening|eröffnung|anfangsbest|ouverture|à nouveau", re.IGNORECASE)

_CARD: Final = frozenset(
    ("card", "cards", "creditcard", "visa", "mastercard", "amex", "kreditkarte", "carte")
)
_LOAN: Final = frozenset(
    ("loan", "loans", "mortgage", "mortgages", "darlehen", "kredit", "hypothek", "prêt", "emprunt")
)
_SAVINGS: Final = frozenset(
    ("saving", "savings", "sparkonto", "tagesgeld", "tagesgeldkonto", "épargne", "livret")
)
_BANK: Final = frozenset(
    ("bank", "bankkonto", "banque", "checking", "chequing", "cheque", "chèques", "courant")
) | frozenset(("current", "giro", "girokonto", "konto"))
_NO_BANK: Final = frozenset(
    ("bargeld", "brokerage", "caisse", "cash", "depot", "espèces", "inventory", "investment")
) | frozenset(("investments", "kasse", "petty", "receivable", "receivables", "stock"))


@cache
def role_of(account: str) -> Role:
    """The role that the account's name gives it, as hledger finds it, in three languages."""
    parts = account.casefold().split(":")
    role = _ROOTS.get(parts[0], Role.OTHER)
    if role is Role.LIABILITY and not _CAPITAL.isdisjoint(parts[1:]):
        return Role.EQUITY
    return role


@cache
def is_opening(account: str) -> bool:
    """Whether the account's name says that opening balances come from it."""
    return _OPENING.search(account) is not None


def kind_of(account: str, role: Role) -> AccountKind:
    """What kind of account the words of its name make it."""
    words = frozenset(re.split(r"[^\w]+|_|(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])", account))
    words = frozenset(each.casefold() for each in words)
    if role is Role.LIABILITY:
        if words & _CARD:
            return AccountKind.CARD
        return AccountKind.LOAN if words & _LOAN else AccountKind.OTHER
    if words & _SAVINGS:
        return AccountKind.SAVINGS
    return AccountKind.CHECKING if words & _BANK and not words & _NO_BANK else AccountKind.OTHER
