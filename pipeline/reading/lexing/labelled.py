"""Labelled figures outside the rows: balances, totals and parts that the document prints."""

import itertools
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure, is_currency
from pipeline.reading.lexing.headers import Header, cell_of, cells_of
from pipeline.reading.lexing.phrases import Hit, phrase_book, single, squeeze
from pipeline.reading.lexing.rows import LexedRow, letters_in, text_of
from pipeline.words import Word

SIDES = {"debit": "total_out", "credit": "total_in"}
PARTS = {"debit": "part_out", "credit": "part_in"}
WANTED = frozenset(
    {"opening", "closing", "due", "balance_on", "total_in", "total_out", "total", "carried_page"}
)
_SUMS = frozenset({"total_in", "total_out", "total"})
_REACH = 9  # words from a label to its figure; further on it is a sentence
_FEWEST_CELLS, _MOST_CELLS = 2, 8  # of a row of labels over a row of figures
_MONTH = re.compile(r"^(?:0?[1-9]|1[0-2])[./-](?:19|20)\d\d$")
_COUNT = re.compile(r"^\(?(\d{1,5})\)?$")


class LabelledFigure(NamedTuple):
    """A labelled figure: what the label means, where it is, and a date beside it.

    ``sure`` says that the label makes up at least half of the letters of the words it is among:
    within a sentence it names no figure."""

    meaning: str
    figure: LexedFigure
    row: int
    page: int
    day: PrintedDate | None = None
    sure: bool = True


def facts_of(rows: Sequence[LexedRow], headers: Sequence[Header]) -> list[LabelledFigure]:
    """Every wanted label with the figure to its right, or below it where none is; then the ends of
    summaries that add up, whatever their labels say.

    In a table's header only balances are labels: "Money in" there heads a column.
    """
    heads = {index for header in headers for index in header.rows}
    named = [
        fact
        for index in range(len(rows))
        for fact in _facts_on(rows, index, WANTED - _SUMS if index in heads else WANTED)
    ]
    return [*named, *_summaries(rows)]


def _facts_on(
    rows: Sequence[LexedRow], index: int, wanted: frozenset[str]
) -> Iterator[LabelledFigure]:
    """The labelled figures that one row tells of; ``wanted`` are the labels that it may have."""
    row = rows[index]
    labels = row.phrases("labels", *wanted)
    for hit in labels:
        following = (other.first for other in labels if other.first > hit.last)
        yield from _facts_for(rows, index, hit, min(following, default=len(row.words)))
    yield from _stacked(rows, index)
    yield from _counted_side(row, index)
    yield from _parts(row, index)
    if not labels:
        yield from _dated_balance(row, index)
    if len(row.figures) == 1 and is_period(row):
        yield LabelledFigure("period", row.figures[0], index, row.page)


def is_period(row: LexedRow) -> bool:
    """A row of nothing but two whole days with "to" or a dash between, or of a month and its year,
    perhaps a period's label and a figure: no entry, for that has a text, and no day of those
    below."""
    if not joins_days(row):
        return _is_month(row)
    between = set(range(row.dates[0].last + 1, row.dates[1].first))
    label = {at for hit in row.phrases("labels", "period") for at in hit.places}
    return row.taken | between | label == {*range(len(row.words))}


_HEADS = 2  # rows over a table: those of its heads and its heading


def balances_of_days(
    rows: Sequence[LexedRow],
) -> dict[int, list[tuple[LexedFigure, PrintedDate | None]]]:
    """The figures of each row in a table of days and their balances, with the day before them: rows
    of nothing but days and figures, below heads that name a balance and no side that money is on.
    """
    found: dict[int, list[tuple[LexedFigure, PrintedDate | None]]] = {}
    named: bool | None = None  # until a row below the last other one asks
    for at, row in enumerate(rows):
        if not row.dates or len(row.taken) < len(row.words):
            named = None
            continue
        if named is None:
            named = _name_balances(rows[max(at - _HEADS, 0) : at])
        if named:
            found[at] = [(figure, _day_before(row, figure)) for figure in row.figures]
    return found


def _name_balances(heads: Sequence[LexedRow]) -> bool:
    if any(row.phrases("columns", "debit", "credit") for row in heads):
        return False
    words = (word.text.rstrip("sS") for row in heads for word in row.words)
    return any(row.phrases("columns", "balance") or row.has_label for row in heads) or any(
        ("columns", "balance") in phrase_book().meanings(text) for text in words
    )


def _day_before(row: LexedRow, figure: LexedFigure) -> PrintedDate | None:
    return next((day for day in reversed(row.dates) if day.last < figure.first), None)


def joins_days(row: LexedRow) -> bool:
    """Whether a row has two whole days with "to" or a dash between, whatever else it says."""
    if len(row.dates) != 2 or not all(day.year for day in row.dates):
        return False
    between = range(row.dates[0].last + 1, row.dates[1].first)
    texts = [squeeze(row.words[at].text) for at in between]
    joined = all(not text or text in single("to") for text in texts)
    return joined and (bool(between) or row.words[row.dates[1].first].text[0] in "-~")


def _is_month(row: LexedRow) -> bool:
    """Whether a row is one figure and, before it, a month and its year in numbers: "08/2025"."""
    if row.dates or len(row.figures) != 1 or row.figures[0].first != 1:
        return False
    return bool(_MONTH.match(row.words[0].text)) and row.figures[0].last + 1 == len(row.words)


def _stacked(rows: Sequence[LexedRow], index: int) -> Iterator[LabelledFigure]:
    """Labels over two rows, cell by cell ("Beginning" above "balance"), with the figures below."""
    row = rows[index]
    if index == 0 or not _continues(rows[index - 1], row):
        return
    for lower, upper in itertools.product(cells_of(row), cells_of(rows[index - 1])):
        over = max(upper[0].x0, lower[0].x0) < min(upper[-1].x1, lower[-1].x1)
        for group, meaning in phrase_book().meanings(text_of((*upper, *lower))) if over else ():
            if group == "labels" and meaning in WANTED:
                hit = Hit(group, meaning, row.words.index(lower[0]), row.words.index(lower[-1]))
                yield from _facts_for(rows, index, hit, len(row.words))


def _continues(above: LexedRow, row: LexedRow) -> bool:
    """Whether a row may go on with the labels of the one close above it: none has a figure yet."""
    close = row.top - above.bottom <= 0.9 * (row.bottom - row.top)
    return close and above.page == row.page and not (row.figures or above.figures or row.dates)


def _dated_balance(row: LexedRow, index: int) -> Iterator[LabelledFigure]:
    """ "Kontostand in EUR am 31.08.2023 954,56": a balance's word first, one day, one figure."""
    balance = any(hit.first == 0 for hit in row.phrases("columns", "balance"))
    if not balance or len(row.figures) != 1 or len(row.words) > 12:
        return
    figure = row.figures[0]
    days = [day for day in row.dates if day.year is not None]
    if not row.dates and _only_balance(row, figure):
        yield LabelledFigure("balance_on", figure, index, row.page)
    elif len(days) == 1:
        yield LabelledFigure("balance_on", figure, index, row.page, days[0])


def _only_balance(row: LexedRow, figure: LexedFigure) -> bool:
    """Whether a row says "Balance" with a figure behind it, and nothing else."""
    text = text_of(row.words[: figure.first])
    ends = figure.last + 1 == len(row.words)
    return ends and ("columns", "balance") in phrase_book().meanings(text)


def _parts(row: LexedRow, index: int) -> list[LabelledFigure]:
    """Parts of a summary, such as "Purchases +$1,451.70": what a heading's rows come to."""
    if len(row.figures) > 2:
        return []
    return [
        LabelledFigure(PARTS[hit.meaning], figure, index, row.page, sure=is_sure(row, hit))
        for hit in row.phrases("sections", *PARTS)
        if not any(day.first > hit.last for day in row.dates) and not row.begins_with_date
        for figure in [f for f in row.figures if f.first > hit.last][:1]
    ]


def _counted_side(row: LexedRow, index: int) -> Iterator[LabelledFigure]:
    """ "Credits 4 4,591.86": a side, a count and a sum, and nothing else."""
    sides = {SIDES[hit.meaning] for hit in row.phrases("columns", *SIDES)}
    if len(row.words) > 6 or len(row.figures) != 1 or len(sides) != 1 or row.dates:
        return
    figure = row.figures[0]
    counts = [word for word in row.words[: figure.first] if _COUNT.match(word.text)]
    named = {i for hit in row.hits for i in hit.places}
    others = [w for i, w in enumerate(row.words[: figure.first]) if i not in named]
    totals = {"total", "statement_date"} & {hit.meaning for hit in row.hits}
    if len(counts) == len(others) == 1 and not totals:
        yield LabelledFigure(sides.pop(), figure, index, row.page)


def _facts_for(rows: Sequence[LexedRow], index: int, hit: Hit, stop: int) -> list[LabelledFigure]:
    row = rows[index]
    right = [f for f in row.figures if hit.last < f.first < min(stop, hit.last + _REACH)]
    if len(right) > 1 and hit.meaning in _SUMS:
        return []  # a total row of a table, not a label with its figure
    if right:
        figure, day = _nearest(right), _day(row, hit, stop)
        return [LabelledFigure(hit.meaning, figure, index, row.page, day, sure=is_sure(row, hit))]
    below = _below(rows, index, hit)
    if below is None:
        return []
    place, figure = below
    if _heads_a_list(rows, index, place):
        return [LabelledFigure("balance_on", figure, place, row.page, rows[place].dates[0])]
    day = _day(row, hit, stop)
    return [LabelledFigure(hit.meaning, figure, place, row.page, day, sure=is_sure(row, hit))]


def is_sure(row: LexedRow, hit: Hit) -> bool:
    """Whether a label makes up at least half of the letters of the words it is among; those of a
    total that counts the opening balance in ("Total credits including opening balance") apart."""
    cell, taken = cell_of(row, hit), row.taken
    if hit.meaning == "opening":
        taken |= {i for other in row.phrases("labels", *SIDES.values()) for i in other.places}
    loose = [word for i, word in enumerate(row.words) if i not in taken and word in cell]
    return 2 * letters_in(row.words[hit.first : hit.last + 1]) >= letters_in(loose)


def is_whole(row: LexedRow, hit: Hit) -> bool:
    """Whether a label is all that its cell says, figures and dates apart."""
    cell, taken = cell_of(row, hit), row.taken
    loose = [
        word
        for i, word in enumerate(row.words)
        if i not in taken and i not in hit.places and word in cell
    ]
    return not letters_in(loose)


def _heads_a_list(rows: Sequence[LexedRow], index: int, below: int) -> bool:
    """Whether a label heads a column of dated balances ("Date, Ending balance"), one a day."""
    dated = rows[index].phrases("columns", "date")
    return bool(dated) and all(row.looks_like_entry for row in rows[below : below + 2])


def _nearest(figures: Sequence[LexedFigure]) -> LexedFigure:
    """The figure a label means when several follow: the first with minor units."""
    return next((figure for figure in figures if not figure.weak), figures[0])


def _day(row: LexedRow, hit: Hit, stop: int) -> PrintedDate | None:
    return next((day for day in row.dates if hit.last < day.first < stop), None) or (
        row.dates[0] if len(row.dates) == 1 else None
    )


def _left(row: LexedRow, figure: LexedFigure) -> float:
    """Where a figure's cell starts: at the currency before it, however far to the left."""
    before = row.words[figure.first - 1] if figure.first else None
    return before.x0 if before and is_currency(before.text) else figure.x0


def _below(rows: Sequence[LexedRow], index: int, hit: Hit) -> tuple[int, LexedFigure] | None:
    """The nearest figure under a label, within three rows, that overlaps it sideways."""
    row = rows[index]
    x0, x1 = row.words[hit.first].x0, row.words[hit.last].x1
    height = row.bottom - row.top
    for below in range(index + 1, min(index + 4, len(rows))):
        other = rows[below]
        if other.page != row.page or other.top - row.bottom > 3.5 * height:
            return None
        if hit.meaning in _SUMS and other.begins_with_date:
            return None  # an entry: the label was a heading
        near = [
            (max(left - x1, x0 - figure.end, 0.0), figure)
            for figure in other.figures
            if max((left := _left(other, figure)) - x1, x0 - figure.end) < 1.5 * height
        ]
        if figure := _in_its_cell(row, hit, other):
            return below, figure
        if near:
            return below, min(near, key=lambda one: one[0])[1]
    return None


def _in_its_cell(row: LexedRow, hit: Hit, below: LexedRow) -> LexedFigure | None:
    """The figure in the cell of a label: "Opening balance" to the left of it, "$640.15" to the
    right."""
    cells = cells_of(row)
    return below.figures[cells.index(cell_of(row, hit))] if _is_under(cells, below) else None


def _is_under(cells: Sequence[Sequence[Word]], below: LexedRow) -> bool:
    """Whether a row is nothing but a figure for each of some cells above it, each before the next
    cell begins."""
    alone = below.taken.issuperset(range(len(below.words))) and not below.dates
    if not alone or not _FEWEST_CELLS <= len(cells) == len(below.figures):
        return False
    starts = [*(cell[0].x0 for cell in cells), float("inf")]
    places = zip(below.figures, starts, starts[1:], strict=False)
    return all(start <= _left(below, f) and f.end <= stop for f, start, stop in places)


def _summaries(rows: Sequence[LexedRow]) -> Iterator[LabelledFigure]:
    """The first and the last of some figures below cells of words, where the first and the others,
    added or subtracted, come to the last: what was owed before, and what is owed now."""
    for index, (row, below) in enumerate(pairwise(rows), 1):
        if row.figures or row.page != below.page or not _is_under(cells_of(row), below):
            continue
        first, *others, last = below.figures
        scale = max(figure.decimals for figure in below.figures)
        sizes = [f.value * 10 ** (scale - f.decimals) for f in (first, *others, last)]
        sums = {sizes[0]}
        for size in sizes[1:-1]:
            sums = {each + way * size for each in sums for way in (-1, 1)}
        if others and len(sizes) <= _MOST_CELLS and {sizes[-1], -sizes[-1]} & sums:
            yield LabelledFigure("before", first, index, row.page, sure=False)
            yield LabelledFigure("after", last, index, row.page, sure=False)
