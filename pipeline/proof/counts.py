"""What a page says of how many entries there are, and of the sum that they make: both must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from pipeline.proof.entries import Offered
from pipeline.proof.labelled import is_sure
from pipeline.proof.parse.figures import Figure
from pipeline.proof.rows import Row, letters_in
from pipeline.proof.sums import Sums
from pipeline.proof.tables.phrases import Hit
from pipeline.proof.zones import Zones

_NUMBER = re.compile(r"^[(:]?(\d{1,5})[).:]?$")
_REACH = 3  # words from a label to its number
_FEWEST = 3  # figures of an equation
_MOST = 9
_LABELS_ABOVE = 2  # rows
_WORDS_IN = (("sections", "credit"), ("columns", "credit"), ("labels", "total_in"))
_WORDS_OUT = (("sections", "debit"), ("columns", "debit"), ("labels", "total_out"))
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
        for meaning, number in () if zones.within(index) else counts_on(row):
            if number not in sides[meaning]:
                yield f"page {row.page} counts {number} entries"


def counts_on(row: Row) -> Iterator[tuple[str, int]]:
    """What a row without dates counts, and how many there are."""
    for hit in row.phrases("labels") if not row.dates else ():
        if hit.meaning in ("count", "count_in", "count_out") and is_sure(row, hit):
            after = row.words[hit.last + 1 : hit.last + 1 + _REACH]
            numbers = [found[1] for word in after if (found := _NUMBER.match(word.text))]
            yield from ((hit.meaning, int(number)) for number in numbers[:1])
        elif hit.meaning == "count_unit" and _leads(row, hit):
            yield "count", int(row.words[0].text.strip("(:)."))


def noughts_counted(row: Row) -> Iterator[str]:
    """The counts that are nought on a row of labels alone: "0 transactions pending" and "Number of
    items 0 returned" do not count the entries."""
    named = {i for hit in row.phrases("labels") for i in hit.places}
    if not letters_in(word for i, word in enumerate(row.words) if i not in named):
        yield from (meaning for meaning, number in counts_on(row) if not number)


def _leads(row: Row, hit: Hit) -> bool:
    """Whether a short row begins with a number and the word for what it counts."""
    return hit.first == 1 and len(row.words) <= _SHORT and bool(_NUMBER.match(row.words[0].text))


def wrong_equations(offered: Offered, zones: Zones) -> Iterator[str]:
    """A row that leads from one balance to another by printed signs adds up."""
    for index in range(offered.start, offered.stop):
        row = offered.lexed.rows[index]
        if zones.within(index) or len(row.figures) < _FEWEST:
            continue
        terms = _terms(offered, index)
        if (terms and sum(terms[:-1]) != terms[-1]) or not _leads_across(offered, index):
            yield f"an equation on page {row.page} does not hold"


def _leads_across(offered: Offered, index: int) -> bool:
    """Whether figures without signs below (or behind) labels of both sides lead from the opening
    to the closing balance beside them, those apart that are no sums at all."""
    first, last = _bounds(offered, index)
    figures = offered.lexed.rows[index].figures[first : last + 1]
    values = [offered.minor(figure) for figure in figures]
    named = {fact.meaning for fact in offered.lexed.facts_on(index)}
    if not (_FEWEST < len(values) <= _MOST and {"opening", "closing"} <= named):
        return True
    if any(figure.sign for figure in figures) or not _names_both_sides(offered, index):
        return True
    ways = product((-1, 0, 1), repeat=len(values) - 2)
    return values[-1] - values[0] in {
        sum(way * value for way, value in zip(each, values[1:-1], strict=True)) for each in ways
    }


def _names_both_sides(offered: Offered, index: int) -> bool:
    """Whether words for money in and for money out stand on a row or closely above it."""
    near = offered.lexed.rows[max(offered.start, index - _LABELS_ABOVE) : index + 1]
    hits = [
        (hit.group, hit.meaning)
        for row in near
        if row.page == near[-1].page and not row.dates
        for hit in row.hits
    ]
    return all(any(each in hits for each in side) for side in (_WORDS_IN, _WORDS_OUT))


def _terms(offered: Offered, index: int) -> list[int]:
    """The signed figures up to what they make, if the row says so: by a `=` before the last, or by
    signs between an opening and a closing balance. Figures without either are a list."""
    row = offered.lexed.rows[index]
    first, last = _bounds(offered, index)
    chosen = row.figures[first : last + 1]
    signs = [_sign_before(row, place) for place in range(first, last + 1)]
    if len(chosen) < _FEWEST or not (any(signs[1:-1]) or _is_equals(row, row.figures[last])):
        return []
    return [(sign or 1) * offered.minor(figure) for sign, figure in zip(signs, chosen, strict=True)]


def _bounds(offered: Offered, index: int) -> tuple[int, int]:
    """The places among a row's figures of the first and the last of an equation."""
    figures = offered.lexed.rows[index].figures
    named = {
        fact.meaning: figures.index(fact.figure)
        for fact in offered.lexed.facts_on(index)
        if fact.meaning in ("opening", "closing") and fact.figure in figures
    }
    equals = [
        place
        for place, figure in enumerate(figures)
        if _is_equals(offered.lexed.rows[index], figure)
    ]
    last = equals[0] if equals else named.get("closing", -1) if "opening" in named else -1
    return (0 if equals else named.get("opening", 0)), last


def _between(row: Row, place: int) -> Sequence[str]:
    """The words between a figure of the row and the one before it."""
    figures = row.figures
    start = figures[place - 1].last + 1 if place else 0
    return [word.text for word in row.words[start : figures[place].first]]


def _is_equals(row: Row, figure: Figure) -> bool:
    return "=" in _between(row, row.figures.index(figure))


def _sign_before(row: Row, place: int) -> int:
    """The sign of a figure: its own, or the one that stands alone between it and the figure
    before it ("- Payments 50.00")."""
    alone = [text for text in _between(row, place) if text in ("+", "-")]
    return row.figures[place].sign or ({"+": 1, "-": -1}[alone[0]] if len(alone) == 1 else 0)
