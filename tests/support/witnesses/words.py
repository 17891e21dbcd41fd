"""Other excuses, and descriptions that swallow other words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from pipeline.proof.witness import (
    Excuse,
    Place,
    Reason,
)
from tests.support.witnesses.subject import Change, Subject, with_rows


def excuses_changed(subject: Subject, _random: Random) -> Iterator[Change]:
    witness = subject.witness
    excused = {excuse.figure: excuse for excuse in witness.excused}
    for figure in subject.figures():
        others = tuple(e for f, e in excused.items() if f != figure)
        for reason in Reason:
            changed = (*others, Excuse(figure, reason))
            yield f"excused as {reason}", replace(witness, excused=changed)
        if figure in excused:
            yield "not excused", replace(witness, excused=others)


def texts_changed(subject: Subject, _random: Random) -> Iterator[Change]:
    """Descriptions that swallow other words, and none."""
    witness = subject.witness
    yield "no text", with_rows(witness, [replace(row, text=()) for row in witness.rows])
    used = {
        (p.page, w)
        for r in witness.rows
        for p in (r.amount, r.date, r.value_date, r.balance, r.direction)
        if p
        for w in p.words
    }
    rows = subject.lexed.rows[witness.section.start : witness.section.stop]
    free = [
        Place(row.page, words)
        for row in rows
        if (words := tuple(at for at in row.ids if (row.page, at) not in used))
    ]
    if witness.rows:
        bare = [replace(row, text=()) for row in witness.rows]
        bare[0] = replace(bare[0], text=tuple(free))
        yield "text swallows all", with_rows(witness, bare)
        for at in range(len(bare)):
            kept = [row for place, row in enumerate(bare) if place != at]
            if kept:
                kept[0] = replace(kept[0], text=tuple(free))
                yield "text swallows all, row dropped", with_rows(witness, kept)
