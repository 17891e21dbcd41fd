"""From which day to which the statement goes: labelled, in a heading, or not at all."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.reading.facts.kind import is_statement
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import cell_of, cells_of
from pipeline.reading.lexing.phrases import Hit, month_names, one_of, single, squeeze, weekday_names
from pipeline.reading.lexing.rows import LexedRow, letters_in
from pipeline.words import Word

LONGEST = timedelta(days=750)
_WEAK_LETTERS = 7  # "from", "between", "vom", "desde": words of any sentence, no label
_OWN = frozenset({"period", "statement_date", "account_number", "closing_day", "ends_on"})
_SHORT = 4  # letters of a word such as "from", "bis", "au"
_DAMAGED = 4  # digits behind a label, for a range that cannot be read
_BETWEEN = 1  # words from the first date to the second: "to", "-", "bis"
_SENTENCE = 14  # words
_APART = 3  # rows between "Statement starts" and "Statement ends"
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


@dataclass(frozen=True, slots=True)
class Candidates:
    """Ranges that rows print: behind a label of the period, in a heading, or between the days of
    the opening and the closing balance. ``named`` says that some row bears such a label; ``ends``
    are the days that stand alone behind one."""

    labelled: frozenset[Period]
    headed: frozenset[Period]
    balances: frozenset[Period]
    named: bool
    ends: frozenset[date] = frozenset()

    @property
    def agreed(self) -> Period | None:
        """The one period of the strongest sort that has any; None where several disagree."""
        found = self.strongest
        return next(iter(found)) if len(found) == 1 else None

    @property
    def strongest(self) -> frozenset[Period]:
        """All candidates of the strongest sort that there is."""
        if self.labelled or self.named:
            return self.labelled
        return self.headed or self.balances


def _is_sentence(row: LexedRow) -> bool:
    """Whether a word that refers to no statement is beside the dates, in their cells: behind them a
    long one, before them one of any length that does not only join others."""
    dated = {i for day in row.dates for i in range(day.first, day.last + 1)}
    words = {id(row.words[i]) for i in dated}
    cells = [cell for cell in cells_of(row) if not words or words & {id(w) for w in cell}]
    beside = {id(word) for cell in cells for word in cell}
    last = max((day.last for day in row.dates), default=len(row.words))
    before_last = (i for i in unknown_words(row) if i < last and not links(row.words[i].text))
    unknown = [*before_last, *strangers(row, range(last, len(row.words)))]
    return any(i not in dated and id(row.words[i]) in beside for i in unknown)


def before(row: LexedRow, hit: Hit) -> range:
    """The words before a label in its own cell."""
    return range(row.words.index(cell_of(row, hit)[0]), hit.first)


def around(row: LexedRow, hit: Hit) -> list[int]:
    """The words before a label in its own cell, and those from it to the first date behind it."""
    dated = min((day.first for day in row.dates if day.first > hit.last), default=hit.last + 1)
    return [*before(row, hit), *range(hit.last + 1, dated)]


def links(text: str) -> bool:
    """Whether a word only joins others, or names a month: "from", "bis"; one of another script, if
    it is short."""
    letters = squeeze(text)
    return (
        letters in month_names()
        or not letters
        or any(letters in single(meaning) for meaning in ("link", "to", "ordinal"))
        or (not letters.isascii() and len(letters) <= _SHORT)
    )


def strangers(row: LexedRow, places: Iterable[int]) -> Iterator[int]:
    """The long words among those of a row that speak of no statement, account or period."""
    for place in unknown_words(row):
        if place in places and len(list(filter(str.isalpha, row.words[place].text))) > _SHORT:
            yield place


def unknown_words(row: LexedRow) -> Iterator[int]:
    """The words of a row that speak of no statement, account, period or weekday."""
    own = (*row.phrases("kinds"), *row.phrases("labels", *_OWN))
    known = {i for hit in own for i in hit.places}
    for place, word in enumerate(row.words):
        if place not in known and not is_statement(word.text) and not _is_weekday(word):
            yield place


def _is_weekday(word: Word) -> bool:
    return squeeze(word.text) in weekday_names()


def candidates(
    rows: Sequence[LexedRow],
    month_first: bool,
    is_heading: Callable[[LexedRow], bool],
    ends: Sequence[LexedRow | None] = (),
) -> Candidates:
    """The ranges in these rows, which must hold no entry and no entry's text; a range
    without a label counts in a heading alone. ``ends`` are the rows of both balances."""
    labelled = set(_pairs_of_labels(rows, month_first))
    headed: set[Period] = set()
    named = False
    for row in rows:
        strength = _label(row)
        if strength is None:
            continue
        ranges = set(_ranges(row, month_first, strength))
        if ranges and (strength or (is_heading(row) and not _is_sentence(row))):
            (labelled if strength else headed).update(ranges)
        named = named or is_unreadable(row)
    return Candidates(
        frozenset(labelled),
        frozenset(headed),
        frozenset(_of_balances(rows, month_first, ends)),
        named,
        frozenset(day for _, day in _alone(rows, month_first)),
    )


def _label(row: LexedRow) -> bool | None:
    """True for a row with a label of the period, False for one that may still be a heading with a
    range, None for any other."""
    if row.phrases("labels", "other_range"):
        return None
    periods = [hit for hit in row.hits if is_period_label(row, hit)]
    strong = any(not list(strangers(row, around(row, hit))) for hit in periods)
    if periods and not strong:
        return None  # "Your next statement period"
    # Beside the period a box may print its own figures, further to the right.
    last = row.dates[1].last if len(row.dates) > 1 else len(row.words)
    if row.figures and not (strong and all(figure.first > last for figure in row.figures)):
        return None
    return strong


def is_unreadable(row: LexedRow) -> bool:
    """Whether digits behind a label of the period are no two dates: one of them may be damaged."""
    if not _label(row):
        return False
    first = min(hit.last for hit in row.hits if is_period_label(row, hit))
    digits = sum(char.isdigit() for word in row.words[first + 1 :] for char in word.text)
    return len(row.dates) < 2 and digits >= _DAMAGED and len(row.words) <= _SENTENCE


def is_period_label(row: LexedRow, hit: Hit) -> bool:
    """Whether a phrase is a label of the period, and no word of any sentence such as "from"."""
    letters = letters_in(row.words[hit.first : hit.last + 1])
    foreign = not row.words[hit.first].text.isascii()
    return (
        hit.group == "labels"
        and hit.meaning == "period"
        and (letters >= _WEAK_LETTERS or foreign or hit.first == 0 == hit.last)
        and letters > 3
    )


def full_days(printed: Iterable[PrintedDate], month_first: bool) -> list[date]:
    """The possible days among dates that print their year."""
    return [day for one in printed if one.year and (day := one.resolve(month_first))]


def _ranges(row: LexedRow, month_first: bool, labelled: bool) -> Iterator[Period]:
    """The one range that a row prints: two dates with a word at the most between them, weekdays
    apart, or several that only join ("tot en met")."""
    if _names_year(row):
        yield from days_of_a_month(row)
    pairs = [
        (one, two)
        for one, two in itertools.pairwise(row.dates)
        if _is_joined(row.words[one.last + 1 : two.first])
    ]
    if len(pairs) != 1:
        return
    days = full_days(pairs[0], month_first)
    if len(days) == 2:
        yield from ordered(*days)
    elif len(days) == 1:
        yield from _half_dated(pairs[0], days[0], month_first, labelled)


def _names_year(row: LexedRow) -> bool:
    return any(word.text[:2] in ("19", "20") for word in row.words)


def _is_joined(between: Sequence[Word]) -> bool:
    words = [word for word in between if not _is_weekday(word)]
    return len(words) <= _BETWEEN or all(links(word.text) for word in words)


def _half_dated(
    printed: Sequence[PrintedDate], full: date, month_first: bool, labelled: bool
) -> Iterator[Period]:
    """ "24 Jun - 24 Jul 2017": the first date takes its year from the second, or the reverse. Where
    both are one day of the year, or the first is not one of that year, no one can say which."""
    first, second = printed
    if first.year is None:
        start = first.resolve(month_first, full.year)
        if start and start > full:
            start = first.resolve(month_first, full.year - 1)
        yield from ordered(start, full) if start and start != full else ()
    elif labelled and second.year is None and (end := second.resolve(month_first, full.year)):
        yield from ordered(full, end)


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


def _pairs_of_labels(rows: Sequence[LexedRow], month_first: bool) -> Iterator[Period]:
    """ "Statement starts 1 March 2025" above "Statement ends 31 March 2025"."""
    single = _alone(rows, month_first)
    for (above, one), (below, two) in itertools.pairwise(single):
        if below - above <= _APART:
            yield from ordered(one, two)


def _alone(rows: Sequence[LexedRow], month_first: bool) -> list[tuple[int, date]]:
    """The rows with a label of the period and one date, which is full, each with its day."""
    return [
        (index, days[0])
        for index, row in enumerate(rows)
        if len(row.dates) == 1 and _label(row) and (days := full_days(row.dates, month_first))
    ]


def _of_balances(
    rows: Sequence[LexedRow], month_first: bool, ends: Sequence[LexedRow | None]
) -> Iterator[Period]:
    """From the day beside the opening balance to that beside the closing one, or to the day on
    which the statement closes. The opening's must be the first of a month: of any other, such as
    "Solde au 31/01", no one can say whether the statement begins on it or on the next."""
    opening, closing = ([*_days_beside(row)] for row in (*ends, None, None)[:2])
    closing = closing or [
        day for row in rows if row.phrases("labels", "closing_day") for day in _days_beside(row)
    ]
    last = {day for printed in closing for day in full_days([printed], month_first)}
    first = {
        day
        for printed in opening
        for year in {end.year for end in last}
        if (day := printed.resolve(month_first, year)) and day.day == 1
    }
    if len(first) == 1 and len(last) == 1:
        yield from ordered(min(first), min(last))


def _days_beside(row: LexedRow | None) -> list[PrintedDate]:
    """The one date of a row."""
    return row.dates if row is not None and len(row.dates) == 1 else []
