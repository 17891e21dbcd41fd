"""Claims from the reading that ties out: what its steps take the words of their rows for."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from pipeline.proof import Place
from pipeline.reading.citing.claims import ClaimedEnd, ClaimedLine, Claims, label_beside, mark_at
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.lexed import Lexed, LexedPages, document_row, place_of
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.table.conventions import Roles
from pipeline.reading.table.descriptions import (
    column_of_dates,
    dates_below,
    second_date,
    used_words,
    words_around,
)
from pipeline.reading.table.items import Item
from pipeline.reading.table.search import BestReading
from pipeline.reading.table.steps import Step
from pipeline.reading.table.ties import Printed, Tie


class Cut(NamedTuple):
    """The lexed rows that one statement is on."""

    pages: LexedPages
    lexed: Lexed
    start: int
    stop: int

    @property
    def rows(self) -> Sequence[LexedRow]:
        """The rows of the whole document."""
        return self.lexed.rows


def claims_of(
    found: BestReading,
    tie: Tie,
    cut: Cut,
    days: Sequence[date | None],
    period: tuple[date, date] | None,
) -> Claims:
    """The claims of a reading; ``days`` are those of its lines in printed order, ``period`` what
    the reader takes for it."""
    steps = sorted((s for s in tie.steps if s.amount is not None), key=lambda s: s.item.index)
    maker = _Maker(found, tie, cut, steps)
    lines = tuple(maker.line(at, day) for at, day in enumerate(days))
    return Claims(
        document=cut.pages.document,
        lexed=cut.lexed,
        section=section_of(cut),
        digits=found.scale.exponent,
        lines=lines,
        opening=maker.end(tie.opening, "opening"),
        closing=maker.end(tie.closing, "closing"),
        newest_first=_is_newest_first(tie, days),
        side=maker.side,
        stated=tie.named and None not in (tie.convention.roles.debit, tie.convention.roles.credit),
        period=period,
        weak=maker.weak,
    )


def section_of(cut: Cut) -> tuple[int, int]:
    """The rows of the document that a cut is."""
    document = cut.pages.document
    first = document_row(document, cut.rows[cut.start]) if cut.start < cut.stop else 0
    after = cut.rows[cut.stop : cut.stop + 1]
    return first, document_row(document, after[0]) if after else len(document.rows)


def _is_newest_first(tie: Tie, days: Sequence[date | None]) -> bool:
    """By the days, if more of them fall than rise, for each section may begin with an early one;
    where nothing tells, as the balances were read."""
    known = [day for day in days if day]
    falls = sum((one > two) - (one < two) for one, two in pairwise(known))
    beside = any(step.balance is not None for step in tie.steps if step.amount is not None)
    return falls > 0 if falls and not beside else tie.convention.newest_first


class _Maker:
    """Makes the claims of one reading, line by line."""

    def __init__(self, found: BestReading, tie: Tie, cut: Cut, steps: Sequence[Step]) -> None:
        self._found, self._tie, self._cut, self._steps = found, tie, cut, steps
        self._document = cut.pages.document
        self._roles = tie.convention.roles
        self.side = 1 if tie.convention.balance_base > 0 else -1
        self._groups = words_around(found.items, [step.item for step in steps], self._roles.money)
        # For each line the date that is its own, and where it is.
        # A date on a row without an amount belongs to the first line below it.
        wanted = {step.item.index for step in steps}
        dates: list[tuple[Item, PrintedDate] | None] = []
        waiting: tuple[Item, PrintedDate] | None = None
        for item in found.items:
            if item.day is not None:
                waiting = (item.below or item, item.day)
            if item.index in wanted:
                dates.append(waiting)
                waiting = None
            elif item.day is not None and not self._roles.money.isdisjoint(item.cells):
                waiting = None
        self._dates = dates
        self._seconds = _second_dates(self._dates, steps, cut, self._groups)

    def line(self, at: int, day: date | None) -> ClaimedLine:
        """The claims of one step."""
        step = self._steps[at]
        item = step.item
        column, figure = _own_figure(self._roles, item)
        amount = place_of(item.row, figure.first, figure.last)
        apart, mark = None, ""
        if item.direction_word is not None:
            apart = place_of(item.row, item.direction_word, item.direction_word)
            mark = self._document.words(apart)[0].text
        else:
            mark = mark_at(self._document, amount, figure)
        dated = self._dates[at]
        first = place_of(dated[0].row, dated[1].first, dated[1].last) if dated else None
        balance, beside = self._balance(item)
        taken = (amount, apart, first, self._seconds[at], balance)
        return ClaimedLine(
            row=self._cut.start + item.index,
            amount=amount,
            moved=self.side * (step.amount or 0),
            column=column,
            heading=item.heading,
            sign=figure.sign,
            mark=mark,
            apart=apart,
            date=day,
            day=first,
            second=self._seconds[at],
            balance=balance,
            balance_is=None if step.balance is None else self.side * step.balance,
            balance_mark=mark_at(self._document, balance, beside) if balance and beside else "",
            text=_text_places(self._groups[item.index], [place for place in taken if place]),
        )

    def _balance(self, item: Item) -> tuple[Place | None, LexedFigure | None]:
        column = self._roles.balance
        figure = item.cells.get(column) if column is not None else None
        if figure is None:
            return None, None
        return place_of(item.row, figure.first, figure.last), figure

    @property
    def weak(self) -> bool:
        """Whether some figure prints fewer minor digits than the others."""
        column = self._roles.balance
        beside = (s.item.cells.get(column) for s in self._steps) if column is not None else ()
        figures = [_own_figure(self._roles, step.item)[1] for step in self._steps]
        return self._cut.lexed.sheet.style.is_short or any(
            figure.weak for figure in (*figures, *filter(None, beside))
        )

    def end(self, printed: Printed | None, kind: str) -> ClaimedEnd | None:
        """The words of an opening or closing balance."""
        if printed is None:
            return None
        row = self._cut.rows[self._cut.start + printed.row]
        scale = self._found.scale
        same = [f for f in row.figures if scale.minor(f) == abs(printed.value)]
        named = [f for f in same if f.first == printed.word] or same[-1:]
        if not named:
            return None
        figure = named[0]
        place = place_of(row, figure.first, figure.last)
        mark = mark_at(self._document, place, figure)
        plain = (figure.mark or figure.sign or 1) * scale.minor(figure)
        own = ClaimedEnd(
            place,
            self.side * printed.value,
            plain,
            label_beside(self._cut.lexed, self._cut.start + printed.row, figure, kind),
            mark,
        )
        if self._roles.balance is None:  # in a column of amounts it would look like a line
            return own
        cut, rows = self._cut, [self._cut.start + step.item.index for step in self._steps]
        return _named_apart(cut, range(min(rows), max(rows) + 1), own, kind, scale.exponent)


def _named_apart(cut: Cut, table: range, end: ClaimedEnd, kind: str, scale: int) -> ClaimedEnd:
    """The same balance where a label names it outside the ``table``, on a row without a day, which
    can be no line; the end itself where none does."""
    lexed, rows = cut.lexed, range(cut.start, cut.stop)
    for fact in lexed.facts:
        row, figure = lexed.rows[fact.row], fact.figure
        apart = fact.row in rows and fact.row not in table and not row.dates
        if not apart or fact.meaning != kind or not fact.sure or figure.decimals > scale:
            continue
        size = int(figure.value * 10 ** (scale - figure.decimals))
        if (figure.mark or figure.sign or 1) * size == end.value:
            place = place_of(row, figure.first, figure.last)
            label = label_beside(lexed, fact.row, figure, kind)
            mark = mark_at(cut.pages.document, place, figure)
            return ClaimedEnd(place, end.value, end.value, label, mark)
    return end


def _own_figure(roles: Roles, item: Item) -> tuple[int, LexedFigure]:
    """The column and figure of a line's amount."""
    sides = [(column, item.cells[column]) for column in roles.moving if column in item.cells]
    return next((each for each in sides if each[1].value), sides[0])


def _second_dates(
    dates: Sequence[tuple[Item, PrintedDate] | None],
    steps: Sequence[Step],
    cut: Cut,
    groups: Mapping[int, Sequence[Item]],
) -> list[Place | None]:
    """The second date of each line: beside the first, or where none has one, below it; of lines
    without a first one, under those of the others."""
    lexed = cut.lexed
    found = [_beside(cut, *own) if own else None for own in dates]
    firsts = [own[1] for own in dates if own]
    if not any(found) and len(firsts) == len(dates):
        rows = [cut.start + step.item.index for step in steps]
        below = dates_below(lexed, list(zip(rows, firsts, strict=True)), cut.stop)
        heads = {cut.start + own[0].index for own in dates if own}.intersection(below)
        days = [(lexed.rows[row], lexed.rows[row].dates[0]) for row in below if not heads]
        days = days or column_of_dates(
            [(lexed.rows[r], f) for r, f in zip(rows, firsts, strict=True)]
        )
        return [place_of(row, day.first, day.last) for row, day in days] or found
    under = [place for place in found if place]
    for at, step in enumerate(steps) if under and len(firsts) < len(dates) else ():
        if dates[at] is None:
            every = (_under(cut, item.row, under) for item in groups[step.item.index])
            found[at] = next(filter(None, every), None)
    return found


def _beside(cut: Cut, item: Item, first: PrintedDate) -> Place | None:
    row = cut.start + item.index
    day = second_date(cut.lexed, row, first)
    return place_of(item.row, day.first, day.last) if day else None


def _under(cut: Cut, row: LexedRow, places: Sequence[Place]) -> Place | None:
    """The date of a row that is under these places for half of its width."""
    words = [word for place in places for word in cut.pages.document.words(place)]
    x0, x1 = min(word.x0 for word in words), max(word.x1 for word in words)
    for day in row.dates:
        if 2 * (min(day.x1, x1) - max(day.x0, x0)) >= day.x1 - day.x0:
            return place_of(row, day.first, day.last)
    return None


def _text_places(group: Sequence[Item], taken: Sequence[Place]) -> tuple[Place, ...]:
    """The words that describe a line, row by row, without those that say something else."""
    used = {(place.page, word) for place in taken for word in place.words}
    found = []
    for item in group:
        skip, page = used_words(item), item.row.page
        ids = [i for at, i in enumerate(item.row.ids) if at not in skip and (page, i) not in used]
        if ids:
            found.append(Place(page, tuple(dict.fromkeys(ids))))
    return tuple(found)
