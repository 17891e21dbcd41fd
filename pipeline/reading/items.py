"""What a table's rows are: entries, printed balances, totals, headings, or only words."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from pipeline.proof.headers import Column, Header
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure
from pipeline.proof.rows import Row
from pipeline.proof.tables.phrases import marks, phrase_book, squeeze
from pipeline.reading.grid import Grid
from pipeline.words import Word

ANCHORS = frozenset({"opening", "closing", "balance_on", "carried_page"})
TOTALS = frozenset({"total", "total_in", "total_out", "day_total"})


class Kind(Enum):
    """What a row of the body is taken for."""

    ENTRY = "entry"
    ANCHOR = "anchor"
    TOTAL = "total"
    HEADING = "heading"
    TEXT = "text"


@dataclass(slots=True)
class Item:
    """One row of the body, with its figures put into the columns they stand in.

    ``labels`` are the vocabulary meanings that its words are mostly made of; ``section`` is the
    sign that the heading above it gives: +1 in, -1 out, 0 unknown. ``day`` is the date printed in
    the date column, if any.
    """

    kind: Kind
    row: Row
    index: int
    cells: dict[int, Figure] = field(default_factory=dict)
    day: PrintedDate | None = None
    other_day: PrintedDate | None = None
    labels: frozenset[str] = frozenset()
    section: int = 0
    heading: str = ""
    direction: int = 0
    direction_word: int | None = None


def date_edge(rows: Sequence[Row], headers: Sequence[Header], size: float) -> float | None:
    """The left edge of the date column: the leftmost at which rows usually print a date.

    An edge under a header's date cell wins over any other; a value date or a date inside a
    description stands further right.
    """
    cells = [cell for header in headers for cell in header.having("date")]
    edges = sorted(day.x0 for row in rows for day in (row.dates if cells else row.dates[:1]))
    if not edges:
        return None
    near = {
        edge: bisect_right(edges, edge + size) - bisect_left(edges, edge - size)
        for edge in set(edges)
    }
    usual = 0.15 * max(near.values())

    def worth(edge: float) -> tuple[bool, bool, float]:
        under = any(cell.x0 - 2 * size <= edge <= cell.x1 + size for cell in cells)
        return under, near[edge] >= usual, -edge

    return max(near, key=worth)


def items_of(
    rows: Sequence[Row],
    body: Sequence[bool],
    headers: Sequence[Header],
    grid: Grid,
    size: float,
) -> list[Item]:
    """The body's rows as items, in order; headings give the rows below them their sign."""
    edges = _edges(rows, body, headers, grid, size)
    items: list[Item] = []
    section, heading = 0, ""
    tops = {header.first for header in headers}
    for index, row in enumerate(rows):
        if not body[index]:
            if index + 1 in tops and not row.figures and (sign := _section_sign(row)):
                section, heading = sign, squeeze(row.text)
            continue
        item = _item(row, index, grid, edges[grid.table_of_row[index]], size)
        if item.kind is Kind.HEADING:
            section, heading = _section_sign(row), squeeze(row.text)
        elif item.kind is Kind.TOTAL and item.day is not None:
            # A day's total printed above its entries says which way they go.
            section = 1 if "total_in" in item.labels else -1 if "total_out" in item.labels else 0
        item.section, item.heading = section, heading
        items.append(item)
    _find_signs(items, size)
    _find_directions(items, size)
    _lend_days(items)
    return items


def _edges(
    rows: Sequence[Row],
    body: Sequence[bool],
    headers: Sequence[Header],
    grid: Grid,
    size: float,
) -> list[float | None]:
    """The date edge of each table; one in which few rows print a date shares the others'."""
    inside = [index for index, wanted in enumerate(body) if wanted]
    common = date_edge([rows[index] for index in inside], headers, size)
    edges: list[float | None] = []
    for table in range(len(grid.tables)):
        mine = [rows[i] for i in inside if grid.table_of_row[i] == table and rows[i].figures]
        dated = [row for row in mine if row.dates]
        own = date_edge(dated, [], size) if len(dated) > 1 and len(dated) * 2 > len(mine) else None
        aligned = own is not None and sum(
            abs(r.dates[0].x0 - own) <= size for r in dated
        ) * 2 > len(dated)
        edges.append(own if aligned and not grid.date_cells[table] else common)
    return edges


def _item(row: Row, index: int, grid: Grid, edge: float | None, size: float) -> Item:
    item = Item(Kind.TEXT, row, index)
    item.day, item.other_day = _days(row, edge, grid.dates_of(index), size)
    for figure in row.figures:
        column = grid.column_of(index, figure)
        if column is not None and (item.day is not None or _stands_apart(row, figure)):
            item.cells[column] = figure
    item.labels = _labels(row, item)
    item.kind = _kind(row, item)
    return item


def _stands_apart(row: Row, figure: Figure) -> bool:
    """Whether a figure is a cell of its own: a sentence puts words close on both its sides."""
    words = row.words
    size = row.bottom - row.top
    last = figure.last
    if last + 1 < len(words) and words[last + 1].x0 - words[last].x1 < 0.45 * size:
        before = figure.first - 1
        return before < 0 or words[figure.first].x0 - words[before].x1 > 2 * size
    return True


def _days(
    row: Row, edge: float | None, cells: Sequence[Column], size: float
) -> tuple[PrintedDate | None, PrintedDate | None]:
    """The date in the date column, and one close behind it."""

    def placed(day: PrintedDate) -> bool:
        if edge is not None and abs(day.x0 - edge) <= 1.6 * size:
            return True
        under = any(c.x0 - size <= day.x0 <= c.x1 and day.x1 > c.x0 for c in cells)
        return under and (day.first == 0 or len(cells) == 1)

    first = next((day for day in row.dates if placed(day)), None)
    if first is None:
        return _spaced_day(row, cells, size), None
    other = next((d for d in row.dates if d is not first and d.x0 - first.x1 < 9 * size), None)
    return first, other


def _spaced_day(row: Row, cells: Sequence[Column], size: float) -> PrintedDate | None:
    """Two numbers under a date heading, such as "06 03" or "0603", are a day and a month."""
    for index, word in enumerate(row.words):
        under = any(c.x0 - size <= word.x0 and word.x1 <= c.x1 + 2 * size for c in cells)
        if under and (found := _FOUR_DIGITS.match(word.text)):
            return PrintedDate(
                int(found[1]), int(found[2]), None, False, word.x0, word.x1, index, index
            )
    for index, (one, two) in enumerate(zip(row.words, row.words[1:], strict=False)):
        under = any(c.x0 - size <= one.x0 and two.x1 <= c.x1 + 2 * size for c in cells)
        if under and _DAY_OR_MONTH.match(one.text) and _DAY_OR_MONTH.match(two.text):
            left, right = int(one.text), int(two.text)
            if left > 12 or right > 12:
                day, month = (left, right) if left > 12 else (right, left)
                order = "D" if left > 12 else "M"
            else:
                day, month, order = left, right, ""
            if 1 <= month <= 12 and 1 <= day <= 31:
                sure = bool(order) or day == month
                return PrintedDate(
                    day, month, None, sure, one.x0, two.x1, index, index + 1, False, order
                )
    return None


_FOUR_DIGITS = re.compile(r"^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$")
_DAY_OR_MONTH = re.compile(r"^[0-3]?\d$")


def _labels(row: Row, item: Item) -> frozenset[str]:
    """The meanings that most of the row's own words stand for."""
    used = {i for figure in row.figures for i in range(figure.first, figure.last + 1)}
    used |= {i for day in row.dates for i in range(day.first, day.last + 1)}
    letters = [len(squeeze(w.text)) if i not in used else 0 for i, w in enumerate(row.words)]
    whole = sum(letters)
    if not whole:
        return frozenset()
    covered = [0] * len(letters)
    names: set[str] = set()
    if _is_balance_word("".join(squeeze(w.text) for i, w in enumerate(row.words) if i not in used)):
        return frozenset({"balance_on"})
    for hit in row.hits:
        if hit.group == "labels":
            names.add(hit.meaning)
            for i in range(hit.first, hit.last + 1):
                covered[i] = letters[i]
    if item.day is None and any(
        h.group == "labels" and h.meaning in TOTALS and h.first == 0 for h in row.hits
    ):
        names.add("total")
        return frozenset(names)
    share = 0.75 if item.day is not None else 0.45
    return frozenset(names) if sum(covered) >= share * whole else frozenset()


def _is_balance_word(letters: str) -> bool:
    """Whether a row says nothing but "Balance", however widely it is spaced."""
    return ("columns", "balance") in phrase_book().meanings(letters)


def _kind(row: Row, item: Item) -> Kind:
    if item.cells:
        if item.labels & ANCHORS or _unmoved(row, item):
            return Kind.ANCHOR
        alone = item.day is None or len(item.cells) == 1
        if item.labels & TOTALS and (alone or "day_total" in item.labels):
            return Kind.TOTAL
        return Kind.ENTRY
    if not row.figures and item.day is None and _section_sign(row):
        return Kind.HEADING
    return Kind.TEXT


def _unmoved(row: Row, item: Item) -> bool:
    """A row of balance words whose amount is nought ("SALDO DIA 0,00 1.500,00") is a balance."""
    leads = any(h.group == "columns" and h.meaning == "balance" and h.first <= 3 for h in row.hits)
    return leads and len(item.cells) > 1 and sum(1 for f in item.cells.values() if f.value) == 1


def _section_sign(row: Row) -> int:
    """What a heading such as "Payments" says of the rows below: +1 in, -1 out, 0 nothing."""
    letters = sum(len(squeeze(word.text)) for word in row.words)
    signs: set[int] = set()
    covered = 0
    for hit in row.hits:
        if hit.group == "sections" and hit.meaning != "skip":
            signs.add(1 if hit.meaning == "credit" else -1)
            covered += sum(len(squeeze(row.words[i].text)) for i in range(hit.first, hit.last + 1))
    if len(signs) != 1 or covered < 0.6 * letters:
        return 0
    return signs.pop()


def _find_directions(items: Sequence[Item], size: float) -> None:
    """Marks such as "Af", "Cr" or "借" count where most entries have one in the same place."""
    entries = [item for item in items if item.kind is Kind.ENTRY]
    edges = sorted(word.x0 for item in entries for word in _mark_words(item))
    near = {x0: bisect_right(edges, x0 + size) - bisect_left(edges, x0 - size) for x0 in edges}
    edge = max(near, key=lambda x0: (near[x0], -x0), default=0.0)
    if not near or near[edge] < 0.8 * len(entries):
        return
    for item in entries:
        for word in _mark_words(item):
            if abs(word.x0 - edge) <= size:
                item.direction = marks()[_mark_text(word)]
                item.direction_word = item.row.words.index(word)


def _lend_days(items: Sequence[Item]) -> None:
    """Where no entry has a date but most have one on the row below, that row's is theirs."""
    entries = [item for item in items if item.kind is Kind.ENTRY]
    below = {
        one.index: two.row.dates[0]
        for one, two in itertools.pairwise(items)
        if one.kind is Kind.ENTRY and two.kind is Kind.TEXT
        if two.row.begins_with_date and not two.row.figures
    }
    if any(item.day for item in entries) or len(below) < max(2, 0.8 * len(entries)):
        return
    if entries[-1].index not in below or any(
        item.row.begins_with_date and item.index < entries[0].index for item in items
    ):
        return  # dates stand above the amounts, and below them is the next entry's
    for item in entries:
        item.day = below.get(item.index)


def _find_signs(items: Sequence[Item], size: float) -> None:
    """Signs that stand in a column of their own, apart from the figures, belong to the figures."""
    entries = [item for item in items if item.kind is Kind.ENTRY]
    signs = {item.index: lone for item in entries if (lone := _lone_sign(item)) is not None}
    edges = [word.x0 for word, _ in signs.values()]
    if len(signs) < 2 or max(edges) - min(edges) > 0.5 * size:
        return
    for item in entries:
        if item.index in signs:
            word, column = signs[item.index]
            said = -1 if word.text == "-" else 1
            item.cells[column] = item.cells[column]._replace(sign=said)


def _lone_sign(item: Item) -> tuple[Word, int] | None:
    """A sign that is a word of its own, and the column of the figure next to its right."""
    for index, word in enumerate(item.row.words):
        right = [(f.first, c) for c, f in item.cells.items() if f.first > index]
        if word.text in ("+", "-") and right:
            first, column = min(right)
            if first == index + 1 and not item.cells[column].sign:
                return word, column
    return None


def _mark_words(item: Item) -> list[Word]:
    used = {i for figure in item.row.figures for i in range(figure.first, figure.last + 1)}
    return [
        word
        for index, word in enumerate(item.row.words)
        if index not in used and _mark_text(word) in marks() and _mark_text(word) not in "+-"
    ]


def _mark_text(word: Word) -> str:
    return word.text.strip("()./").casefold()
