"""The day of every line: it exists, days run one way, and years that are not printed follow."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

from pipeline.proof.checks import Check, passed_unless
from pipeline.proof.cited import Cited
from pipeline.proof.covered import days_on, figures_on
from pipeline.proof.printed import PrintedDay

#: A day without a year lies within so many days of the period, or up to that after the year's own
#: day; and less than a year before that.
_AROUND, _BEFORE = timedelta(days=45), timedelta(days=320)
#: A line may be booked so many days later than others that are printed above it.
_LATE: Final = timedelta(days=10)


class Days(NamedTuple):
    """The booking day and the second day of each line, in printed order, and the period if both of
    its days are known. ``yearless`` says that some line prints no year."""

    booked: tuple[date | None, ...]
    second: tuple[date | None, ...]
    period: tuple[date | None, date] | None
    yearless: bool

    @property
    def known(self) -> list[date]:
        """The booking days, where they exist."""
        return [day for day in self.booked if day is not None]


def days_of(cited: Cited, shift: int = 0) -> Days:
    """The days under the witness's convention; ``shift`` moves all years that are not printed."""
    years = _Years(cited, shift)
    first, second = [line.day for line in cited.lines], [line.second for line in cited.lines]
    for at in range(1, len(first)):
        first[at] = first[at] or first[at - 1]
    if cited.convention.booking == "second":
        first, second = [s or f for f, s in zip(first, second, strict=True)], first
    days = tuple(years.of(day) if day else None for day in first)
    other = tuple(years.near(day, own) for day, own in zip(second, days, strict=True))
    yearless = any(day is not None and day.year is None for day in first)
    return Days(days, other, years.period, yearless)


class _Years:
    """Gives days the years that they do not print."""

    def __init__(self, cited: Cited, shift: int) -> None:
        self._cited, self._shift = cited, shift
        self.period = _period(cited)

    def near(self, day: PrintedDay | None, own: date | None) -> date | None:
        """A second day, in its own year or in that which brings it nearest to the first."""
        if day is None or own is None:
            return None
        found = (day.in_year(own.year + step) for step in (0, -1, 1))
        return min((one for one in found if one), key=lambda one: abs(one - own), default=None)

    def _anchor(self) -> tuple[date, date] | None:
        """Between which days a day without a year must lie."""
        if self.period and self.period[0]:
            return self.period[0] - _AROUND, self.period[1] + _AROUND
        year = self._cited.year
        if self.period and year is None:
            return self.period[1] - _BEFORE, self.period[1] + _AROUND
        if isinstance(year, PrintedDay) and year.year and (whole := year.in_year(year.year)):
            return whole - _BEFORE, whole + _AROUND
        return (date(year, 1, 1), date(year, 12, 31)) if isinstance(year, int) else None

    def of(self, day: PrintedDay) -> date | None:
        """A day, in its own year or in the only one in which it lies where days must."""
        if day.year is not None:
            return day.in_year(day.year)
        if (around := self._anchor()) is None:
            return None
        years = range(around[0].year, around[1].year + 1)
        inside = [d for y in years if (d := day.in_year(y)) and around[0] <= d <= around[1]]
        if len(inside) != 1:
            return None
        # 29 February may exist in no other year.
        return day.in_year(inside[0].year + self._shift)


def _period(cited: Cited) -> tuple[date | None, date] | None:
    """The days of the period; the first may take its year from the last."""
    if cited.period is None:
        return None
    first, last = cited.period
    if last.year is None or (end := last.in_year(last.year)) is None:
        return None
    if first is None:
        return None, end
    starts = [d for y in (end.year, end.year - 1) if (d := first.in_year(y)) and d <= end]
    return (starts[0], end) if starts else None


def ordered_check(cited: Cited, days: Days, *, backwards: bool = False) -> Check:
    """Every line has a day that exists, and they run one way under each head, perhaps in the other
    order of time."""
    missing = [f"line {at + 1} has no day" for at, day in enumerate(days.booked) if day is None]
    return passed_unless("ordered", missing or list(_backward(cited, days, -1 if backwards else 1)))


def _backward(cited: Cited, days: Days, step: int) -> Iterator[str]:
    """Lines whose day is long before one above them in the same run, read oldest first."""
    places = cited.in_time[::step]
    latest: date | None = None
    for before, at in zip([None, *places], places, strict=False):
        if before is None or _is_parted(cited, before, at):
            latest = None
        day = None if cited.lines[at].cited.column in cited.numbered else days.booked[at]
        if day and latest and latest - day > _LATE:
            yield f"line {at + 1} is out of order"
        latest = max(latest, day) if latest and day else day or latest
    if cited.period is not None and days.period is None:
        yield "the days of the period do not exist"


def _is_parted(cited: Cited, one: int, two: int) -> bool:
    """Whether a row without a day and without money is between two lines that is the text of
    neither: a heading, below which days may begin again."""
    first, last = sorted((cited.lines[one].row, cited.lines[two].row))
    if last - first < 2:
        return False
    texts = [each for at in (one, two) for each in cited.lines[at].cited.text]
    between = set(range(first + 1, last)) - cited.document.rows_of(*texts)
    dayless = (row for row in between if not days_on(cited, row))
    return any(not any(found.money for found in figures_on(cited, row)) for row in dayless)
