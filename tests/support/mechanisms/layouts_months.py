"""Several statements of one account in a file: months in a row, on pages of their own or not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import ANY
from tests.support.mechanisms.accounts import (
    Account,
    Leaves,
    Made,
    Style,
    account,
    family,
    left,
    right,
)
from tests.support.mechanisms.tables import Table


def _in_a_row(
    random: Random,
    number: str,
    first: date,
    counts: tuple[int, ...],
    payees: tuple[str, ...],
    currency: str,
    kind: AccountKind,
) -> list[Account]:
    made: list[Account] = []
    for place, count in enumerate(counts):
        years, months = divmod(first.month - 1 + place, 12)
        month = date(first.year + years, months + 1, 1)
        opening = made[-1].closing if made else None
        made.append(account(random, number, month, count, payees, opening=opening,
                            currency=currency, kind=kind))  # fmt: skip
    return made


_NL = Table(
    style=Style("nl", "dd-MM-yyyy", "d MMMM yyyy", marks=".,", sign="€ {}"),
    heads=("Datum", "Omschrijving", "Af", "Bij"),
    balance=False,
)


def _own_page_counts(random: Random) -> Made:
    """Each month counts its own pages, the box of balances above the table."""
    made = _in_a_row(random, "NL91 ABNA 0417 1643 00", date(2024, 11, 1), (26, 8, 31),
                     ("Bakkerij", "+Salaris Jansen BV", "Huur", "Energie"), "EUR",
                     AccountKind.CHECKING)  # fmt: skip
    leaves, style = Leaves(), _NL.style
    for place, each in enumerate(made):
        if place:
            leaves.turn()
        leaves.line(left(45, "Bank aan de Gracht N.V."), size=13)
        leaves.line(left(45, "Betaalrekening"), left(300, "Pagina 1 van 1"))
        leaves.line(left(45, f"Rekeningnummer {each.number}"))
        leaves.line(left(45, f"Periode {style.long(each.start)} t/m {style.long(each.end)}"))
        leaves.line(left(45, "Beginsaldo"), right(300, style.money(each.opening)), gap=8)
        leaves.line(left(45, "Eindsaldo"), right(300, style.money(each.closing)))
        _NL.print(leaves, each)
    return made, leaves.pages, [style.bare(each.entries[1].amount) for each in made]


_IT = Table(
    style=Style("it", "dd/MM/yyyy", "dd/MM/yyyy", marks=".,", sign="{} EUR"),
    heads=("Data", "Descrizione", "Dare", "Avere"),
    opening="Saldo iniziale",
    closing="Saldo finale",
    balance=False,
    edges=(460.0, 550.0),
)


def _on_one_page(random: Random) -> Made:
    """A quarter of three short months, one below the other, each with its own heading."""
    made = _in_a_row(random, "000012345678", date(2025, 4, 1), (6, 4, 7),
                     ("Affitto", "+Stipendio Rossi SpA", "Farmacia"), "EUR",
                     AccountKind.CHECKING)  # fmt: skip
    leaves, style = Leaves(), _IT.style
    leaves.line(left(45, "Banca del Ponte"), size=13)
    leaves.line(left(45, "Estratto conto corrente"), size=11)
    leaves.line(left(45, "Numero conto 000012345678"), left(300, "Valuta EUR"))
    for each in made:
        leaves.line(left(45, f"Periodo dal {style.long(each.start)} al {style.long(each.end)}"),
                    gap=14)  # fmt: skip
        _IT.print(leaves, each)
    told = [made[0], *(replace(each, mask=ANY) for each in made[1:])]
    return told, leaves.pages, [style.bare(each.entries[1].amount) for each in made]


_CARD = Table(
    style=Style("en_US", "MM/dd", "MMMM d, yyyy", sign="${}"),
    heads=("Date", "Description", "Amount"),
    balance=False,
    owed=True,
)


def _cards_of_a_year(random: Random) -> Made:
    """Four months of a credit card, each with a summary that adds up and a page of its own."""
    made = _in_a_row(random, "XXXX XXXX XXXX 8820", date(2024, 10, 1), (7, 9, 5, 8),
                     ("Shoe Shop", "Cinema", "+Payment Thank You", "Restaurant Roma"), "USD",
                     AccountKind.CARD)  # fmt: skip
    leaves, style = Leaves(), _CARD.style
    for place, each in enumerate(made):
        if place:
            leaves.turn()
        leaves.line(left(45, "Larch Card Services"), right(550, "Page 1 of 1"), size=12)
        leaves.line(left(45, "Visa credit card statement"))
        leaves.line(left(45, f"Card number {each.number}"), left(330, "Columbus, OH 43218"))
        leaves.line(
            left(45, f"Statement period {style.long(each.start)} to {style.long(each.end)}")
        )
        leaves.line(left(45, "Previous Balance"), right(300, style.money(-each.opening)), gap=8)
        leaves.line(left(45, "Payments and Credits"), right(300, style.money(-each.came)))
        leaves.line(left(45, "Purchases"), right(300, style.money(each.went)))
        leaves.line(left(45, "New Balance"), right(300, style.money(-each.closing)))
        _CARD.print(leaves, each)
    return made, leaves.pages, [_CARD.amount(each.entries[1].amount) for each in made]


_ES = Table(
    style=Style("es", "dd/MM/yyyy", "dd/MM/yyyy", marks=".,", sign="{} €"),
    heads=("Fecha", "Concepto", "Importe", "Saldo"),
    opening="Saldo anterior",
    closing="Saldo final",
)


def _ends_and_begins(random: Random) -> Made:
    """Two months: the second begins in the middle of the page that the first ends on."""
    made = _in_a_row(random, "ES91 2100 0418 4502 0005 1332", date(2025, 1, 1), (24, 25),
                     ("Alquiler", "+Nómina García SL", "Panadería", "Seguro"), "EUR",
                     AccountKind.CHECKING)  # fmt: skip
    leaves, style = Leaves(step=20.0), _ES.style
    leaves.line(left(45, "Banco del Puente, S.A."), size=13)
    for each in made:
        leaves.line(left(45, "Extracto de cuenta corriente"), size=10, gap=20)
        leaves.line(left(45, f"IBAN {each.number}"), left(330, "Moneda EUR"))
        leaves.line(left(45, f"Periodo del {style.long(each.start)} al {style.long(each.end)}"))
        _ES.print(leaves, each)
    return made, leaves.pages, [style.signed(each.entries[1].amount) for each in made]


MECHANISMS: Final = {
    "months in one file": family(
        "months in one file", _own_page_counts, _on_one_page, _cards_of_a_year, _ends_and_begins
    ),
}
