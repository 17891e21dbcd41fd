"""A witness changed in one place, as a model's slip or a liar's hand would change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pipeline.proof.lexed import LexedPages, place_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.witness import Excuse, Place, Reason, Section, Side, Signs, Witness, WitnessRow


def mutated(witness: Witness, pages: LexedPages, random: Random) -> Iterator[Witness]:
    """Some changes of every sort."""
    yield from _conventions(witness, random)
    yield from _rows(witness, random)
    yield from _ends(witness, pages, random)
    yield from _excuses(witness, random)
    yield from _sections(witness, pages)


def _conventions(witness: Witness, random: Random) -> Iterator[Witness]:
    said = witness.convention
    changed = [
        replace(said, style=random.choice(list(Style))),
        replace(said, exponent=random.choice((-1, 0, 1, 3, 4, 5))),
        replace(said, month_first=not said.month_first),
        replace(said, newest_first=not said.newest_first),
        replace(said, signs=random.choice(list(Signs))),
        replace(said, base=-said.base),
        replace(said, balance_base=-said.balance_base),
        replace(said, base=-said.base, balance_base=-said.balance_base),
    ]
    yield from (replace(witness, convention=each) for each in random.sample(changed, 4))


def _rows(witness: Witness, random: Random) -> Iterator[Witness]:
    rows = witness.rows
    if len(rows) < 3:
        return
    at, other = random.sample(range(len(rows)), 2)
    row, two = rows[at], rows[other]
    places = (row.amount, row.date, row.balance, row.value_date, Place(1, (0, 1)), Place(9, (0,)))
    changed: list[WitnessRow] = [
        replace(row, amount=two.amount),
        replace(row, date=two.date),
        replace(row, date=None),
        replace(row, balance=None),
        replace(row, value_date=None),
        replace(row, value_date=row.date, date=row.value_date),
        replace(row, direction=random.choice(places)),
        replace(row, amount=random.choice(places) or row.amount),
        replace(row, balance=random.choice(places)),
        replace(row, value_date=random.choice(places)),
        replace(row, side=random.choice(list(Side))),
        replace(row, text=()),
        replace(row, text=(*row.text, random.choice([p for p in places if p]))),
    ]
    for each in random.sample(changed, 6):
        yield replace(witness, rows=(*rows[:at], each, *rows[at + 1 :]))
    yield replace(witness, rows=(*rows[:at], *rows[at + 1 :]))
    swapped = list(rows)
    swapped[at], swapped[other] = two, row
    yield replace(witness, rows=tuple(swapped))
    if random.random() < 0.3:
        yield replace(witness, rows=())
        yield replace(witness, rows=tuple(replace(each, date=None) for each in rows))
        yield replace(witness, rows=rows[:1])


def _ends(witness: Witness, pages: LexedPages, random: Random) -> Iterator[Witness]:
    rows = pages.under(witness.convention.style).rows
    figures = [place_of(row, f.first, f.last) for row in rows for f in row.figures]
    changed = [
        replace(witness, opening=None),
        replace(witness, closing=None),
        replace(witness, opening=witness.closing, closing=witness.opening),
        replace(witness, opening=random.choice(figures)),
        replace(witness, closing=random.choice(figures)),
    ]
    yield from random.sample(changed, 3)


def _excuses(witness: Witness, random: Random) -> Iterator[Witness]:
    said = witness.excused
    if not said:
        return
    at = random.randrange(len(said))
    for reason in random.sample(list(Reason), 3):
        each = Excuse(said[at].figure, reason)
        yield replace(witness, excused=(*said[:at], each, *said[at + 1 :]))
    yield replace(witness, excused=said[1:])
    yield replace(witness, excused=(*said, said[0]))
    yield replace(witness, excused=(*said, Excuse(Place(1, (0,)), Reason.TEXT)))


def _sections(witness: Witness, pages: LexedPages) -> Iterator[Witness]:
    start, stop = witness.section.start, witness.section.stop
    last = len(pages.under(witness.convention.style).rows)
    for one, two in ((start + 1, stop), (start, stop - 1), (-1, stop), (start, last + 1)):
        yield replace(witness, section=Section(one, two))
