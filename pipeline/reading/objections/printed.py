"""Whether the page prints totals, numbers of lines or balances that its lines do not give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from db.money import to_decimal_string
from pipeline.proof import Objection
from pipeline.reading.lexing.figures import Figure
from pipeline.reading.lexing.labelled import Fact
from pipeline.reading.lexing.rows import Row
from pipeline.reading.objections.part import Part

_COUNT: Final = re.compile(r"\(?(\d{1,4})\)?")
_COUNTED: Final = ("count", "count_in", "count_out")


def of_figures(part: Part) -> tuple[Objection, ...]:
    """What to object to a statement because of figures that it prints beside its lines."""
    found = (*_totals(part), *_counts(part), *_ends(part), *_balances(part))
    return tuple({each.code: each for each in found}.values())


def _totals(part: Part) -> Iterator[Objection]:
    """A total of what came in and one of what went out, each printed once: one of them, or their
    difference, is no sum of the lines. With more of them, which is meant?"""
    moved = part.moved
    sums = {sum(m for m in moved if m > 0), -sum(m for m in moved if m < 0), 0}
    both = [
        {abs(_value(part, fact)) for fact in part.facts if fact.meaning == meaning and fact.sure}
        for meaning in ("total_in", "total_out")
    ]
    if all(len(each) == 1 for each in both) and not any(each & _reached(part) for each in both):
        for value in sorted(set.union(*both) - sums):
            yield Objection("total", _shown(part, value))


def _reached(part: Part) -> set[int]:
    """Sums that count the opening balance in, which some totals do."""
    opening = abs(part.draft.proof.opening or 0) if part.draft.proof else 0
    moved = part.moved
    came, went = sum(m for m in moved if m > 0), -sum(m for m in moved if m < 0)
    return {came + opening, went + opening} - {came, went}


def _counts(part: Part) -> Iterator[Objection]:
    """A number of lines that is none of: all, those that came in, those that went out."""
    moved = part.moved
    counts = {len(moved), sum(m > 0 for m in moved), sum(m < 0 for m in moved)}
    for row in part.rows:
        for number in _numbers_of_lines(row):
            if number not in counts:
                yield Objection("count", f"{number}")


def _numbers_of_lines(row: Row) -> Iterator[int]:
    """ "Number of transactions: 12", "12 entries": a row that says nothing else."""
    labels = row.phrases("labels", *_COUNTED, "count_unit")
    taken, named = row.taken, {place for hit in labels for place in hit.places}
    left = [word.text for place, word in enumerate(row.words) if place not in taken | named]
    if len(labels) == 1 and len(left) == 1 and not row.dates and (f := _COUNT.fullmatch(left[0])):
        yield int(f[1])


def _ends(part: Part) -> Iterator[Objection]:
    """Opening or closing balances, printed outside the lines, of which none is the one that lines
    and their balances lead to; of closing ones, none on the last page that has any."""
    proof = part.draft.proof
    for meaning in ("opening", "closing") if proof else ():
        own = [f for f in part.facts if f.meaning == meaning and f.sure and f.row not in part.lines]
        last = own[-1].page if own and meaning == "closing" else 0
        rows = (part.rows[fact.row] for fact in own if fact.page >= last)
        beside = {_scaled(part, figure) for row in rows for figure in row.figures}
        if own and abs(getattr(proof, meaning) or 0) not in beside:
            yield Objection("balance", _shown(part, _value(part, own[-1])))


def _balances(part: Part) -> Iterator[Objection]:
    """A balance of a day, printed outside the lines, that is not theirs at the end of that day, nor
    at its beginning."""
    days = _balances_by_day(part)
    for fact in part.facts:
        if fact.meaning != "balance_on" or fact.day is None or fact.row in part.lines:
            continue
        orders = {
            fact.day.resolve(month_first, year)
            for month_first in (False, True)
            for year in {day.year for day in days}
        }
        balances = set[int]().union(*(days[day] for day in orders if day in days))
        value = _value(part, fact)
        if balances and value not in balances and fact.sure:
            yield Objection("balance", _shown(part, value))


def _balances_by_day(part: Part) -> dict[date, set[int]]:
    """The balances before and after the lines of each day, without their signs."""
    proof = part.draft.proof
    if proof is None or proof.read is None or proof.opening is None:
        return {}
    found: dict[date, set[int]] = {}
    balance, lines = proof.opening, proof.lines
    for line in (lines[at] for at in proof.read.sums.cited.in_time if lines):
        found.setdefault(line.day, {abs(balance)})
        balance += line.amount
        found[line.day].add(abs(balance))
    return found


def _value(part: Part, fact: Fact) -> int:
    """A labelled figure without its sign, in the units of the lines."""
    return _scaled(part, fact.figure)


def _scaled(part: Part, figure: Figure) -> int:
    return int(figure.value * 10 ** (part.digits - figure.decimals))


def _shown(part: Part, value: int) -> str:
    return to_decimal_string(value, part.digits)
