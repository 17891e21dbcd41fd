"""Turns a page that adds up into one that does not: one row or one figure is tampered with.

Each mutation is of the words on the page, as a forger's editor would make it: they look as they
say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from db.words import ReadingStatus
from pipeline.drafts import Line, Reading, StatementDraft
from pipeline.words import DocumentPages, Page, Word
from tests.support.looking import seen_page


class Kind(StrEnum):
    """What was done to the page."""

    DROPPED = "a row dropped"
    DOUBLED = "a row doubled"
    SWAPPED = "two digits of an amount swapped"
    TURNED = "the sign of an amount turned"
    REDATED = "a date moved"


CHANGE_A_SUM = (Kind.DROPPED, Kind.DOUBLED, Kind.SWAPPED, Kind.TURNED)


@dataclass(frozen=True, slots=True)
class Mutant:
    """The tampered pages, and the text of the row that was tampered with."""

    kind: Kind
    pages: DocumentPages
    row: str


def mutants_of(pages: DocumentPages, reading: Reading, kind: Kind) -> Iterator[Mutant]:
    """Every page that comes of doing this to one row, not zero, of a proven statement."""
    for draft in reading.statements:
        if draft.status is not ReadingStatus.PROVEN:
            continue
        for line in draft.lines:
            page = pages.pages[line.page - 1]
            row = words_in(page, line)
            figure = _figure(row, line, draft.exponent)
            if not line.amount or figure is None:
                continue
            changed = _CHANGES[kind](page, _Row(row, figure, line, draft))
            if changed is not None and changed != page.words:
                yield Mutant(kind, _with(pages, page, changed), line.raw)


def words_in(page: Page, line: Line) -> list[Word]:
    """The words of a line's own row, from left to right."""
    box = line.bbox
    inside = [
        word
        for word in page.words
        if box.top - 0.1 <= word.top and word.bottom <= box.bottom + 0.1
        if box.x0 - 0.1 <= word.x0 and word.x1 <= box.x1 + 0.1
    ]
    return sorted(inside, key=lambda word: word.x0)


@dataclass(frozen=True, slots=True)
class _Row:
    """The words of one row, and which of them are its amount."""

    words: Sequence[Word]
    figure: Sequence[Word]
    line: Line
    draft: StatementDraft


def _figure(row: Sequence[Word], line: Line, exponent: int) -> Sequence[Word] | None:
    """The run of words that print the line's amount; None where it is not plain which do."""
    wanted = str(abs(line.amount)).zfill(exponent + 1)
    runs = [
        row[start:stop]
        for start in range(len(row))
        for stop in range(start + 1, min(start + 4, len(row)) + 1)
        if all(any(map(str.isdigit, word.text)) for word in row[start:stop])
        if _digits("".join(word.text for word in row[start:stop])) == wanted
    ]
    shortest = [run for run in runs if len(run) == min(map(len, runs))]
    return shortest[0] if len(shortest) == 1 else None


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _dropped(page: Page, row: _Row) -> tuple[Word, ...]:
    return tuple(word for word in page.words if word not in row.words)


def _doubled(page: Page, row: _Row) -> tuple[Word, ...]:
    """The row once more below itself; all that stands below makes room."""
    step = 1.3 * (row.line.bbox.bottom - row.line.bbox.top)
    middle = (row.line.bbox.top + row.line.bbox.bottom) / 2
    below = [
        _moved(word, down=step) if (word.top + word.bottom) / 2 > middle + 0.4 * step else word
        for word in page.words
    ]
    return (*below, *(_moved(word, down=step) for word in row.words))


def _swapped(page: Page, row: _Row) -> tuple[Word, ...] | None:
    """The first two neighbouring digits of the amount that differ change places."""
    for word in row.figure:
        for place in range(len(word.text) - 1):
            one, two = word.text[place], word.text[place + 1]
            if one.isdigit() and two.isdigit() and one != two and not (place == 0 and two == "0"):
                text = word.text[:place] + two + one + word.text[place + 2 :]
                return _replaced(page, word, word._replace(text=text))
    return None


def _turned(page: Page, row: _Row) -> tuple[Word, ...] | None:
    """The other column, the other mark, or a minus more or less."""
    ways = (_other_mark, _other_sign, _other_column, _with_sign)
    return next((words for way in ways if (words := way(page, row)) is not None), None)


_OTHER = {
    "CR": "DR", "DR": "CR", "Cr": "Dr", "Dr": "Cr", "D": "C", "C": "D", "S": "H", "H": "S",
    "Af": "Bij", "Bij": "Af", "借": "贷", "贷": "借", "Кт": "Дт", "Дт": "Кт", "A": "B", "B": "A",
    "Wn": "Ma", "Ma": "Wn", "DB": "CR", "Soll": "Haben", "Haben": "Soll",
}  # fmt: skip


def _other_mark(page: Page, row: _Row) -> tuple[Word, ...] | None:
    last = row.figure[-1]
    after = [word for word in row.words if 0 <= word.x0 - last.x1 < 20]
    for word in after:
        if word.text in _OTHER:
            return _replaced(page, word, word._replace(text=_OTHER[word.text]))
    for mark, other in _OTHER.items():
        if last.text.endswith(mark):
            text = last.text.removesuffix(mark) + other
            return _replaced(page, last, last._replace(text=text))
    apart = [word for word in row.words if word.text in ("Af", "Bij")]
    if apart:
        return _replaced(page, apart[0], apart[0]._replace(text=_OTHER[apart[0].text]))
    return None


_SIGNS = re.compile(r"[-+−()]")
_PLUS = re.compile(r"\+\S{0,2}\d|\d\+")


def _other_sign(page: Page, row: _Row) -> tuple[Word, ...] | None:
    """A plus becomes a minus; a minus a plus where other rows print one, else nothing."""
    lines = [line for line in row.draft.lines if line.page == row.line.page]
    plus = any(_PLUS.search(word.text) for line in lines for word in words_in(page, line))
    first, last = row.figure[0], row.figure[-1]
    near = [word for word in row.words if -9 < word.x0 - last.x1 < 9 or -9 < first.x0 - word.x1 < 9]
    signed = [word for word in (*row.figure, *near) if _SIGNS.search(word.text)]
    changed = page.words
    for word in signed:
        other = "+" if plus else ""
        text = word.text.replace("+", "−") if "+" in word.text else _SIGNS.sub(other, word.text)
        new = (word._replace(text=text),) if text else ()
        changed = tuple(part for old in changed for part in (new if old == word else (old,)))
    return changed if signed else None


def _marked(page: Page, last: Word) -> bool:
    """Whether a mark behind a figure says its side, so that its place says nothing."""
    beside = [w for w in page.words if 0 <= w.x0 - last.x1 < 20 and abs(w.top - last.top) < 3]
    return any(word.text in _OTHER for word in beside)


def _other_column(page: Page, row: _Row) -> tuple[Word, ...] | None:
    """To where amounts of the other sign end, if that is somewhere else."""
    edges = sorted(
        figure[-1].x1
        for line in row.draft.lines
        if line.page == row.line.page and line.amount * row.line.amount < 0
        if (figure := _figure(words_in(page, line), line, row.draft.exponent))
        if not _marked(page, figure[-1])
    )
    if not edges:
        return None
    by = edges[len(edges) // 2] - row.figure[-1].x1
    if abs(by) < 12:
        return None
    return tuple(_moved(word, right=by) if word in row.figure else word for word in page.words)


def _with_sign(page: Page, row: _Row) -> tuple[Word, ...] | None:
    """A minus before the figure, if other amounts have signs: else it stands in a column of a side,
    where a minus changes nothing, whatever the balances have."""
    lines = [line for line in row.draft.lines if line.page == row.line.page]
    figures = [_figure(words_in(page, line), line, row.draft.exponent) for line in lines]
    others = [word.text for figure in figures if figure for word in figure]
    if not any(re.fullmatch(r"\S?[-+−(]\S*\d|\S*\d[-+−)]", text) for text in others):
        return None
    first = row.figure[0]
    return _replaced(page, first, first._replace(text=f"-{first.text}"))


def _redated(page: Page, row: _Row) -> tuple[Word, ...] | None:
    """The day in the row's date becomes another of the same month."""
    day = row.line.date
    if day is None:
        return None
    for word in row.words:
        found = re.search(rf"(?<!\d)0?{day.day}(?!\d)", word.text)
        if found and word not in row.figure:
            other = day.day + (3 if day.day < 20 else -3)
            text = word.text[: found.start()] + f"{other:0{len(found[0])}}"
            return _replaced(page, word, word._replace(text=text + word.text[found.end() :]))
    return None


_CHANGES: dict[Kind, Callable[[Page, _Row], tuple[Word, ...] | None]] = {
    Kind.DROPPED: _dropped,
    Kind.DOUBLED: _doubled,
    Kind.SWAPPED: _swapped,
    Kind.TURNED: _turned,
    Kind.REDATED: _redated,
}


def _replaced(page: Page, old: Word, new: Word) -> tuple[Word, ...]:
    return tuple(new if word == old else word for word in page.words)


def _moved(word: Word, *, down: float = 0.0, right: float = 0.0) -> Word:
    return Word(word.text, word.x0 + right, word.top + down, word.x1 + right, word.bottom + down)


def _with(pages: DocumentPages, page: Page, words: tuple[Word, ...]) -> DocumentPages:
    number = page.number - 1
    altered = seen_page(replace(page, words=words, seen=()))
    changed = (*pages.pages[:number], altered, *pages.pages[number + 1 :])
    return replace(pages, pages=changed)
