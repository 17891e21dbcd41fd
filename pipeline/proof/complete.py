"""No page is missing: printed page counts are whole and in order."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.proof.checks import Check, CheckState, holds
from pipeline.proof.entries import Offered


def pages_check(offered: Offered) -> Check:
    """Passed if each page of the section that counts itself belongs to a run from 1 to the last.

    Unavailable where no page counts itself.
    """
    counts, runs = offered.lexed.page_counts, offered.lexed.page_runs
    if not any(counts.values()):
        return Check("complete", CheckState.UNAVAILABLE, detail="no page counts itself")
    own = {offered.lexed.runs_by_page[row.page] for row in offered.rows}
    faults = [
        f"page {number} of {of} is missing"
        for place in sorted(own)
        for number, of in _missing([counts[page] for page in runs[place]])
    ]
    return holds("complete", not faults, "; ".join(faults[:3]))


def _missing(run: Sequence[tuple[int, int] | None]) -> list[tuple[int, int]]:
    """The pages of a run that come out of order, or behind more uncounted ones than there are."""
    at, silent, of = 0, 0, 0
    wrong: list[tuple[int, int]] = []
    for count in run:
        if count is None:
            silent += 1
            continue
        number, of = count
        if not at < number <= at + silent + 1:
            wrong.append((number - 1, of))
        at, silent = number, 0
    return wrong if of <= at + silent else [*wrong, (at + silent + 1, of)]
