"""Finds figures that repeat an end, a balance or a sum of the lines, to cite them as that."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, product
from operator import itemgetter
from typing import Final, NamedTuple

from pipeline.proof import Place, Restated
from pipeline.reading.citing.claims import Claims, mark_at
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.lexed import place_of
from pipeline.reading.lexing.rows import LexedRow

_SIDES: Final = ("in", "out", "net")


class Repeated(NamedTuple):
    """The figures of a statement that repeat an end, a balance or a sum, and their marks; whether
    some between its lines, in their columns, repeat nothing."""

    restated: tuple[Restated, ...]
    marks: dict[str, int]
    unsaid: bool


def restated_of(claims: Claims, columns: Sequence[int]) -> Repeated:
    """What repeats and is cited as nothing else: between its lines in their ``columns``, or beside
    a day elsewhere."""
    repeats = _Repeats(claims, columns)
    return Repeated(tuple(repeats.found()), repeats.marks, repeats.unsaid)


def _page_of(row: LexedRow) -> int:
    return row.page


def _size(figure: LexedFigure, digits: int) -> int:
    """In minor units of so many digits, at least those printed."""
    return int(figure.value * 10 ** (digits - figure.decimals))


class _Repeats:
    """Looks for the figures that a statement prints again."""

    def __init__(self, claims: Claims, columns: Sequence[int]) -> None:
        self._claims, self._lexed, self._columns = claims, claims.lexed, columns
        self.marks: dict[str, int] = {}
        self.unsaid = False
        places = [p for line in claims.lines for p in (line.amount, line.balance) if p]
        places += [end.figure for end in (claims.opening, claims.closing) if end]
        self._used = {(place.page, word) for place in places for word in place.words}
        lines = claims.lines
        self._days = self._extents([[e.day for e in lines], [e.second for e in lines]])
        self._headings = {line.heading for line in lines} - {""}
        used = {e.column for e in lines}
        self._money = self._extents([[e.amount for e in lines if e.column == c] for c in used])
        self._after = self._balances_after()
        self._spans = self._row_spans()
        section = claims.document.rows[slice(*claims.section)]
        self._pages = section[0].page, section[-1].page + 1

    def _extents(self, columns: Sequence[Sequence[Place | None]]) -> list[tuple[float, float]]:
        """From where to where the words of columns reach."""
        cited = [[place for place in column if place] for column in columns]
        words = [[w for place in own for w in self._claims.document.words(place)] for own in cited]
        return [(min(w.x0 for w in own), max(w.x1 for w in own)) for own in words if own]

    def _row_spans(self) -> dict[int, range]:
        """The lexed rows from the first to the last line of each page."""
        spans: dict[int, range] = {}
        for line in self._claims.lines:
            known = spans.get(line.amount.page, range(line.row, line.row + 1))
            first, stop = min(known.start, line.row), max(known.stop, line.row + 1)
            spans[line.amount.page] = range(first, stop)
        return spans

    def _balances_after(self) -> list[int | None]:
        """The printed balance after each line."""
        claims = self._claims
        at = claims.opening.value if claims.opening else None
        after: list[int | None] = [None] * len(claims.lines)
        for place in claims.in_time:
            line = claims.lines[place]
            at = line.balance_is if at is None else at + line.moved
            after[place] = at
        return after

    def found(self) -> Iterator[Restated]:
        """Each such figure with the first thing that it may repeat; ``marks`` gathers theirs."""
        start, stop = (bisect_left(self._lexed.rows, n, key=_page_of) for n in self._pages)
        every = enumerate(self._lexed.rows[start:stop], start)
        wanted = [(index, row) for index, row in every if self._is_of_interest(index, row)]
        lines = self._claims.lines
        bare = not any(line.balance for line in lines)
        own = {line.row: [at] for at, line in enumerate(lines) if bare}
        like_lines = self._like_lines([row for _, row in wanted])
        beside: list[tuple[Place, tuple[str | int, ...]]] = []
        for index, row in wanted:
            if told := self._balances_of_days(index, row):
                yield from told
                continue
            apart = self._number(row) not in like_lines
            for figure in row.figures if apart or index in own else ():
                place = place_of(row, figure.first, figure.last)
                if self._is_used(place) or figure.decimals > self._claims.digits:
                    continue
                if not apart:
                    beside.append((place, self._end_or_balance(index, figure, own[index])))
                elif says := self._said(index, figure):
                    if mark := mark_at(self._claims.document, place, figure):
                        self.marks[mark] = figure.mark
                    yield Restated(place, says)
                elif any(a < figure.x1 and figure.x0 < b for a, b in self._money):
                    self.unsaid = self.unsaid or index in self._spans.get(row.page, ())
        yield from self._contradicted(beside)

    def _balances_of_days(self, index: int, row: LexedRow) -> list[Restated]:
        """The figures of a row in a table of days and the balances at their ends, or the opening
        one: each behind its day; none where a figure says something else."""
        found, opening = list[Restated](), self._claims.opening
        for figure, day in self._lexed.balances_of_days.get(index, ()):
            place, value = place_of(row, figure.first, figure.last), self._value(figure)
            at = self._day_ends.get((day.day, day.month, value)) if day else None
            is_opening = bool(day and opening and opening.value == value)
            if self._is_used(place) or (at is None and not is_opening):
                return []
            found.append(Restated(place, ("opening",) if at is None else ("day", at)))
        return found

    @cached_property
    def _day_ends(self) -> dict[tuple[int, int, int], int]:
        """A line that prints its day, by day, month and the balance at the end of that day; by
        month and day as well, for a row alone does not say which is first."""
        lines, found = self._claims.lines, dict[tuple[int, int, int], int]()
        balance = self._claims.opening.value if self._claims.opening else None
        dated = sorted((line.date, at) for at, line in enumerate(lines) if line.date)
        for day, group in groupby(dated, itemgetter(0)) if balance is not None else ():
            places = [at for _, at in group]
            balance = (balance or 0) + sum(lines[at].moved for at in places)
            for at in filter(lambda at: lines[at].day, places[::-1]):
                found[day.day, day.month, balance] = found[day.month, day.day, balance] = at
        return found

    def _contradicted(
        self, beside: Sequence[tuple[Place, tuple[str | int, ...]]]
    ) -> Iterator[Restated]:
        """Balances on the rows of lines that cite none, where another one below or above them does
        not follow: with one of them cited, the page is not proven. The opening balance is repeated
        in boxes."""
        said = [Restated(place, says) for place, says in beside if says not in ((), ("opening",))]
        column = self._extents([[each.figure for each in said]])
        others = self._extents([[place] for place, says in beside if not says])
        if any(a < stop and start < b for start, stop in others for a, b in column):
            yield from said

    def _like_lines(self, rows: Sequence[LexedRow]) -> set[int]:
        """The document's rows with a day and a figure, be it a day's number, in columns of the
        lines: the kernel takes each for one, and refuses what is on it as a repeat unless it is."""

        def inside(x0: float, x1: float) -> bool:
            return any(2 * (min(b, x1) - max(a, x0)) >= x1 - x0 for a, b in self._money)

        dated, moving = set[int](), set[int]()
        for row in rows:
            if any(a < day.x1 and day.x0 < b for day in row.dates for a, b in self._days):
                dated.add(self._number(row))
            spans = [(figure.x0, figure.x1) for figure in row.figures]
            spans += [(word.x0, word.x1) for word in row.words if word.text.isdecimal()]
            if any(inside(*span) for span in spans):
                moving.add(self._number(row))
        return dated & moving

    def _number(self, row: LexedRow) -> int:
        return min(self._claims.document.rows_of(Place(row.page, (row.ids[0],))))

    def _is_of_interest(self, index: int, row: LexedRow) -> bool:
        first, stop = self._claims.section
        if not row.figures or not row.ids or self._is_heading(row):
            return False
        inside = index in self._spans.get(row.page, ())
        # Elsewhere one with a day that is called nothing may be an entry that is left out.
        named = row.has_label or row.phrases("columns", "balance") or len(row.dates) > 1
        beside = row.dates and (named or index in self._lexed.balances_of_days)
        return first <= self._number(row) < stop and (inside or bool(beside))

    def _is_heading(self, row: LexedRow) -> bool:
        """Whether a row is the heading of a section, its total beside it and in no column."""
        named = row.heading in self._headings
        return named and not any(
            a < figure.x1 and figure.x0 < b for a, b in self._money for figure in row.figures
        )

    def _said(self, index: int, figure: LexedFigure) -> tuple[str | int, ...]:
        """What a figure apart from the lines repeats: rather the balance of one near to it."""
        every = range(len(self._claims.lines))
        return self._end_or_balance(index, figure, every) or self._sum(index, figure)

    def _end_or_balance(
        self, index: int, figure: LexedFigure, lines: Iterable[int]
    ) -> tuple[str | int, ...]:
        """The end that a figure repeats, or of some lines the nearest whose balance it is."""
        claims = self._claims
        value = self._value(figure)
        for name, end in (("opening", claims.opening), ("closing", claims.closing)):
            if end and end.value == value:
                return (name,)
        same = [at for at in lines if self._after[at] == value]
        return ("balance", min(same, key=lambda at: self._distance(at, index))) if same else ()

    def _value(self, figure: LexedFigure) -> int:
        """What a figure is as a balance, as printed."""
        return (figure.mark or figure.sign or 1) * _size(figure, self._claims.digits)

    def _is_used(self, place: Place) -> bool:
        """Whether a word is cited as an amount, a balance or an end."""
        return any((place.page, word) in self._used for word in place.words)

    def _distance(self, line: int, index: int) -> tuple[bool, int]:
        row = self._claims.lines[line].row
        return row > index, abs(row - index)

    def _sum(self, index: int, figure: LexedFigure) -> tuple[str | int, ...]:
        claims, size = self._claims, _size(figure, self._claims.digits)
        near = min(range(len(claims.lines)), key=lambda at: self._distance(at, index), default=0)
        row = self._lexed.rows[index]
        page = row.page
        column = self._columns[near] if self._columns else 0
        section = self._sections[claims.lines[near].heading] if self._columns else []
        scopes: list[tuple[tuple[str | int, ...], Sequence[int]]] = [
            (("all",), range(len(claims.lines))),
            (("page", page), [i for i, e in enumerate(claims.lines) if e.amount.page == page]),
            (("column", column), [i for i, e in enumerate(self._columns) if e == column]),
            (("column", *section), [i for i, e in enumerate(self._columns) if e in section]),
            (("day", near), self._same(near, 10)),
            (("month", near), self._same(near, 7)),
        ]
        for (over, places), side in product(scopes, _SIDES):
            moved = [claims.lines[at].moved for at in places]
            own = [m for m in moved if side == "net" or ((m > 0) == (side == "in") and m)]
            alone = over[0] == "column" and claims.opening and claims.closing and not row.dates
            if len(own) > (not alone) and abs(sum(own)) == size:
                return ("sum", side, *over)
        return ()

    @cached_property
    def _sections(self) -> dict[str, list[int]]:
        """The columns of each section, by its heading: several of a list printed abreast."""
        found: dict[str, set[int]] = {}
        for line, column in zip(self._claims.lines, self._columns, strict=True):
            found.setdefault(line.heading, set()).add(column)
        return {heading: sorted(own) for heading, own in found.items()}

    def _same(self, near: int, letters: int) -> list[int]:
        """The lines of the day (10 letters of its ISO date) or month (7) of one of them."""
        days = [e.date.isoformat()[:letters] if e.date else None for e in self._claims.lines]
        return [at for at, day in enumerate(days) if day and day == days[near]] if days else []
