"""The rows of a document, under each style of figures (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from tests.second_checker.date_text import Era
from tests.second_checker.dates import Dated, dates_of
from tests.second_checker.figure_text import is_short
from tests.second_checker.figures import Figure, figures_of, shifted
from tests.second_checker.lines import Line, lines_of
from tests.second_checker.model import Page
from tests.second_checker.phrases import Phrase, phrases_of
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern
from tests.second_checker.writing import Writing, read_to_the_right, turned_page, writing_of
from tests.second_checker.years import (
    ShortDates,
    era_of,
    is_strange,
    short_dates,
    shows,
    years_of,
)


@dataclass(frozen=True)
class Document:
    """The pages of a document, and what is found whatever the witness says."""

    printed: tuple[Page, ...]

    @cached_property
    def writing(self) -> Writing:
        return writing_of(self.printed)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages, turned over if they are read from right to left."""
        return tuple(turned_page(page, self.writing) for page in self.printed)

    @cached_property
    def _lines(self) -> list[tuple[int, Line]]:
        found: list[tuple[int, Line]] = []
        for page in self.pages:
            above: Line | None = None
            for line in map(self._in_order, lines_of(page)):
                if above is not None and _belongs_above(line, above):
                    token, left = line[0], above[-1].x1 + 1
                    moved = replace(token, x0=left, x1=left + token.x1 - token.x0)
                    above.append(moved)
                    continue
                found.append((page.number, line))
                above = line
        return found

    def _in_order(self, line: Line) -> Line:
        return read_to_the_right(line) if self.writing.leftward else line

    @cached_property
    def era(self) -> Era:
        return era_of([line for _, line in self._lines])

    @cached_property
    def years(self) -> frozenset[int]:
        return years_of([line for _, line in self._lines], self.era)

    @cached_property
    def _dated(self) -> tuple[Row, ...]:
        return tuple(
            Row(
                page,
                tuple(line),
                tuple(dated for dated in self._dates(line) if not self._is_strange(line, dated)),
                phrases_of(line),
            )
            for page, line in self._lines
        )

    def _dates(self, line: Line) -> tuple[Dated, ...]:
        return dates_of(line, self.era, self.years)

    def _is_strange(self, line: Line, dated: Dated) -> bool:
        text = "".join(token.text for token in line[dated.first : dated.last + 1])
        eastern, buddhist = self._letters
        alone = self._short if dated.first == dated.last else None
        if alone and alone.may_end_in_year(text):
            return True
        return is_strange(text, dated.text.year, eastern=eastern, buddhist=buddhist)

    @cached_property
    def _short(self) -> ShortDates | None:
        lines = [line for _, line in self._lines]
        return short_dates(lines) if self.era.year_first else None

    @cached_property
    def _letters(self) -> tuple[bool, bool]:
        lines = [line for _, line in self._lines]
        return shows(lines, "_EASTERN"), shows(lines, "_BUDDHIST")

    @cached_property
    def _styled(self) -> dict[str, tuple[Row, ...]]:
        return {}

    def rows(self, style: str) -> tuple[Row, ...]:
        """All rows, with their figures."""
        if style not in self._styled:
            rows = (part for row in self._dated for part in _cut(_with_figures(row, style)))
            self._styled[style] = tuple(rows)
        return self._styled[style]


def _belongs_above(line: Line, above: Line) -> bool:
    if len(line) != 1 or line[0].text not in constant("sheet", "_LONE_MARKS"):
        return False
    token = line[0]
    near = token.top - max(other.bottom for other in above) < token.height
    return near and token.x1 > above[-1].x0


def _with_figures(row: Row, style: str) -> Row:
    dates = row.dates
    if style in ("point", "short_point"):
        dates = tuple(_counting(row, style))
    taken = frozenset(at for each in dates for at in range(each.first, each.last + 1))
    return replace(row, dates=dates, figures=figures_of(row.tokens, style, taken))


def _counting(row: Row, style: str) -> Iterator[Dated]:
    """Of the bare dates (if short, also of one digit behind the point), those alone that lead the
    row."""
    behind = 0
    for dated in row.dates:
        leads = dated.first == behind
        if leads:
            behind = dated.last + 1
        if leads or not (dated.text.bare or (is_short(style) and _is_short_day(row, dated))):
            yield dated


def _is_short_day(row: Row, dated: Dated) -> bool:
    text = row.tokens[dated.first].text
    return dated.first == dated.last and bool(pattern("sheet", "_SHORT_DAY").match(text))


def _cut(row: Row) -> Iterator[Row]:
    """The row, or its parts where two entries stand side by side."""
    for dated in row.dates[1:]:
        between = any(row.dates[0].last < f.first and f.last < dated.first for f in row.figures)
        if between and any(f.first > dated.last for f in row.figures):
            if _is_one(row, dated.first):
                break
            yield _part(row, 0, dated.first)
            yield from _cut(_part(row, dated.first, len(row.tokens)))
            return
    yield row


def _is_one(row: Row, at: int) -> bool:
    """Whether behind a text only a value date and the balance follow."""
    behind = range(at, len(row.tokens))
    dates = [dated for dated in row.dates if dated.first in behind]
    figures = [figure for figure in row.figures if figure.first in behind]
    words = [t for n, t in enumerate(row.tokens[:at]) if n not in row.taken]
    return (
        len(dates) == len(figures) == 1
        and all(n in row.taken for n in behind)
        and any(len(token.letters) >= constant("sheet", "_A_WORD") for token in words)
    )


def _part(row: Row, start: int, stop: int) -> Row:
    def inside(run: Dated | Phrase | Figure) -> bool:
        return start <= run.first and run.last < stop

    return Row(
        row.page,
        row.tokens[start:stop],
        tuple(
            replace(d, first=d.first - start, last=d.last - start) for d in row.dates if inside(d)
        ),
        tuple(
            replace(p, first=p.first - start, last=p.last - start) for p in row.phrases if inside(p)
        ),
        tuple(shifted(f, start) for f in row.figures if inside(f)),
    )
