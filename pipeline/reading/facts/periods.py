"""From which day to which the statement goes: labelled, in a heading, or in a sentence."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from pipeline.drafts import Period
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import MONEY, cell_places
from pipeline.reading.lexing.phrases import (
    Hit,
    month_names,
    one_of,
    phrase_book,
    squeeze,
)
from pipeline.reading.lexing.rows import LexedRow, text_of

LONGEST = timedelta(days=750)
_TO = rf"(?:-|~|/|{one_of('to')})"
_OF = rf"(?:{one_of('of')})?"
_DAY = rf"(\d{{1,2}})(?:º|°|\.|{one_of('ordinal')})?"
_DAYS_OF_MONTH = re.compile(
    rf"(?<![\d./-]){_DAY}{_TO}{_OF}{_DAY}{_OF}([^\W\d_]{{3,12}}?){_OF}[.,]?"
    r"((?:19|20)\d\d)(?!\d)"
)
_MONTH_OF_DAYS = re.compile(rf"([^\W\d_]{{3,12}}){_DAY}{_TO}{_DAY},?((?:19|20)\d\d)(?!\d)")


def full_days(printed: Iterable[PrintedDate], month_first: bool) -> list[date]:
    """The possible days among dates that print their year."""
    return [day for one in printed if one.year and (day := one.resolve(month_first))]


def days_of_a_month(row: LexedRow) -> Iterator[Period]:
    """ "1er au 31 mars 2023", "March 1-31, 2024": both days belong to the month named once."""
    text = "".join(word.text for word in row.words).casefold()
    for found in _DAYS_OF_MONTH.finditer(text):
        yield from _within(int(found[1]), int(found[2]), found[3], int(found[4]))
    for found in _MONTH_OF_DAYS.finditer(text):
        yield from _within(int(found[2]), int(found[3]), found[1], int(found[4]))


def _within(first: int, last: int, name: str, year: int) -> Iterator[Period]:
    letters = squeeze(name)
    # Words run together: the month's name ends the run of letters.
    ends = (letters[i:] for i in range(len(letters) - 2))
    month = next((month_names()[part] for part in ends if part in month_names()), None)
    if month is None:
        return
    try:
        yield from ordered(date(year, month, first), date(year, month, last))
    except ValueError:
        return


def ordered(one: date, two: date) -> Iterator[Period]:
    """The period from one day to another, if it is one of a statement's length."""
    if timedelta() <= two - one <= LONGEST:
        yield Period(one, two)


Weighed = Iterable[tuple[float, Period]]  # periods, each with what speaks for it

#: What speaks for a period that only the days of two balances make.
_BY_BALANCES = 0.1
_OF_A_MONTH = 0.4  # "March 1-31, 2024"
_BALANCES = frozenset({"opening", "closing", "balance_on"})
_YEAR = re.compile(r"^(?:19|20)\d\d$")
_NAME_OF_YEAR = re.compile(r"^([^\W\d_]{3,12})[-/.]((?:19|20)\d\d)$")
_MONTH_OF_YEAR = re.compile(r"^(\d{1,2})[-/.]((?:19|20)\d\d)$")
_CJK_MONTH = re.compile(r"((?:19|20)\d\d)年(\d{1,2})月(?!\d*日)")


def periods_of(rows: Sequence[LexedRow], month_first: bool) -> Weighed:
    """Every pair of days that may be the period, each with what speaks for it (0 to 1)."""
    for index, row in enumerate(rows):
        yield from _of_a_month(row)
        if row.dates:
            yield from _with_day_below(rows, index, month_first)
            yield from _in_one_row(row, month_first)
    yield from _below_each_other(rows, month_first)
    yield from _between_balances(rows, month_first)


def has_period(rows: Sequence[LexedRow]) -> bool:
    """Whether these rows print a period of their own, and not only balances with their days."""
    return any(
        weight > _BY_BALANCES for order in (False, True) for weight, _ in periods_of(rows, order)
    )


def last_day_of_periods(rows: Sequence[LexedRow]) -> date | None:
    """The latest day that a labelled period ends on, in whichever order of day and month."""
    named = (row.dates for row in rows if not row.figures and "period" in _labels(row))
    pairs = (full_days(dates, order) for dates in named for order in (False, True))
    whole = (pair for pair in pairs if len(pair) == 2 and pair[0] <= pair[1])
    return max((last for _, last in whole), default=None)


def _of_a_month(row: LexedRow) -> Weighed:
    """ "March 1-31, 2024": days of one month, with their year somewhere in the row."""
    if any(word.text[:2] in ("19", "20") for word in row.words):
        yield from ((_OF_A_MONTH, period) for period in days_of_a_month(row))


def _with_day_below(rows: Sequence[LexedRow], index: int, month_first: bool) -> Weighed:
    """From a day that is called the period's to the day in the next row."""
    start = _day_of_a_period(rows[index], month_first)
    end = _only_day(rows[index + 1], month_first) if index + 1 < len(rows) else None
    if start and end:
        yield from _ordered(0.3, start, end)


def _in_one_row(row: LexedRow, month_first: bool) -> Weighed:
    """From one day to another in a row without amounts; one of them may lack its year. Beside a
    summary's label and amount, in a cell of their own with a word between. What ends an account's
    number before them, "7731 EUR", is no amount."""
    if len(row.dates) < 2:
        return
    if any(each.decimals or each.first > row.dates[0].first for each in row.figures):
        yield from _in_one_cell(row, month_first)
        return
    named = "period" in _labels(row)
    days = full_days(row.dates, month_first)
    if len(days) == 2 or (named and len(days) > 2):
        yield from _ordered(0.5 if named else 0.2, days[0], days[1])
    elif len(days) == 1:
        yield from _half_dated(0.4 if named else 0.15, row.dates, days[0], month_first)


def _in_one_cell(row: LexedRow, month_first: bool) -> Weighed:
    """ "1 May 2025 to 31 May 2025" beside a box of balances."""
    for cell in cell_places(row) if row.has_label else ():
        own = [day for day in row.dates if day.first in cell]
        days = full_days(own, month_first)
        whole = own and (own[0].first, own[-1].last) == (cell[0], cell[-1])
        if whole and len(own) == len(days) == 2 and own[1].first > own[0].last + 1:
            yield from _ordered(0.2, *days)


def _below_each_other(rows: Sequence[LexedRow], month_first: bool) -> Weighed:
    """From a day that is called the period's to the next so called, some rows below."""
    days = ((index, _day_of_a_period(row, month_first)) for index, row in enumerate(rows))
    labelled = [(index, day) for index, day in days if day]
    for (above, one), (below, two) in itertools.pairwise(labelled):
        if below - above <= 3:
            yield from _ordered(0.3, one, two)


def _between_balances(rows: Sequence[LexedRow], month_first: bool) -> Weighed:
    """From the first to the last of the days on which the page states a balance."""
    stated = (row for row in rows if row.dates and row.figures and _labels(row) & _BALANCES)
    days = [day for row in stated if (day := _only_day(row, month_first))]
    if len(days) >= 2:
        yield from _ordered(_BY_BALANCES, min(days), max(days))


def _day_of_a_period(row: LexedRow, month_first: bool) -> date | None:
    """The only full date of a row that refers to a period."""
    return _only_day(row, month_first) if row.dates and "period" in _labels(row) else None


def _only_day(row: LexedRow, month_first: bool) -> date | None:
    days = full_days(row.dates, month_first)
    return days[0] if len(days) == 1 else None


def _labels(row: LexedRow) -> set[str]:
    return {hit.meaning for hit in row.hits if hit.group == "labels"}


def _half_dated(
    weight: float, printed: Sequence[PrintedDate], full: date, month_first: bool
) -> Weighed:
    """ "24 Jun - 24 Jul 2017": the first date takes its year from the second, or the reverse."""
    first, second = printed[:2]
    if first.year is None:
        for year in (full.year, full.year - 1):
            resolved = first.resolve(month_first, year)
            if resolved and resolved < full:
                yield from _ordered(weight, resolved, full)
                break
    elif second.year is None and (end := second.resolve(month_first, full.year)):
        yield from _ordered(weight, full, end)


def _ordered(weight: float, one: date, two: date) -> Weighed:
    return ((weight, period) for period in ordered(one, two))


def statement_date(rows: Sequence[LexedRow], month_first: bool) -> date | None:
    """The date that the page calls the statement's: beside its name, or below it."""
    for index, hit in _labelled(rows, "statement_date"):
        days = full_days(rows[index].dates, month_first)
        days = days or full_days(date_below(rows, index, hit), month_first)
        if days:
            return max(days)
    return None


def date_before_due(front: Sequence[LexedRow], month_first: bool) -> date | None:
    """A card's statement date, about: some weeks before the day on which it must be paid."""
    for index, hit in _labelled(front, "due_date"):
        beside = [day for day in front[index].dates if day.first > hit.last]
        days = full_days(beside or date_below(front, index, hit), month_first)
        if days:
            return days[0] - timedelta(days=20)
    return None


def _labelled(rows: Sequence[LexedRow], meaning: str) -> Iterator[tuple[int, Hit]]:
    """Every label of this meaning, with the place of its row."""
    for index, row in enumerate(rows):
        for hit in row.hits:
            if hit.group == "labels" and hit.meaning == meaning:
                yield index, hit


def date_behind_its_name(front: Sequence[LexedRow], month_first: bool) -> date | None:
    """ "Date 08/11/23" above the table: the only such date is the statement's."""
    found = {
        day
        for row in front
        for hit in row.hits
        if hit.group == "columns" and hit.meaning == "date" and not row.figures
        for printed in row.dates
        if printed.first == hit.last + 1
        or (printed.first == hit.last + 2 and row.words[hit.last + 1].text == ":")
        for day in full_days([printed], month_first)
    }
    return found.pop() if len(found) == 1 else None


def date_of_the_closing(
    rows: Sequence[LexedRow], front: Sequence[LexedRow], month_first: bool
) -> date | None:
    """The full date above the table that is the closing balance's day, which prints no year."""
    closings = {
        (day.month, day.day) if day.sure or not month_first else (day.day, day.month)
        for row in rows
        if any(hit.group == "labels" and hit.meaning == "closing" for hit in row.hits)
        for day in row.dates
        if day.year is None
    }
    full = {day for row in front for day in full_days(row.dates, month_first)}
    found = {day for day in full if (day.month, day.day) in closings}
    return found.pop() if len(found) == 1 else None


def month_heading(rows: Sequence[LexedRow]) -> date | None:
    """The last day of a month that a heading names with its year ("February 2024")."""
    is_above = True  # of all entries, whose texts may name a month in one word
    for row in rows[:60]:
        is_above = is_above and not row.looks_like_entry
        found = _month_by_name(row) or _month_in_chinese(row) or _month_in_digits(row)
        if found := found or (_month_in_one_word(row) if is_above else None):
            return next(end_of_month(*found), None)
    return None


def _month_by_name(row: LexedRow) -> tuple[int, int] | None:
    """The year and month of "February 2024"."""
    names = month_names()
    for one, two in itertools.pairwise(row.words):
        month = names.get(squeeze(one.text)) if one.text[0].isalpha() else None
        year = two.text.strip(",./-")
        if month and _YEAR.match(year):
            return int(year), month
    return None


def _month_in_one_word(row: LexedRow) -> tuple[int, int] | None:
    """The year and month of "setembro/2024"."""
    parts = (_NAME_OF_YEAR.match(word.text.strip(",.")) for word in row.words)
    named = ((found[2], month_names().get(squeeze(found[1]))) for found in parts if found)
    return next(((int(year), month) for year, month in named if month), None)


def _month_in_chinese(row: LexedRow) -> tuple[int, int] | None:
    """The year and month of "2024年2月", where no day follows."""
    found = _CJK_MONTH.search("".join(word.text for word in row.words)) if not row.figures else None
    return (int(found[1]), int(found[2])) if found else None


def _month_in_digits(row: LexedRow) -> tuple[int, int] | None:
    """The year and month of "02/2024" behind a word for month."""
    after = word_behind(row, "month")
    found = _MONTH_OF_YEAR.match(after) if after else None
    return (int(found[2]), int(found[1])) if found else None


def year_heading(
    front: Sequence[LexedRow], printed: Sequence[PrintedDate], month_first: bool
) -> int | None:
    """A year that the page names ("Jahr 2023", "Auszug 3/2023") and no entry can leave."""
    issues = {issue for row in front for issue in numbered(row)}
    years = {year for _, year in issues} | _named_years(front)
    months = {day.day if month_first and not day.sure else day.month for day in printed}
    over = bool(months & {11, 12}) and bool(months & {1, 2})
    # The year's first statement may hold rows of the year before.
    early = any(number == 1 for number, _ in issues) and bool(months & {10, 11, 12})
    return years.pop() if len(years) == 1 and not over and not early else None


def _named_years(front: Sequence[LexedRow]) -> set[int]:
    """The years behind a word for year, or below it."""
    below = itertools.zip_longest(front, front[1:])
    words = (word_behind(row, "year", under) for row, under in below)
    return {int(word) for word in words if word and _YEAR.match(word)}


_NUMBERED = re.compile(r"^(\d{1,3})[/.]((?:19|20)\d\d)$")


def end_of_month(year: int, month: int) -> Iterator[date]:
    """Its last day; nothing for a month that no year has."""
    if 1 <= month <= 12:
        yield date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)


def date_below(rows: Sequence[LexedRow], index: int, hit: Hit) -> list[PrintedDate]:
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


def numbered(row: LexedRow) -> Iterator[tuple[int, int]]:
    """The statement's number and its year: "Kontoauszug Nr. 5/2024"."""
    label = ("labels", "statement_number")
    for place, word in enumerate(row.words):
        text = word.text.strip(",;:")
        found = _NUMBERED.match(text) if text[:1].isdigit() else None
        before = (row.words[at:place] for at in range(place if found else 0))
        if found and any(label in phrase_book().meanings(text_of(each)) for each in before):
            yield int(found[1]), int(found[2])


def word_behind(row: LexedRow, meaning: str, under: LexedRow | None = None) -> str:
    """The word behind a label, or, where nothing is, the one right below it."""
    labels = row.phrases("labels", meaning)
    if not labels:
        return ""
    first, last = labels[0].first, labels[0].last
    after = (word.text.strip(":,.") for word in row.words[last + 1 : last + 3])
    x0, x1 = row.words[first].x0, row.words[last].x1
    below = (word.text for word in under.words if word.x0 < x1 and word.x1 > x0) if under else ()
    return next((text for text in after if text[:1].isdigit()), "") or next(iter(below), "")
