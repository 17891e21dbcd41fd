"""Whether figures that nobody sees stand in the rows that were read, or two in one place.

Hidden words are never read. But a row with another figure hidden in it, or printed over its own,
shows a person something else than it tells the next program, and so only a person may judge it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from pipeline.drafts import Check, CheckState, Line, StatementDraft
from pipeline.pages.words import Page, Word

NAME: Final = "hidden_text"
#: What could be taken for money: two digits or more, nothing but separators between them.
_AMOUNT: Final = re.compile(r"[^\w\s]*\d[\d.,'’]*\d[^\w\s]*(?:[A-Za-z]{1,3})?")


def hidden_text(lines: Sequence[Line], pages: Sequence[Page]) -> Check:
    """Passed if no row holds a figure that is hidden or that another is printed over.

    ``found`` counts such figures; hidden words elsewhere are told in ``detail`` and refute nothing.
    """
    by_number = {page.number: page for page in pages}
    rows = [
        (line.ordinal, figures)
        for line in lines
        if line.page in by_number and (figures := list(_doubtful(line, by_number[line.page])))
    ]
    hidden = sum(len(page.hidden) for page in pages)
    told = f"lines {', '.join(str(ordinal) for ordinal, _ in rows)}" if rows else ""
    elsewhere = f"{hidden} hidden words, not read" if hidden else ""
    return Check(
        NAME,
        CheckState.FAILED if rows else CheckState.PASSED,
        "0",
        str(sum(len(figures) for _, figures in rows)),
        "; ".join(filter(None, (told, elsewhere))),
    )


def hidden_text_of(draft: StatementDraft) -> Check:
    """What was found when the pages were at hand; unavailable if nobody looked."""
    return next((c for c in draft.checks if c.name == NAME), Check(NAME, CheckState.UNAVAILABLE))


def _doubtful(line: Line, page: Page) -> Iterator[Word]:
    """Figures in the row's box that a person does not see, or not alone, and that it lacks."""
    printed = set(line.raw.split())
    for word in _figures(page.hidden, line):
        if word.text not in printed:
            yield word
    for one, two in combinations(_figures(page.overprinted, line), 2):
        if _digits(one) != _digits(two) and _overlap(one, two):
            yield two


def _figures(words: Iterable[Word], line: Line) -> list[Word]:
    return [word for word in words if _AMOUNT.fullmatch(word.text) and _within(word, line)]


def _within(word: Word, line: Line) -> bool:
    middle, box = (word.top + word.bottom) / 2, line.bbox
    return box.top <= middle <= box.bottom and word.x0 < box.x1 and word.x1 > box.x0


def _overlap(one: Word, two: Word) -> bool:
    return one.x0 < two.x1 and two.x0 < one.x1 and one.top < two.bottom and two.top < one.bottom


def _digits(word: Word) -> str:
    return "".join(filter(str.isdecimal, word.text))
