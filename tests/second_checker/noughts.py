"""Totals that a page says are nought (sections 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.second_checker.counts import counts_on
from tests.second_checker.labelled import is_sure
from tests.second_checker.row import Row
from tests.second_checker.tables import constant
from tests.second_checker.view import View

_TOTALS: Final = {"total_in", "total_out"}
_COUNTS: Final = {"count_in", "count_out"}


def nothing_moved(view: View) -> bool:
    """Whether both totals or counts are nought, or the count of all."""
    said = {f.label for f in view.layout.facts if f.sure and f.figure.text.digits == 0
            and f.at in view.statement.section}  # fmt: skip
    for _, row in view.statement.in_section():
        said |= set(noughts_said(row))
        if not row.dates and _says_labels_alone(row):
            said |= {label for label, number in counts_on(row) if number == 0}
    return said >= _TOTALS or said >= _COUNTS or "count" in said


def _says_labels_alone(row: Row) -> bool:
    """Whether each word with letters is of a label."""
    own = {at for p in row.of("labels") for at in range(p.first, p.last + 1)}
    return not any(token.letters for at, token in enumerate(row.tokens) if at not in own)


def noughts_said(row: Row) -> Iterator[str]:
    """The totals that a word behind their label says are nought."""
    near = constant("nothing", "_NEAR")
    for phrase in row.of("labels", *_TOTALS):
        behind = range(phrase.last + 1, phrase.last + 1 + near)
        if is_sure(row, phrase) and any(p.first in behind for p in row.of("asides", "nought")):
            yield from phrase.of("labels") & _TOTALS
