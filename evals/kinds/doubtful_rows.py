"""Tables in which some rows are printed unlike the others, so that the reader is unsure of them.

Most rows stand in columns. A few are sentences, or their figures stand elsewhere: what the reader
makes of those does not hold, and a model is asked for no more than is open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from db.words import Verdict
from evals.bank_page import (
    BALANCE,
    DATE,
    IN,
    OUT,
    Printed,
    Row,
    Truth,
    cells,
    closing_line,
    entries,
    figure,
    heading,
    in_columns,
    in_table,
    opening_line,
    truth,
)
from evals.frame import Kind
from evals.page_case import PageCase

Odd: TypeAlias = Callable[[Row, str], str]


def cases() -> tuple[PageCase, ...]:
    """Each way of being unlike, in statements of several lengths."""
    return tuple(_cases())


def _cases() -> Iterator[PageCase]:
    sizes = (8, 14, 24, 40)
    for number, (name, odd) in enumerate(ODD):
        for place, count in enumerate(sizes[:: 1 + number % 2][:2]):
            said = truth(seed=300 + 10 * number + count, count=count)
            unlike = range(2, count, 5)
            lacks = (1,) if place else ()
            yield PageCase(
                name=f"{name}, {count} rows",
                kind=Kind.DOUBTFUL_ROWS,
                truth=said,
                lines=tuple(table(said, odd, unlike)),
                entries=tuple(entries(said, lacks)),
                verdict=Verdict.DIFFERENCES if lacks else Verdict.MATCHED,
            )


def table(said: Truth, odd: Odd, unlike: Collection[int]) -> Iterator[Printed]:
    """The statement with these of its rows, counted from 0, unlike the others."""
    yield from heading(said)
    yield opening_line(
        in_columns("", "Opening balance", balance=figure(said.opening)), figure(said.opening)
    )
    yield Printed(in_columns("Date", "Description", "Money out", "Money in", "Balance"))
    for place, row in enumerate(said.rows):
        day = row.date.strftime("%d/%m/%Y")
        text = odd(row, day) if place in unlike else in_table(row, day)
        yield Printed(text, cells(row, day, figure(row.amount), figure(row.balance)))
    yield closing_line(
        in_columns("", "Closing balance", balance=figure(said.closing)), figure(said.closing)
    )


def _apart(row: Row, day: str) -> str:
    """The amount stands left of its column, the balance right of its own."""
    shift = 9
    out, in_ = (figure(row.amount), "") if row.amount < 0 else ("", figure(row.amount))
    line = f"{day:<{DATE}}{row.payee}"
    for figure_, end in ((out, OUT - shift), (in_, IN - shift)):
        if figure_:
            line = f"{line:<{end - len(figure_)}}{figure_}"
    return f"{line:<{BALANCE + shift - len(figure(row.balance))}}{figure(row.balance)}"


def _behind_text(row: Row, day: str) -> str:
    """The figures stand behind the text as in a sentence."""
    return f"{day:<{DATE}}{row.payee} {figure(row.amount)} {figure(row.balance)}"


def _amount_behind_text(row: Row, day: str) -> str:
    """The amount stands behind the text, the balance in its column."""
    line = f"{day:<{DATE}}{row.payee} {figure(row.amount)}"
    return f"{line:<{BALANCE - len(figure(row.balance))}}{figure(row.balance)}"


def _before_text(row: Row, day: str) -> str:
    """The amount stands before the text."""
    line = f"{day:<{DATE}}{figure(row.amount)} {row.payee}"
    return f"{line:<{BALANCE - len(figure(row.balance))}}{figure(row.balance)}"


ODD: tuple[tuple[str, Odd], ...] = (
    ("figures beside their columns", _apart),
    ("figures behind the text", _behind_text),
    ("amount behind the text", _amount_behind_text),
    ("amount before the text", _before_text),
)
