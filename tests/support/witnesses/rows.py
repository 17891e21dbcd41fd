"""Rows left out, doubled, exchanged, or taken for an end."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pipeline.proof.witness import (
    Place,
    Witness,
    WitnessRow,
)
from tests.support.witnesses.subject import Change, Subject, with_rows, without


def dropped_changed(subject: Subject, random: Random) -> Iterator[Change]:
    witness = subject.witness
    count = len(witness.rows)
    for at in range(count):
        yield "row dropped", without(witness, at)
        yield "row doubled", replace(witness, rows=(*witness.rows[: at + 1], *witness.rows[at:]))
        yield "rows below dropped", without(witness, *range(at, count))
        yield "rows above dropped", without(witness, *range(at))
        balance = witness.rows[at].balance
        if balance and at:
            above = replace(without(witness, *range(at + 1)), opening=balance)
            yield "a balance as opening", above
        if balance:
            below = replace(without(witness, *range(at + 1, count)), closing=balance)
            yield "a balance as closing", below
    pairs = list(itertools.combinations(range(count), 2))
    for one, two in pairs if len(pairs) < 40 else random.sample(pairs, 40):
        yield "two rows dropped", without(witness, one, two)
        rows = list(witness.rows)
        rows[one], rows[two] = rows[two], rows[one]
        yield "rows exchanged", with_rows(witness, rows)
    if count > 1:
        for end in ("opening", "closing"):
            for at in (0, -1):
                if first := witness.rows[at].balance:
                    kept = witness.rows[1:] if at == 0 else witness.rows[:-1]
                    yield f"row as {end}", _ended(witness, end, first, kept)
                amount = witness.rows[at].amount
                kept = witness.rows[1:] if at == 0 else witness.rows[:-1]
                yield f"amount as {end}", _ended(witness, end, amount, kept)
    yield "no rows", replace(witness, rows=())


def _ended(witness: Witness, end: str, place: Place, rows: tuple[WitnessRow, ...]) -> Witness:
    if end == "opening":
        return replace(witness, opening=place, rows=rows)
    return replace(witness, closing=place, rows=rows)


def cancelling_changed(subject: Subject, _random: Random) -> Iterator[Change]:
    """Pairs of rows with equal figures, left out together."""
    witness = subject.witness
    texts = [tuple(_texts(subject, row.amount)) for row in witness.rows]
    for one, two in itertools.combinations(range(len(texts)), 2):
        if _digits(texts[one]) == _digits(texts[two]):
            yield "equal figures dropped", without(witness, one, two)


def _texts(subject: Subject, place: Place) -> list[str]:
    words = subject.lexed.pages[place.page].words
    return [words[at].text for at in place.words]


def _digits(texts: tuple[str, ...]) -> str:
    return "".join(filter(str.isdigit, "".join(texts)))
