"""Other dates, amounts, balances, sides and directions of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from pipeline.proof.lexed import place_of
from pipeline.proof.tables.phrases import marks
from pipeline.proof.witness import (
    Side,
    WitnessRow,
)
from tests.support.witnesses.subject import Change, Subject, with_row, with_rows


def dates_changed(subject: Subject, random: Random) -> Iterator[Change]:
    witness, days = subject.witness, subject.days()
    for at, row in enumerate(witness.rows):
        near = [d for d in days if row.date and d.page == row.date.page]
        here = [d for d in near if row.date and subject.row_of(d) == subject.row_of(row.date)]
        for day in {*here, *random.sample(near, min(2, len(near)))}:
            yield "another date", with_row(witness, at, replace(row, date=day))
            yield "another value date", with_row(witness, at, replace(row, value_date=day))
        yield "no date", with_row(witness, at, replace(row, date=None))
        yield "no value date", with_row(witness, at, replace(row, value_date=None))
        turned = replace(row, date=row.value_date, value_date=row.date)
        yield "dates exchanged", with_row(witness, at, turned)
        if at:
            above = witness.rows[at - 1]
            rows = list(witness.rows)
            rows[at - 1 : at + 1] = replace(above, date=row.date), replace(row, date=above.date)
            yield "days of two rows exchanged", with_rows(witness, rows)
            rows[at - 1 : at + 1] = above, replace(row, date=above.date)
            yield "the day above", with_rows(witness, rows)
            rows[at - 1 : at + 1] = replace(above, date=row.date), replace(row, date=None)
            yield "the day below", with_rows(witness, rows)
    everywhere: tuple[tuple[str, Callable[[WitnessRow], WitnessRow]], ...] = (
        ("no value dates", lambda r: replace(r, value_date=None)),
        ("all dates exchanged", lambda r: replace(r, date=r.value_date, value_date=r.date)),
        ("only value dates", lambda r: replace(r, date=r.value_date or r.date, value_date=None)),
    )
    for name, every in everywhere:
        yield name, with_rows(witness, [every(row) for row in witness.rows])


def figures_changed(subject: Subject, random: Random) -> Iterator[Change]:
    witness, all_figures = subject.witness, subject.figures()
    for at, row in enumerate(witness.rows):
        here = [f for f in all_figures if subject.row_of(f) == subject.row_of(row.amount)]
        far = random.sample(all_figures, min(2, len(all_figures)))
        for figure in (*here, *far, *subject.labelled()[:1]):
            yield "another amount", with_row(witness, at, replace(row, amount=figure))
            yield "another balance", with_row(witness, at, replace(row, balance=figure))
        yield "no balance", with_row(witness, at, replace(row, balance=None))
        if row.balance:
            yield "amount and balance exchanged", with_row(witness, at, _exchanged(row))
            alone = replace(row, amount=row.balance, balance=None)
            yield "balance as amount", with_row(witness, at, alone)
        if at:
            rows, above = list(witness.rows), witness.rows[at - 1]
            rows[at - 1] = replace(above, amount=row.amount)
            rows[at] = replace(row, amount=above.amount)
            yield "amounts of two rows exchanged", with_rows(witness, rows)
    if any(row.balance for row in witness.rows):
        bare = [replace(row, balance=None) for row in witness.rows]
        yield "no balances", with_rows(witness, bare)
        yield "all exchanged", with_rows(witness, [_exchanged(row) for row in witness.rows])


def _exchanged(row: WitnessRow) -> WitnessRow:
    return replace(row, amount=row.balance, balance=row.amount) if row.balance else row


def sides_changed(subject: Subject, _random: Random) -> Iterator[Change]:
    witness = subject.witness
    for side in Side:
        for at, row in enumerate(witness.rows):
            yield f"one {side}", with_row(witness, at, replace(row, side=side))
        yield f"all {side}", with_rows(witness, [replace(r, side=side) for r in witness.rows])
    other = {Side.DEBIT: Side.CREDIT, Side.CREDIT: Side.DEBIT, Side.AMOUNT: Side.AMOUNT}
    turned = [replace(row, side=other[row.side]) for row in witness.rows]
    yield "sides exchanged", with_rows(witness, turned)
    for at, row in enumerate(witness.rows):
        yield "no direction", with_row(witness, at, replace(row, direction=None))
        found = subject.lexed.rows[subject.row_of(row.amount)]
        for place, word in enumerate(found.words):
            if word.text.strip("()./").casefold() in marks():
                own = place_of(found, place, place)
                yield "another direction", with_row(witness, at, replace(row, direction=own))
