"""Statements without columns: entries as sentences, whose figures stand where the text ends.

The reader finds entries by columns, so it proves none of these; every word that a proof needs is
on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
from evals.frame import Kind
from evals.page_case import PageCase

Layout: TypeAlias = Callable[[Truth], Iterator[Printed]]


def cases() -> tuple[PageCase, ...]:
    """Each layout once with a ledger that is right, and once with one that lacks an entry."""
    return tuple(_cases())


def _cases() -> Iterator[PageCase]:
    for number, (name, layout) in enumerate(LAYOUTS):
        # Where marks alone say which way money went, only a ledger that agrees settles them.
        lacking = Verdict.UNPROVEN if layout is _marked else Verdict.DIFFERENCES
        for lacks, verdict in ((), Verdict.MATCHED), ((2,), lacking):
            said = truth(seed=100 + 10 * number + len(lacks), count=9 + number)
            yield PageCase(
                name=f"{name}, {'an entry lacks' if lacks else 'all entered'}",
                kind=Kind.UNKNOWN_LAYOUT,
                truth=said,
                lines=tuple(layout(said)),
                entries=tuple(entries(said, lacks)),
                verdict=verdict,
            )


def _framed(said: Truth, body: Iterable[Printed], mark: str = "") -> Iterator[Printed]:
    """Entries between the heading and the balance before, and the balance at the end."""
    opening, closing = figure(said.opening), figure(said.closing)
    yield from heading(said)
    yield opening_line(f"Opening balance {opening}{mark}", opening)
    yield from body
    yield closing_line(f"Closing balance {closing}{mark}", closing)


def _entry(row: Row, form: str, *, balance: bool = False) -> Printed:
    """An entry as words of this form."""
    out = row.amount < 0
    day, amount, held = row.date.strftime("%d/%m/%Y"), figure(row.amount), figure(row.balance)
    text = form.format(
        day=day,
        payee=row.payee,
        amount=amount,
        balance=held,
        sign="-" if out else "+",
        done="you paid" if out else "you received",
        way="to" if out else "from",
        mark="DR" if out else "CR",
    )
    return Printed(text, cells(row, day, amount, held if balance else ""))


def _entries(said: Truth, form: str, *, balance: bool = False) -> Iterator[Printed]:
    return (_entry(row, form, balance=balance) for row in said.rows)


def _ragged(said: Truth) -> Iterator[Printed]:
    form = "{day} {payee} {sign}{amount} balance {balance}"
    return _framed(said, _entries(said, form, balance=True))


def _bare(said: Truth) -> Iterator[Printed]:
    return _framed(said, _entries(said, "{day} {payee} {sign}{amount}"))


def _sentences(said: Truth) -> Iterator[Printed]:
    form = "On {day} {done} EUR {amount} {way} {payee}, which left {balance}"
    return _framed(said, _entries(said, form, balance=True))


def _marked(said: Truth) -> Iterator[Printed]:
    form = "{day} {payee} {amount} {mark} {balance} CR"
    return _framed(said, _entries(said, form, balance=True), mark=" CR")


def _in_sections(said: Truth) -> Iterator[Printed]:
    form = "{day} {payee} {amount}"
    came = [_entry(row, form) for row in said.rows if row.amount > 0]
    went = [_entry(row, form) for row in said.rows if row.amount < 0]
    return _framed(said, [Printed("Money in"), *came, Printed("Money out"), *went])


LAYOUTS: tuple[tuple[str, Layout], ...] = (
    ("ragged with balances", _ragged),
    ("ragged without balances", _bare),
    ("in sentences", _sentences),
    ("ragged with marks", _marked),
    ("ragged under headings", _in_sections),
)
