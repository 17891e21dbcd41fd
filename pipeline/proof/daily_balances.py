"""A list of daily balances says what the balance was at the end of each day."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date

from pipeline.proof.entries import Offered
from pipeline.proof.parse.figures import Figure
from pipeline.proof.period import Period
from pipeline.proof.rows import Row, letters_in
from pipeline.proof.sums import Sums

_BALANCES = ("opening", "closing", "balance_on")


def wrong_days(
    offered: Offered,
    sums: Sums,
    days: Sequence[date] | None,
    period: Period | None,
    skipped: frozenset[int],
) -> Iterator[str]:
    """A list of daily balances says what the balance was at the end of each day."""
    if sums.opening is None or not days:
        return
    span = (*days, period.start, period.end) if period else days
    for index in sorted(skipped):
        row = offered.lexed.rows[index]
        for figure, printed in _dated_balances(offered, row):
            same = [day for day in days if (day.month, day.day) == printed]
            same = same or list(_within(printed, min(span), max(span)))
            if same and offered.minor(figure) not in {_at_end_of(day, sums, days) for day in same}:
                yield f"a daily balance on page {row.page} differs from the rows"


def _within(printed: tuple[int, int], first: date, last: date) -> Iterator[date]:
    """The days of a month and day between two others, these included."""
    month, day = printed
    for year in range(first.year, last.year + 1):
        if day <= monthrange(year, month)[1] and first <= date(year, month, day) <= last:
            yield date(year, month, day)


def _at_end_of(day: date, sums: Sums, days: Sequence[date]) -> int:
    """The balance after all entries up to a day, in whatever order they are printed."""
    assert sums.opening is not None
    dated = zip(days, sums.amounts, strict=True)
    return abs(sums.opening + sum(amount for when, amount in dated if when <= day))


def _dated_balances(offered: Offered, row: Row) -> Iterator[tuple[Figure, tuple[int, int]]]:
    """Each figure of a row with the month and day printed right before it."""
    first_of_month = offered.witness.convention.month_first
    for day in row.dates:
        after = next((f for f in row.figures if f.first > day.last), None)
        if after and _says_balance(row, day.last + 1, after.first):
            turned = first_of_month and not day.sure
            yield after, (day.day, day.month) if turned else (day.month, day.day)


def _says_balance(row: Row, start: int, stop: int) -> bool:
    """Whether a figure that many words behind a day is its balance: what other words name is a
    payment to come."""
    named = row.phrases("columns", "balance") + row.phrases("labels", *_BALANCES)
    return not letters_in(row.words[start:stop]) or any(start <= hit.first < stop for hit in named)
