"""What a page says of how many entries there are, and of the sum that they make: both must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.proof.entries import Offered
from pipeline.proof.labelled import is_sure
from pipeline.proof.rows import Row
from pipeline.proof.sums import Sums
from pipeline.proof.tables.phrases import Hit
from pipeline.proof.zones import Zones

_NUMBER = re.compile(r"^[(:]?(\d{1,5})[).:]?$")
_REACH = 3  # words from a label to its number
_SHORT = 8  # words of a row that says how many entries there are


def wrong_counts(offered: Offered, sums: Sums, zones: Zones) -> Iterator[str]:
    """Each count of entries, of those in and of those out, is the one of the rows."""
    amounts = sums.amounts
    sides = {
        "count": {len(amounts), sum(1 for a in amounts if a)},
        "count_in": {sum(a > 0 for a in amounts), sum(a >= 0 for a in amounts)},
        "count_out": {sum(a < 0 for a in amounts), sum(a <= 0 for a in amounts)},
    }
    if offered.witness.convention.balance_base < 0:
        sides["count_in"] = sides["count_out"] = sides["count_in"] | sides["count_out"]
    for index in range(offered.start, offered.stop):
        row = offered.lexed.rows[index]
        for meaning, number in () if zones.within(index) else _counts(row):
            if number not in sides[meaning]:
                yield f"page {row.page} counts {number} entries"


def _counts(row: Row) -> Iterator[tuple[str, int]]:
    for hit in row.phrases("labels") if not row.dates else ():
        if hit.meaning in ("count", "count_in", "count_out") and is_sure(row, hit):
            after = row.words[hit.last + 1 : hit.last + 1 + _REACH]
            numbers = [found[1] for word in after if (found := _NUMBER.match(word.text))]
            yield from ((hit.meaning, int(number)) for number in numbers[:1])
        elif hit.meaning == "count_unit" and _leads(row, hit):
            yield "count", int(row.words[0].text.strip("(:)."))


def _leads(row: Row, hit: Hit) -> bool:
    """Whether a short row begins with a number and the word for what it counts."""
    return hit.first == 1 and len(row.words) <= _SHORT and bool(_NUMBER.match(row.words[0].text))


def wrong_equations(offered: Offered, zones: Zones) -> Iterator[str]:
    """A row that leads from the opening to the closing balance by signed figures adds up."""
    for index in range(offered.start, offered.stop):
        row = offered.lexed.rows[index]
        if zones.within(index) or len(row.figures) < 3:
            continue
        meanings = {fact.meaning for fact in offered.lexed.facts_on(index)}
        if not {"opening", "closing"} <= meanings and "=" not in {w.text for w in row.words}:
            continue
        first, *between, last = [
            (figure.sign or 1) * offered.minor(figure) for figure in row.figures
        ]
        if first + sum(between) != last:
            yield f"an equation on page {row.page} does not hold"
