"""One page of the document: its words, and where each line of the statement is on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from sqlalchemy import exists, select

from db.models import Import, Line, Match, Statement
from db.session import read_only
from db.statements.pages import import_of
from jobs.documents.finding import document_of
from pipeline.pages.picture import coloured, page_picture
from pipeline.pages.sandbox.fork import run_limited
from pipeline.pages.sandbox.limits import chosen_limits
from pipeline.proof import CertificateError, Place, Witness
from pipeline.record.certificates import pages_in
from pipeline.record.drafts import draft_of
from pipeline.words import Box, Page, Word

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.orm import Session

    from app.one_statement.proposed import ChosenStatement
    from app.one_statement.shapes import SelectedShape
    from db.models import Document
    from jobs.options import Documents


#: Beyond the words of a row, in points.
_AROUND = 3.0
#: So many heights of a row from its table a word is still of the row.
_NEXT_TO = 2.0


@dataclass(frozen=True, slots=True)
class RowBox:
    """A line's whole row; ``paired`` if it has an entry, ``looked_at`` if a person looks at it."""

    line: int
    box: Box
    paired: bool
    looked_at: bool


@dataclass(frozen=True, slots=True)
class ReadMark:
    """What was read at a place: a key of `app.texts.proof.MARKED`."""

    kind: str
    box: Box


@dataclass(frozen=True, slots=True)
class PaperShape:
    """A page with its size in points; both are 0 where nothing is stored of the document's pages.

    ``count`` is how many pages it has, as far as that is known. ``words`` are texts with boxes,
    ``marks`` all that was read, where that is asked for.
    """

    number: int
    count: int
    width: float = 0.0
    height: float = 0.0
    rows: tuple[RowBox, ...] = ()
    words: tuple[tuple[str, Box], ...] = ()
    marks: tuple[ReadMark, ...] = ()

    @property
    def text(self) -> str:
        """The words of the page, a row of it on each line."""
        rows: dict[int, list[tuple[str, Box]]] = {}
        for word in self.words:
            rows.setdefault(round(word[1].bottom / 4), []).append(word)
        return "\n".join(
            " ".join(text for text, _ in sorted(rows[at], key=lambda word: word[1].x0))
            for at in sorted(rows)
        )


def paper_of(
    session: Session,
    document: Document | None,
    chosen: ChosenStatement | None,
    looked_at: SelectedShape | None,
    page: int | None,
    *,
    marked: bool = False,
) -> PaperShape:
    """The page that is asked for, or else the one with what is looked at."""
    named = looked_at.lines if looked_at else ()
    number = page or (named[0].page if named else None) or _near(session, chosen, looked_at)
    pages = _pages(document)
    count = len(pages) or (document.pages if document else None) or 0
    if not 1 <= number <= len(pages):
        return PaperShape(number, count)
    sheet = pages[number - 1]
    lines = _lines(session, chosen.statement.id, number) if chosen else []
    return PaperShape(
        number,
        count,
        sheet.width,
        sheet.height,
        row_boxes(sheet, lines, {line.ordinal for line in named}),
        tuple((word.text, _box(word)) for word in sheet.words),
        marks_of([chosen.statement], sheet) if marked and chosen else (),
    )


def marked_pages(session: Session, import_id: int) -> dict[int, tuple[ReadMark, ...]]:
    """What was read of each page of a document, by page number. Raises ``NoSuchImport``."""
    document = import_of(session, import_id).document
    query = select(Statement).where(Statement.import_id == import_id).order_by(Statement.ordinal)
    statements = session.scalars(query).all()
    return {sheet.number: marks_of(statements, sheet) for sheet in _pages(document)}


#: As the style sheet has them.
_COLOURS: Final = {
    "day": (37, 99, 235),
    "amount": (22, 163, 74),
    "balance": (147, 51, 234),
    "text": (100, 116, 139),
    "other": (8, 145, 178),
    "left": (220, 38, 38),
}


def drawn_pages(
    engine: Engine, import_id: int, documents: Documents, passwords: tuple[str, ...]
) -> Iterator[tuple[int, bytes]]:
    """Each page of an import's document by its number, as a PNG with what was read in colours.
    Raises what `document_of` and `page_picture` raise."""
    with read_only(engine) as session:
        marked = marked_pages(session, import_id)
    _, intake = document_of(engine, import_id, documents)
    limits = chosen_limits()
    for number, marks in marked.items():
        plain = run_limited(page_picture, intake.data, number, passwords, limits, limits=limits)
        boxes = [(tuple(each.box), _COLOURS[each.kind]) for each in marks]
        yield number, run_limited(coloured, plain, boxes, limits=limits)


#: A figure of money, whatever parts its digits.
_MONEY: Final = re.compile(r"\d[.,]\d{2}(?!\d)")


def marks_of(statements: Sequence[Statement], sheet: Page) -> tuple[ReadMark, ...]:
    """What was read of these statements on a page, and the figures there that nothing names."""
    named = [
        (kind, place)
        for each in statements
        if (witness := draft_of(each).witness) is not None
        for kind, place in _named(witness)
        if place.page == sheet.number
    ]
    taken = {word for _, place in named for word in place.words}
    left = [
        word for at, word in enumerate(sheet.words) if at not in taken and _MONEY.search(word.text)
    ]
    found = [ReadMark(kind, _box(sheet.words[at])) for kind, place in named for at in place.words]
    return (*found, *(ReadMark("left", _box(word)) for word in left))


def _named(witness: Witness) -> Iterator[tuple[str, Place]]:
    for line in witness.lines:
        cells = (
            ("day", line.day), ("day", line.second), ("amount", line.amount),
            ("amount", line.mark), ("balance", line.balance),
        )  # fmt: skip
        yield from ((kind, place) for kind, place in cells if place)
        yield from (("text", place) for place in line.text)
    for end in (witness.opening, witness.closing):
        yield from [("balance", end.figure)] if end else []
    yield from (("other", each.figure) for each in witness.restated)
    facts = (witness.currency, witness.number, witness.kind)
    yield from (("other", fact.value) for fact in facts if fact)
    days = (witness.period.first, witness.period.last) if witness.period else ()
    yield from (("other", place) for place in days if place)


def place_of_line(
    session: Session, import_id: int, statement: int, ordinal: int
) -> tuple[int, Box] | None:
    """The page of a line, by its statement (from 1) and its ordinal, and its whole row there."""
    query = (
        select(Line)
        .join(Statement, Statement.id == Line.statement_id)
        .where(
            Statement.import_id == import_id,
            Statement.ordinal == statement - 1,
            Line.ordinal == ordinal,
        )
    )
    line = session.scalar(query)
    if line is None:
        return None
    pages = _pages(session.get_one(Import, import_id).document)
    if not 1 <= line.page <= len(pages):
        return line.page, Box(line.x0, line.top, line.x1, line.bottom)
    rows = row_boxes(pages[line.page - 1], _lines(session, line.statement_id, line.page), {ordinal})
    return line.page, next(row.box for row in rows if row.looked_at)


def row_boxes(
    sheet: Page, lines: Sequence[PrintedLine], looked_at: Collection[int]
) -> tuple[RowBox, ...]:
    """The whole row of each line: from the leftmost word of the table to its rightmost one."""
    if not lines:
        return ()
    left = min(each.box.x0 for each in lines)
    right = max(each.box.x1 for each in lines)
    near = _NEXT_TO * max(each.box.bottom - each.box.top for each in lines)
    beside = [word for word in sheet.words if left - near <= word.x1 and word.x0 <= right + near]
    return tuple(
        RowBox(each.line, _around(sheet, beside, box), each.paired, each.line in looked_at)
        for each, box in with_all_they_say(beside, lines, left, right)
    )


def _around(sheet: Page, beside: Sequence[Word], box: Box) -> Box:
    """The box with the words beside it in its own row, except those along the margin."""
    own = [word for word in beside if box.top <= (word.top + word.bottom) / 2 <= box.bottom]
    x0 = min([box.x0, *(word.x0 for word in own)])
    x1 = max([box.x1, *(word.x1 for word in own)])
    return Box(
        max(x0 - _AROUND, 0.0),
        box.top - _AROUND / 2,
        min(x1 + _AROUND, sheet.width),
        box.bottom + _AROUND / 2,
    )


def _pages(document: Document | None) -> Sequence[Page]:
    if document is None or not document.words:
        return ()
    try:
        return pages_in(document.words)
    except CertificateError:
        return ()


def _near(session: Session, chosen: ChosenStatement | None, looked_at: SelectedShape | None) -> int:
    """The page where a line of the entry's day would be, or else where the lines begin."""
    if chosen is None:
        return 1
    query = select(Line.page).where(Line.statement_id == chosen.statement.id)
    first = query.order_by(Line.ordinal).limit(1)
    if looked_at is None or not looked_at.entries:
        return session.scalar(first) or 1
    on_its_day = query.where(Line.booked_on >= looked_at.entries[0].day)
    found = session.scalar(on_its_day.order_by(Line.booked_on, Line.ordinal).limit(1))
    return found or session.scalar(first) or 1


def _lines(session: Session, statement_id: int, number: int) -> list[PrintedLine]:
    paired = exists().where(Match.line_id == Line.id)
    box = Line.x0, Line.top, Line.x1, Line.bottom
    query = select(Line.ordinal, *box, paired, Line.description).where(
        Line.statement_id == statement_id, Line.page == number
    )
    rows = session.execute(query.order_by(Line.ordinal)).all()
    return [PrintedLine(row[0], Box(*row[1:5]), bool(row[5]), row[6]) for row in rows]


#: So many heights of a line further on it goes on with something else.
_APART = 1.0


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of the statement on its page: ``box`` is where its figures are, and ``said`` its
    description, which may go on above or below. ``paired`` if it has an entry."""

    line: int
    box: Box
    paired: bool
    said: str


@dataclass(frozen=True, slots=True)
class _Row:
    """Words that are printed beside each other."""

    top: float
    bottom: float
    words: Counter[str]

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def with_all_they_say(
    words: Sequence[Word], lines: Sequence[PrintedLine], x0: float, x1: float
) -> Iterator[tuple[PrintedLine, Box]]:
    """Each line with a box from ``x0`` to ``x1``, as high as all of its description is printed.
    ``words`` are those of the table and next to it, and ``lines`` all of the page's, for none
    reaches into another."""
    rows = _rows(words)
    tops, bottoms = _ends(lines)
    for each in lines:
        top, bottom = _as_high(each, rows, bottoms[each.line], tops[each.line])
        yield each, Box(x0, top, x1, bottom)


def _as_high(
    line: PrintedLine, rows: Sequence[_Row], highest: float, lowest: float
) -> tuple[float, float]:
    """From where to where the line's description is printed, between ``highest`` and ``lowest``."""
    box, left = line.box, Counter(line.said.split())
    for row in rows:
        if box.top <= row.middle <= box.bottom:
            left -= row.words
    below = [row for row in rows if row.middle > box.bottom and row.bottom <= lowest]
    above = [row for row in rows if row.bottom <= box.top + 1 and row.top >= highest]
    bottom = _as_far(below, box.bottom, left)
    return _as_far(above[::-1], box.top, left), bottom


def _as_far(rows: Sequence[_Row], end: float, left: Counter[str]) -> float:
    """How far the rows go on that say nothing but what is left to be said."""
    for row in rows:
        gap = row.top - end if row.top >= end - 1 else end - row.bottom
        if row.words - left or gap > _APART * (row.bottom - row.top):
            break
        left.subtract(row.words)
        end = row.bottom if row.top >= end - 1 else row.top
    return end


def _rows(words: Sequence[Word]) -> list[_Row]:
    rows: list[_Row] = []
    for word in sorted(words, key=lambda each: each.top + each.bottom):
        text, top, bottom = word.text, word.top, word.bottom
        if rows and (top + bottom) / 2 <= rows[-1].bottom:
            last = rows[-1]
            last.words[text] += 1
            rows[-1] = _Row(min(last.top, top), max(last.bottom, bottom), last.words)
        else:
            rows.append(_Row(top, bottom, Counter([text])))
    return rows


def _ends(lines: Sequence[PrintedLine]) -> tuple[dict[int, float], dict[int, float]]:
    """How far down and how far up each line may reach: to the next one."""
    order = sorted(lines, key=lambda each: each.box.top)
    tops = {each.line: float("inf") for each in order}
    bottoms = {each.line: 0.0 for each in order}
    for upper, lower in pairwise(order):
        tops[upper.line] = lower.box.top + 1
        bottoms[lower.line] = upper.box.bottom - 1
    return tops, bottoms


def _box(word: Word) -> Box:
    return Box(word.x0, word.top, word.x1, word.bottom)
