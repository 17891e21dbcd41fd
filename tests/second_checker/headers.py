"""The headers of tables: rows that name the columns below them (section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.second_checker.cells import cells_of, overlap
from tests.second_checker.letters import squeezed
from tests.second_checker.phrases import Phrase, known, phrases_of
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern
from tests.second_checker.tokens import Token

_STEP: Final = 0.9
_STACKED: Final = 0.3
_COVERED: Final = 0.7
_KNOWN: Final = 0.5
_KNOWN_WITH_DATE: Final = 0.3
_MOST_SECTIONS: Final = 0.5
_MEANING: Final = 4


@dataclass(frozen=True, slots=True)
class Column:
    """A column's edges, its cell's tokens from above, and what its cell is known to mean."""

    x0: float
    x1: float
    tokens: tuple[Token, ...]
    meanings: frozenset[str]

    @property
    def first(self) -> str:
        """The first of its meanings by name."""
        return min(self.meanings, default="")


@dataclass(frozen=True, slots=True)
class Header:
    """One to three rows, first to last, and the columns that they name."""

    first: int
    last: int
    page: int
    columns: tuple[Column, ...]

    def named(self, *meanings: str) -> Iterator[Column]:
        """Its columns with one of these meanings."""
        return (c for c in self.columns if c.meanings & set(meanings))


def headers_of(rows: Sequence[Row]) -> tuple[Header, ...]:
    """All headers of a document."""
    found: list[Header] = []
    at = 0
    while at < len(rows):
        header = _header_at(rows, at)
        if header:
            found.append(header)
        at = header.last + 1 if header else at + 1
    return tuple(found)


def _header_at(rows: Sequence[Row], at: int) -> Header | None:
    best: tuple[int, Header] | None = None
    for last in _reach(rows, at):
        columns = columns_of(rows[at : last + 1])
        if _names_columns(columns):
            meanings = {column.first for column in columns} - {""}
            score = _MEANING * len(meanings) - len(columns)
            if best is None or score > best[0]:
                best = score, Header(at, last, rows[at].page, columns)
    return best[1] if best else None


def _reach(rows: Sequence[Row], at: int) -> Iterator[int]:
    """The rows at which a header that begins at a row may end."""
    if not _may_belong(rows[at]) or _is_heading_above(rows, at):
        return
    yield at
    for last in range(at + 1, min(at + constant("headers", "_TALLEST"), len(rows))):
        row, above = rows[last], rows[last - 1]
        if not _may_belong(row) or row.page != above.page or is_section_cell(row):
            return
        if row.top - above.bottom >= _STEP * row.height:
            return
        yield last


def _may_belong(row: Row) -> bool:
    return row.plain and row.has("columns")


def is_section_cell(row: Row) -> bool:
    """Whether a row is one cell more than half of whose tokens are of ``sections``."""
    tokens = sum(phrase.last - phrase.first + 1 for phrase in row.of("sections"))
    return len(cells_of(row.tokens)) == 1 and tokens > _MOST_SECTIONS * len(row.tokens)


def _is_heading_above(rows: Sequence[Row], at: int) -> bool:
    if not is_section_cell(rows[at]) or at + 1 == len(rows):
        return False
    row, below = rows[at], rows[at + 1]
    worded = below.page == row.page and below.plain and any(t.letters for t in below.tokens)
    several = len(cells_of(below.tokens)) > 1
    return worded and several and below.tokens[0].x0 >= row.tokens[0].x0 - row.height


def columns_of(rows: Sequence[Row]) -> tuple[Column, ...]:
    """The cells of the rows, stacked into columns."""
    stacks: list[list[tuple[float, float, tuple[Token, ...]]]] = []
    for row in rows:
        for cell in cells_of(row.tokens):
            part = (cell.x0, cell.x1, row.tokens[cell.first : cell.last + 1])
            touched = [s for s in stacks if overlap(*_edges(s), cell.x0, cell.x1) > _STACKED]
            for stack in touched[1:]:
                touched[0].extend(stack)
                stacks.remove(stack)
            if touched:
                touched[0].append(part)
            else:
                stacks.append([part])
    stacks.sort(key=lambda stack: _edges(stack)[0])
    return tuple(column for stack in stacks for column in _columns(stack))


def _edges(stack: Sequence[tuple[float, float, tuple[Token, ...]]]) -> tuple[float, float]:
    return min(part[0] for part in stack), max(part[1] for part in stack)


def _columns(stack: Sequence[tuple[float, float, tuple[Token, ...]]]) -> Iterator[Column]:
    tokens = tuple(token for part in stack for token in part[2])
    x0, x1 = _edges(stack)
    if meanings := cell_meanings(tokens):
        yield Column(x0, x1, tokens, meanings)
        return
    phrases = [phrase for phrase in phrases_of(tokens) if phrase.of("columns")]
    worded = [at for at, token in enumerate(tokens) if token.letters]
    covered = [at for at in worded if any(p.first <= at <= p.last for p in phrases)]
    if phrases and len(covered) >= _COVERED * len(worded):
        for phrase in phrases:
            yield _part(tokens, phrase)
    else:
        yield Column(x0, x1, tokens, frozenset())


def _part(tokens: Sequence[Token], phrase: Phrase) -> Column:
    own = tuple(tokens[phrase.first : phrase.last + 1])
    left, right = min(token.x0 for token in own), max(token.x1 for token in own)
    return Column(left, right, own, frozenset(phrase.of("columns")))


def cell_meanings(tokens: Sequence[Token]) -> frozenset[str]:
    """What a cell's whole text means as the name of a column."""
    text = " ".join(token.text for token in tokens)
    bare = pattern("headers", "_BRACKETS").sub(" ", text)
    unit = pattern("headers", "_UNIT")
    without = " ".join(word for word in bare.split() if not unit.match(word))
    for tried in (text, bare, without):
        if found := _meanings(tried):
            return found
    return _by_parts(without)


def _meanings(text: str) -> frozenset[str]:
    found = known().get(squeezed(text), frozenset())
    return frozenset(meaning for group, meaning in found if group == "columns")


def _by_parts(text: str) -> frozenset[str]:
    parts = [_meanings(part) for part in text.split("/")]
    if len(parts) < 2 or not all(parts):
        return frozenset()
    found = frozenset[str]().union(*parts)
    return frozenset({"amount", "direction"}) if {"debit", "credit"} <= found else found


def _names_columns(columns: Sequence[Column]) -> bool:
    meanings = {column.first for column in columns} - {""}
    if len(meanings) < 2 or not any(c.meanings & _money() for c in columns):
        return False
    wide = sum(column.x1 - column.x0 for column in columns)
    sure = [column for column in columns if column.meanings]
    share = sum(column.x1 - column.x0 for column in sure)
    dated = any(c.meanings & {"date", "value_date"} for c in sure)
    if dated and len(sure) > len(columns) / 2 and share >= _KNOWN_WITH_DATE * wide:
        return True
    return share >= _KNOWN * wide


def _money() -> frozenset[str]:
    return frozenset(constant("headers", "MONEY"))
