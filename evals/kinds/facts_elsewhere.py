"""Statements whose rows the reader finds, and whose two balances stand where no rule looks.

There is no balance beside the rows and no label at the ends, so that nothing adds up until a model
has cited both figures. What they lead to is then proven by arithmetic and the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from evals.bank_page import Printed, Truth, cells, entries, figure, heading, in_columns, truth
from evals.frame import Kind
from evals.page_case import PageCase

Around: TypeAlias = Callable[[Truth], tuple[list[Printed], list[Printed]]]


def cases() -> tuple[PageCase, ...]:
    """Each way of saying the balances elsewhere, three times."""
    return tuple(_cases())


def _cases() -> Iterator[PageCase]:
    for number, (name, around) in enumerate(SAID):
        for count in (9, 13, 17):
            said = truth(seed=500 + 10 * number + count, count=count)
            above, below = around(said)
            yield PageCase(
                name=f"{name}, {count} rows",
                kind=Kind.FACTS_ELSEWHERE,
                truth=said,
                lines=(*heading(said), *above, *_table(said), *below),
                entries=tuple(entries(said)),
            )


def _table(said: Truth) -> Iterator[Printed]:
    yield Printed(in_columns("Date", "Description", "Money out", "Money in"))
    for row in said.rows:
        day, amount = row.date.strftime("%d/%m/%Y"), figure(row.amount)
        out, in_ = (amount, "") if row.amount < 0 else ("", amount)
        yield Printed(in_columns(day, row.payee, out, in_), cells(row, day, amount))


def _said(text: str, **facts: str) -> Printed:
    """A line that says these balances."""
    return Printed(text, facts=tuple((f"{name}_balance", words) for name, words in facts.items()))


def _two_lines(said: Truth) -> tuple[list[Printed], list[Printed]]:
    first, last = figure(said.opening), figure(said.closing)
    above = _said(f"We held {first} for you on the first morning", opening=first)
    return [above], [_said(f"and {last} on the last evening.", closing=last)]


def _foot(said: Truth) -> tuple[list[Printed], list[Printed]]:
    first, last = figure(said.opening), figure(said.closing)
    return [], [_said(f"From {first} to {last} in one month", opening=first, closing=last)]


def _greeting(said: Truth) -> tuple[list[Printed], list[Printed]]:
    first, last = figure(said.opening), figure(said.closing)
    above = _said(f"Hello! There is {last} in your pot now.", closing=last)
    return [above], [_said(f"It was {first} when we last wrote.", opening=first)]


SAID: tuple[tuple[str, Around], ...] = (
    ("balances in two lines", _two_lines),
    ("balances at the foot", _foot),
    ("balances in a greeting", _greeting),
)
