"""Finds missing pages, by the numbers they print and the balances carried between them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pipeline.proof import Objection
from pipeline.reading.lexing.phrases import Hit
from pipeline.reading.lexing.rows import Row, text_of
from pipeline.reading.objections.part import Part

CARRIED: Final = Objection("carried", incomplete=True)
#: "1", "1 of 3", "1 / 3", "1 (3)"; no day, no amount.
_NUMBER: Final = re.compile(
    r"(?<![\d.,/-])(\d{1,3})(?:\s*[^\d\s.,]{0,8}\s*(\d{1,3})\b)?(?![.,/-]?\d)"
)
_REACH: Final = 4  # words from "page" to its number
_BETWEEN: Final = 3  # letters between "page" and a number without a total: "no", "nr"
_SHORT: Final = 6  # of a number without a total, words on its row: else "see page 2"


class Numbered(NamedTuple):
    """A page of the file that says it is page ``number`` of ``of`` (0: it does not say of how
    many)."""

    page: int
    number: int
    of: int


def of_pages(parts: Sequence[Part], rows: Sequence[Row]) -> list[tuple[Objection, ...]]:
    """What to object to each statement because of pages; ``rows`` are all of the document."""
    runs = list(_runs(_numbered(rows)))
    ends = [0, *(run[-1].page for run in runs)]
    begins = [*(run[0].page for run in runs[1:]), max((row.page for row in rows), default=0) + 1]
    gaps = [
        (run, found)
        for run, end, begin in zip(runs, ends, begins, strict=False)
        if (found := _gap(run, range(end + 1, begin)))
    ]
    return [
        (
            *(Objection("pages", gap, True) for run, gap in gaps if _is_on(part, run)),
            *([CARRIED] if _is_carried_on(part) else []),
        )
        for part in parts
    ]


def _is_on(part: Part, run: Sequence[Numbered]) -> bool:
    pages = {row.page for row in part.rows}
    return any(run[0].page <= page <= run[-1].page for page in pages)


def _gap(run: Sequence[Numbered], pages: range) -> str:
    """The numbers between which a page is missing or out of place; empty for none. On ``pages``
    nothing else is counted: those before and after a run may be its own, without a number."""
    first, last = run[0], run[-1]
    if first.number > first.page - pages.start + 1:
        return f"… {first.number}"
    for one, two in itertools.pairwise(run):
        if not 0 < two.number - one.number <= two.page - one.page:
            return f"{one.number} … {two.number}"
    behind = pages.stop - 1 - last.page
    return f"{last.number} … {last.of}" if last.number + behind < last.of else ""


def _runs(numbered: Sequence[Numbered]) -> Iterator[list[Numbered]]:
    """Pages by what they count together: each first page begins anew."""
    run: list[Numbered] = []
    for each in numbered:
        if run and (each.number == 1 or (each.of and run[-1].of and each.of != run[-1].of)):
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _numbered(rows: Sequence[Row]) -> list[Numbered]:
    """The number of each page that prints one, by its shortest row that does."""
    found: dict[int, tuple[bool, int, Numbered]] = {}
    for row in rows:
        for hit in row.phrases("objections", "page"):
            if (number := _number_beside(row, hit)) is None:
                continue
            least = (not number.of, len(row.words), number)
            found[row.page] = min(found.get(row.page, least), least)
    return [number for _, (_, _, number) in sorted(found.items())]


def _number_beside(row: Row, hit: Hit) -> Numbered | None:
    """The number behind a page's word, or before it; without a total right beside it. A day before
    it is none."""
    days = {at for day in row.dates for at in range(day.first, day.last + 1)}
    behind = text_of(row.words[hit.first : hit.last + 1 + _REACH])
    ahead = [at for at in range(max(hit.first - 3, 0), hit.first) if at not in days]
    before = text_of([row.words[at] for at in (*ahead, *range(hit.first, hit.last + 1))])
    label = _letters(text_of(row.words[hit.first : hit.last + 1]))
    for text in (behind, before):
        if found := _NUMBER.search(text):
            number, of = int(found[1]), int(found[2] or 0)
            between = text[: found.start()] if text is behind else text[found.end() :]
            beside = len(row.words) <= _SHORT and _letters(between) - label <= _BETWEEN
            if number > 0 and (number <= of or (not of and beside)):
                return Numbered(row.page, number, of)
    return None


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def _is_carried_on(part: Part) -> bool:
    """Whether the page of the last line says below it that it goes on, and no later one is here."""
    last = max(part.lines, default=None)
    if last is None:
        return False
    below = [row for row in part.rows[last + 1 :] if row.phrases("labels", "carried_page")]
    return bool(below) and below[-1].page == part.rows[-1].page == part.rows[last].page
