"""Holds an answer to what its run looked up: a figure or day that no tool returned is named.

What may be said without a tool having returned it: figures of the question; the year or month of a
day or period that was looked up, how many days that period has, and the day before it, whose end
the opening balance is of; how many rows were shown, and the place of one among them; today, where
balances were asked for without a day. A figure out of a description counts only as a quotation:
in quotation marks, or where its whole row is listed. Nothing else is worked out by a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Final

from app.grounding.told import Told, ToldRow
from app.grounding.values import Reading, SaidDay, SaidFigure, days_in, figures_in, plain

_QUOTED: Final = re.compile(r"[\"“„«‘'`]([^\"“”„«»‘’'`\n]+)[\"”“»’'`]")
#: A description that is by itself, between marks or at an end of its line.
_CELL: Final = r"(?:(?<=^)|(?<=[|:;,(\t–—-])|(?<=[|:;,(–—-] )){}(?=\s*(?:$|[|:;,)\t–—-]))"
_QUARTER: Final = re.compile(r"\b([QqHh])([1-4])\b")
_SYMBOLS: Final = {"€": "EUR", "£": "GBP", "₹": "INR"}
_MONTHS_OF: Final = {"q": 3, "h": 6}


@dataclass(slots=True)
class Grounds:
    """What a run has looked up so far, for one question asked on one day."""

    question: str
    today: date
    told: list[Told] = field(default_factory=list)

    def ungrounded(self, answer: str) -> tuple[str, ...]:
        """The figures and days of the answer that no look-up supports, as they are printed."""
        return tuple(dict.fromkeys(self._missing(answer)))

    def rests_on(self, answer: str) -> list[Told]:
        """The look-ups that support some figure or day of the answer; all, if it has none."""
        found = [each for each in self.told if self._is_used(each, answer)]
        return found or self.told

    def _missing(self, answer: str) -> Iterator[str]:
        days, figures = self._printed(answer)
        asked = {value for each in _all_figures(self.question) for value in each.values}
        for day in days:
            if not any(self._is_day(each) for each in day.readings):
                loose = list(_all_figures(day.otherwise or ""))
                if not loose or not all(self._is_figure(each, asked) for each in loose):
                    yield day.text
        for figure in figures:
            if not self._is_figure(figure, asked):
                yield f"{figure.sign}{figure.text}{'%' if figure.percent else ''}"

    def _is_used(self, told: Told, answer: str) -> bool:
        alone = Grounds("", self.today, [told])
        days, figures = self._printed(answer)
        return any(alone._is_amount(each) for each in figures) or any(
            reading[2] is not None and alone._is_day(reading)
            for day in days
            for reading in day.readings
        )

    def _printed(self, answer: str) -> tuple[list[SaidDay], list[SaidFigure]]:
        text = plain(self._without_names(self._without_quotations(answer)))
        days, rest = days_in(text)
        return days, list(figures_in(_QUARTER.sub(self._known_quarter, rest)))

    def _without_names(self, text: str) -> str:
        names = {name for told in self.told for name in told.names if not name.isdecimal()}
        for name in sorted(names, key=len, reverse=True):
            if any(char.isdigit() for char in name):
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", _blank, text, flags=re.I)
        return text

    def _without_quotations(self, text: str) -> str:
        words = [word for told in self.told for word in told.words]
        quoted = _QUOTED.sub(lambda m: _blank(m) if _stands_in(m[1], words) else m[0], text)
        rows = [
            row
            for told in self.told
            for row in told.rows
            if any(char.isdigit() for word in row.words for char in word)
        ]
        return "\n".join(_without_listed(line, rows) for line in quoted.split("\n"))

    def _is_figure(self, figure: SaidFigure, asked: set[Decimal]) -> bool:
        if figure.values & asked:
            return True
        if figure.percent:
            return False
        if figure.word and self._is_word(figure.word):
            return True
        return self._is_amount(figure) or self._is_count(figure) or self._is_year(figure)

    def _is_amount(self, figure: SaidFigure) -> bool:
        return any(
            abs(amount) in figure.values
            and (not figure.sign or (figure.sign == "-") == (amount < 0))
            and _same_currency(figure.currency, currencies)
            for told in self.told
            for amount, currencies in told.amounts.items()
        )

    def _is_count(self, figure: SaidFigure) -> bool:
        if figure.currency or figure.sign:
            return False
        whole = {value for value in figure.values if value == value.to_integral_value()}
        return any(
            whole
            & {
                *map(Decimal, told.counts),
                *{Decimal(name) for name in told.names if name.isascii() and name.isdecimal()},
            }
            or (figure.number and whole & told.numbers)
            or (figure.ordinal and any(value <= max(told.counts, default=0) for value in whole))
            for told in self.told
        )

    def _is_year(self, figure: SaidFigure) -> bool:
        (value,) = figure.values if len(figure.values) == 1 else (Decimal(0),)
        known = len(figure.text) == 4 and figure.text.isdecimal() and not figure.currency
        return known and self._is_day((int(value), None, None))

    def _is_word(self, word: str) -> bool:
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.I)
        texts = [self.question, *(w for told in self.told for w in (*told.words, *told.names))]
        return any(pattern.search(text) for text in texts)

    def _is_day(self, reading: Reading) -> bool:
        if any(_fits(reading, day) for told in self.told for day in told.days):
            return True
        if any(told.says_today for told in self.told) and _fits(reading, self.today):
            return True
        if reading[2] is not None:
            return reading in self._days_asked() and self._is_looked_through(reading)
        return self._is_looked_through(reading)

    def _days_asked(self) -> set[Reading]:
        days, _ = days_in(plain(self.question))
        asked = {reading for day in days for reading in day.readings}
        return {*asked, *((None, month, day) for _, month, day in asked), *self._with_years(asked)}

    def _with_years(self, asked: set[Reading]) -> Iterator[Reading]:
        years = {day.year for told in self.told for span in told.spans for day in span}
        yield from ((year, month, day) for _, month, day in asked for year in years)

    def _is_looked_through(self, reading: Reading) -> bool:
        return any(_reaches(reading, *span) for told in self.told for span in told.spans)

    def _known_quarter(self, match: re.Match[str]) -> str:
        size = _MONTHS_OF[match[1].lower()]
        first = (int(match[2]) - 1) * size + 1
        months = range(first, first + size)
        known = any(self._is_day((None, month, None)) for month in months)
        return " " * len(match[0]) if known else match[0]


def _all_figures(text: str) -> Iterator[SaidFigure]:
    return figures_in(plain(text))


def _fits(reading: Reading, day: date) -> bool:
    parts = (day.year, day.month, day.day)
    return all(said in (None, real) for said, real in zip(reading, parts, strict=True))


def _reaches(reading: Reading, start: date, end: date) -> bool:
    """Whether the day, month or year that is meant lies at least in part within the period."""
    year, month, day = reading
    for each in {year} if year else range(start.year, end.year + 1):
        first = (each or 0, month or 1, day or 1)
        last = (each or 0, month or 12, day or 31)
        if first <= (end.year, end.month, end.day) and last >= (start.year, start.month, start.day):
            return True
    return False


def _same_currency(printed: str, known: set[str]) -> bool:
    if not printed or not known:
        return True
    if printed in "$¥":
        return any(each.endswith("D") or each in ("JPY", "CNY", "MXN", "ARS") for each in known)
    return _SYMBOLS.get(printed, printed) in known


def _stands_in(quotation: str, words: Sequence[str]) -> bool:
    return any(quotation.casefold() in word.casefold() for word in words)


def _without_listed(line: str, rows: Sequence[ToldRow]) -> str:
    """The line without the description of a row that it lists by its amount or day as well."""
    for row in rows:
        for words in row.words:
            rest = re.sub(_CELL.format(re.escape(words)), _blank, line, count=1, flags=re.I)
            if rest != line and _says(rest, row):
                line = rest
    return line


def _says(rest: str, row: ToldRow) -> bool:
    days, without = days_in(plain(rest))
    if any(_fits(reading, day) for each in days for reading in each.readings for day in row.days):
        return True
    amounts = {abs(amount) for amount in row.amounts}
    return any(figure.values & amounts for figure in figures_in(without))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])
