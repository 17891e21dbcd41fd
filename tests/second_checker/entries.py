"""The witness held to the rows: what it names must be there, or it is refused (section 2)."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from tests.second_checker.cells import cell_with
from tests.second_checker.dates import Dated
from tests.second_checker.figure_text import FigureText
from tests.second_checker.figures import Figure
from tests.second_checker.model import Page, Place, Refused, Witness, WitnessRow
from tests.second_checker.row import Row
from tests.second_checker.tables import marks

_EXPONENTS: Final = range(5)
_Run = TypeVar("_Run", Figure, Dated)


@dataclass(frozen=True)
class Money:
    """A figure with the row it stands on."""

    at: int
    figure: Figure
    place: Place
    exponent: int

    @property
    def text(self) -> FigureText:
        return self.figure.text

    @cached_property
    def value(self) -> int:
        return value_of(self.figure, self.exponent)


def value_of(figure: Figure, exponent: int) -> int:
    """What a figure says, in minor units and without a sign."""
    power = exponent - figure.text.decimals
    if power < 0:
        return figure.text.digits // int(10**-power)
    return int(figure.text.digits * 10**power)


@dataclass(frozen=True)
class Day:
    """A date with the row it stands on."""

    at: int
    dated: Dated
    place: Place


@dataclass(frozen=True)
class Entry:
    """One entry as the witness has it read."""

    at: int
    amount: Money
    side: str
    date: Day | None
    value_date: Day | None
    balance: Money | None
    direction: int | None
    witness: WitnessRow

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of its amount and of its dates."""
        return (self.at, *(day.at for day in (self.date, self.value_date) if day))


class Reader:
    """Finds what the places of a witness name. Raises Refused."""

    def __init__(self, pages: Sequence[Page], rows: Sequence[Row], exponent: int) -> None:
        self._pages = pages
        self._rows = rows
        self._exponent = exponent
        self._at = {(row.page, word): at for at, row in enumerate(rows) for word in row.words}

    def row_of(self, place: Place) -> int:
        """The one row on which a place stands."""
        if not 1 <= place.page <= len(self._pages) or not place.words:
            raise Refused("a place is not there or empty")
        if len(set(place.words)) != len(place.words):
            raise Refused("a place names a word twice")
        rows = {self._at.get((place.page, word)) for word in place.words}
        if len(rows) != 1 or None in rows:
            raise Refused("words that are not on one row")
        (at,) = rows
        assert at is not None
        order = [word for word in self._rows[at].words if word in place.words]
        if order != list(place.words):
            raise Refused("words that are not in the order of their row")
        return at

    def _run(self, place: Place, runs: Sequence[_Run], row: Row) -> _Run:
        for run in runs:
            if row.place(run) == place:
                return run
        raise Refused("words that are no figure or date")

    def money(self, place: Place) -> Money:
        """The figure at a place."""
        at = self.row_of(place)
        figure = self._run(place, self._rows[at].figures, self._rows[at])
        if figure.text.decimals > self._exponent:
            raise Refused("a figure has more decimals than the exponent")
        return Money(at, figure, place, self._exponent)

    def day(self, place: Place) -> Day:
        """The date at a place."""
        at = self.row_of(place)
        return Day(at, self._run(place, self._rows[at].dates, self._rows[at]), place)

    def direction(self, place: Place) -> int:
        """What a mark says."""
        at = self.row_of(place)
        row = self._rows[at]
        own = [at for at, token in enumerate(row.tokens) if token.word in place.words]
        said = row.tokens[own[0]].text.strip("()./").casefold()
        if len(own) != 1 or said not in marks():
            raise Refused("a direction is not one word of the marks")
        cell = cell_with(row, own[0])
        short = len(said) <= (1 if said[:1] >= "\u0590" else 2)
        ends = own[0] == cell.last and short
        if not ends and set(range(cell.first, cell.last + 1)) - set(own) - row.taken:
            raise Refused("a direction's word stands in a text")
        return marks()[said]

    def entry(self, row: WitnessRow) -> Entry:
        """All that a row of the witness names."""
        amount = self.money(row.amount)
        return Entry(
            amount.at,
            amount,
            row.side,
            self.day(row.date) if row.date else None,
            self.day(row.value_date) if row.value_date else None,
            self.money(row.balance) if row.balance else None,
            self.direction(row.direction) if row.direction else None,
            row,
        )


def places_of(row: WitnessRow) -> Iterator[Place]:
    """All places of an entry."""
    for place in (row.amount, row.date, row.value_date, row.balance, row.direction):
        if place is not None:
            yield place
    yield from row.text


def hold_together(witness: Witness, entries: Sequence[Entry], reader: Reader) -> None:
    """What no place alone shows."""
    columns = witness.convention.signs == "columns"
    nexts = [entry.at for entry in entries[1:]] + [witness.stop]
    for entry, below in zip(entries, nexts, strict=False):
        if (entry.side != "amount") != columns:
            raise Refused("an amount's side and the convention of its sign differ")
        if entry.value_date and not _has_first(entry, below):
            raise Refused("a second date stands without a first")
        beside = (entry.witness.balance, entry.witness.direction)
        if any(place and reader.row_of(place) != entry.at for place in beside):
            raise Refused("a balance or a direction stands on another row")
    if any(a.at > b.at for a, b in itertools.pairwise(entries)):
        raise Refused("rows that are not in printed order")
    used = Counter(
        (place.page, word)
        for entry in entries
        for place in places_of(entry.witness)
        for word in place.words
    )
    if any(count > 1 for count in used.values()):
        raise Refused("a word serves twice")
    if witness.opening is not None and witness.opening == witness.closing:
        raise Refused("one figure is the opening and the closing balance")
    _hold_texts(entries, reader)


def _has_first(entry: Entry, below: int) -> bool:
    """Whether a second date stands beside the first, or below its entry's row."""
    if not entry.date or not entry.value_date:
        return False
    if entry.date.at == entry.value_date.at:
        return True
    return entry.date.at == entry.at < entry.value_date.at < below


def _hold_texts(entries: Sequence[Entry], reader: Reader) -> None:
    """A description stands between the entries around it."""
    for number, entry in enumerate(entries):
        above = entries[number - 1].at if number else -1
        below = entries[number + 1].at if number + 1 < len(entries) else float("inf")
        for place in entry.witness.text:
            if not (above < reader.row_of(place) < below or reader.row_of(place) == entry.at):
                raise Refused("a description stands beyond another row")
