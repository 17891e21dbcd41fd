"""Statements whose rows the reader finds, and whose period or balances stand where no rule looks.

What the kernel cannot bear out by words that it knows, a model can only cite. Then it is a person
who states it, on seeing that it is so; no case is solved without the right citation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from evals.bank_page import Printed, Truth, cells, entries, figure, in_columns, in_table, truth
from evals.frame import Kind
from evals.page_case import PageCase

Around: TypeAlias = Callable[[Truth], tuple[list[Printed], list[Printed]]]


def cases() -> tuple[PageCase, ...]:
    """Each way of saying a fact elsewhere, twice."""
    return tuple(_cases())


def _cases() -> Iterator[PageCase]:
    for number, (name, around) in enumerate(SAID):
        for count in (9, 17):
            said = truth(seed=500 + 10 * number + count, count=count)
            above, below = around(said)
            yield PageCase(
                name=f"{name}, {count} rows",
                kind=Kind.FACTS_ELSEWHERE,
                truth=said,
                lines=(*above, *_table(said), *below),
                entries=tuple(entries(said)),
                states=True,
            )


def _table(said: Truth) -> Iterator[Printed]:
    yield Printed(in_columns("Date", "Description", "Money out", "Money in", "Balance"))
    for row in said.rows:
        day = row.date.strftime("%d/%m/%Y")
        yield Printed(in_table(row, day), cells(row, day, figure(row.amount), figure(row.balance)))


def _who(said: Truth) -> Printed:
    return Printed(
        f"{said.bank}      Current account      Account number 4400{said.mask}  Currency EUR"
    )


def _ends(said: Truth) -> tuple[Printed, Printed]:
    opening, closing = figure(said.opening), figure(said.closing)
    return (
        Printed(
            in_columns("", "Opening balance", balance=opening),
            None,
            (("opening_balance", opening),),
        ),
        Printed(
            in_columns("", "Closing balance", balance=closing),
            None,
            (("closing_balance", closing),),
        ),
    )


def _days(said: Truth, form: str) -> tuple[tuple[str, str], ...]:
    return (
        ("period_start", said.start.strftime(form)),
        ("period_end", said.end.strftime(form)),
    )


def _between(said: Truth) -> tuple[list[Printed], list[Printed]]:
    days = _days(said, "%d/%m/%Y")
    text = f"What happened on your account between {days[0][1]} and {days[1][1]}:"
    opening, closing = _ends(said)
    return [_who(said), Printed(text, facts=days), opening], [closing]


def _footer(said: Truth) -> tuple[list[Printed], list[Printed]]:
    days = _days(said, "%d.%m.%Y")
    opening, closing = _ends(said)
    text = f"Sheet 1  Ref {days[0][1]}/{days[1][1]}  printed for you"
    return [_who(said), opening], [closing, Printed(""), Printed(text, facts=days)]


def _month(said: Truth) -> tuple[list[Printed], list[Printed]]:
    month = said.start.strftime("%B %Y")
    facts = (("period_start", month), ("period_end", month))
    opening, closing = _ends(said)
    return [_who(said), opening], [
        closing,
        Printed(f"Thank you for banking with us in {month}.", facts=facts),
    ]


def _two_lines(said: Truth) -> tuple[list[Printed], list[Printed]]:
    first, last = said.start.strftime("%d/%m/%Y"), said.end.strftime("%d/%m/%Y")
    opening, closing = _ends(said)
    above = [
        _who(said),
        Printed(f"Your pages begin with the morning of {first}", facts=(("period_start", first),)),
        Printed(f"and go as far as the evening of {last}.", facts=(("period_end", last),)),
        opening,
    ]
    return above, [closing]


SAID: tuple[tuple[str, Around], ...] = (
    ("period in a sentence", _between),
    ("period at the foot", _footer),
    ("period as a month in a greeting", _month),
    ("period in two lines", _two_lines),
)
