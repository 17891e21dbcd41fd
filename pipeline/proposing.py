"""Turns a statement's differences into the ledger changes that a person may accept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pipeline.drafts import Line
from pipeline.matching.shapes import Difference, DifferenceKind, Reason

#: Reasons that name several rows at once: what to do about them is a person's decision.
_MANY = (Reason.SUM_OF_ENTRIES, Reason.SUM_OF_LINES)


def changes(
    differences: Sequence[Difference], lines: Sequence[Line]
) -> Iterator[tuple[dict[str, Any], Difference]]:
    """One change for each difference that one change would mend, with the difference.

    ``{op: add|amend|remove, line, entry, date, amount, description}``, amounts in minor units.
    What only the ledger has, and what is ambiguous, is shown but not proposed: the bank may yet
    post the one, and only a person can decide the other.
    """
    by_ordinal = {line.ordinal: line for line in lines}
    for difference in differences:
        line = by_ordinal[difference.lines[0]] if difference.lines else None
        change = _change(difference, line)
        if change is not None:
            yield change, difference


def _change(difference: Difference, line: Line | None) -> dict[str, Any] | None:
    kind = difference.kind
    if kind is DifferenceKind.DUPLICATE_IN_LEDGER:
        return {"op": "remove", "entry": difference.entries[0]}
    if line is None or kind is DifferenceKind.AMBIGUOUS or difference.reason in _MANY:
        return None
    said = _as_said(line)
    if kind is DifferenceKind.MISSING_IN_LEDGER:
        return {"op": "add", **said} if line.date else None
    return {"op": "amend", "entry": difference.entries[0], **said}


def _as_said(line: Line) -> Mapping[str, Any]:
    return {
        "line": line.ordinal,
        "date": line.date.isoformat() if line.date else None,
        "amount": line.amount,
        "description": line.description,
    }
