"""Printed counts of entries (section 10)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.second_checker.labelled import is_sure
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern
from tests.second_checker.view import View

_LABELS = ("count", "count_in", "count_out")


def miscounted(view: View) -> bool:
    """Whether a count outside the table is not that of the entries."""
    amounts = view.signed.amounts
    came, went = sum(a > 0 for a in amounts), sum(a < 0 for a in amounts)
    zeros = sum(a == 0 for a in amounts)
    good = {
        "count": {len(amounts), len(amounts) - zeros},
        "count_in": {came, came + zeros},
        "count_out": {went, went + zeros},
    }
    for at in view.regions.beside:
        if at not in view.regions.skipped:
            for label, number in counts_on(view.rows[at]):
                if number not in good[label]:
                    return True
    return False


def counts_on(row: Row) -> Iterator[tuple[str, int]]:
    """What a row counts, and how many."""
    number = pattern("counts", "_NUMBER")
    for phrase in row.of("labels", *_LABELS):
        if not is_sure(row, phrase):
            continue
        for token in row.tokens[phrase.last + 1 : phrase.last + 1 + constant("counts", "_REACH")]:
            if found := number.match(token.text):
                for label in sorted(phrase.of("labels") & set(_LABELS)):
                    yield label, int(found[1])
                break
    first = number.match(row.tokens[0].text)
    unit = any(phrase.first == 1 for phrase in row.of("labels", "count_unit"))
    if first and unit and len(row.tokens) <= constant("counts", "_SHORT"):
        yield "count", int(first[1])
