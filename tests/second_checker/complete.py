"""Whether the pages that count themselves are all there (section 9, ``complete``)."""

from __future__ import annotations

import itertools

from tests.second_checker.page_counts import Count, count_of
from tests.second_checker.view import View


def complete(view: View) -> str:
    """The check ``complete``."""
    counts = {
        page: count_of([view.rows[at] for at in rows]) for page, rows in view.layout.of_page.items()
    }
    pages = len(view.statement.document.pages)
    all_counts = [counts.get(page) for page in range(1, pages + 1)]
    own = {view.rows[at].page for at in view.statement.section}
    runs = [run for run in _runs(all_counts) if own & {page for page, _ in run}]
    told = [[count for _, count in run if count] for run in runs]
    if not any(told):
        return "unavailable"
    return "passed" if all(_whole(run) for run in runs if any(c for _, c in run)) else "failed"


def _runs(counts: list[Count | None]) -> list[list[tuple[int, Count | None]]]:
    """Pages that count together: page 1, or another count, begins a run."""
    found: list[list[tuple[int, Count | None]]] = [[]]
    of: int | None = None
    told = False
    for page, count in enumerate(counts, start=1):
        if count is not None:
            if told and (count[0] == 1 or count[1] != of):
                found.append([])
            told, of = True, count[1]
        found[-1].append((page, count))
    return found


def _whole(run: list[tuple[int, Count | None]]) -> bool:
    """From 1 to the last, where silent pages may fill gaps."""
    told = [(page, count) for page, count in run if count is not None]
    (first_page, first), (last_page, last) = told[0], told[-1]
    steps = itertools.pairwise(told)
    if any(not 0 < b[1][0] - a[1][0] <= b[0] - a[0] for a, b in steps):
        return False
    before = first_page - run[0][0]
    behind = run[-1][0] - last_page
    if first[0] - 1 > before:
        return False
    return last[1] is None or last[1] - last[0] <= behind
