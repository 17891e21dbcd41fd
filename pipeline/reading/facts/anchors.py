"""The day up to which a statement goes, where it prints no period: its own date, month or year."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from pipeline.reading.facts.period import full_days
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import MONEY
from pipeline.reading.lexing.languages import month_names
from pipeline.reading.lexing.phrases import Hit, phrase_book, squeeze
from pipeline.reading.lexing.rows import Row, text_of
from pipeline.words import Word

_YEAR = re.compile(r"^(?:19|20)\d\d$")
_NUMBERED = re.compile(r"^(\d{1,3})[/.]((?:19|20)\d\d)$")
_MONTH_OF_YEAR = re.compile(r"^(\d{1,2})[-/.]((?:19|20)\d\d)$")
_CJK_MONTH = re.compile(r"((?:19|20)\d\d)年(\d{1,2})月(?!\d*日)")


def last_day(rows: Sequence[Row], month_first: bool) -> date | None:
    """The one day that the rows beside the entries name as the statement's; None if they name
    none, or several of the same sort."""
    # A month and a year may stand in any text: "Fondo 2025" is no June where the end has a day.
    for sort in (_statement_dates, _closing_days, _month_ends, _behind_date, _due_days):
        found = set(sort(rows, month_first))
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def years_named(rows: Sequence[Row]) -> set[int]:
    """The years that a label or the statement's number names ("Jahr 2023", "Auszug 3/2023")."""
    years: set[int] = set()
    for index, row in enumerate(rows):
        under = rows[index + 1] if index + 1 < len(rows) else None
        after = word_behind(row, "year", under)
        if _YEAR.match(after):
            years.add(int(after))
        years.update(year for _, year in numbered(row))
    return years


def _statement_dates(rows: Sequence[Row], month_first: bool) -> Iterator[date]:
    for index, row in enumerate(rows):
        for hit in row.phrases("labels", "statement_date"):
            beside = full_days((d for d in row.dates if d.first > hit.last), month_first)
            days = beside or full_days(date_below(rows, index, hit), month_first)
            yield from days[:1]


def _closing_days(rows: Sequence[Row], month_first: bool) -> Iterator[date]:
    """The full date beside the closing balance."""
    for row in rows:
        if row.phrases("labels", "closing"):
            yield from full_days(row.dates, month_first)


def _month_ends(rows: Sequence[Row], _month_first: bool) -> Iterator[date]:
    """The last day of a month that a heading names with its year ("February 2024"), if no label
    names another year: an advert may speak of next May."""
    named = years_named(rows)
    for row in rows:
        for year, month in _months(row) if not row.figures and not row.dates else ():
            if not named or year in named:
                yield from end_of_month(year, month)


def _months(row: Row) -> Iterator[tuple[int, int]]:
    """Each year and month that a row names: "February 2024", "2024年2月", or "Month 02/2024"."""
    yield from months_in(row.words)
    yield from month_behind(row)


def months_in(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Each year and month that stand side by side: "February 2024", "2024年2月"."""
    for one, two in itertools.pairwise(words):
        year = two.text.strip(",./-")
        month = month_names().get(squeeze(one.text)) if one.text[0].isalpha() else None
        if month and _YEAR.match(year):
            yield int(year), month
    if found := _CJK_MONTH.search("".join(word.text for word in words)):
        yield int(found[1]), int(found[2])


def month_behind(row: Row) -> Iterator[tuple[int, int]]:
    """The year and month behind a label: "Month 02/2024"."""
    if found := _MONTH_OF_YEAR.match(word_behind(row, "month")):
        yield int(found[2]), int(found[1])


def end_of_month(year: int, month: int) -> Iterator[date]:
    """Its last day; nothing for a month that no year has."""
    if 1 <= month <= 12:
        yield date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def _behind_date(rows: Sequence[Row], month_first: bool) -> Iterator[date]:
    """ "Date 08/11/23" beside the table."""
    for row in rows:
        for hit in row.phrases("columns", "date") if not row.figures else ():
            behind = [day for day in row.dates if day.first in (hit.last + 1, hit.last + 2)]
            yield from full_days(behind, month_first)


def _due_days(rows: Sequence[Row], month_first: bool) -> Iterator[date]:
    """The day on which a card must be paid, which lies behind every entry."""
    for index, row in enumerate(rows):
        for hit in row.phrases("labels", "due_date"):
            beside = [day for day in row.dates if day.first > hit.last]
            yield from full_days(beside or date_below(rows, index, hit), month_first)[:1]


def date_below(rows: Sequence[Row], index: int, hit: Hit) -> list[PrintedDate]:
    """The date right under a label that has none beside it."""
    row = rows[index]
    if row.phrases("columns", *MONEY):
        return []  # a table's header: its dates are the entries'
    x0, x1 = row.words[hit.first].x0, row.words[hit.last].x1
    for other in rows[index + 1 : index + 3]:
        if other.page == row.page and other.top - row.bottom < 2.5 * (row.bottom - row.top):
            under = [day for day in other.dates if day.x0 < x1 and day.x1 > x0]
            if under:
                return under[:1]
    return []


def numbered(row: Row) -> Iterator[tuple[int, int]]:
    """The statement's number and its year: "Kontoauszug Nr. 5/2024"."""
    label = ("labels", "statement_number")
    for place, word in enumerate(row.words):
        text = word.text.strip(",;:")
        found = _NUMBERED.match(text) if text[:1].isdigit() else None
        before = (row.words[at:place] for at in range(place if found else 0))
        if found and any(label in phrase_book().meanings(text_of(each)) for each in before):
            yield int(found[1]), int(found[2])


def word_behind(row: Row, meaning: str, under: Row | None = None) -> str:
    """The word behind a label, or, where nothing is, the one right below it."""
    labels = row.phrases("labels", meaning)
    if not labels:
        return ""
    first, last = labels[0].first, labels[0].last
    after = (word.text.strip(":,.") for word in row.words[last + 1 : last + 3])
    x0, x1 = row.words[first].x0, row.words[last].x1
    below = (word.text for word in under.words if word.x0 < x1 and word.x1 > x0) if under else ()
    return next((text for text in after if text[:1].isdigit()), "") or next(iter(below), "")
