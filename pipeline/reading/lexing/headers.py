"""Table headers: rows of column words, with the place and the meaning of each column."""

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from pipeline.reading.lexing.phrases import Hit, phrase_book, squeeze
from pipeline.reading.lexing.rows import LexedRow, text_of
from pipeline.words import Word

MONEY = frozenset({"debit", "credit", "amount", "balance"})
_DATE = frozenset({"date"})
_TALLEST = 3
_BRACKETS = re.compile(r"\([^)]*\)?|\[[^\]]*\]?")
_NAMED_ORDER = re.compile(
    r"^[(\[]*(?P<Y>(?:yy|jj|aa|åå|éé)+([-./])mm\2(?:dd|tt|jj|nn))\W*$"
    r"|^\W*(?:(?P<M>(?:mm?|month)[-./](?:dd?|day))|(?P<D>(?:dd|tt|jj)[-./]mm))"
    r"(?:[-./](?:[yja]+|year))?\W*$",
    re.IGNORECASE,
)
_UNIT = re.compile(r"^(?:[^\w\s]+|[A-Z]{3}|[A-Z]{1,2}\$|Rs\.?|RM|R\$)$")


class HeaderColumn(NamedTuple):
    """One header cell: what its words may mean, and where it is."""

    meanings: frozenset[str]
    x0: float
    x1: float


class Header(NamedTuple):
    """A table header: the rows (first to last) it covers and its columns from left to right."""

    first: int
    last: int
    columns: tuple[HeaderColumn, ...]

    @property
    def rows(self) -> range:
        """The places of its rows in the document."""
        return range(self.first, self.last + 1)

    def having(self, *meanings: str) -> list[HeaderColumn]:
        """Its columns that may mean any of these."""
        return [column for column in self.columns if column.meanings.intersection(meanings)]


@lru_cache(maxsize=16384)
def named_order(text: str) -> str:
    """What comes first, ``Y``, ``M`` or ``D``, in the likes of "YY/MM/DD", "MM/DD/YYYY" or "TT.MM"
    over a column of days."""
    found = _NAMED_ORDER.match(text)
    return next((first for first in "YMD" if found[first]), "") if found else ""


def headers_of(rows: Sequence[LexedRow]) -> list[Header]:
    """Every table header of a document, top to bottom."""
    found: list[Header] = []
    index = 0
    while index < len(rows):
        header = _header_at(rows, index)
        if header:
            found.append(header)
            index = header.last + 1
        else:
            index += 1
    return found


def _header_at(rows: Sequence[LexedRow], index: int) -> Header | None:
    if not _worded(rows[index]) or _heads_rows(rows, index) or _heads_two(rows, index):
        return None
    best: Header | None = None
    for last in range(index, min(index + _TALLEST, len(rows))):
        if last > index and not (_worded(rows[last]) and _follows(rows[last - 1], rows[last])):
            break
        if last > index and _is_heading(rows[last]):
            break
        columns = _columns(rows[index : last + 1])
        if _is_table(columns) and (best is None or _worth(columns) > _worth(best.columns)):
            best = Header(index, last, columns)
    return best or _over_amounts(rows, index)


def _over_amounts(rows: Sequence[LexedRow], index: int) -> Header | None:
    """ "Amount" alone, right above an entry that ends in a figure below it."""
    below = rows[index + 1] if index + 1 < len(rows) else None
    if below is None or not below.looks_like_entry or below.page != rows[index].page:
        return None
    columns, figure = _columns([rows[index]]), below.figures[-1]
    if len(columns) != 1 or "amount" not in columns[0].meanings:
        return None
    under = columns[0].x0 < figure.x1 and figure.x0 < columns[0].x1
    return Header(index, index, columns) if under else None


def _worded(row: LexedRow) -> bool:
    return not row.figures and not row.dates and bool(row.phrases("columns"))


def _is_heading(row: LexedRow) -> bool:
    """A section's heading right under a header: one run of words, all of them a heading's."""
    return len(cells_of(row)) == 1 and len(row.heading_places) * 2 > len(row.words)


def _heads_rows(rows: Sequence[LexedRow], index: int) -> bool:
    """A section's heading over a table's header: it starts where the header does."""
    row = rows[index]
    below = rows[index + 1] if index + 1 < len(rows) else None
    return (
        below is not None
        and _is_heading(row)
        and _worded(below)
        and len(cells_of(below)) > 1
        and row.words[0].x0 <= below.words[0].x0 + (row.bottom - row.top)
    )


def _heads_two(rows: Sequence[LexedRow], index: int) -> bool:
    """The headings of two tables over their headers: below them another header begins."""
    below = rows[index + 1] if index + 1 < len(rows) else None
    near = rows[index].bottom - rows[index].top
    return (
        below is not None
        and _worded(below)
        and abs(below.words[0].x0 - rows[index].words[0].x0) <= near
        and bool(sides_of(rows[index]))
    )


def sides_of(row: LexedRow) -> list[tuple[float, int]]:
    """Where the headings of two tables side by side begin, "Deposits" and "Withdrawals", and which
    way each says that money goes: 1 in, -1 out; empty for any other row."""
    hits = [hit for hit in row.hits if hit.group in ("columns", "sections")]
    names = {hit.meaning for hit in hits}
    if names != {"debit", "credit"} or row.figures or len(cells := cell_places(row)) != 2:
        return []
    signs = [
        {1 if hit.meaning == "credit" else -1 for hit in hits if hit.first in cell}
        for cell in cells
    ]
    if any(len(each) != 1 for each in signs) or signs[0] == signs[1]:
        return []
    return [(row.words[c.start].x0, sign.pop()) for c, sign in zip(cells, signs, strict=True)]


def _follows(above: LexedRow, below: LexedRow) -> bool:
    height = below.bottom - below.top
    return above.page == below.page and below.top - above.bottom < 0.9 * height


def _is_table(columns: Sequence[HeaderColumn]) -> bool:
    known = [column for column in columns if column.meanings]
    money = sum(1 for column in known if column.meanings & MONEY)
    distinct = {min(column.meanings) for column in known}
    letters = sum(column.x1 - column.x0 for column in columns)
    covered = sum(column.x1 - column.x0 for column in known)
    dated = any("date" in column.meanings for column in known)
    share = 0.3 if dated and len(known) * 2 > len(columns) else 0.5
    return money >= 1 and len(distinct) >= 2 and covered >= share * letters


def _worth(columns: Sequence[HeaderColumn]) -> int:
    known = [column.meanings for column in columns if column.meanings]
    distinct = {min(meanings) for meanings in known}
    return 4 * len(distinct) - len(columns)


def _columns(rows: Sequence[LexedRow]) -> tuple[HeaderColumn, ...]:
    cells = _stacked([cell for row in rows for cell in cells_of(row)])
    columns: list[HeaderColumn] = []
    for cell in cells:
        columns.extend(_split_cell(tuple(cell)))
    return tuple(_with_months(sorted(columns, key=lambda column: column.x0)))


def _with_months(columns: Sequence[HeaderColumn]) -> Iterator[HeaderColumn]:
    """The columns, "Day" and "Month" side by side as one of dates; a month alone is not one."""
    kinds = [("month" in c.meanings) - ("date" in c.meanings) for c in columns]
    skip = False
    for at, column in enumerate(columns):
        pair = at + 1 < len(columns) and {*kinds[at : at + 2]} == {1, -1}
        if pair and not skip:
            yield HeaderColumn(_DATE, column.x0, columns[at + 1].x1)
        elif not skip:
            yield column._replace(meanings=column.meanings - {"month"})
        skip = pair and not skip


def cells_of(row: LexedRow) -> list[list[Word]]:
    """The row's words in runs without a wide gap."""
    cells: list[list[Word]] = []
    end = -inf
    for word in row.words:
        _, x0, top, x1, bottom = word
        if x0 - end < 0.75 * (bottom - top):
            cells[-1].append(word)
        else:
            cells.append([word])
        end = x1
    return cells


def cell_places(row: LexedRow) -> list[range]:
    """The places of the words of each cell."""
    stops = list(itertools.accumulate(map(len, cells_of(row))))
    return [range(start, stop) for start, stop in itertools.pairwise([0, *stops])]


def stands_apart(row: LexedRow, place: int) -> bool:
    """Whether a row's word is by itself, or beside figures and dates alone; a mark of one or two
    letters may end a text."""
    cell = next(cell for cell in cell_places(row) if place in cell)
    ends = place + 1 == cell.stop and _is_short(row.words[place].text.strip("()./"))
    return ends or set(cell) - {place} <= row.taken


def _is_short(mark: str) -> bool:
    """Whether a mark is a letter or two: "DR", "Kt", of scripts that write words so one alone."""
    return len(mark) <= (1 if mark[:1] >= "\u0590" else 2)


def cell_of(row: LexedRow, hit: Hit) -> list[Word]:
    """The run of a row's words that a phrase begins in."""
    return next(cell for cell in cells_of(row) if row.words[hit.first] in cell)


def _stacked(cells: list[list[Word]]) -> list[list[Word]]:
    """Joins cells of several rows that are one below the other."""
    stacks: list[list[Word]] = []
    for cell in cells:
        left, right = cell[0].x0, max(word.x1 for word in cell)
        for stack in stacks:
            overlap = min(right, max(w.x1 for w in stack)) - max(left, min(w.x0 for w in stack))
            if overlap > 0.3 * min(
                right - left, max(w.x1 for w in stack) - min(w.x0 for w in stack)
            ):
                stack.extend(cell)
                break
        else:
            stacks.append(list(cell))
    return stacks


@lru_cache(maxsize=1024)
def _split_cell(cell: Sequence[Word]) -> Sequence[HeaderColumn]:
    """A cell's meaning; a cell in which several column words follow each other is cut."""
    whole = _meanings(text_of(cell))
    if not whole:
        cell = _without_units(cell)
        whole = _meanings(text_of(cell))
    if whole:
        return [_column(whole, cell)]
    hits = [
        hit for hit in phrase_book().find([word.text for word in cell]) if hit.group == "columns"
    ]
    spans = sorted({(hit.first, hit.last) for hit in hits})
    covered = sum(last - first + 1 for first, last in spans)
    if covered < 0.7 * sum(1 for word in cell if squeeze(word.text)):
        return [_column(frozenset(), cell)]
    return [
        _column(
            frozenset(hit.meaning for hit in hits if (hit.first, hit.last) == span),
            cell[span[0] : span[1] + 1],
        )
        for span in spans
    ]


def _without_units(cell: Sequence[Word]) -> Sequence[Word]:
    """A header cell without its currency or bracketed remark: "Amount (A$)" is "Amount"."""
    bare = [word._replace(text=_BRACKETS.sub("", word.text)) for word in cell]
    kept = [word for word in bare if word.text and not _UNIT.match(word.text)]
    return kept or cell


def _column(meanings: frozenset[str], words: Sequence[Word]) -> HeaderColumn:
    return HeaderColumn(meanings, min(w.x0 for w in words), max(w.x1 for w in words))


@lru_cache(maxsize=8192)
def _meanings(text: str) -> frozenset[str]:
    whole = _columns_called(text)
    if whole:
        return whole
    parts = [_columns_called(part) for part in text.split("/")]
    if not all(parts):
        return frozenset()  # a part that is not known may name the other side
    found = frozenset().union(*parts)
    return frozenset({"amount", "direction"}) if {"debit", "credit"} <= found else found


def _columns_called(text: str) -> frozenset[str]:
    return frozenset(name for group, name in phrase_book().meanings(text) if group == "columns")
