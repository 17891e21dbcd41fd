"""The last day of a statement that prints no period: a day with a label that says so, or a month.

A day on which the page was made or must be paid by is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.proof.anchors import date_below, end_of_month, month_behind, months_in
from pipeline.proof.days import Calendar, order_told
from pipeline.proof.entries import Offered
from pipeline.proof.headers import cell_places
from pipeline.proof.kind import is_statement
from pipeline.proof.number_places import own_segment
from pipeline.proof.number_words import may_lead
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure
from pipeline.proof.period import (
    before,
    begins_with_range,
    full_days,
    is_period_label,
    is_unreadable,
    links,
    unknown_words,
)
from pipeline.proof.rows import Row, text_of
from pipeline.proof.scope import first_row
from pipeline.proof.seen import Span, is_seen_span
from pipeline.proof.tables.languages import month_names
from pipeline.proof.tables.phrases import Hit, squeeze
from pipeline.words import Word

_LABELS = ("ends_on", "closing_day")
_DIGITS_OF_YEAR = 4
#: Words that nobody else knows, between "Statement" and its month: of an account, each month.
_OF_TITLE = re.compile(
    r"(?:z|s|y|all|my|your|our)$|account|kont|compte|cuenta|conta|conto|rekening|rachun|účt|ucet|"
    r"račun|hesap|сч[её]т|рахунк|сметк|tili|számla|sąskait|monthly|mensual|mensuel|mensal|mensil|"
    r"monatlich|maandelijks|měsíčn|mesačn|mesečn|mjesečn|miesięczn|månads|måneds|ежемесячн",
    re.IGNORECASE,
)
#: A month behind these is one end of more.
_FROM = re.compile(
    r"(?:from|since|until|till|thru|through|to|ab|seit|bis|desde|hasta|depuis|dal|vanaf|tot)$"
)
#: A label that only says that something closes: an account or a loan may.
_CLOSES = re.compile(r"clos|clôtur|clotur|chiusur", re.IGNORECASE)
#: Days that such a label ends, which need not be those since the statement before.
_SPAN = re.compile(r"\b(?:week|quarter|year)\b", re.IGNORECASE)
_CLOSE = 2.5  # heights of a row, to one that stands right below
_YEAR = re.compile(r"(?:19|20)\d\d\W?$")
_JOINED = re.compile(r"([^\W\d_]{3,12})[-/.]((?:19|20)\d\d)$")
#: A page may be made so much later than the month ended that it names.
_MADE_LATER = timedelta(days=15)


@dataclass(frozen=True, slots=True)
class Ending:
    """The last ``day``, and whether it is the month as a whole that is printed. ``month`` is the
    last day of the month that a title names beside a day; ``sure`` says that the day is the
    closing balance's own. ``spans`` are its words."""

    day: date
    whole: bool = False
    month: date | None = None
    sure: bool = False
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Print:
    """A day, and the words that print it."""

    day: date
    spans: tuple[Span, ...]


def last_day(
    offered: Offered, beside: Sequence[Row], front: Sequence[Row], both: dict[bool, Calendar]
) -> Ending | None:
    """The one that is printed, if no period is and the order of day and month is told or no
    matter."""
    printed = any(each.found.strongest for each in both.values())
    if printed or any(map(_tells_otherwise, (*beside, *front))):
        return None
    day_first, month_first = (_read(offered, beside, front, order) for order in (False, True))
    if day_first == month_first or order_told(offered, beside, both):
        return month_first if offered.witness.convention.month_first else day_first
    return None


def _read(
    offered: Offered, beside: Sequence[Row], front: Sequence[Row], month_first: bool
) -> Ending | None:
    """The last day as these rows tell it, else as the document's front does; None where they tell
    none, or several."""
    places = {id(row): place for place, row in enumerate(offered.lexed.rows)}
    first = first_row(offered, offered.stop)
    balance = list(_of_closing(offered, month_first))
    for rows in (beside, front):
        days = list(_days(rows, places, month_first))
        months = list(_months(rows, places))
        if balance or days or months:
            return _agreed(balance, days, months, first)
    return None


def seen_ending(offered: Offered, ending: Ending | None) -> Ending | None:
    """The same if its words look as they say."""
    sound = ending is not None and all(is_seen_span(offered, span) for span in ending.spans)
    return ending if sound else None


def _agreed(
    balance: Sequence[_Print], days: Sequence[_Print], months: Sequence[_Print], first: int
) -> Ending | None:
    """The day of them all; a month alone must stand above the ``first`` entry, where titles do."""
    closing = {each.day for each in balance}
    labelled = {each.day for each in days}
    if closing:
        if len(closing) > 1 or any(day < min(closing) for day in labelled):
            return None
        return _beside_months(min(closing), balance, months, sure=True)
    if len(labelled) > 1:
        return None
    if labelled:
        return _beside_months(min(labelled), days, months)
    above = any(row < first for each in months for row, *_ in each.spans)
    if not above or len({each.day for each in months}) > 1:
        return None
    return Ending(months[0].day, whole=True, spans=_spans(months))


def _beside_months(
    day: date, days: Sequence[_Print], months: Sequence[_Print], *, sure: bool = False
) -> Ending | None:
    """A day that a label gives, beside the months that titles name: a little behind the month it
    is the day on which the page was made, unless it is ``sure`` to be the closing balance's."""
    near = {
        last
        for last in (each.day for each in months)
        if (last.year, last.month) == (day.year, day.month) or _is_made_later(last, day)
    }
    if len(near) > 1:
        return None
    if not near:
        return Ending(day, sure=sure, spans=_spans(days))
    last = min(near)
    if _is_made_later(last, day) and not sure:
        return Ending(last, whole=True, spans=_spans([m for m in months if m.day == last]))
    return Ending(day, month=last, sure=sure, spans=_spans(days))


def _is_made_later(last: date, day: date) -> bool:
    return timedelta() < day - last <= _MADE_LATER


def _spans(prints: Iterable[_Print]) -> tuple[Span, ...]:
    return tuple(dict.fromkeys(span for each in prints for span in each.spans))


def _of_closing(offered: Offered, month_first: bool) -> Iterator[_Print]:
    """The one full date of each row that calls a balance the closing one, but of no entry's."""
    entries = {entry.row for entry in offered.entries}
    for place in range(offered.start, offered.stop):
        row = offered.lexed.rows[place]
        if place in entries or len(row.dates) != 1 or not _closes(offered, row):
            continue
        for day in full_days(row.dates, month_first):
            yield _Print(day, ((place, row.dates[0].first, row.dates[0].last, False),))


def _closes(offered: Offered, row: Row) -> bool:
    """Whether a label says so; or only that it is a balance, which is the closing one's value and
    not the opening one's."""
    if row.phrases("labels", "closing"):
        return True
    ends = [_value(end.figure) for end in (offered.opening, offered.closing) if end]
    if len(ends) < 2 or ends[0] == ends[1] or not row.phrases("labels", "balance_on"):
        return False
    return ends[1] in [_value(figure) for figure in row.figures]


def _value(figure: Figure) -> tuple[int, int]:
    return figure.value, figure.decimals


def _days(rows: Sequence[Row], places: dict[int, int], month_first: bool) -> Iterator[_Print]:
    """The first full date behind a label, with no word of a sentence around; else the one below."""
    for index, row in enumerate(rows):
        for hit in row.phrases("labels", *_LABELS):
            for printed in _dates_of(rows, index, hit):
                at = next(each for each in rows[index:] if _prints(each, printed))
                span = (places[id(at)], printed.first, printed.last, False)
                yield from (_Print(day, (span,)) for day in full_days([printed], month_first))


def _dates_of(rows: Sequence[Row], index: int, hit: Hit) -> list[PrintedDate]:
    row = rows[index]
    if row.phrases("labels", "other_range") or _below_another(rows, index):
        return []
    behind = [day for day in row.dates if day.first > hit.last][:1]
    last = behind[0].first if behind else hit.last + 1
    if _is_qualified(row, hit, last) or (behind and _goes_on(row, behind[0])):
        return []
    return behind or date_below(rows, index, hit)


def _is_qualified(row: Row, hit: Hit, last: int) -> bool:
    """Whether a word makes the label another one, before it in its cell or behind it up to the
    date: "Next closing date", "Rate as at", "Statement date of the next bill"."""
    before_it = before(row, hit)
    unknown = {*before_it, *range(hit.last + 1, last)} & {*unknown_words(row)}
    own = text_of(row.words[hit.first : hit.last + 1])
    if _SPAN.search(own):
        return True
    if _CLOSES.search(own) and not is_statement(own):
        unknown |= {i for i in before_it if not is_statement(row.words[i].text)}
    unknown -= row.taken
    return any(
        squeeze(row.words[i].text) in month_names()  # "APR as of"
        or (_says(row.words[i]) and not may_lead(row, i))
        for i in unknown
    )


def _goes_on(row: Row, day: PrintedDate) -> bool:
    """Whether a sentence, or a remark, goes on behind a date in its cell: "As of 20 March 2025 our
    fees change", "(next month)"."""
    behind = range(day.last + 1, own_segment(row, day.last).stop)
    return any(
        row.words[i].text.lstrip("(")[:1].islower() and not may_lead(row, i)
        for i in unknown_words(row)
        if i in behind and _says(row.words[i])
    )


def _below_another(rows: Sequence[Row], index: int) -> bool:
    """Whether a heading right above speaks of another statement: "Your next statement"."""
    row, above = rows[index], rows[index - 1] if index else None
    return (
        above is not None
        and above.page == row.page
        and row.top - above.bottom < _CLOSE * (row.bottom - row.top)
        and not above.dates
        and bool(above.phrases("labels", "other_range"))
    )


def _prints(row: Row, printed: PrintedDate) -> bool:
    return any(each is printed for each in row.dates)


def _months(rows: Sequence[Row], places: dict[int, int]) -> Iterator[_Print]:
    """The last day of each month that a title, or a label, names with its year."""
    for row in rows:
        for found, first, last in _titled(row):
            for day in end_of_month(*found):
                yield _Print(day, ((places[id(row)], first, last, False),))


def _tells_otherwise(row: Row) -> bool:
    """Whether a row prints from when to when in a way that is no period, such as without a year."""
    apart = row.figures or row.phrases("labels", "other_range")
    return _is_damaged(row) or (not apart and begins_with_range(row))


def _is_damaged(row: Row) -> bool:
    """Whether a row with a label of the period prints something else behind it than a month or the
    last day."""
    if not is_unreadable(row) or any(_titled(row)) or _is_month_alone(row):
        return False
    ends = {(hit.first, hit.last) for hit in row.phrases("labels", *_LABELS)}
    return any(is_period_label(row, hit) and (hit.first, hit.last) not in ends for hit in row.hits)


def _is_month_alone(row: Row) -> bool:
    """Whether all its digits are those of a month's year: "From May 2025 our rates are lower"."""
    digits = sum(char.isdigit() for word in row.words for char in word.text)
    return digits == _DIGITS_OF_YEAR and any(months_in(row.words))


def _titled(row: Row) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Each year and month that a cell names as a title does, and the cell's first and last word."""
    labels = row.phrases("labels", "month", "year")
    taken, unknown = row.taken, _unknown(row, labels)
    for own in cell_places(row):
        cell = row.words[own.start : own.stop]
        strange = [row.words[at] for at in unknown if at in own]
        if not taken.isdisjoint(own) or not _is_title(cell, strange):
            continue
        behind = month_behind(row) if any(hit.first in own for hit in labels) else ()
        for found in {*months_in(cell), *map(_joined, _joined_in(cell)), *behind}:
            yield found, own.start, own.stop - 1


def _unknown(row: Row, labels: Sequence[Hit]) -> set[int]:
    """The words that nobody knows, and that do not only join others."""
    known = {place for hit in labels for place in hit.places}
    return {place for place in unknown_words(row) if _says(row.words[place])} - known


def _is_title(cell: Sequence[Word], strange: Sequence[Word]) -> bool:
    """Whether a cell names one month and says nothing besides words that speak of statements or
    join; or begins with a word for a statement, ends with a year and speaks of the account:
    "Výpis z účtu za březen 2025"."""
    months = sum(squeeze(word.text) in month_names() for word in cell)
    if months > 1 or _FROM.match(squeeze(cell[0].text)):
        return False
    named = is_statement(cell[0].text) and _YEAR.search(cell[-1].text)
    return not strange or (
        bool(named) and all(_OF_TITLE.match(word.text.casefold()) for word in strange)
    )


def _joined_in(cell: Sequence[Word]) -> Iterator[re.Match[str]]:
    """ "março/2025" in one word."""
    for word in cell:
        if (found := _JOINED.match(word.text)) and squeeze(found[1]) in month_names():
            yield found


def _joined(found: re.Match[str]) -> tuple[int, int]:
    return int(found[2]), month_names()[squeeze(found[1])]


def _says(word: Word) -> bool:
    return bool(squeeze(word.text)) and not links(word.text)
