"""What a reader or a model takes the words of one statement for, before a witness says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from pipeline.proof import Document, Place
from pipeline.reading.lexing.figures import Style
from pipeline.reading.lexing.lexed import Lexed, document_row


@dataclass(frozen=True, slots=True)
class ClaimedLine:
    """One line: its words, and what they are taken for.

    ``row`` counts the lexed rows. ``moved`` is what the line moves the printed balance by, in minor
    units, and ``column`` and ``heading`` (by its letters) tell the columns of amounts apart.
    ``sign`` is that of the printed figure (0 without one), ``mark`` a text such as "CR" at it or
    ``apart`` from it. ``date`` is the day that is meant, None where nobody knows its year.
    """

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


@dataclass(frozen=True, slots=True)
class ClaimedEnd:
    """An opening or closing balance: its words, the printed value in minor units, that of the
    figure alone (without the column that it stands in), the words of a label, and its mark."""

    figure: Place
    value: int
    plain: int
    label: Place | None = None
    mark: str = ""


@dataclass(frozen=True)
class Claims:
    """One statement. ``section`` are rows of the document; ``side`` is 1 where a positive printed
    balance is taken for the holder's money, -1 where for a debt. ``period`` is what the reader
    takes for it."""

    document: Document
    lexed: Lexed
    section: tuple[int, int]
    digits: int
    lines: tuple[ClaimedLine, ...]
    opening: ClaimedEnd | None = None
    closing: ClaimedEnd | None = None
    newest_first: bool = False
    side: int = 1
    period: tuple[date, date] | None = None
    weak: bool = False

    @property
    def style(self) -> Style:
        """How point and comma are read."""
        return self.lexed.sheet.style

    @property
    def in_time(self) -> list[int]:
        """The lines by their index, oldest first."""
        places = list(range(len(self.lines)))
        return places[::-1] if self.newest_first else places

    @cached_property
    def heading(self) -> range:
        """The lexed rows of its section above its lines; to the end if there are none."""
        rows = self.lexed.rows
        first = start = min((line.row for line in self.lines), default=len(rows))
        while start and document_row(self.document, rows[start - 1]) >= self.section[0]:
            start -= 1
        return range(start, first)

    def text(self, place: Place) -> str:
        """The words of a place, with spaces."""
        return " ".join(word.text for word in self.document.words(place))
