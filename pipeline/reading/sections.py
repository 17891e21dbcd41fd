"""Where one statement ends and the next begins within a document."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.proof.headers import Header
from pipeline.proof.labelled import Fact
from pipeline.proof.number import printed_number
from pipeline.proof.rows import Row

MOST_CUTS = 24
_LOOK_BACK = 14
_ENDS = frozenset({"opening", "closing", "total", "total_in", "total_out"})


def cuts_of(
    rows: Sequence[Row], headers: Sequence[Header], facts: Sequence[Fact]
) -> tuple[list[int], frozenset[int]]:
    """Rows at which a new statement may begin, and those of them that the page insists on.

    An opening balance that does not carry on the figures above it begins one, and so does another
    account's number; another period insists. The first row is always a cut.
    """
    cuts, hard = {0}, set()
    first_entry = next((i for i, row in enumerate(rows) if row.dates and row.figures), len(rows))
    for fact in facts:
        if fact.meaning != "opening" or fact.row <= first_entry:
            continue
        place = _heading_above(rows, headers, fact.row)
        if _new_period(rows, fact.row):
            hard.add(place)
        elif not _carried(rows, fact):
            cuts.add(place)
    ordered = sorted(cuts | hard | _new_accounts(rows))
    return (ordered if len(ordered) <= MOST_CUTS else [0]), frozenset(hard)


def _carried(rows: Sequence[Row], fact: Fact) -> bool:
    """Whether the value stands among the figures shortly above: brought forward by a page."""
    value = (fact.figure.value, fact.figure.decimals)
    seen = 0
    for row in reversed(rows[: fact.row]):
        if row.figures:
            seen += 1
            if any((figure.value, figure.decimals) == value for figure in row.figures):
                return True
        if seen > _LOOK_BACK:
            break
    return False


def _new_period(rows: Sequence[Row], index: int) -> bool:
    """Whether another period is printed since the last entry: the next statement in the file."""
    last = next((i for i in range(index - 1, -1, -1) if rows[i].dates and rows[i].figures), 0)
    earlier = {pair for row in rows[:last] if (pair := _pair(row))}
    between = [pair for row in rows[last + 1 : index] if (pair := _pair(row))]
    return any(pair not in earlier for pair in between)


def _pair(row: Row) -> tuple[tuple[int, int, int | None], ...]:
    full = [day for day in row.dates if day.year is not None]
    if len(full) != 2 or row.figures:
        return ()
    booked = full[0].last + 1 == full[1].first and full[1].last + 1 < len(row.words)
    # An entry's booking and value date, its amount on a row below, are no period.
    return () if booked else tuple((day.day, day.month, day.year) for day in full)


def _heading_above(rows: Sequence[Row], headers: Sequence[Header], index: int) -> int:
    """The top of the block in which an opening balance stands: its header, or words above it."""
    start = index
    top = next(i for i in range(index, -1, -1) if i == 0 or rows[i - 1].page != rows[index].page)
    if not any(map(_ends_another, rows[top:index])):
        return top
    for header in headers:
        if header.first < index and rows[header.first].page == rows[index].page:
            between = rows[header.last + 1 : index]
            if not any(row.dates and row.figures for row in between):
                start = min(start, header.first)
                break
    while (
        start > 0
        and rows[start - 1].page == rows[index].page
        and not _belongs_above(rows[start - 1])
    ):
        start -= 1
    return _page_top(rows, start)


def _page_top(rows: Sequence[Row], start: int) -> int:
    """The page's first row, if no entry stands between: a box of balances above the table is the
    new statement's own."""
    first = start
    while first > 0 and rows[first - 1].page == rows[start].page:
        first -= 1
    between = rows[first:start]
    own = not any(row.looks_like_entry and not row.has_label for row in between)
    return first if own else start


def _ends_another(row: Row) -> bool:
    """Whether a row is an entry, or a closing balance or total that no opening one stands before:
    the statement above ends on this page."""
    labels = [h.meaning for h in row.hits if h.group == "labels" and h.meaning in _ENDS]
    if labels:
        return bool(row.figures) and labels[0] == "closing"
    return row.looks_like_entry


def _belongs_above(row: Row) -> bool:
    """Whether a row is an entry, a balance or a total, and so no heading of what follows."""
    labelled = any(h.group == "labels" and h.meaning in _ENDS for h in row.hits)
    return bool(row.figures) and (bool(row.dates) or labelled)


def _new_accounts(rows: Sequence[Row]) -> set[int]:
    """Rows that name another account number than the one before, with entries in between."""
    cuts: set[int] = set()
    known: str | None = None
    entries = 0
    for index, row in enumerate(rows):
        labelled = any(
            hit.group == "labels" and hit.meaning == "account_number" for hit in row.hits
        )
        mask = printed_number([row]) if labelled and not row.dates and not row.figures else None
        if mask and mask != known:
            if known is not None and entries:
                cuts.add(index)
            known, entries = mask, 0
        entries += bool(row.dates and row.figures)
    return cuts
