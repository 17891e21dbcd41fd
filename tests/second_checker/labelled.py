"""Figures that a label names: totals, balances, sums (section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.second_checker.cells import cells_of
from tests.second_checker.figures import Figure
from tests.second_checker.headers import Header, columns_of
from tests.second_checker.letters import squeezed
from tests.second_checker.phrases import Phrase, known
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern

_ROWS_BELOW: Final = 3
_FAR_BELOW: Final = 3.5
_ASIDE: Final = 1.5
_STEP: Final = 0.9
_SURE: Final = 0.5
_BALANCE_ROW: Final = 12
_SIDE_ROW: Final = 6
_PART_FIGURES: Final = 2


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure (on row ``at``) and what a label (on row ``label_at``) says that it is."""

    label: str
    at: int
    figure: Figure
    label_at: int
    phrase: Phrase
    sure: bool


@dataclass(frozen=True, slots=True)
class _Label:
    """A label, and where it stands."""

    at: int
    phrase: Phrase
    x0: float
    x1: float
    sure: bool

    def wanted(self) -> set[str]:
        return self.phrase.of("labels") & _wanted()


def _wanted() -> set[str]:
    return set(constant("labelled", "WANTED"))


def _sums() -> set[str]:
    return set(constant("labelled", "_SUMS"))


def facts_of(rows: Sequence[Row], headers: Sequence[Header]) -> tuple[Fact, ...]:
    """All labelled figures of a document."""
    within = frozenset(at for header in headers for at in range(header.first, header.last + 1))
    found: list[Fact] = []
    for at, row in enumerate(rows):
        for label in (*_labels(row, at), *_stacked(rows, at)):
            found += _labelled(rows, label, in_header=label.at in within)
        found += _balances(row, at)
        found += _sides(row, at)
        found += _parts(row, at)
    return tuple(dict.fromkeys(found))


def _labels(row: Row, at: int) -> Iterator[_Label]:
    for phrase in row.of("labels", *_wanted()):
        x0, x1 = row.tokens[phrase.first].x0, row.tokens[phrase.last].x1
        yield _Label(at, phrase, x0, x1, is_sure(row, phrase))


def is_sure(row: Row, phrase: Phrase) -> bool:
    """Whether a phrase makes up at least half of the letters of its cell."""
    counted = {
        at
        for count in row.of("labels", "count", "count_in", "count_out")
        if count is not phrase
        for at in range(count.first, count.last + 1)
    }
    if phrase.has("labels", "opening"):
        totals = row.of("labels", "total_in", "total_out")
        counted |= {at for each in totals for at in range(each.first, each.last + 1)}
    letters = 0
    for cell in cells_of(row.tokens):
        if cell.first <= phrase.last and phrase.first <= cell.last:
            places = set(range(cell.first, cell.last + 1)) - row.taken - counted
            letters += sum(len(row.tokens[at].letters) for at in places)
    return len(phrase.letters) >= _SURE * letters


def _stacked(rows: Sequence[Row], at: int) -> Iterator[_Label]:
    """Labels over a row and the one above it."""
    if at == 0 or rows[at].page != rows[at - 1].page:
        return
    row, above = rows[at], rows[at - 1]
    if not (row.plain and above.plain) or row.top - above.bottom >= _STEP * row.height:
        return
    for column in columns_of([above, row]):
        letters = squeezed("".join(token.text for token in column.tokens))
        both = {token in row.tokens for token in column.tokens}
        if len(both) > 1 and any(group == "labels" for group, _ in known().get(letters, ())):
            phrase = Phrase(0, 0, letters, known()[letters])
            yield _Label(at, phrase, column.x0, column.x1, True)


def _labelled(rows: Sequence[Row], label: _Label, *, in_header: bool) -> Iterator[Fact]:
    wanted = label.wanted() - (_sums() if in_header else set())
    row = rows[label.at]
    several = [f for f in row.figures if _is_behind(row, label, f)]
    for meaning in sorted(wanted):
        if len(several) > 1 and meaning in _sums():
            continue
        if several:
            strong = [f for f in several if not f.text.weak]
            figure = several[0] if len(several) == 1 or not strong else strong[0]
            yield Fact(meaning, label.at, figure, label.at, label.phrase, label.sure)
        else:
            yield from _below(rows, label, meaning)


def _is_behind(row: Row, label: _Label, figure: Figure) -> bool:
    last = label.phrase.last
    after = [p.first for p in row.of("labels", *_wanted()) if p.first > last]
    near = last < figure.first <= last + constant("labelled", "_REACH")
    return near and figure.first < min(after, default=len(row.tokens))


def _below(rows: Sequence[Row], label: _Label, meaning: str) -> Iterator[Fact]:
    row = rows[label.at]
    for at in range(label.at + 1, min(label.at + 1 + _ROWS_BELOW, len(rows))):
        below = rows[at]
        if below.page != row.page or below.top - row.bottom > _FAR_BELOW * row.height:
            return
        if meaning in _sums() and below.begins_with_date:
            continue
        near = [
            (d, f.first, f) for f in below.figures if (d := _aside(below, f, label)) is not None
        ]
        near = [each for each in near if each[0] < _ASIDE * row.height]
        if near:
            named = "balance_on" if _names_days(rows, label.at) else meaning
            _, _, figure = min(near, key=lambda each: each[:2])
            yield Fact(named, at, figure, label.at, label.phrase, label.sure)
            return


def _aside(row: Row, figure: Figure, label: _Label) -> float:
    """How far a figure stands from a label sideways."""
    left, right = row.tokens[figure.first].x0, max(figure.x1, figure.end)
    return max(0.0, left - label.x1, label.x0 - right)


def _names_days(rows: Sequence[Row], at: int) -> bool:
    """Whether the row heads a table of dates with a figure each."""
    below = rows[at + 1 : at + 3]
    return (
        rows[at].has("columns", "date") and len(below) == 2 and all(r.dated_figure for r in below)
    )


def _balances(row: Row, at: int) -> Iterator[Fact]:
    """A balance's column word with a day, or alone."""
    first = next((p for p in row.of("columns", "balance") if p.first == 0), None)
    if first is not None and first.of("labels"):
        return
    if first is None or len(row.figures) != 1 or len(row.tokens) > _BALANCE_ROW:
        return
    figure = row.figures[0]
    years = [dated for dated in row.dates if dated.text.year is not None]
    alone = first.last + 1 == figure.first and figure.last + 1 == len(row.tokens)
    if figure.first > first.last and (len(years) == 1 or alone):
        yield Fact("balance_on", at, figure, at, first, is_sure(row, first))


def _sides(row: Row, at: int) -> Iterator[Fact]:
    """A side's column word with a count and a figure."""
    if len(row.tokens) > _SIDE_ROW or len(row.figures) != 1:
        return
    count = pattern("labelled", "_COUNT")
    free = [place for place in range(len(row.tokens)) if place not in row.taken]
    if not any(count.match(row.tokens[place].text) for place in free):
        return
    for side, meaning in constant("labelled", "SIDES").items():
        for phrase in row.of("columns", side):
            yield Fact(meaning, at, row.figures[0], at, phrase, is_sure(row, phrase))


def _parts(row: Row, at: int) -> Iterator[Fact]:
    """A section's word with a figure behind it."""
    if row.begins_with_date or len(row.figures) > _PART_FIGURES:
        return
    for side, meaning in constant("labelled", "PARTS").items():
        for phrase in row.of("sections", side):
            behind = [f for f in row.figures if f.first > phrase.last]
            if behind:
                yield Fact(meaning, at, behind[0], at, phrase, is_sure(row, phrase))
