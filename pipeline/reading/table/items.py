"""What a table's rows are: entries, printed balances, totals, headings, or only words."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise, takewhile
from typing import NamedTuple

from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.headers import Header, cell_places, sides_of, stands_apart
from pipeline.reading.lexing.labelled import is_period, is_whole, joins_days
from pipeline.reading.lexing.phrases import (
    Hit,
    marks,
    phrase_book,
    squeeze,
    weekday_names,
)
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.table.grid import Grid, date_edges, days_in_column
from pipeline.words import Word

ANCHORS = frozenset({"opening", "closing", "balance_on", "carried_page", "period"})
TOTALS = frozenset({"total", "total_in", "total_out", "day_total"})
_LABELLED, _LABELLED_BESIDE_MORE = 0.45, 0.75  # of the letters of a row's own words


class RowKind(Enum):
    """What a row of the body is taken for."""

    ENTRY = "entry"
    ANCHOR = "anchor"
    TOTAL = "total"
    HEADING = "heading"
    TEXT = "text"


@dataclass(slots=True)
class Item:
    """One row of the body, with its figures put into the columns they are in.

    ``labels`` are the vocabulary meanings that its words are mostly made of; ``section`` is the
    sign that the heading above it gives: +1 in, -1 out, 0 unknown. ``day`` is the date printed in
    the date column, if any: on the row ``below`` where that is named, whose ``lent`` it is.
    """

    kind: RowKind
    row: LexedRow
    index: int
    cells: dict[int, LexedFigure] = field(default_factory=dict)
    day: PrintedDate | None = None
    other_day: PrintedDate | None = None
    below: "Item | None" = None
    lent: PrintedDate | None = None
    labels: frozenset[str] = frozenset()
    section: int = 0
    heading: str = ""
    direction: int = 0
    direction_word: int | None = None


_FEWEST_BALANCES = 3  # below as many entries
_FEWEST_DAYS_BELOW = 2  # entries
_AMOUNT_AND_BALANCE = 2  # cells of an entry
_HEADING_AND_TOTAL = 2  # cells


def items_of(
    rows: Sequence[LexedRow],
    body: Sequence[bool],
    headers: Sequence[Header],
    grid: Grid,
    size: float,
) -> list[Item]:
    """The body's rows as items, in order; headings give the rows below them their sign."""
    edges = date_edges(rows, body, headers, grid, size)
    by_row = {
        index: _item(row, index, grid, edges[grid.table_of_row[index]], size)
        for index, row in enumerate(rows)
        if body[index]
    }
    _find_sections(rows, by_row, headers)
    items = list(by_row.values())
    _find_carried_totals(items)
    _find_transfers(items)
    _find_directions(items, size)
    _find_days_above(items)
    _find_heads_of_days(items)
    _find_days_below(items)
    _find_balances_below(items)
    return items


_OPENING = frozenset({"opening", "carried_page"})
_CLOSING = frozenset({"closing", "balance_on", "carried_page"})


def _find_carried_totals(items: Sequence[Item]) -> None:
    """Where each entry has one figure, a carried row with several is a total: money in and out."""
    if all(len(item.cells) == 1 for item in items if item.kind is RowKind.ENTRY):
        for item in items:
            if item.kind is RowKind.ANCHOR and len(item.cells) > 1:
                item.kind, item.labels = RowKind.TOTAL, frozenset({"total"})


def _find_transfers(items: Sequence[Item]) -> None:
    """A row with a day that is called a balance and says more ("Opening balance from account 12"),
    between the entries and a plainer one of the same kind with another figure, is an entry."""
    entries = [at for at, item in enumerate(items) if item.kind is RowKind.ENTRY]
    above, below = (items[: entries[0]], items[entries[-1] :]) if entries else ((), ())
    openings = [each for each in above if each.labels & _OPENING and each.cells]
    closings = [each for each in below if each.labels & _CLOSING and each.cells][::-1]
    for plain, *others in filter(None, (openings, closings)):
        said = {figure.value for figure in plain.cells.values()}
        for item in others:
            more = _named_share(item.row) < _named_share(plain.row)
            if item.day and more and said.isdisjoint(f.value for f in item.cells.values()):
                item.kind, item.labels = RowKind.ENTRY, frozenset()


def _named_share(row: LexedRow) -> float:
    return _share(row, row.phrases("labels", *_OPENING | _CLOSING))


class _Section(NamedTuple):
    """What a heading says of the rows below it: their sign, and its own letters."""

    sign: int
    heading: str


def _find_sections(
    rows: Sequence[LexedRow], by_row: Mapping[int, Item], headers: Sequence[Header]
) -> None:
    """Gives each item what the heading above it says, whether in the table or on its header."""
    tops = {header.first for header in headers}
    section = _Section(0, "")
    beside: list[tuple[float, int]] = []
    for index, row in enumerate(rows):
        if (item := by_row.get(index)) is not None:
            section = _section_from(item, section)
            if index + 1 in tops and item.kind is not RowKind.ENTRY and (sign := _led_sign(row)):
                section = _Section(sign, row.heading)
            item.section, item.heading = section
        elif index in tops:
            near = row.bottom - row.top
            for sign in (sign for x0, sign in beside if abs(x0 - row.words[0].x0) <= near):
                section = _Section(sign, "")
        elif index + 1 in tops and (sign := _led_sign(row)):
            section = _Section(sign, row.heading)
        elif index + 1 in tops:
            beside = sides_of(row)


def _section_from(item: Item, above: _Section) -> _Section:
    """The section in which a row of the table is, and the rows below it."""
    if item.kind is RowKind.HEADING:
        return _Section(_led_sign(item.row), item.row.heading)
    return above


def _item(row: LexedRow, index: int, grid: Grid, edge: float | None, size: float) -> Item:
    """One row as an item: its day, the column of each figure, its labels and its kind."""
    item = Item(RowKind.TEXT, row, index)
    of_period = is_period(row)
    if not of_period and (row.figures or not joins_days(row)):
        item.day, item.other_day = days_in_column(row, edge, grid.dates_of(index), size)
    for figure in row.figures:
        column = grid.column_of(index, figure)
        if column is not None and (item.day is not None or _stands_apart(row, figure)):
            item.cells[column] = figure
    item.labels = frozenset({"period"}) if of_period else _labels(row, item)
    item.kind = _kind(row, item)
    return item


def _stands_apart(row: LexedRow, figure: LexedFigure) -> bool:
    """Whether a figure is a cell of its own: a sentence puts words close on both its sides."""
    words = row.words
    size = row.bottom - row.top
    last = figure.last
    if last + 1 < len(words) and words[last + 1].x0 - words[last].x1 < 0.45 * size:
        before = figure.first - 1
        return before < 0 or words[figure.first].x0 - words[before].x1 > 2 * size
    return True


def is_worded_total(item: Item) -> bool:
    """Whether a row without a date begins with a total and says more, as the text of an entry may
    whose date is that of the row above."""
    if item.kind is not RowKind.TOTAL or item.day is not None:
        return False
    return _share(item.row, [hit for hit in item.row.hits if hit.group == "labels"]) < _LABELLED


def _share(row: LexedRow, hits: Sequence[Hit]) -> float:
    """The part of the letters of a row's own words that phrases cover; 1 where it has none."""
    used = _places([*row.figures, *row.dates])
    own = {place: squeeze(w.text) for place, w in enumerate(row.words) if place not in used}
    letters = sum(map(len, own.values()))
    covered = sum(len(own.get(place, "")) for place in _places(hits))
    return covered / letters if letters else 1.0


def _labels(row: LexedRow, item: Item) -> frozenset[str]:
    """The meanings that most of the row's own words have."""
    used = _places([*row.figures, *row.dates])
    own = ["" if i in used else squeeze(word.text) for i, word in enumerate(row.words)]
    if not any(own):
        return frozenset()
    if ("columns", "balance") in phrase_book().meanings("".join(own)):
        return frozenset({"balance_on"})
    hits = row.phrases("labels")
    if not hits:
        return frozenset()
    names = frozenset(hit.meaning for hit in hits)
    totals = (hit for hit in hits if hit.meaning in TOTALS)
    if item.day is None and any(hit.first == 0 or is_whole(row, hit) for hit in totals):
        return names | {"total"}
    # "Transport for London 43.16 2,463.98" is no balance that is carried, for all its first word.
    moved = item.day is not None or len(item.cells) > 1
    least = _LABELLED_BESIDE_MORE if moved else _LABELLED
    return names if _share(row, hits) >= least else frozenset()


def _places(spans: Iterable[LexedFigure | PrintedDate | Hit]) -> set[int]:
    """The places in their row of all words that these are in."""
    return {place for span in spans for place in range(span.first, span.last + 1)}


def _kind(row: LexedRow, item: Item) -> RowKind:
    if item.day is None and _heads_with_total(row):
        item.cells = {}
        return RowKind.HEADING
    if item.cells:
        if item.labels & ANCHORS or _unmoved(row, item):
            return RowKind.ANCHOR
        alone = item.day is None or len(item.cells) == 1
        if item.labels & TOTALS and (alone or "day_total" in item.labels):
            return RowKind.TOTAL
        return RowKind.ENTRY
    if not row.figures and item.day is None and section_sign(row):
        return RowKind.HEADING
    return RowKind.TEXT


def _heads_with_total(row: LexedRow) -> bool:
    """Whether a row is a heading with what its rows come to in cells of their own: "Checks", "12
    checks totaling $1,853.07"."""
    cells = cell_places(row) if row.figures else []
    if len(cells) < _HEADING_AND_TOTAL or not section_sign(row, cells[0]):
        return False
    hits = row.phrases("labels", *TOTALS, "count", "count_unit")
    return any(hit.first >= cells[1].start for hit in hits)


def _unmoved(row: LexedRow, item: Item) -> bool:
    """A row of balance words whose amount is zero ("SALDO DIA 0,00 1.500,00") is a balance."""
    leads = any(h.group == "columns" and h.meaning == "balance" and h.first <= 3 for h in row.hits)
    return leads and len(item.cells) > 1 and sum(1 for f in item.cells.values() if f.value) == 1


def _led_sign(row: LexedRow) -> int:
    """What the first cell of a row above a header says, if that is a heading: "Checks Paid", and
    how many there are beside it."""
    if sides_of(row):
        return 0
    whole = 0 if row.figures else section_sign(row)
    return whole or section_sign(row, cell_places(row)[0])


def section_sign(row: LexedRow, places: range | None = None) -> int:
    """What a heading such as "Payments" says of the rows below: +1 in, -1 out, 0 nothing; of its
    words at these ``places`` alone, where they are named."""
    own = range(len(row.words)) if places is None else places
    letters = sum(len(squeeze(row.words[place].text)) for place in own)
    hits = row.phrases("sections", "credit", "debit")
    signs = {1 if h.meaning == "credit" else -1 for h in hits if h.first in own and h.last in own}
    named = row.heading_places.intersection(own)
    covered = sum(len(squeeze(row.words[place].text)) for place in named)
    return signs.pop() if len(signs) == 1 and covered >= 0.6 * letters else 0


def _find_directions(items: Sequence[Item], size: float) -> None:
    """Marks such as "Af", "Cr" or "借" count where most entries have one in the same place."""
    entries = [item for item in items if item.kind is RowKind.ENTRY]
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


def _find_days_above(items: Sequence[Item]) -> None:
    """Where no entry has a date, rows of a weekday and a date alone head the entries below them."""
    if any(item.kind is RowKind.ENTRY and item.day for item in items):
        return
    for item in items:
        row = item.row
        if len(row.dates) == 1 and not item.cells and row.taken != set(range(len(row.words))):
            others = (word for at, word in enumerate(row.words) if at not in row.taken)
            if all(squeeze(word.text) in weekday_names() for word in others):
                item.day = row.dates[0]


def _find_heads_of_days(items: Sequence[Item]) -> None:
    """Where no entry has a date, rows with one that are called a balance or a total head the
    entries below them, each of which has its balance or is summed up: what came in on a day, or
    went out, and the rows that it comes to. They are no balance on the way and no sum of others."""
    dated = [at for at, item in enumerate(items) if item.day and _may_head(item)]
    entries = [item for item in items if item.kind is RowKind.ENTRY]
    if len(dated) < _FEWEST_DAYS_BELOW or any(item.day for item in entries):
        return
    below, heads = items[dated[0] :], [items[at] for at in dated]
    if all(map(_side_of, heads)):
        places = [at for at, item in enumerate(below) if _side_of(item)]
        heads, summed = [below[at] for at in places], [_summed_below(below, at) for at in places]
        if not all(summed):
            return
        for head, rows in zip(heads, summed, strict=True):
            for item in rows:
                item.section, item.heading = _side_of(head), _named(head.row)
    elif any(len(i.cells) < _AMOUNT_AND_BALANCE for i in below if i.kind is RowKind.ENTRY):
        return
    for head in heads:
        head.kind, head.cells = RowKind.HEADING, {}


def _may_head(item: Item) -> bool:
    """Whether a row is called a total, or a balance that is neither carried nor an end."""
    ends = _OPENING | _CLOSING - {"balance_on"}
    return item.kind is RowKind.TOTAL or (
        item.kind is RowKind.ANCHOR and item.labels.isdisjoint(ends)
    )


def _named(row: LexedRow) -> str:
    """The letters of a row's own words."""
    taken = row.taken
    return squeeze("".join(word.text for at, word in enumerate(row.words) if at not in taken))


def _side_of(item: Item) -> int:
    """Which way the money went that a total is of: 1 in, -1 out, 0 for both and any other row."""
    sides = {"total_in": 1, "total_out": -1}
    said = {sides[label] for label in item.labels & sides.keys()}
    return said.pop() if item.kind is RowKind.TOTAL and len(said) == 1 else 0


def _summed_below(items: Sequence[Item], place: int) -> list[Item]:
    """The entries below a total, with nothing but text between, if it is their sum; else none."""
    below = takewhile(lambda i: i.kind in (RowKind.ENTRY, RowKind.TEXT), items[place + 1 :])
    rows = [item for item in below if item.kind is RowKind.ENTRY]
    came = all(
        figure.value == sum(item.cells[column].value for item in rows if column in item.cells)
        for column, figure in items[place].cells.items()
    )
    return rows if came else []


def _find_days_below(items: Sequence[Item]) -> None:
    """Where no entry has a date, and none is above the first, the one date at the beginning of a
    row between each entry and the next, as wallets print it under what was paid."""
    entries = [item for item in items if item.kind is RowKind.ENTRY]
    dated = [item for item in items if item.day]
    if len(dated) != len(entries) or not all(item.row.begins_with_date for item in dated):
        return
    if len(entries) < _FEWEST_DAYS_BELOW:
        return
    places = [item.index for pair in zip(entries, dated, strict=True) for item in pair]
    if all(one < two for one, two in pairwise(places)):
        for entry, row in zip(entries, dated, strict=True):
            entry.day, entry.below = row.day, row
            row.day, row.lent = None, row.day


def _find_balances_below(items: Sequence[Item]) -> None:
    """Where below each entry is a row with a figure in its column and nothing else, that is the
    balance after it; beside the rest of a text only if all amounts have a sign and no balance."""
    entries = [item for item in items if item.kind is RowKind.ENTRY and len(item.cells) == 1]
    above, below = entries[::2], entries[1::2]
    if len(above) != len(below) or any(item.day for item in below):
        return
    pairs = list(zip(above, below, strict=True))
    bare = [item for item in below if item.row.taken == set(range(len(item.row.words)))]
    signed = all(_sign(one) and not _sign(two) for one, two in pairs)
    if (
        len(bare) >= _FEWEST_BALANCES
        and (signed or bare == below)
        and all(
            two.index == one.index + 1 and two.cells.keys() == one.cells.keys()
            for one, two in pairs
        )
    ):
        for item in below:
            item.kind, item.labels = RowKind.ANCHOR, frozenset({"balance_on"})


def _sign(item: Item) -> int:
    return next(iter(item.cells.values())).sign


def _mark_words(item: Item) -> list[Word]:
    used = _places([*item.row.figures, *item.row.dates])
    return [
        word
        for index, word in enumerate(item.row.words)
        if index not in used and _mark_text(word) in marks() and _mark_text(word) not in "+-"
        if stands_apart(item.row, index)
    ]


def _mark_text(word: Word) -> str:
    return word.text.strip("()./").casefold()
