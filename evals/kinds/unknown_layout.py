"""Statements without columns: entries as sentences, whose figures stand where the text ends.

The reader finds entries by columns, so it proves none of these; every word that a proof needs is
on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from db.words import Verdict
from evals.bank_page import (
    Printed,
    Row,
    Truth,
    cells,
    closing_line,
    entries,
    figure,
    heading,
    opening_line,
    truth,
)
from evals.frame import Case, Kind
from evals.page_case import PageCase

Layout: TypeAlias = Callable[[Truth], Iterator[Printed]]


def cases() -> tuple[Case, ...]:
    """Each layout once with a ledger that is right, and once with one that lacks an entry."""
    return tuple(_cases())


def _cases() -> Iterator[PageCase]:
    for number, (name, layout) in enumerate(LAYOUTS):
        for lacks, verdict in ((), Verdict.MATCHED), ((2,), Verdict.DIFFERENCES):
            said = truth(seed=100 + 10 * number + len(lacks), count=9 + number)
            yield PageCase(
                name=f"{name}, {'an entry lacks' if lacks else 'all entered'}",
                kind=Kind.UNKNOWN_LAYOUT,
                truth=said,
                lines=tuple(layout(said)),
                entries=tuple(entries(said, lacks)),
                verdict=verdict,
            )


def _ragged(said: Truth) -> Iterator[Printed]:
    yield from heading(said)
    yield opening_line(f"Opening balance {figure(said.opening)}", figure(said.opening))
    for row in said.rows:
        day, amount = row.date.strftime("%d/%m/%Y"), figure(row.amount)
        sign, balance = "-" if row.amount < 0 else "+", figure(row.balance)
        text = f"{day} {row.payee} {sign}{amount} balance {balance}"
        yield Printed(text, cells(row, day, amount, balance))
    yield closing_line(f"Closing balance {figure(said.closing)}", figure(said.closing))


def _bare(said: Truth) -> Iterator[Printed]:
    yield from heading(said)
    yield opening_line(f"Opening balance {figure(said.opening)}", figure(said.opening))
    for row in said.rows:
        day, amount = row.date.strftime("%d/%m/%Y"), figure(row.amount)
        sign = "-" if row.amount < 0 else "+"
        yield Printed(f"{day} {row.payee} {sign}{amount}", cells(row, day, amount))
    yield closing_line(f"Closing balance {figure(said.closing)}", figure(said.closing))


def _sentences(said: Truth) -> Iterator[Printed]:
    yield from heading(said)
    yield opening_line(f"Opening balance {figure(said.opening)}", figure(said.opening))
    for row in said.rows:
        day, amount, balance = (
            row.date.strftime("%d/%m/%Y"), figure(row.amount), figure(row.balance)
        )  # fmt: skip
        done = "you paid" if row.amount < 0 else "you received"
        way = "to" if row.amount < 0 else "from"
        text = f"On {day} {done} EUR {amount} {way} {row.payee}, which left {balance}"
        yield Printed(text, cells(row, day, amount, balance))
    yield closing_line(f"Closing balance {figure(said.closing)}", figure(said.closing))


def _marked(said: Truth) -> Iterator[Printed]:
    yield from heading(said)
    yield opening_line(f"Opening balance {figure(said.opening)} CR", figure(said.opening))
    for row in said.rows:
        day, amount, balance = (
            row.date.strftime("%d/%m/%Y"), figure(row.amount), figure(row.balance)
        )  # fmt: skip
        mark = "DR" if row.amount < 0 else "CR"
        text = f"{day} {row.payee} {amount} {mark} {balance} CR"
        yield Printed(text, cells(row, day, amount, balance))
    yield closing_line(f"Closing balance {figure(said.closing)} CR", figure(said.closing))


def _in_sections(said: Truth) -> Iterator[Printed]:
    yield from heading(said)
    yield opening_line(f"Opening balance {figure(said.opening)}", figure(said.opening))
    for name, wanted in (
        ("Money in", [row for row in said.rows if row.amount > 0]),
        ("Money out", [row for row in said.rows if row.amount < 0]),
    ):
        yield Printed(name)
        yield from _plain(wanted)
    yield closing_line(f"Closing balance {figure(said.closing)}", figure(said.closing))


def _plain(rows: Sequence[Row]) -> Iterator[Printed]:
    for row in rows:
        day, amount = row.date.strftime("%d/%m/%Y"), figure(row.amount)
        yield Printed(f"{day} {row.payee} {amount}", cells(row, day, amount))


LAYOUTS: tuple[tuple[str, Layout], ...] = (
    ("ragged with balances", _ragged),
    ("ragged without balances", _bare),
    ("in sentences", _sentences),
    ("ragged with marks", _marked),
    ("ragged under headings", _in_sections),
)
