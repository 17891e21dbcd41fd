"""What the words of a statement are taken for, and which way its columns and marks move."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from pipeline.proof import Column, Document, Place
from pipeline.reading.lexing.figures import LexedFigure, NumberStyle
from pipeline.reading.lexing.headers import cell_places
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.lexing.lexed import Lexed, document_row, place_of
from pipeline.reading.lexing.phrases import marks as meanings_of_marks


class ClaimedLine(NamedTuple):
    """One line: its words, and what they are taken for.

    ``row`` counts the lexed rows. ``moved`` is what the line moves the printed balance by, in minor
    units, and ``column`` and ``heading`` (by its letters) tell the columns of amounts apart.
    ``sign`` is that of the printed figure (0 without one), ``mark`` a text such as "CR" at it or
    ``apart`` from it. ``date`` is the day that is meant, None where no one knows its year."""

    row: int
    amount: Place
    moved: int
    column: int
    heading: str = ""
    sign: int = 0
    mark: str = ""
    apart: Place | None = None
    date: date | None = None
    day: Place | None = None
    second: Place | None = None
    balance: Place | None = None
    balance_is: int | None = None
    balance_mark: str = ""
    text: tuple[Place, ...] = ()

    @property
    def way(self) -> int:
        """1 if the line moves the printed balance up, -1 if down, 0 for an amount of zero."""
        return (self.moved > 0) - (self.moved < 0)


class ClaimedEnd(NamedTuple):
    """An opening or closing balance: its words, the printed value in minor units, that of the
    figure alone (without the column that it is in), the words of a label, and its mark."""

    figure: Place
    value: int
    plain: int
    label: Place | None = None
    mark: str = ""


@dataclass(frozen=True)
class Claims:
    """One statement. ``section`` are rows of the document; ``side`` is 1 where a positive printed
    balance is taken for the holder's money, -1 where for a debt, and ``stated`` says that the heads
    of two columns name what came in and what went out. ``period`` is what the reader takes for it.
    """

    document: Document
    lexed: Lexed
    section: tuple[int, int]
    digits: int
    lines: tuple[ClaimedLine, ...]
    opening: ClaimedEnd | None = None
    closing: ClaimedEnd | None = None
    newest_first: bool = False
    side: int = 1
    stated: bool = False
    period: tuple[date, date] | None = None
    weak: bool = False

    @property
    def style(self) -> NumberStyle:
        """How point and comma are read."""
        return self.lexed.sheet.style

    @property
    def in_time(self) -> list[int]:
        """The lines by their index, oldest first."""
        places = list(range(len(self.lines)))
        return places[::-1] if self.newest_first else places

    @cached_property
    def heading(self) -> range:
        """The lexed rows of its section above its lines; to the end without any."""
        rows = self.lexed.rows
        first = start = min((line.row for line in self.lines), default=len(rows))
        while start and document_row(self.document, rows[start - 1]) >= self.section[0]:
            start -= 1
        return range(start, first)

    def text(self, place: Place) -> str:
        """The words of a place, with spaces."""
        return " ".join(word.text for word in self.document.words(place))


_COLUMNS = 100  # more than a table has
_SAME_EDGE: Final = 4.0  # points between cells over the days of one column

_Key: TypeAlias = tuple[object, ...]


class ClaimedColumns(NamedTuple):
    """The columns from left to right, the marks, and the column of each line."""

    columns: tuple[Column, ...]
    marks: tuple[tuple[str, int], ...]
    of_line: tuple[int, ...]


def columns_of(claims: Claims, *, by_heading: bool = False) -> ClaimedColumns:
    """The columns of the lines; parted by headings where a column alone says no direction, or
    ``by_heading`` in any case."""
    lines = list(_beside_each_other(claims))
    marks: dict[str, int] = {}
    for line in lines:
        if line.mark and line.moved:
            marks.setdefault(line.mark, line.way)
    keys: list[_Key] = [(line.column,) for line in lines]
    mixed = not _is_consistent(lines, keys, marks)
    if mixed and not by_heading and (way := _plus_says(lines)):
        marks["+"] = way
    elif mixed or by_heading:
        keys = [(line.column, line.heading) for line in lines]
    marks |= _marks_of_balances(claims, marks)
    by_balance = not _is_consistent(lines, keys, marks) and all(line.balance for line in lines)
    if by_balance:
        keys = [(line.column,) for line in lines]
    order = sorted(dict.fromkeys(keys), key=lambda key: int(str(key[0])))
    columns = []
    for key in order:
        own = [line for line, k in zip(lines, keys, strict=True) if k == key]
        moves = 0 if by_balance else _moves(own, marks)
        columns.append(Column(moves, _heads(claims, own, by_heading=len(key) > 1)))  # type: ignore[arg-type]
    return ClaimedColumns(
        tuple(columns), tuple(marks.items()), tuple(order.index(key) for key in keys)
    )


def _beside_each_other(claims: Claims) -> Iterator[ClaimedLine]:
    """The lines, those of tables side by side in columns of their own: where the days of a page are
    not all under each other, by the cell of the header that their days are under."""
    apart, edges = _pages_of_days_apart(claims), list[float]()
    for line in claims.lines:
        header = claims.lexed.header_above(line.row) if line.amount.page in apart else None
        if header is None:
            yield line
            continue
        words = claims.document.words(line.day) if line.day else ()
        cells = [cell.x0 for cell in header.having("date") or header.columns[:1]]
        edge = [x0 for x0 in cells if words and x0 <= words[0].x0 + 1][-1:] or cells[:1]
        at = next((n for n, x0 in enumerate(edges) if abs(x0 - edge[0]) <= _SAME_EDGE), len(edges))
        edges += edge if at == len(edges) else []
        yield line._replace(column=line.column + _COLUMNS * at)


def _pages_of_days_apart(claims: Claims) -> set[int]:
    """The pages on which the days of lines are not all under each other."""
    days: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for line in claims.lines:
        if line.day:
            words = claims.document.words(line.day)
            days[line.amount.page].append((words[0].x0, words[-1].x1))
    return {
        page for page, own in days.items() if max(x0 for x0, _ in own) >= min(x1 for _, x1 in own)
    }


def _ways(lines: Iterable[ClaimedLine], marks: Mapping[str, int]) -> Counter[int]:
    """Which way plain figures among these move the balance, by how often."""
    ways: Counter[int] = Counter()
    for line in lines:
        if line.moved and not line.mark and not ("+" in marks and line.sign > 0):
            ways[line.way * (-1 if line.sign < 0 else 1)] += 1
    return ways


def _moves(lines: Sequence[ClaimedLine], marks: Mapping[str, int]) -> int:
    if ways := _ways(lines, marks):
        return ways.most_common(1)[0][0]
    said = [marks[line.mark] for line in lines if line.mark in marks]
    return -said[0] if said else 1


def _is_consistent(
    lines: Sequence[ClaimedLine], keys: Sequence[_Key], marks: Mapping[str, int]
) -> bool:
    """Whether the plain figures of each column all go one way."""
    by_key: dict[_Key, list[ClaimedLine]] = defaultdict(list)
    for line, key in zip(lines, keys, strict=True):
        by_key[key].append(line)
    return all(len(_ways(own, marks)) <= 1 for own in by_key.values())


def _plus_says(lines: Sequence[ClaimedLine]) -> int:
    """The one way that all amounts with a plus go, where they say what plain ones do not; else
    0."""
    plus = {line.way for line in lines if line.sign > 0 and line.moved}
    return plus.pop() if len(plus) == 1 else 0


def _marks_of_balances(claims: Claims, known: Mapping[str, int]) -> dict[str, int]:
    """The marks of balances and ends, which say their sign."""
    found: dict[str, int] = {}
    for line in claims.lines:
        if line.balance_mark and line.balance_is:
            found.setdefault(line.balance_mark, 1 if line.balance_is > 0 else -1)
    for end in (claims.opening, claims.closing):
        if end and end.mark and end.value:
            found.setdefault(end.mark, 1 if end.value > 0 else -1)
    return {mark: way for mark, way in found.items() if mark not in known}


def mark_at(document: Document, place: Place, figure: LexedFigure) -> str:
    """The letters of the mark that a figure was read with, as printed, before those of a currency;
    empty without one. In some scripts vowels are signs at letters."""
    text = " ".join(word.text for word in document.words(place)) if figure.mark else ""
    found: list[str] = re.findall(r"(?:[^\W\d_][\u0300-\u036f\u0900-\u1100]*)+\.?", text)
    known = [each for each in found if each.rstrip(".").casefold() in meanings_of_marks()]
    return (known or found or [""])[-1]


def _heads(claims: Claims, lines: Sequence[ClaimedLine], *, by_heading: bool) -> tuple[Place, ...]:
    """The words over a column: the headings of its sections, or its cell of the header."""
    if by_heading:
        wanted = {line.heading for line in lines}
        first, stop = claims.section
        named = [row for row in claims.lexed.rows if row.heading in wanted]
        # The total of a section may be beside its heading.
        bare = {row.heading for row in named if not row.figures}
        rows = (row for row in named if not row.figures or row.heading not in bare)
        words = ((row, [row.ids[at] for at in row.titled if at not in row.taken]) for row in rows)
        places = (Place(row.page, tuple(dict.fromkeys(ids))) for row, ids in words if ids)
        return tuple(
            place for place in places if first <= min(claims.document.rows_of(place)) < stop
        )
    return head_over(claims, lines[0].row, [line.amount for line in lines])


def head_over(claims: Claims, row: int, places: Sequence[Place]) -> tuple[Place, ...]:
    """The cell of the header above a row that these places are under."""
    header = claims.lexed.header_above(row)
    if header is None:
        return ()
    words = [word for place in places for word in claims.document.words(place)]
    x0, x1 = min(word.x0 for word in words), max(word.x1 for word in words)
    ids: list[int] = []
    page = 0
    for at in header.rows:
        over = claims.lexed.rows[at]
        for cell in cell_places(over):
            own = [over.words[place] for place in cell]
            if min(w.x0 for w in own) < x1 and x0 < max(w.x1 for w in own):
                page = page or over.page
                ids += [over.ids[place] for place in cell if over.page == page]
                break
    return (Place(page, tuple(dict.fromkeys(ids))),) if ids else ()


_ABOVE: Final = 3  # rows over a figure in which its label may be
_NAMES: Final = {"opening": ("opening",), "closing": ("closing", "balance_on", "due")}
_NAMES["period"] = _NAMES["closing"]


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


def labelled_end(claims: Claims, rows: range, kind: str) -> ClaimedEnd | None:
    """The balance on some lexed rows that a sure label names as this end, and that is no line's
    figure: of openings the first, of closings the last."""
    lexed, scale = claims.lexed, claims.digits
    lines = {place for line in claims.lines for place in (line.amount, line.balance)}
    found = [
        fact
        for fact in lexed.facts
        if fact.row in rows and fact.meaning == kind and fact.sure
        if fact.figure.decimals <= scale and _place_of(lexed, fact) not in lines
    ]
    if not found:
        return None
    fact = found[0] if kind == "opening" else found[-1]
    figure = fact.figure
    plain = (figure.mark or figure.sign or 1) * int(figure.value * 10 ** (scale - figure.decimals))
    place = _place_of(lexed, fact)
    label = label_beside(lexed, fact.row, figure, kind)
    return ClaimedEnd(place, plain, plain, label, mark_at(claims.document, place, figure))


def _place_of(lexed: Lexed, fact: LabelledFigure) -> Place:
    return place_of(lexed.rows[fact.row], fact.figure.first, fact.figure.last)
