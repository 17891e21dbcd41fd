"""Ranges of days that a row prints: "1 to 31 March 2025" (section 14)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from tests.second_checker.date_text import month_of
from tests.second_checker.dates import Dated
from tests.second_checker.row import Row
from tests.second_checker.sequences import Span, day_of, parts
from tests.second_checker.strangers import is_weekday, joins
from tests.second_checker.tables import constant, pattern
from tests.second_checker.tokens import Token


def longest() -> timedelta:
    return timedelta(days=constant("period", "LONGEST")["days"])


def pair_of(row: Row, behind: int = -1) -> tuple[Dated, Dated] | None:
    """The one pair of dates with at most one token between them, weekdays apart, or only tokens
    that join."""
    dates = [dated for dated in row.dates if dated.first > behind]
    pairs = [
        (a, b)
        for a, b in itertools.pairwise(dates)
        if _joined([row.tokens[at] for at in range(a.last + 1, b.first)])
    ]
    return pairs[0] if len(pairs) == 1 else None


def _joined(between: Sequence[Token]) -> bool:
    tokens = [token for token in between if not is_weekday(token)]
    return len(tokens) <= constant("period", "_BETWEEN") or all(map(joins, tokens))


def span_of(pair: tuple[Dated, Dated], month_first: bool, *, labelled: bool) -> Span | None:
    """The range of a pair of dates, read in one order."""
    (d1, m1, y1), (d2, m2, y2) = (parts(dated.text, month_first) for dated in pair)
    if y2 is None and y1 is not None and labelled:
        y2 = y1
    if y2 is None:
        return None
    end = day_of(y2, m2, d2)
    if end is None:
        return None
    years = [y1] if y1 is not None else [y2, y2 - 1]
    for year in years:
        start = day_of(year, m1, d1)
        if y1 is None and (start is None or start == end):
            return None
        if start and start <= end and end - start <= longest():
            return start, end
    return None


def days_of_month(row: Row) -> Iterator[Span]:
    """Ranges whose month is printed once."""
    joined = "".join(token.text for token in row.tokens)
    for found in pattern("period", "_DAYS_OF_MONTH").finditer(joined):
        yield from _of_month(found[3], found[4], found[1], found[2])
    for found in pattern("period", "_MONTH_OF_DAYS").finditer(joined):
        yield from _of_month(found[1], found[4], found[2], found[3])


def _of_month(name: str, year: str, first: str, last: str) -> Iterator[Span]:
    month = month_of(name)
    if month is None:
        return
    start: date | None = day_of(int(year), month, int(first))
    end = day_of(int(year), month, int(last))
    if start and end and start <= end:
        yield start, end
