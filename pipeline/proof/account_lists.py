"""Rows that give an account's number and its balance: a list of all accounts of a customer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from pipeline.proof.headers import cells_of
from pipeline.proof.labelled import is_sure
from pipeline.proof.parse.figures import Figure
from pipeline.proof.rows import Row
from pipeline.proof.tables.phrases import Hit
from pipeline.words import Word

END: Final = 3  # digits of a number by which its rows are found
_RUN = re.compile(r"\d{3,}")
_NAMED: Final = {
    "opening": "opening",
    "closing": "closing",
    "due": "closing",
}
_EITHER: Final = ("balance_on", "balance")


def runs_of_digits(row: Row) -> list[str]:
    """The runs of digits in the cells of a row, apart from its figures and dates."""
    taken = {id(row.words[place]) for place in row.taken}
    cells = ("".join(w.text for w in cell if id(w) not in taken) for cell in cells_of(row))
    return [run for cell in cells for run in _RUN.findall(cell.replace("-", ""))]


def rows_by_number(rows: Sequence[Row]) -> dict[str, list[int]]:
    """By the end of each number the rows with figures, none of them an entry, that print it."""
    found: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        if row.figures and not row.begins_with_date:
            for end in {run[-END:] for run in runs_of_digits(row)}:
                found[end].append(index)
    return found


def named_end(rows: Sequence[Row], index: int, figure: Figure) -> tuple[frozenset[str], int]:
    """Which end of a statement a figure of such a row is (opening, closing, or either) by a label
    on its row or by the words that head its column, and the row that says so; nothing if none does.
    """
    before = [hit for hit in rows[index].hits if hit.last < figure.first]
    if ends := _ends(rows[index], before):
        return ends, index
    for at in range(index - 1, -1, -1):
        if rows[at].page != rows[index].page:
            break
        if cell := _words_over(rows[at], figure):
            own = {id(word) for word in cell}
            hits = [hit for hit in rows[at].hits if id(rows[at].words[hit.first]) in own]
            return _ends(rows[at], hits), at
    return frozenset(), index


def _words_over(row: Row, figure: Figure) -> list[Word]:
    """The cell of words without digits that stands over a figure."""
    for cell in cells_of(row):
        over = cell[0].x0 < figure.end and cell[-1].x1 > figure.x0
        if over and not any(char.isdigit() for word in cell for char in word.text):
            return cell
    return []


def _ends(row: Row, hits: Iterable[Hit]) -> frozenset[str]:
    """The ends that phrases name which make up at least half of their cells."""
    groups = ("labels", "columns")
    meanings = {hit.meaning for hit in hits if hit.group in groups and is_sure(row, hit)}
    ends = frozenset(_NAMED[each] for each in meanings & _NAMED.keys())
    return ends or frozenset(_NAMED.values() if meanings.intersection(_EITHER) else ())
