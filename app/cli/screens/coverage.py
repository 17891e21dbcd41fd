"""Shows which months are covered: one row for each run of months that stand alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from app.cli.output import Column, table
from app.shapes.decisions import MonthShape
from app.texts import certificates as texts_certificates
from app.texts import terminal as texts

COLUMNS = (
    Column(texts.ACCOUNT, whole=False),
    Column(texts.PERIOD),
    Column(texts.STATE),
)
STYLES = {"covered": "green", "missing": "red", "not_expected": "dim"}


def coverage_screen(months: Sequence[MonthShape]) -> Iterator[Table]:
    """One row a run of months that stand alike."""
    yield table(COLUMNS, list(_rows(months)))


def _rows(months: Sequence[MonthShape]) -> Iterator[tuple[str | Text, ...]]:
    run: list[MonthShape] = []
    for month in months:
        if run and _key(month) != _key(run[-1]):
            yield _row(run)
            run = []
        run.append(month)
    if run:
        yield _row(run)


def _key(month: MonthShape) -> tuple[int, str, bool]:
    return month.account_id, month.state, month.by_earlier_version


def _row(run: Sequence[MonthShape]) -> tuple[str | Text, ...]:
    first, last = run[0].month, run[-1].month
    period = first if first == last else f"{first} to {last}"
    return run[0].account, period, _state(run[0])


def _state(month: MonthShape) -> Text:
    state = texts.MONTH_STATES[month.state]
    if month.by_earlier_version:
        return Text(texts_certificates.BY_EARLIER.format(verdict=state), "yellow")
    return Text(state, STYLES.get(month.state, "yellow"))
