"""Finds the words that name an opening or closing balance, and figures that repeat others."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from pipeline.proof import Place, Restated
from pipeline.reading.citing.claims import ClaimedEnd, Claims
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.lexed import Lexed, place_of
from pipeline.reading.lexing.rows import LexedRow

_ABOVE: Final = 3  # rows over a figure in which its label may be
_NAMES: Final = {"opening": ("opening",), "closing": ("closing", "balance_on", "due")}
_SIDES: Final = ("in", "out", "net")


def label_beside(lexed: Lexed, index: int, figure: LexedFigure, kind: str) -> Place | None:
    """The words that name a figure on a row as an end of this kind: beside it, or right above."""
    row = lexed.rows[index]
    for each in (row, *reversed(lexed.rows[max(index - _ABOVE, 0) : index])):
        for hit in each.phrases("labels", *_NAMES[kind]) if each.page == row.page else ():
            words = each.words[hit.first : hit.last + 1]
            x0, x1 = min(w.x0 for w in words), max(w.x1 for w in words)
            over = x0 < figure.x1 and figure.x0 < x1
            if (each is row and not over) or (each is not row and over):
                return place_of(each, hit.first, hit.last)
    return None


def labelled_end(lexed: Lexed, rows: range, kind: str, scale: int) -> ClaimedEnd | None:
    """The balance on some lexed rows that a sure label names as this end: of openings the first,
    of closings the last."""
    found = [
        fact
        for fact in lexed.facts
        if fact.row in rows and fact.meaning == kind and fact.sure
        if fact.figure.decimals <= scale
    ]
    if not found:
        return None
    fact = found[0] if kind == "opening" else found[-1]
    figure, row = fact.figure, lexed.rows[fact.row]
    plain = (figure.mark or figure.sign or 1) * int(figure.value * 10 ** (scale - figure.decimals))
    label = label_beside(lexed, fact.row, figure, kind)
    return ClaimedEnd(place_of(row, figure.first, figure.last), plain, plain, label)


def named_apart(
    lexed: Lexed, rows: range, table: range, end: ClaimedEnd, kind: str, scale: int
) -> ClaimedEnd:
    """The same balance where a label names it outside the ``table``, on a row without a day, which
    can be no line; the end itself where none does."""
    for fact in lexed.facts:
        row, figure = lexed.rows[fact.row], fact.figure
        apart = fact.row in rows and fact.row not in table and not row.dates
        if not apart or fact.meaning != kind or not fact.sure or figure.decimals > scale:
            continue
        size = int(figure.value * 10 ** (scale - figure.decimals))
        if (figure.mark or figure.sign or 1) * size == end.value:
            label = label_beside(lexed, fact.row, figure, kind)
            return ClaimedEnd(place_of(row, figure.first, figure.last), end.value, end.value, label)
    return end


def restated_of(claims: Claims) -> tuple[Restated, ...]:
    """The figures of the statement that repeat an end, a balance or a sum, and are cited as nothing
    else: between its lines in their columns, or beside a day elsewhere."""
    return tuple(_Repeats(claims).found())


def _page_of(row: LexedRow) -> int:
    return row.page


class _Repeats:
    """Looks for the figures that a statement prints again."""

    def __init__(self, claims: Claims) -> None:
        self._claims, self._lexed = claims, claims.lexed
        places = [p for line in claims.lines for p in (line.amount, line.balance) if p]
        places += [end.figure for end in (claims.opening, claims.closing) if end]
        self._used = {(place.page, word) for place in places for word in place.words}
        self._after = self._balances_after()
        self._spans = self._row_spans()
        section = claims.document.rows[slice(*claims.section)]
        self._pages = range(section[0].page, section[-1].page + 1)

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
        """Each such figure with the first thing that it may repeat."""
        rows = self._lexed.rows
        start = bisect_left(rows, self._pages.start, key=_page_of)
        for index in range(start, bisect_left(rows, self._pages.stop, key=_page_of)):
            row = rows[index]
            if not self._is_of_interest(index, row):
                continue
            for figure in row.figures:
                place = place_of(row, figure.first, figure.last)
                if any((place.page, word) in self._used for word in place.words):
                    continue
                if says := self._said(index, figure):
                    yield Restated(place, says)

    def _is_of_interest(self, index: int, row: LexedRow) -> bool:
        first, stop = self._claims.section
        if not row.figures or not row.ids:
            return False
        number = min(self._claims.document.rows_of(Place(row.page, (row.ids[0],))))
        inside = index in self._spans.get(row.page, ())
        return first <= number < stop and (inside or bool(row.dates))

    def _said(self, index: int, figure: LexedFigure) -> tuple[str | int, ...]:
        claims = self._claims
        if figure.decimals > claims.digits:
            return ()
        size = int(figure.value * 10 ** (claims.digits - figure.decimals))
        value = (figure.mark or figure.sign or 1) * size
        for name, end in (("opening", claims.opening), ("closing", claims.closing)):
            if end and end.value == value:
                return (name,)
        for place in sorted(range(len(claims.lines)), key=lambda at: self._distance(at, index)):
            if self._after[place] == value:
                return ("balance", place)
        return self._sum(index, size)

    def _distance(self, line: int, index: int) -> tuple[bool, int]:
        row = self._claims.lines[line].row
        return row > index, abs(row - index)

    def _sum(self, index: int, size: int) -> tuple[str | int, ...]:
        claims = self._claims
        near = min(range(len(claims.lines)), key=lambda at: self._distance(at, index), default=0)
        page = self._lexed.rows[index].page
        scopes: list[tuple[tuple[str | int, ...], Sequence[int]]] = [
            (("all",), range(len(claims.lines))),
            (("page", page), [i for i, e in enumerate(claims.lines) if e.amount.page == page]),
            (("day", near), self._same(near, 10)),
            (("month", near), self._same(near, 7)),
        ]
        for (over, places), side in product(scopes, _SIDES):
            moved = [claims.lines[at].moved for at in places]
            own = [m for m in moved if side == "net" or ((m > 0) == (side == "in") and m)]
            if len(own) > 1 and abs(sum(own)) == size:
                return ("sum", side, *over)
        return ()

    def _same(self, near: int, letters: int) -> list[int]:
        """The lines of the day (10 letters of its ISO date) or month (7) of one of them."""
        days = [
            line.date.isoformat()[:letters] if line.date else None for line in self._claims.lines
        ]
        return [at for at, day in enumerate(days) if day and day == days[near]] if days else []
