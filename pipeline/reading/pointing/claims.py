"""Claims from words that a model or a person pointed at, under one style of figures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Final

from pipeline.proof import Place, Witness
from pipeline.reading.citing.claims import ClaimedEnd, ClaimedLine, Claims, label_beside, mark_at
from pipeline.reading.facts.calendar import Calendar
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.headers import stands_apart
from pipeline.reading.lexing.lexed import Lexed, LexedPages, place_of
from pipeline.reading.lexing.phrases import marks, squeeze
from pipeline.reading.pointing.places import Pointed, day_at, figure_at, text_of
from pipeline.reading.table.items import section_sign

_OTHER: Final = {"opening": "closing", "closing": "opening"}


@dataclass(frozen=True, slots=True)
class Pointer:
    """All that was pointed at of one statement. ``own`` is the reader's witness of it, if any."""

    pages: LexedPages
    lexed: Lexed
    section: tuple[int, int]
    rows: tuple[Pointed, ...]
    opening: Place | None
    closing: Place | None
    calendar: Calendar
    own: Witness | None = None


def claims_pointed(pointer: Pointer) -> list[Claims]:
    """The claims under each side of the printed balance and each order of time, the likelier ones
    first: as the balances move, as the reader has it, and as the days run."""
    convention = pointer.own.convention if pointer.own else None
    sides = (-1, 1) if convention and convention.side == "debt" else (1, -1)
    orders = (True, False) if convention and convention.newest_first else (False, True)
    every = [
        _PointedMaker(pointer, side).claims(newest_first=newest_first)
        for newest_first, side in product(orders, sides)
    ]
    return sorted(every, key=_against_balances)


def _against_balances(claims: Claims) -> int:
    """How many lines move otherwise than the balances beside them."""
    at = claims.opening.value if claims.opening else None
    against = 0
    for line in (claims.lines[place] for place in claims.in_time):
        if at is not None and line.balance_is is not None:
            against += line.balance_is - at != line.moved
        moved = None if at is None else at + line.moved
        at = moved if line.balance_is is None else line.balance_is
    return against


class _PointedMaker:
    """Makes claims where a positive printed balance is the holder's (``side`` 1) or owed (-1)."""

    def __init__(self, pointer: Pointer, side: int) -> None:
        self._pointer, self._lexed, self._side = pointer, pointer.lexed, side
        self._texts = text_of(pointer.lexed, pointer.rows)
        places = [*(row.amount for row in pointer.rows), pointer.opening, pointer.closing]
        self._digits = max(self._decimals(places), default=0)
        every = [*places, *(row.balance for row in pointer.rows)]
        self._weak = any(each < self._digits for each in self._decimals(every))
        self._headings = list(_headings(pointer.lexed))
        self._columns = _columns([row.amount for row in pointer.rows], pointer.pages)

    def claims(self, *, newest_first: bool) -> Claims:
        pointer = self._pointer
        lines: list[ClaimedLine] = []
        for at in range(len(pointer.rows)):
            line = self._line(at)
            above = lines[-1].date if lines else None
            lines.append(line if line.day else line._replace(date=above))
        return Claims(
            document=pointer.pages.document,
            lexed=self._lexed,
            section=pointer.section,
            digits=self._digits,
            lines=tuple(lines),
            opening=self._end(pointer.opening, "opening"),
            closing=self._end(pointer.closing, "closing"),
            newest_first=newest_first,
            side=self._side,
            period=(period.start, period.end) if (period := pointer.calendar.period) else None,
            weak=self._weak,
        )

    def _line(self, at: int) -> ClaimedLine:
        row = self._pointer.rows[at]
        figure, balance = figure_at(self._lexed, row.amount), self._figure(row.balance)
        apart = row.direction or self._mark_apart(row)
        word = self._text(apart) if apart else ""
        size = self._size(figure)
        return ClaimedLine(
            row=row.row,
            amount=row.amount,
            moved=self._side * (-size if row.is_out else size),
            column=self._columns[at],
            heading=self._headings[row.row],
            sign=figure.sign if figure else 0,
            mark=word or self._mark(row.amount, figure),
            apart=apart,
            date=self._day(row.date),
            day=row.date,
            second=row.value_date,
            balance=row.balance,
            balance_is=self._plain(balance) if balance else None,
            balance_mark=self._mark(row.balance, balance),
            text=_without(self._texts[at], apart),
        )

    def _decimals(self, places: Sequence[Place | None]) -> list[int]:
        figures = (self._figure(place) for place in places)
        return [figure.decimals for figure in figures if figure]

    def _figure(self, place: Place | None) -> LexedFigure | None:
        return figure_at(self._lexed, place) if place else None

    def _size(self, figure: LexedFigure | None) -> int:
        if figure is None or figure.decimals > self._digits:
            return 0
        return int(figure.value * 10 ** (self._digits - figure.decimals))

    def _plain(self, figure: LexedFigure | None) -> int:
        return (figure.mark or figure.sign or 1) * self._size(figure) if figure else 0

    def _mark(self, place: Place | None, figure: LexedFigure | None) -> str:
        return mark_at(self._pointer.pages.document, place, figure) if place and figure else ""

    def _text(self, place: Place) -> str:
        return " ".join(word.text for word in self._pointer.pages.document.words(place))

    def _day(self, place: Place | None) -> date | None:
        printed = day_at(self._lexed, place) if place else None
        return self._pointer.calendar.resolve(printed) if printed else None

    def _mark_apart(self, pointed: Pointed) -> Place | None:
        """The one word of the row that says in or out and is apart from its text."""
        row = self._lexed.rows[pointed.row]
        found = [
            place
            for place, word in enumerate(row.words)
            if place not in row.taken
            and word.text.strip("()./").casefold() in marks()
            and stands_apart(row, place)
        ]
        return place_of(row, found[0], found[0]) if len(found) == 1 else None

    def _end(self, place: Place | None, kind: str) -> ClaimedEnd | None:
        """A balance that was pointed at; none if the page calls it the other one."""
        figure = self._figure(place)
        row = self._lexed.row_of(place) if place else None
        if place is None or figure is None or row is None:
            return None
        label = label_beside(self._lexed, row, figure, kind)
        if label is None and label_beside(self._lexed, row, figure, _OTHER[kind]):
            return None
        plain = self._plain(figure)
        return ClaimedEnd(place, plain, plain, label, self._mark(place, figure))


def _headings(lexed: Lexed) -> Iterator[str]:
    """For each row the letters of the nearest heading above that says which way its money went."""
    heading = ""
    for row in lexed.rows:
        if not row.figures and section_sign(row):
            heading = squeeze(row.text)
        yield heading


def _columns(places: Sequence[Place], pages: LexedPages) -> list[int]:
    """Numbers the columns that places are in, from the left: those that overlap sideways share
    one."""
    spans = [list(pages.document.words(place)) for place in places]
    edges = [(min(w.x0 for w in words), max(w.x1 for w in words)) for words in spans]
    groups: list[tuple[float, float]] = []
    for x0, x1 in sorted(edges):
        if groups and x0 < groups[-1][1]:
            groups[-1] = (groups[-1][0], max(groups[-1][1], x1))
        else:
            groups.append((x0, x1))
    return [
        next(at for at, group in enumerate(groups) if group[0] <= x0 and x1 <= group[1])
        for x0, x1 in edges
    ]


def _without(text: tuple[Place, ...], mark: Place | None) -> tuple[Place, ...]:
    if mark is None:
        return text
    kept = (
        Place(p.page, tuple(w for w in p.words if p.page != mark.page or w not in mark.words))
        for p in text
    )
    return tuple(place for place in kept if place.words)
