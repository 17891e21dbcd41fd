"""Days printed without points, such as 0107 or 01 07, by the columns that hold them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pipeline.reading.lexing.dates import PrintedDate, order_of, parse
from pipeline.words import Word

_FEWEST = 3  # rows that show days without points
_EDGE = 2.0  # points by which such days may begin apart
_NEAR, _TURN = 45, 300  # days between the two days of a row, at most, and over the end of a year
_FOUR_DIGITS = re.compile(r"^\d{4}$")


def days_without_points(rows: Sequence[Sequence[Word]]) -> dict[int, list[PrintedDate]]:
    """Days such as "0107" by the rows that begin with them, each with that of a further column.

    Such a column begins at one left edge, holds no other four digits, and runs one way in time if
    the day is first in all of them, or the month. A further one has a day on each of these rows,
    near the first.
    """
    led = [at for at, row in enumerate(rows) if len(row) > 2 and _FOUR_DIGITS.match(row[0].text)]
    edge = min((rows[at][0].x0 for at in led), default=0.0)
    led = [at for at in led if rows[at][0].x0 <= edge + _EDGE]
    if len(led) < _FEWEST:
        return {}
    days = [_in_year(rows[at][0].text) for at in led]
    if not any(map(_runs_one_way, zip(*days, strict=True))):
        return {}
    found = {at: [_without_points(rows[at], 0, 0)] for at in led}
    for place in range(1, len(rows[led[0]])):
        left = rows[led[0]][place].x0
        beside = [_near(rows[at], left, own) for at, own in zip(led, days, strict=True)]
        if all(beside):
            for at, own in zip(led, beside, strict=True):
                found[at].append(_without_points(rows[at], own, own))
            break
    return found


def days_under_heads(
    rows: Sequence[Sequence[Word]], heads: Sequence[tuple[int, float, float]]
) -> Iterator[tuple[int, PrintedDate]]:
    """The same wherever a column of them is under a word for a day, each with its row, also of two
    words. ``heads`` are the row of such a word, and from where to where it reaches. A column that
    does not run one way has days near those of one that does."""
    columns = [column for head in heads if len(column := _under(rows, *head)) >= _FEWEST]
    days = [
        {at: _in_year(_digits(rows[at], *span)) for at, span in each.items()} for each in columns
    ]
    sure = [each for each in days if any(map(_runs_one_way, zip(*each.values(), strict=True)))]
    for column, own in zip(columns, days, strict=True):
        if own in sure or any(_are_near(own, each) for each in sure):
            yield from ((at, _without_points(rows[at], *span)) for at, span in column.items())


def _under(
    rows: Sequence[Sequence[Word]], head: int, x0: float, x1: float
) -> dict[int, tuple[int, int]]:
    """The first and the last word of what may be a day on each row below a head, all from one left
    edge on."""
    found = [
        (at, place, last)
        for at in range(head + 1, len(rows))
        for place, word in enumerate(rows[at])
        if word.x0 < x1 and x0 < word.x1
        for last in (place, place + 1)
        if _FOUR_DIGITS.match(_digits(rows[at], place, last))
    ]
    left = rows[found[0][0]][found[0][1]].x0 if found else 0.0
    return {
        at: (place, last) for at, place, last in found if abs(rows[at][place].x0 - left) <= _EDGE
    }


def _digits(row: Sequence[Word], first: int, last: int) -> str:
    """The digits of one word, or of two of two digits close together."""
    word = row[first]
    if first == last:
        return word.text
    behind = row[last] if last < len(row) else word
    close = 0 <= behind.x0 - word.x1 < 1.3 * (word.bottom - word.top)
    return word.text + behind.text if close and len(word.text) == len(behind.text) == 2 else ""


def _are_near(days: Mapping[int, tuple[int, int]], sure: Mapping[int, tuple[int, int]]) -> bool:
    """Whether each row's day is near the one that it has in another column."""
    return all(at in sure and _is_near(own, sure[at]) for at, own in days.items())


def _is_near(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two days of a row may be near each other, in one order of day and month."""
    apart = [abs(a - b) for a, b in zip(one, two, strict=True) if a and b]
    return any(not _NEAR < each < _TURN for each in apart)


def _near(row: Sequence[Word], left: float, first: tuple[int, int]) -> int:
    """The place of a day without points at a left edge, near the ``first`` of its row; or 0."""
    for place, word in enumerate(row):
        if place and abs(word.x0 - left) <= _EDGE and _FOUR_DIGITS.match(word.text):
            return place if _is_near(first, _in_year(word.text)) else 0
    return 0


def _in_year(text: str) -> tuple[int, int]:
    """How far in the year, in months of 31 days, four digits are if the day is first and if the
    month is; 0 where they are no day."""
    one, two = int(text[:2]), int(text[2:])
    day_first, month_first = (
        31 * month + day if 1 <= day <= 31 and 1 <= month <= 12 else 0
        for day, month in ((one, two), (two, one))
    )
    return day_first, month_first


def _runs_one_way(days: Sequence[int]) -> bool:
    """Whether these are days in order or in reverse, except at a turn of the year, not all the
    same."""
    steps = [two - one for one, two in pairwise(days)]
    falls, rises = sum(step < 0 for step in steps), sum(step > 0 for step in steps)
    turned = max(map(abs, steps)) > _TURN
    return all(days) and falls + rises > 0 and min(falls, rises) <= turned


def _without_points(row: Sequence[Word], first: int, last: int) -> PrintedDate:
    digits = _digits(row, first, last)
    text = f"{digits[:2]}/{digits[2:]}"
    return PrintedDate(
        *(parse(text) or (0, 0, None, False)), row[first].x0, row[last].x1, first, last,
        order=order_of(text),
    )  # fmt: skip
