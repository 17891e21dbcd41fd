"""Other balances, other conventions, other boundaries."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from pipeline.proof.parse.figures import Style
from pipeline.proof.witness import (
    Convention,
    Section,
    Signs,
)
from tests.support.witnesses.subject import Change, Subject


def ends_changed(subject: Subject, random: Random) -> Iterator[Change]:
    witness = subject.witness
    labelled = subject.labelled()
    for figure in labelled:
        yield "another opening", replace(witness, opening=figure)
        yield "another closing", replace(witness, closing=figure)
    some = random.sample(subject.figures(), min(4, len(subject.figures())))
    for figure in some:
        yield "a figure as opening", replace(witness, opening=figure)
        yield "a figure as closing", replace(witness, closing=figure)
    pairs = list(itertools.permutations(labelled, 2))
    for one, two in pairs if len(pairs) < 30 else random.sample(pairs, 30):
        yield "other ends", replace(witness, opening=one, closing=two)
    turned = replace(witness, opening=witness.closing, closing=witness.opening)
    yield "ends exchanged", turned
    convention = witness.convention
    other = replace(convention, newest_first=not convention.newest_first)
    both = replace(other, base=-other.base, balance_base=-other.balance_base)
    yield "ends and order exchanged", replace(turned, convention=other)
    yield "ends, order and signs exchanged", replace(turned, convention=both)
    yield "ends, order and base", replace(turned, convention=replace(other, base=-other.base))
    yield "no opening", replace(witness, opening=None)
    yield "no closing", replace(witness, closing=None)


_CONVENTIONS: tuple[tuple[str, Callable[[Convention], list[Convention]]], ...] = (
    ("style", lambda c: [replace(c, style=s) for s in Style if s is not c.style]),
    ("exponent", lambda c: [replace(c, exponent=n) for n in range(5) if n != c.exponent]),
    ("month_first", lambda c: [replace(c, month_first=not c.month_first)]),
    ("newest_first", lambda c: [replace(c, newest_first=not c.newest_first)]),
    ("signs", lambda c: [replace(c, signs=s) for s in Signs if s is not c.signs]),
    ("base", lambda c: [replace(c, base=-c.base)]),
    ("balance_base", lambda c: [replace(c, balance_base=-c.balance_base)]),
)


def conventions_changed(subject: Subject, _random: Random) -> Iterator[Change]:
    """Each part of the convention turned, alone and with each other."""
    witness = subject.witness
    for at, (name, turn) in enumerate(_CONVENTIONS):
        for once in turn(witness.convention):
            yield name, replace(witness, convention=once)
            for other, again in _CONVENTIONS[at + 1 :]:
                for twice in again(once):
                    yield f"{name} and {other}", replace(witness, convention=twice)


def sections_changed(subject: Subject, random: Random) -> Iterator[Change]:
    """Other boundaries, with the rows that are left and every labelled figure as an end."""
    witness, count = subject.witness, len(subject.lexed.rows)
    start, stop = witness.section.start, witness.section.stop
    for by in (-9, -4, -2, -1, 1, 2, 3, 5, 9, 15):
        yield "start moved", replace(witness, section=Section(start + by, stop))
        yield "stop moved", replace(witness, section=Section(start, stop + by))
    yield "whole document", replace(witness, section=Section(0, count))
    rows = [subject.row_of(row.amount) for row in witness.rows]
    ends = [(subject.row_of(place), place) for place in subject.labelled()]
    ends += [(subject.row_of(r.balance), r.balance) for r in witness.rows if r.balance]
    for index, place in ends:
        upper = tuple(r for r, at in zip(witness.rows, rows, strict=True) if at <= index)
        lower = tuple(r for r, at in zip(witness.rows, rows, strict=True) if at > index)
        part = replace(witness, rows=upper, closing=place)
        yield "upper part", replace(part, section=Section(start, max(index + 1, start + 1)))
        part = replace(witness, rows=lower, opening=place)
        yield "lower part", replace(part, section=Section(index, stop))
        newest = replace(witness, rows=upper, opening=place)
        yield "newest part", replace(newest, section=Section(start, max(index + 1, start + 1)))
    if rows:
        cut = random.choice(rows)
        kept = tuple(r for r, at in zip(witness.rows, rows, strict=True) if at < cut)
        yield "cut at a row", replace(witness, rows=kept, section=Section(start, cut))
        kept = tuple(r for r, at in zip(witness.rows, rows, strict=True) if at >= cut)
        yield "begun at a row", replace(witness, rows=kept, section=Section(cut, stop))
