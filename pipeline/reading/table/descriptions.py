"""Which words and which second date belong to an entry, on its own row and around it."""

import itertools
from collections.abc import Sequence, Set
from itertools import pairwise

from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import HeaderColumn
from pipeline.reading.lexing.lexed import Lexed
from pipeline.reading.lexing.phrases import squeeze, weekday_names
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.table.items import Item, RowKind


def words_around(
    items: Sequence[Item], entries: Sequence[Item], money: Set[int]
) -> dict[int, list[Item]]:
    """For each entry (by row index) the rows that describe it, itself included, in order.

    A row without figures in the columns of ``money`` goes with the entry above it, unless the
    table prints a date or text before its amounts: then it goes with the entry below.
    """
    chosen = {id(entry) for entry in entries}
    amount_last = _amount_last(items, chosen, money)
    seconds = _rows_of_second_days(items, chosen)
    groups: dict[int, list[Item]] = {entry.index: [entry] for entry in entries}
    waiting: list[Item] = []
    current: Item | None = None
    for item in items:
        if id(item) in chosen:
            groups[item.index] = [*_close(waiting, item), item]
            waiting, current = [], item
        elif not _is_text(item, money) or not item.row.words:
            waiting, current = [], None
        elif amount_last:
            waiting.append(item)
        elif current is not None and (
            id(item) in seconds or _continues(groups[current.index][-1], item, current)
        ):
            groups[current.index].append(item)
        else:
            current = None
    return groups


def _is_text(item: Item, money: Set[int]) -> bool:
    """Whether a row only describes; it may have a reference, or what was paid abroad, in a column
    of its own."""
    bare = money.isdisjoint(item.cells)
    return bare and item.kind in (RowKind.TEXT, RowKind.ENTRY)


def _amount_last(items: Sequence[Item], chosen: set[int], money: Set[int]) -> bool:
    """Whether entries print their date or text on a row before the one with the amount."""
    led = sum(
        1
        for one, two in itertools.pairwise(items)
        if _is_text(one, money) and one.day is not None and two.day is None
    )
    return led > 0 and any(id(item) in chosen and item.day is None for item in items)


def _rows_of_second_days(items: Sequence[Item], chosen: set[int]) -> set[int]:
    """The rows right below all entries, if each has one that begins with a day and has no figure:
    what is behind that day is the entry's as well."""
    found = {
        id(two)
        for one, two in itertools.pairwise(items)
        if id(one) in chosen and id(two) not in chosen
        if two.row.begins_with_date and not two.row.figures
    }
    return found if len(found) == len(chosen) else set()


def _close(waiting: Sequence[Item], entry: Item) -> list[Item]:
    """Of the rows waiting for an amount, those that run into the entry without a gap."""
    kept: list[Item] = []
    below = entry
    for item in reversed(waiting):
        same_page = item.row.page == below.row.page
        height = max(item.row.bottom - item.row.top, 1.0)
        if same_page and below.row.top - item.row.bottom > 1.4 * height:
            break
        if not same_page and len(kept) > 2:
            break
        kept.append(item)
        below = item
        if item.day is not None:
            break
    return kept[::-1]


def _continues(above: Item, item: Item, entry: Item) -> bool:
    if item.day is not None:
        return False
    if item.row.page != above.row.page:
        return item.row.words[0].x0 >= _text_edge(entry) - 6
    height = max(above.row.bottom - above.row.top, 1.0)
    near = item.row.top - above.row.bottom <= 1.1 * height
    return near and item.row.words[0].x0 >= _text_edge(entry) - 6


def _text_edge(entry: Item) -> float:
    """Where the entry's own description starts."""
    used = used_words(entry)
    return next(
        (word.x0 for index, word in enumerate(entry.row.words) if index not in used),
        entry.row.words[0].x0,
    )


def description(group: Sequence[Item]) -> str:
    """The words of an entry's rows without its dates, figures and sign marks."""
    parts: list[str] = []
    for item in group:
        used = used_words(item)
        parts.extend(w.text for i, w in enumerate(item.row.words) if i not in used)
    return " ".join(part for part in parts if part.strip("|"))


def used_words(item: Item) -> set[int]:
    """The places of a row's words that are its dates, weekdays, figures or mark."""
    used = {i for f in item.cells.values() for i in range(f.first, f.last + 1)}
    for day in (item.day, item.other_day, item.lent):
        if day is not None and day in item.row.dates:
            used |= set(range(day.first, day.last + 1))
    if item.day is not None and not item.cells:  # a heading such as "Monday, 3 March"
        names = weekday_names()
        used |= {i for i, word in enumerate(item.row.words) if squeeze(word.text) in names}
    if item.direction_word is not None:
        used.add(item.direction_word)
    return used


def raw_text(group: Sequence[Item]) -> str:
    """The literal text of an entry's rows."""
    return " / ".join(item.row.text for item in group)


_NEAR = 3.0  # points beside a column
_FEWEST = 2  # entries that show a pattern


def second_date(lexed: Lexed, row: int, first: PrintedDate) -> PrintedDate | None:
    """The date printed directly behind ``first``, else the one in a column that a header above
    names for a date and in which ``first`` is not; None where there is neither."""
    others = [day for day in lexed.rows[row].dates if day is not first]
    behind = next((day for day in others if day.first == first.last + 1), None)
    if behind is not None:
        return behind
    cells = [
        cell
        for cell in lexed.date_cells_above(row)
        if not (cell.x0 < first.x1 and first.x0 < cell.x1)
    ]
    return next((day for day in others if any(_is_over(cell, day) for cell in cells)), None)


def _is_over(cell: HeaderColumn, day: PrintedDate) -> bool:
    return cell.x0 - _NEAR < day.x1 and day.x0 < cell.x1 + _NEAR


def dates_below(lexed: Lexed, dated: Sequence[tuple[int, PrintedDate]], stop: int) -> list[int]:
    """For each entry the row whose first date is its second one; nothing where not all have one.

    ``dated`` is the row of each entry and its own date, ``stop`` the row behind the last that may
    be an entry's. Such a row is between the entry and the next one, has no figure and begins in
    the column of the first dates: one a row, under all of them."""
    if len(dated) < _FEWEST:
        return []
    ends = [*(row for row, _ in dated[1:]), stop]
    found = [
        [i for i in range(row + 1, end) if _stands_below(lexed.rows[row], lexed.rows[i], day)]
        for (row, day), end in zip(dated, ends, strict=True)
    ]
    apart = all(one < two for (one, _), (two, _) in pairwise(dated))
    return [rows[0] for rows in found] if apart and all(len(r) == 1 for r in found) else []


def column_of_dates(
    dated: Sequence[tuple[LexedRow, PrintedDate]],
) -> list[tuple[LexedRow, PrintedDate]]:
    """For each entry another date of its row, all of them under each other; nothing where not all
    have one. ``dated`` is the row of each entry and its own date."""
    others = [[day for day in row.dates if day is not first] for row, first in dated]
    first = others[0] if len(others) >= _FEWEST else ()
    for middle in ((day.x0 + day.x1) / 2 for day in first):
        found = [next((d for d in days if d.x0 <= middle <= d.x1), None) for days in others]
        if None not in found:
            return [(row, day) for (row, _), day in zip(dated, found, strict=True) if day]
    return []


def _stands_below(entry: LexedRow, row: LexedRow, first: PrintedDate) -> bool:
    """Whether a row of an entry's page begins with a date below the first and has no figure."""
    if row.page != entry.page or row.figures or not row.begins_with_date:
        return False
    return row.dates[0].x0 < first.x1 and first.x0 < row.dates[0].x1
