"""The readings of point and comma that are worth trying on a document, likeliest first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from pipeline.reading.lexing.figures import Style, is_currency
from pipeline.reading.lexing.rows import Row
from pipeline.reading.lexing.sheet import styles_to_try

_A_WORD = 3  # letters
_APART = 0.75  # of the height: less lies between the words of one cell
_GROUPS = r"[^\w.,]*(?:\d{1,3}(?:[,.'’]\d{2,3})*|\d+)"
_ONE_DIGIT = re.compile(rf"^{_GROUPS}([.,])\d(?![\d.,/])[^%\d]*$")
_WHOLE = re.compile(rf"^{_GROUPS}[^%\d.,/]*$")
_SHORT: Final = {Style.POINT: Style.SHORT_POINT, Style.COMMA: Style.SHORT_COMMA}


def styles_of(rows: Sequence[Row]) -> list[Style]:
    """The usual styles, and the short one that figures of entries and labels show.

    It goes first where no figure has two digits behind its point.
    """
    usual = styles_to_try(rows)
    texts = [row.words[place].text for row in rows for place in _behind_text(row)]
    points = Counter(found[1] for text in texts if (found := _ONE_DIGIT.match(text)))
    if points:
        short = Style.SHORT_COMMA if points[","] > points["."] else Style.SHORT_POINT
        return [short, *usual] if usual[0] is Style.WHOLE else [*usual, short]
    if usual[0] in _SHORT and any(map(_prints_whole, rows)):
        return [*usual, _SHORT[usual[0]]]
    return usual


def _behind_text(row: Row) -> Iterator[int]:
    """The places of the words behind the text of an entry or a label, from the right."""
    if not (row.begins_with_date or row.has_label):
        return
    dates = {place for day in row.dates for place in range(day.first, day.last + 1)}
    for place in reversed(range(len(row.words))):
        text = row.words[place].text
        if sum(map(str.isalpha, text)) >= _A_WORD and not is_currency(text):
            return
        if place not in dates or _ONE_DIGIT.match(text):
            yield place


def _prints_whole(row: Row) -> bool:
    """Whether an entry has a whole number in a cell of its own behind its text."""
    return row.begins_with_date and any(
        _WHOLE.match(row.words[place].text) and _begins_cell(row, place)
        for place in _behind_text(row)
    )


def _begins_cell(row: Row, place: int) -> bool:
    before, word = row.words[place - 1], row.words[place]
    return place > 0 and word.x0 - before.x1 >= _APART * (word.bottom - word.top)
