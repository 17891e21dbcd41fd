"""Rows that a model copied, as places on the page: which words are date, amount and balance."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from pipeline.claims import FactName
from pipeline.pages.rows import median
from pipeline.proof import Place
from pipeline.reading.lexing.dates import PrintedDate, dates
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.lexed import Lexed, place_of
from pipeline.reading.lexing.phrases import squeeze
from pipeline.reading.lexing.rows import LexedRow
from pipeline.words import Word

#: Rows above an amount on which its date may be, and below it that go on with its words.
_NEAR = 4
_OUT, _IN, _BALANCE = "out", "in", "balance"


@dataclass(frozen=True, slots=True)
class Pointed:
    """One entry's words. ``row`` counts the document's rows from 0; ``is_out`` is what was said of
    its direction, which decides nothing but in which column it is looked for."""

    row: int
    amount: Place
    is_out: bool
    date: Place | None
    balance: Place | None
    value_date: Place | None = None
    direction: Place | None = None
    text: tuple[Place, ...] | None = None


@dataclass(slots=True)
class Pointing:
    """Looks copied texts up among a document's rows under one style of figures."""

    lexed: Lexed
    kept: Sequence[Pointed] = ()
    _used: set[Place] = field(default_factory=set)
    _edges: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """What is ``kept`` is not looked up again, and its words serve nothing else."""
        self._used.update(place for each in self.kept for place in parts_of(each))

    def rows(self, copied: Sequence[CopiedRow]) -> tuple[list[Pointed], dict[int, str]]:
        """All rows in printed order, and of the lines of others why they are refused.

        Rows that leave no choice are looked up first: their columns tell which of two equal
        figures on another row is its amount.
        """
        ordered = sorted(enumerate(copied), key=lambda each: self._choices(each[1]))
        found: list[tuple[int, int, Pointed]] = []
        refused: dict[int, str] = {}
        last_rows = self._last_rows(copied)
        for place, row in ordered:
            try:
                found.append((row.line, place, self._row(row, last_rows.get(row.line, -1))))
            except Unusable as reason:
                refused[row.line] = str(reason)
        found += [(each.row + 1, -1, each) for each in self.kept]
        return [pointed for _, _, pointed in sorted(found, key=lambda each: each[:2])], refused

    def figure(self, fact: CopiedFact) -> Place | None:
        """The figure of a balance that was cited; the last of equal ones, for labels go first."""
        row = self._row_at(fact.line)
        if row is None:
            return None
        same = [figure for figure in row.figures if _same_digits(row, figure, fact.text)]
        return place_of(row, same[-1].first, same[-1].last) if same else None

    def days(self, fact: CopiedFact) -> list[PrintedDate]:
        """The dates of a cited line whose words are among those cited; or those in cited words
        that are part of a longer one on the page, such as "01.06.2026/30.06.2026"."""
        row = self._row_at(fact.line)
        wanted = _bare(fact.text)
        if row is None:
            return []
        own = [day for day in row.dates if _bare(_text(row, day.first, day.last)) in wanted]
        if own or not _is_whole(fact.text, row.text):
            return own
        words = [Word(text, 0.0, 0.0, 0.0, 0.0) for text in fact.text.split()]
        return dates(words, self.lexed.sheet.years)

    def _row_at(self, line: int) -> LexedRow | None:
        return self.lexed.rows[line - 1] if 1 <= line <= len(self.lexed.rows) else None

    def _choices(self, copied: CopiedRow) -> int:
        row = self._row_at(copied.line)
        return sum(_same_digits(row, f, copied.amount) for f in row.figures) if row else 0

    def _last_rows(self, copied: Sequence[CopiedRow]) -> dict[int, int]:
        """Of each line the row of the entry above it, on which no date of its own can be."""
        lines = sorted({row.line for row in copied} | {each.row + 1 for each in self.kept})
        return {line: above - 1 for above, line in itertools.pairwise(lines)}

    def _row(self, copied: CopiedRow, above: int) -> Pointed:
        row = self._row_at(copied.line)
        if row is None:
            raise Unusable(f"line {copied.line} was not given")
        index = copied.line - 1
        taken: list[Place] = []
        balance = self._cell(row, copied, _BALANCE, copied.balance, taken)
        amount = self._cell(row, copied, _OUT if copied.is_out else _IN, copied.amount, taken)
        assert amount is not None
        date = self._date(index, copied, above) if copied.date else None
        self._used.update(taken)
        return Pointed(index, amount, copied.is_out, date, balance)

    def _cell(
        self, row: LexedRow, copied: CopiedRow, column: str, text: str, taken: list[Place]
    ) -> Place | None:
        """The figure of this text that no other cell has, nearest to where its column is."""
        if not text:
            return None
        same = [
            (figure, place)
            for figure in row.figures
            if _same_digits(row, figure, text)
            and (place := place_of(row, figure.first, figure.last)) not in {*self._used, *taken}
        ]
        if not same:
            raise Unusable(f"{column} {text[:30]!r} does not stand on line {copied.line}")
        figure, place = self._nearest(same, column)
        if len(same) == 1:
            self._edges.setdefault(column, []).append(figure.x1)
        taken.append(place)
        return place

    def _nearest(
        self, same: Sequence[tuple[LexedFigure, Place]], column: str
    ) -> tuple[LexedFigure, Place]:
        """Where nothing else tells, the last: what comes before an amount is what it is made of,
        and a balance, which is looked up first, is behind it."""
        edges = self._edges.get(column)
        if len(same) == 1 or not edges:
            return same[-1]
        edge = median(edges)
        return min(same, key=lambda each: abs(each[0].x1 - edge))

    def _date(self, index: int, copied: CopiedRow, above: int) -> Place | None:
        """The date of this text on the row, or above it; None where the last entry's counts."""
        for at in range(index, max(above, index - _NEAR - 1, -1), -1):
            for place in self._dates(self.lexed.rows[at], copied.date):
                self._used.add(place)
                return place
        if above >= 0 and any(self._same_dates(self.lexed.rows[above], copied.date)):
            return None
        raise Unusable(f"date {copied.date[:30]!r} does not stand on line {copied.line}")

    def _dates(self, row: LexedRow, text: str) -> Iterator[Place]:
        for day in self._same_dates(row, text):
            place = place_of(row, day.first, day.last)
            if place not in self._used:
                yield place

    def _same_dates(self, row: LexedRow, text: str) -> Iterator[PrintedDate]:
        wanted = _bare(text)
        for day in row.dates:
            if _bare(_text(row, day.first, day.last)) == wanted:
                yield day


def text_of(lexed: Lexed, pointed: Sequence[Pointed]) -> list[tuple[Place, ...]]:
    """For each entry the words that describe it: the rest of its own row, and the rows of words
    alone right below it."""
    used = {(p.page, word) for each in pointed for p in parts_of(each) for word in p.words}
    rows = {each.row for each in pointed}
    found: list[tuple[Place, ...]] = []
    for at, each in enumerate(pointed):
        if each.text is not None:
            found.append(each.text)
            continue
        # Of two entries on one row the first has the words.
        is_first = at == 0 or pointed[at - 1].row != each.row
        below = list(_below(lexed, each.row, rows)) if is_first else []
        own = [each.row, *below] if is_first else []
        found.append(tuple(p for index in own if (p := _words(lexed.rows[index], used))))
    return found


def figure_at(lexed: Lexed, place: Place) -> LexedFigure | None:
    """The figure that is just these words."""
    index = lexed.row_of(place)
    row = lexed.rows[index] if index is not None else None
    found = (f for f in row.figures if place_of(row, f.first, f.last) == place) if row else ()
    return next(iter(found), None)


def day_at(lexed: Lexed, place: Place) -> PrintedDate | None:
    """The date that is just these words."""
    index = lexed.row_of(place)
    row = lexed.rows[index] if index is not None else None
    found = (d for d in row.dates if place_of(row, d.first, d.last) == place) if row else ()
    return next(iter(found), None)


def parts_of(each: Pointed) -> Iterator[Place]:
    """The places of an entry's words."""
    places = (each.amount, each.date, each.balance, each.value_date, each.direction)
    yield from (place for place in (*places, *(each.text or ())) if place)


def _below(lexed: Lexed, index: int, entries: set[int]) -> Iterator[int]:
    """The rows that go on with an entry's words: near, alone, indented no less than its text."""
    own = lexed.rows[index]
    edge = next((w.x0 for i, w in enumerate(own.words) if i not in own.taken), own.words[0].x0)
    last = own
    for at in range(index + 1, min(index + 1 + _NEAR, len(lexed.rows))):
        row = lexed.rows[at]
        height = max(last.bottom - last.top, 1.0)
        apart = row.page != last.page or row.top - last.bottom > 1.1 * height
        if at in entries or apart or row.figures or row.dates or row.hits:
            return
        if row.words[0].x0 < edge - 6:
            return
        yield at
        last = row


def _words(row: LexedRow, used: set[tuple[int, int]]) -> Place | None:
    words = tuple(
        place
        for at, place in enumerate(row.ids)
        if at not in row.taken and (row.page, place) not in used
    )
    return Place(row.page, words) if words else None


def _same_digits(row: LexedRow, figure: LexedFigure, text: str) -> bool:
    """Whether a figure is printed with just these digits."""
    return digits_of(_text(row, figure.first, figure.last)) == digits_of(text) != ""


def _text(row: LexedRow, first: int, last: int) -> str:
    return " ".join(word.text for word in row.words[first : last + 1])


def _is_whole(text: str, row: str) -> bool:
    """Whether a text is in a row, beginning and ending where words and numbers do."""
    return text in row and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", row) is not None


def _bare(text: str) -> str:
    """What is compared of dates: digits, and letters as phrases have them."""
    return digits_of(text) + squeeze(text)


#: The cells of a row, in their order: the line of its amount, and texts as they are printed.
CELLS: Final = ("line", "date", "out", "in", "balance")


@dataclass(frozen=True, slots=True)
class CopiedRow:
    """One entry: the line that its amount is on, and its texts as printed; empty for none."""

    line: int
    date: str
    amount: str
    is_out: bool
    balance: str


@dataclass(frozen=True, slots=True)
class CopiedFact:
    """Where the page says something of the account: the words of one line."""

    name: FactName
    line: int
    text: str


class Unusable(ValueError):
    """Why a row or a fact of an answer means nothing, in words for the model."""


def row_of(cells: tuple[str, ...]) -> CopiedRow:
    """The row in an answer's array. Raises Unusable."""
    if len(cells) != len(CELLS):
        raise Unusable(f"row {list(cells)} has not the cells {', '.join(CELLS)}")
    line, date, out, in_, balance = (cell.strip() for cell in cells)
    if bool(out) is bool(in_):
        raise Unusable(f"row {list(cells)} needs one amount: either out or in")
    return CopiedRow(_number(line), date, out or in_, bool(out), balance)


def fact_of(cells: tuple[str, ...]) -> CopiedFact:
    """The fact in an answer's array. Raises Unusable."""
    if len(cells) != 3:
        raise Unusable(f"fact {list(cells)} has not the cells name, line, text")
    name, line, text = (cell.strip() for cell in cells)
    try:
        known = FactName(name)
    except ValueError:
        raise Unusable(f"fact {name!r} is none of {', '.join(FactName)}") from None
    if not text:
        raise Unusable(f"fact {name} cites no words")
    return CopiedFact(known, _number(line), text)


def _number(text: str) -> int:
    bare = text.removeprefix("#").rstrip(":")
    if not bare.isascii() or not bare.isdecimal() or len(bare) > 6:
        raise Unusable(f"{text[:20]!r} is no number of a line")
    return int(bare)


def digits_of(text: str) -> str:
    """Its decimal digits as 0 to 9, without anything between them."""
    return "".join(
        str(unicodedata.decimal(char))
        for char in unicodedata.normalize("NFKC", text)
        if char.isdecimal()
    )
