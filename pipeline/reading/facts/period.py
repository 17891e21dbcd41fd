"""From which day to which the statement goes: labelled, in a heading, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.reading.facts.kind import is_statement
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import cell_of
from pipeline.reading.lexing.phrases import Hit, month_names, one_of, single, squeeze, weekday_names
from pipeline.reading.lexing.rows import LexedRow

LONGEST = timedelta(days=750)
_OWN = frozenset({"period", "statement_date", "account_number", "closing_day", "ends_on"})
_SHORT = 4  # letters of a word such as "from", "bis", "au"
_TO = rf"(?:-|~|/|{one_of('to')})"
_OF = rf"(?:{one_of('of')})?"
_DAY = rf"(\d{{1,2}})(?:º|°|\.|{one_of('ordinal')})?"
_DAYS_OF_MONTH = re.compile(
    rf"(?<![\d./-]){_DAY}{_TO}{_OF}{_DAY}{_OF}([^\W\d_]{{3,12}}?){_OF}[.,]?"
    r"((?:19|20)\d\d)(?!\d)"
)
_MONTH_OF_DAYS = re.compile(rf"([^\W\d_]{{3,12}}){_DAY}{_TO}{_DAY},?((?:19|20)\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class Period:
    """The days a statement covers, both included."""

    start: date
    end: date

    def __contains__(self, day: date) -> bool:
        return self.start <= day <= self.end


def before(row: LexedRow, hit: Hit) -> range:
    """The words before a label in its own cell."""
    return range(row.words.index(cell_of(row, hit)[0]), hit.first)


def around(row: LexedRow, hit: Hit) -> list[int]:
    """The words before a label in its own cell, and those from it to the first date behind it."""
    dated = min((day.first for day in row.dates if day.first > hit.last), default=hit.last + 1)
    return [*before(row, hit), *range(hit.last + 1, dated)]


def links(text: str) -> bool:
    """Whether a word only joins others, or names a month: "from", "bis"; one in another script, if
    it is short."""
    letters = squeeze(text)
    return (
        letters in month_names()
        or not letters
        or any(letters in single(meaning) for meaning in ("link", "to", "ordinal"))
        or (not letters.isascii() and len(letters) <= _SHORT)
    )


def strangers(row: LexedRow, places: Iterable[int]) -> Iterator[int]:
    """The long words among those of a row that mention no statement, account or period."""
    for place in unknown_words(row):
        if place in places and len(list(filter(str.isalpha, row.words[place].text))) > _SHORT:
            yield place


def unknown_words(row: LexedRow) -> Iterator[int]:
    """The words of a row that mention no statement, account, period or weekday."""
    own = (*row.phrases("kinds"), *row.phrases("labels", *_OWN))
    known = {i for hit in own for i in hit.places}
    for place, word in enumerate(row.words):
        if (
            place not in known
            and not is_statement(word.text)
            and squeeze(word.text) not in weekday_names()
        ):
            yield place


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
