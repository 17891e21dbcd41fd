"""A statement as it is printed, in words that an attack can change, and its drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fixtures.pdf import pdf_bytes
from fixtures.sheet import Sheet
from fixtures.typefaces import SANS, WIDE
from pipeline.words import DocumentPages
from tests.support.generated.words import pages_of
from tests.support.looking import judged_pages

LEFT, RIGHT = 45.0, 550.0
STEP = 12.5


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and the edge at ``x`` that its cells keep."""

    name: str
    heading: str
    x: float
    right: bool = False


@dataclass(frozen=True, slots=True)
class Free:
    """Text beside the columns; ``down`` is how far below its line."""

    x: float
    text: str
    right: bool = False
    down: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line of the table; ``entry`` is the place of its row in the truth.

    ``role`` names what else it is: a heading, an opening. ``turn`` begins a page with it.
    """

    cells: Mapping[str, str] = field(default_factory=dict)
    entry: int | None = None
    role: str = ""
    free: tuple[Free, ...] = ()
    turn: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value in the box beside the head."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything that is printed.

    ``head`` stands at the left above the table, ``box`` at the right, ``foot`` below the table on
    the last page. or ``below`` the
    head. ``counted`` is the text of the pages' numbers.
    """

    name: str
    head: tuple[str, ...]
    box: tuple[Fact, ...]
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    foot: tuple[str, ...] = ()
    counted: str = "Page {number} of {count}"
    headings: bool = True
    above: tuple[Free, ...] = ()
    wide: bool = False
    below: bool = False

    def put(self, entry: int, **cells: str) -> Paper:
        """Other texts in the cells of an entry; an empty one clears its cell."""
        return self.each(
            lambda line: (
                replace(line, cells={**line.cells, **cells}) if line.entry == entry else line
            )
        )

    def role(self, role: str, **cells: str) -> Paper:
        """Other texts in the cells of the lines of this role."""
        return self.each(
            lambda line: replace(line, cells={**line.cells, **cells}) if line.role == role else line
        )

    def each(self, change: Callable[[Line], Line | None]) -> Paper:
        """Every line changed; None removes it."""
        changed = (change(line) for line in self.lines)
        return replace(self, lines=tuple(line for line in changed if line is not None))

    def cell(self, entry: int, name: str) -> str:
        """The text that stands there."""
        return next(line.cells.get(name, "") for line in self.lines if line.entry == entry)

    def without(self, *entries: int) -> Paper:
        """The table without the lines of these entries."""
        return self.each(lambda line: None if line.entry in entries else line)

    def before(self, entry: int, *lines: Line) -> Paper:
        """More lines above an entry."""
        at = next(place for place, line in enumerate(self.lines) if line.entry == entry)
        return replace(self, lines=(*self.lines[:at], *lines, *self.lines[at:]))

    def after(self, entry: int, *lines: Line) -> Paper:
        """More lines below an entry."""
        at = max(place for place, line in enumerate(self.lines) if line.entry == entry) + 1
        return replace(self, lines=(*self.lines[:at], *lines, *self.lines[at:]))

    def fact(self, name: str, value: str | None = None, label: str | None = None) -> Paper:
        """The box with another value or label at this fact; with neither, without the fact."""
        if value is None and label is None:
            return replace(self, box=tuple(fact for fact in self.box if fact.name != name))
        return replace(
            self,
            box=tuple(
                Fact(name, label or fact.label, fact.value if value is None else value)
                if fact.name == name
                else fact
                for fact in self.box
            ),
        )

    def more(self, *, head: Sequence[str] = (), foot: Sequence[str] = ()) -> Paper:
        """Further lines in the head or the foot."""
        return replace(self, head=(*self.head, *head), foot=(*self.foot, *foot))

    def boxed(self, *facts: tuple[str, str]) -> Paper:
        """Further facts in the box."""
        more = tuple(Fact("", label, value) for label, value in facts)
        return replace(self, box=(*self.box, *more))

    def headed(self, **headings: str) -> Paper:
        """Other headings over columns."""
        columns = tuple(replace(c, heading=headings.get(c.name, c.heading)) for c in self.columns)
        return replace(self, columns=columns)

    @property
    def sheets(self) -> list[Sheet]:
        """The drawn pages."""
        return _drawn(self)

    @property
    def pages(self) -> DocumentPages:
        """The words with boxes, made without a PDF."""
        return pages_of(self.sheets)

    @property
    def from_pdf(self) -> DocumentPages:
        """The words with boxes, as read from a real PDF."""
        return judged_pages(pdf_bytes(self.sheets, title="attack"))


def bound(sheets: Sequence[Sheet]) -> DocumentPages:
    """Sheets as the pages of one document."""
    return pages_of(sheets)


def _drawn(paper: Paper) -> list[Sheet]:
    pages = list(_turned(paper.lines))
    sheets = []
    for number, lines in enumerate(pages, start=1):
        sheet = Sheet(WIDE if paper.wide else SANS)
        y = _top(sheet, paper, number)
        if paper.headings:
            for column in paper.columns:
                _write(sheet, column, y, column.heading)
            y += STEP + 3
        y = _table(sheet, paper, lines, y)
        if number == len(pages):
            for place, text in enumerate(paper.foot):
                sheet.text(LEFT, y + 16 + STEP * place, text)
        if paper.counted:
            text = paper.counted.format(number=number, count=len(pages))
            sheet.right(RIGHT, 822, text, size=7)
        sheets.append(sheet)
    return sheets


def _turned(lines: Sequence[Line]) -> Iterator[list[Line]]:
    page: list[Line] = []
    for line in lines:
        if line.turn and page:
            yield page
            page = []
        page.append(line)
    yield page


def _top(sheet: Sheet, paper: Paper, number: int) -> float:
    sheet.text(LEFT, 45, paper.name, size=14)
    if number > 1:
        return 90
    for free in paper.above:
        write = sheet.right if free.right else sheet.text
        write(free.x, free.down, free.text)
    y = 70.0
    for place, text in enumerate(paper.head):
        sheet.text(LEFT, y + STEP * place, text)
    rows = len(paper.head)
    first = rows + 1 if paper.below else 0
    for place, fact in enumerate(paper.box, start=first):
        sheet.text(350, y + STEP * place, fact.label)
        sheet.right(RIGHT, y + STEP * place, fact.value)
    return y + STEP * max(rows, first + len(paper.box)) + 20


def _table(sheet: Sheet, paper: Paper, lines: Sequence[Line], y: float) -> float:
    for line in lines:
        for column in paper.columns:
            _write(sheet, column, y, line.cells.get(column.name, ""))
        for free in line.free:
            write = sheet.right if free.right else sheet.text
            write(free.x, y + free.down, free.text)
        y += STEP
    return y


def _write(sheet: Sheet, column: Column, y: float, text: str) -> None:
    if text:
        write = sheet.right if column.right else sheet.text
        write(column.x, y, text)
