"""Reads the words that a witness cites: every one a figure or a day, alone and whole, or a fault.

This is the obligation *parsed* of docs/certificate.md, section 4, with the letters of its rules.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations, groupby, pairwise
from operator import attrgetter
from typing import Any, Final, NamedTuple

from pipeline.proof.document import (
    APART, NEAR, TOUCHING, Document, Extent, extent_of, gap, digit_in, height, joined,
)  # fmt: skip
from pipeline.proof.printed import Figure, PrintedDay, fold, read_day, read_figure, read_year
from pipeline.proof.witness import CitedLine, Convention, Place, Witness
from pipeline.words import Word

#: A year behind a day belongs to it at a gap of fewer heights.
_YEAR_NEAR: Final = 1.3


class ReadFigure(NamedTuple):
    """A cited figure and the row that it is on."""

    row: int
    figure: Figure


class ReadLine(NamedTuple):
    """A cited line with what its words say; ``mark`` is that of the figure or the one apart."""

    cited: CitedLine
    row: int
    amount: Figure
    mark: int
    balance: Figure | None
    day: PrintedDay | None
    second: PrintedDay | None


class Cited:
    """A witness with its words read. ``faults`` says what of it is not as the rules ask; where
    there are any, nothing else of this may be used."""

    def __init__(self, document: Document, witness: Witness) -> None:
        self.document, self.witness = document, witness
        self.convention: Convention = witness.convention
        self.style, self.day_style = witness.convention.style, witness.convention.day_style
        # What two neighbours are together may be printed in other ways where figures may be short.
        spaced = [self.style._replace(decimal=e, group=" ", digits=4, short=True) for e in ",."]
        self.styles = [self.style, *(spaced if self.style.short or not self.style.decimal else ())]
        self.faults: list[str] = []
        self.lines = [line for each in witness.lines if (line := self._line(each))]
        ends = (witness.opening, witness.closing)
        self.opening, self.closing = (self._figure(e.figure) if e else None for e in ends)
        self.restated = [(e, read) for e in witness.restated if (read := self._figure(e.figure))]
        self.period = self._period()
        self.year = self._year()
        if not self.faults:
            self.faults += [*self._misplaced(), *self._marks_apart(), *self._under_heads()]

    def places(self) -> Iterator[Place]:
        """The words that may serve once only: all but facts, labels, heads and the year."""
        yield from self.figures()
        for line in self.witness.lines:
            yield from filter(None, (line.day, line.second, line.mark, *line.text))

    def figures(self) -> Iterator[Place]:
        """The words that are read as figures."""
        for line in self.witness.lines:
            yield from filter(None, (line.amount, line.balance))
        yield from (end.figure for end in (self.witness.opening, self.witness.closing) if end)
        yield from (each.figure for each in self.witness.restated)

    def facts(self) -> Iterator[Place]:
        """The words of the period, the number and the kind; a currency's may be those of an end."""
        if (period := self.witness.period) is not None:
            yield from (place for place in (period.first, period.last) if place)
        yield from (fact.value for fact in (self.witness.number, self.witness.kind) if fact)

    def over(self, places: Iterable[Place | None]) -> Extent | None:
        """What some cited words reach over, all together."""
        words = [word for place in places if place for word in self.document.words(place)]
        return extent_of(words) if words else None

    @cached_property
    def found(self) -> dict[tuple[int, int], list[Any]]:
        """Figures and days of rows, as asked for: the same for all witnesses that read alike."""
        reads = (self.style, self.day_style, self.day_forms)
        return self.document.remembered(reads, lambda *_: {})

    @property
    def in_time(self) -> list[int]:
        """The lines by their index, oldest first."""
        return list(range(len(self.lines)))[:: -1 if self.convention.newest_first else 1]

    def _by_column(self, name: str) -> dict[int, Extent]:
        """What the words of each column's lines reach over, as far as they have some."""
        lines = sorted(self.witness.lines, key=attrgetter("column"))
        own = groupby(lines, attrgetter("column"))
        every = ((column, self.over(map(attrgetter(name), each))) for column, each in own)
        return {column: extent for column, extent in every if extent}

    @cached_property
    def columns(self) -> dict[int, Extent]:
        """The sideways extent of each column that is used."""
        return self._by_column("amount")

    @cached_property
    def sided(self) -> dict[int, Extent]:
        """The columns where some move the balance up and others down; else none."""
        columns, own = self.convention.columns, self.columns
        return own if len({columns[column].moves for column in own}) > 1 else {}

    @cached_property
    def money(self) -> dict[int | None, Extent]:
        """The extents of all columns of money; None is that of the balances."""
        balances = self.over(line.balance for line in self.witness.lines)
        return dict(self.columns) | ({None: balances} if balances else {})

    @cached_property
    def days(self) -> list[tuple[int, Extent]]:
        """Each column with the extent of its lines' days, and with that of their second days."""
        return [*self._by_column("day").items(), *self._by_column("second").items()]

    @cached_property
    def numbered(self) -> set[int]:
        """The columns of lists in the order of the numbers that are their first texts, each greater
        than the one above: of checks, whose days come as they may."""
        numbers: dict[int, list[int]] = {}
        for line in self.witness.lines:
            text = "".join(map(self.text, line.text[:1])).strip("*#")
            numbers.setdefault(line.column, []).append(int(text) if text.isdecimal() else 0)
        return {n for n, own in numbers.items() if all(a < b for a, b in pairwise((0, *own)))}

    def text(self, place: Place) -> str:
        """The cited words, with spaces between them."""
        return " ".join(word.text for word in self.document.words(place))

    def _fault(self, place: Place, why: str) -> None:
        self.faults.append(f"{self.text(place)!r} on page {place.page} {why}")

    def _line(self, line: CitedLine) -> ReadLine | None:
        amount = self._figure(line.amount)
        balance = self._figure(line.balance) if line.balance else None
        day, second = (self._day(each) if each else None for each in (line.day, line.second))
        if amount is None:
            return None
        mark = amount.figure.mark
        if line.mark is not None:
            said = dict(self.convention.marks).get(self.text(line.mark), 0)
            if not said or mark:
                self._fault(line.mark, "is no mark of the convention, or a second one")
            mark = said
        bare = not mark and amount.figure.sign == 1 and line.balance and self.witness.opening
        if self.convention.columns[line.column].moves == 0 and not bare:
            self._fault(line.amount, "has a sign, or no balances that give it one")
        printed = balance and balance.figure
        return ReadLine(line, amount.row, amount.figure, mark, printed, day, second)

    def _figure(self, place: Place) -> ReadFigure | None:
        (row, before, after), words = self.document.around(place), self.document.words(place)
        text = joined(words)
        figure = read_figure(text, self.style)
        if row is None or figure is None or not self._is_together(place, row):
            self._fault(place, "is no figure under the convention")
            return None
        longer = self._is_part(before, words[0], text, ahead=True)
        if longer or self._is_part(after, words[-1], text, ahead=False):
            self._fault(place, "is a part of a longer figure")
        return ReadFigure(row, figure)

    def _is_together(self, place: Place, row: int) -> bool:
        """Whether a figure's words are next to each other on their row, and its digits near."""
        for left, right in pairwise(self.document.words(place)):
            digits = digit_in(left.text) and digit_in(right.text)
            if gap(left, right) >= (NEAR if digits else APART) * height(left):
                return False
        at = [self.document.rows[row].words.index(word) for word in place.words]
        return max(at) - min(at) < len(at)

    def _is_part(self, outer: Word | None, inner: Word, text: str, *, ahead: bool) -> bool:
        """Whether a neighbour belongs to a figure: digits meet without a gap, or both texts are a
        figure together (rule *whole*). Where figures may be short, or have no decimals, spaces may
        be groups and either point may part some off."""
        if outer is None or not digit_in(outer.text):
            return False
        apart = gap(outer, inner) / max(height(inner), 0.1)
        left, right = (outer.text, text) if ahead else (text, outer.text)
        if apart < TOUCHING and (left[-1] + right[0]).isdecimal():
            return True
        longer = left + " " * (apart >= TOUCHING and {left[-1], right[0]}.isdisjoint(",.")) + right
        return apart < NEAR and any(read_figure(longer, each) for each in self.styles)

    def _day(self, place: Place) -> PrintedDay | None:
        (row, _, after), text = self.document.around(place), self.text(place)
        day = read_day(text, self.day_style)
        if day is None or row is None:
            self._fault(place, "is no day under the convention")
            return None
        if day.year is None and after and len(after.text.strip(".,")) == 4:
            last = self.document.words(place)[-1]
            near = gap(last, after) < _YEAR_NEAR * height(last)
            if near and read_day(f"{text} {after.text}", self.day_style):
                self._fault(place, "is a part of a longer day")
        return day

    def _period(self) -> tuple[PrintedDay | None, PrintedDay] | None:
        """The days of the period, as printed."""
        if (period := self.witness.period) is None:
            return None
        last = self._day(period.last)
        return ((self._day(period.first) if period.first else None), last) if last else None

    def _year(self) -> PrintedDay | int | None:
        """A whole day or a year from which years are taken that lines do not print."""
        if (place := self.convention.year) is None:
            return None
        text = self.text(place)
        found = read_day(text, self.day_style) or read_year(text, self.day_style)
        if found is None or (isinstance(found, PrintedDay) and found.year is None):
            self._fault(place, "is no year and no day of one")
        return found

    def _misplaced(self) -> Iterator[str]:
        """Words that are where they cannot (rules c, d and g)."""
        document, (start, stop) = self.document, self.witness.section
        rows = [start - 1, *(line.row for line in self.lines), stop]
        for at, line in enumerate(self.lines):
            cited = line.cited
            if document.rows_of(cited.balance, cited.mark) - {line.row}:
                yield f"line {at + 1}: its balance or its mark is on another row"
            away = document.rows_of(cited.day, cited.second, *cited.text) - {line.row}
            alone = line.row not in (rows[at], rows[at + 2])
            if away and not (alone and rows[at] < min(away) and max(away) < rows[at + 2]):
                yield f"line {at + 1}: its words are beyond another line"
        ends = [(self.opening, self.witness.opening), (self.closing, self.witness.closing)]
        figures = [*(read for read, _ in ends), *(read for _, read in self.restated)]
        used = [*rows[1:-1], *(read.row for read in figures if read)]
        if rows != sorted(rows) or not all(start <= row < stop for row in used):
            yield "lines are out of their printed order, or outside the section"
        yield from self._out_of_column()
        for _, end in ends:
            if end is not None and end.column is not None:
                extent = self.sided.get(end.column)
                if extent is None or not extent.overlaps(extent_of(document.words(end.figure))):
                    yield "an end is not in its column, or no other one moves the other way"

    def _out_of_column(self) -> Iterator[str]:
        """Days that are not under each other on a page, as far as they are on the rows of lines."""
        columns: dict[tuple[int, int, bool], list[Place]] = {}
        for line in self.lines:
            for place, second in ((line.cited.day, False), (line.cited.second, True)):
                if place and self.document.row_of(place) == line.row:
                    key = place.page, line.cited.column, second
                    columns.setdefault(key, []).append(place)
        for (page, _, _), places in columns.items():
            if not self._are_in_line(places):
                yield f"the days of page {page} are not under each other"

    def _are_in_line(self, places: Sequence[Place]) -> bool:
        """Whether these words share a sideways point."""
        extents = [extent_of(self.document.words(place)) for place in places]
        return max(each.x0 for each in extents) <= min(each.x1 for each in extents)

    def _marks_apart(self) -> Iterator[str]:
        """Marks apart are under each other, and none is passed over (rule e)."""
        apart = [line.cited.mark for line in self.lines if line.cited.mark]
        if (over := self.over(apart)) is None:
            return
        if not self._are_in_line(apart):
            yield "the marks are not under each other"
        strings = {mark for mark, _ in self.convention.marks}
        for at, line in enumerate(self.lines):
            words = self.document.of_row(line.row) if line.cited.mark is None else ()
            if any(word.text in strings and over.overlaps(extent_of([word])) for word in words):
                yield f"line {at + 1}: a mark is passed over"

    def _under_heads(self) -> Iterator[str]:
        """Columns lie side by side, or the nearest head above tells them apart (rule f)."""
        pairs = combinations(self.columns, 2)
        over = [(one, two) for one, two in pairs if self.columns[one].overlaps(self.columns[two])]
        heads, texts = dict[int, list[int]](), dict[int, set[str]]()
        for column in sorted({column for pair in over for column in pair}):
            places = self.convention.columns[column].head
            own = texts[column] = {fold(self.text(place)) for place in places}
            heads[column] = [max(self.document.rows_of(place)) for place in places]
            figures = self.document.rows_of(*self.figures())
            if len(own) != 1 or "" in own or figures.intersection(heads[column]):
                yield f"column {column + 1} lies over another and has no head of its own"
        if any(texts[one] & texts[two] for one, two in over):
            yield "two columns that lie over each other have the same head"
        for at, line in enumerate(self.lines):
            column = line.cited.column
            rivals = {each for pair in over if column in pair for each in pair}
            above = [(row, n) for n in rivals for row in heads[n] if row < line.row]
            if rivals and (not above or max(above)[1] != column):
                yield f"line {at + 1}: the nearest head above is not its column's"

    @cached_property
    def day_forms(self) -> frozenset[str]:
        """Whether some day is printed in several words that are ``numbers``, or with ``points``
        between its numbers, as figures may be."""
        forms = {"numbers": r"^[\d\W]+ [\d\W]+$", "points": r"\d\.\d"}
        texts = [self.text(line.day) for line in self.witness.lines if line.day]
        return frozenset(n for n, f in forms.items() if any(re.search(f, each) for each in texts))


def serving_twice(every: Sequence[Cited]) -> set[int]:
    """The witnesses of a document, by their index, of which a word serves twice (rule b), or that
    share a row of their sections with another (rule d)."""
    words = [[(p.page, word) for p in cited.places() for word in p.words] for cited in every]
    users = Counter(chain.from_iterable(words))
    twice = {word for word, times in users.items() if times > 1}
    wrong = {index for index, own in enumerate(words) if not twice.isdisjoint(own)}
    for index, cited in enumerate(every):
        told = {(place.page, word) for place in cited.facts() for word in place.words}
        wrong |= set() if told.isdisjoint(users) else {index}
    sections = [cited.witness.section for cited in every]
    for (one, (start, stop)), (two, other) in combinations(enumerate(sections), 2):
        if start < other[1] and other[0] < stop:
            wrong |= {one, two}
    return wrong
