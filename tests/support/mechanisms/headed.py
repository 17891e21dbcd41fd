"""Statements of one plain table under any head, for what a page says of whose account it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from textwrap import dedent
from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import ANY, Case, Family, Period, Row, Truth, Unjudged
from tests.support.typewritten import document

MARCH: Final = (date(2025, 3, 1), date(2025, 3, 31))
_DAYS: Final = (3, 7, 14, 21, 28)


@dataclass(frozen=True, slots=True)
class Table:
    """How a bank words and prints its entries; ``day`` is for `date.strftime`."""

    day: str
    marks: str
    date: str
    text: str
    out: str
    into: str
    balance: str
    opening: str
    closing: str


EN: Final = Table("%d/%m/%Y", ",.", "Date", "Description", "Paid out", "Paid in", "Balance",
                  "Opening balance", "Closing balance")  # fmt: skip
US: Final = Table("%m/%d/%Y", ",.", "Date", "Description", "Withdrawals", "Deposits", "Balance",
                  "Beginning balance", "Ending balance")  # fmt: skip
DE: Final = Table("%d.%m.%Y", ".,", "Datum", "Verwendungszweck", "Soll", "Haben", "Saldo",
                  "Alter Kontostand", "Neuer Kontostand")  # fmt: skip
CH: Final = replace(DE, marks="'.", out="Belastung", into="Gutschrift")
FR: Final = Table("%d/%m/%Y", " ,", "Date", "Libellé", "Débit", "Crédit", "Solde",
                  "Ancien solde", "Nouveau solde")  # fmt: skip
ES: Final = Table("%d/%m/%Y", ".,", "Fecha", "Concepto", "Cargos", "Abonos", "Saldo",
                  "Saldo inicial", "Saldo final")  # fmt: skip
MX: Final = replace(ES, marks=",.")
IT: Final = Table("%d/%m/%Y", ".,", "Data", "Descrizione", "Addebiti", "Accrediti", "Saldo",
                  "Saldo iniziale", "Saldo finale")  # fmt: skip
PT: Final = Table("%d/%m/%Y", ".,", "Data", "Descrição", "Débito", "Crédito", "Saldo",
                  "Saldo inicial", "Saldo final")  # fmt: skip
NL: Final = Table("%d-%m-%Y", ".,", "Datum", "Omschrijving", "Af", "Bij", "Saldo",
                  "Beginsaldo", "Eindsaldo")  # fmt: skip
PL: Final = Table("%d.%m.%Y", " ,", "Data", "Opis", "Obciążenia", "Uznania", "Saldo",
                  "Saldo początkowe", "Saldo końcowe")  # fmt: skip
TR: Final = Table("%d.%m.%Y", ".,", "Tarih", "Açıklama", "Borç", "Alacak", "Bakiye",
                  "Açılış bakiyesi", "Kapanış bakiyesi")  # fmt: skip
SV: Final = Table("%Y-%m-%d", " ,", "Datum", "Beskrivning", "Uttag", "Insättning", "Saldo",
                  "Ingående saldo", "Utgående saldo")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Headed:
    """A layout: what stands above the table and below it, and what a person sees of it."""

    name: str
    head: str
    table: Table
    foot: str = ""
    texts: tuple[str, ...] = ()
    mask: str | Unjudged | None
    institution: str | Unjudged | None = ANY
    account: str | Unjudged | None = ANY
    kind: AccountKind | Unjudged | None = None
    currency: str | Unjudged | None = ANY
    period: Period | Unjudged | None = MARCH
    debt: bool = False


_FIVE: Final = ("Greenway", "R. Meyer", "Alfa 77", "Northern", "Kiosk")


def family(layouts: Sequence[Headed]) -> Family:
    """Each layout as it is, and with one figure that does not add up."""

    def cases(random: Random) -> Iterator[Case]:
        for layout in layouts:
            yield _case(layout, random, wrong=False)
            yield _case(layout, random, wrong=True)

    return cases


def _case(layout: Headed, random: Random, *, wrong: bool) -> Case:
    amounts = [random.randint(1_100, 99_000) * random.choice((-1, 1)) for _ in _DAYS]
    amounts[0], amounts[1] = -abs(amounts[0]), abs(amounts[1])
    opening = random.randint(300_000, 900_000) * (-1 if layout.debt else 1)
    rows = tuple(Row(date(2025, 3, d), a) for d, a in zip(_DAYS, amounts, strict=True))
    truth = Truth(
        rows=rows, opening=opening, closing=opening + sum(amounts), period=layout.period,
        currency=layout.currency, mask=layout.mask, kind=layout.kind,
        institution=layout.institution, account=layout.account,
        never="a row is 1.00 more than the balances say" if wrong else "",
    )  # fmt: skip
    page = page_of(layout, truth, 100 if wrong else 0)
    name = f"{layout.name}, a wrong figure" if wrong else layout.name
    return Case("", name, document(page), truth, not wrong)


def page_of(layout: Headed, truth: Truth, error: int) -> str:
    table = layout.table
    texts = [*layout.texts, *_FIVE[len(layout.texts) :]]
    assert isinstance(truth.opening, int)
    balance = truth.opening
    lines = [_line(table.date, table.text, table.out, table.into, table.balance)]
    lines.append(_line("", table.opening, "", "", _money(table, balance, layout.debt)))
    for place, (row, text) in enumerate(zip(truth.rows, texts, strict=True)):
        assert row.date is not None
        assert row.amount is not None
        balance += row.amount
        figure = _money(table, abs(row.amount) + (error if place == 2 else 0), debt=False)
        sides = (figure, "") if row.amount < 0 else ("", figure)
        lines.append(
            _line(row.date.strftime(table.day), text, *sides, _money(table, balance, layout.debt))
        )
    lines.append(_line("", table.closing, "", "", _money(table, balance, layout.debt)))
    head, foot = dedent(layout.head).strip("\n"), dedent(layout.foot).strip("\n")
    return "\n".join([head, "", *lines, "", foot])


def _line(day: str, text: str, out: str, into: str, balance: str) -> str:
    return f"{day:12}{text:50}{out:>14}{into:>16}{balance:>18}"


def _money(table: Table, minor: int, debt: bool) -> str:
    minor = -minor if debt else minor
    whole, part = divmod(abs(minor), 100)
    text = f"{whole:,}".replace(",", table.marks[0])
    return f"{'-' if minor < 0 else ''}{text}{table.marks[1]}{part:02d}"
