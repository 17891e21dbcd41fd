"""The rows of a witness with what its words say, read out of the words themselves."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pipeline.proof.errors import WitnessRefused
from pipeline.proof.headers import Column, stands_apart
from pipeline.proof.lexed import Lexed
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure
from pipeline.proof.rows import Row
from pipeline.proof.stated import Stated
from pipeline.proof.tables.phrases import marks, squeeze
from pipeline.proof.witness import Place, Side, Signs, Witness, WitnessRow


@dataclass(frozen=True, slots=True)
class Read:
    """A figure or a date with the row that it stands on."""

    row: int
    figure: Figure


@dataclass(frozen=True, slots=True)
class Dated:
    """A date with the row that it stands on."""

    row: int
    day: PrintedDate


#: Words that join two names of one direction, by their letters.
_JOINING = re.compile(
    r"^(?:and|or|other|und|sonstige|et|autres|y|e|otros|otras|ed|altri|altre|outros|outras|en|"
    r"overige|i|oraz|inne|a|og|andre|och|ovriga|ja|muut|ve|diger|и|прочие|та|інші|dan|lainnya|"
    r"si|alte|es|egyeb|και|va|at|iba|و|ו)$"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the witness: its figures and dates as printed, before signs and years.

    ``direction`` is +1 or -1 where a word of its own says so, else 0.
    """

    row: int
    amount: Figure
    side: Side
    balance: Read | None
    day: Dated | None
    other: Dated | None
    direction: int
    text: tuple[Place, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of its amount and its dates, which may stand above it."""
        return (self.row, *(day.row for day in (self.day, self.other) if day))


@dataclass(frozen=True)
class Offered:
    """A witness with its words looked up: the section's rows are ``lexed.rows[start:stop]``;
    ``stated`` is what a person says besides."""

    lexed: Lexed
    witness: Witness
    start: int
    stop: int
    entries: tuple[Entry, ...]
    opening: Read | None
    closing: Read | None
    stated: Stated = field(default_factory=Stated)

    @property
    def rows(self) -> Sequence[Row]:
        """The rows of the section."""
        return self.lexed.rows[self.start : self.stop]

    @cached_property
    def entry_rows(self) -> frozenset[int]:
        """The rows of the entries' amounts and texts."""
        texts = {self.lexed.row_of(place) for entry in self.entries for place in entry.text}
        return frozenset(texts.union(entry.row for entry in self.entries))

    @property
    def figures(self) -> Iterator[Figure]:
        """The figures that the witness rests on: amounts, balances beside them, and both ends."""
        for entry in self.entries:
            yield entry.amount
            if entry.balance:
                yield entry.balance.figure
        yield from (end.figure for end in (self.opening, self.closing) if end)

    @cached_property
    def headings(self) -> tuple[tuple[int, int], ...]:
        """The rows of the section that are a heading of one direction, each with its sign: -1 for
        "Purchases", +1 for "Deposits"."""
        heads = self.lexed.header_rows
        return tuple(
            (index, sign)
            for index in range(self.start, self.stop)
            if index not in heads and (sign := heading_sign(self.lexed.rows[index]))
        )

    @cached_property
    def columns_named(self) -> bool:
        """Whether each amount stands in a column that a header above it names for its side, and a
        column's name means that on a debt's page as well."""
        entries = [entry for entry in self.entries if entry.amount.value]
        return bool(entries) and all(map(self._is_named, entries))

    def _is_named(self, entry: Entry) -> bool:
        cells = self.lexed.money_cells_above(entry.row)
        near = min(cells, key=lambda cell: cell.distance(entry.amount), default=None)
        if near is None or self._is_below_unknown(entry, near):
            return False
        return near.meanings & {"debit", "credit", "repaid"} == {entry.side.value}

    def _is_below_unknown(self, entry: Entry, near: Column) -> bool:
        """Whether a cell with words that nobody knows heads the amount, sooner than the other."""
        unknown = self.lexed.unknown_cells_above(entry.row)
        return not near.is_over(entry.amount) and any(c.is_over(entry.amount) for c in unknown)

    def minor(self, figure: Figure) -> int:
        """The figure's unsigned value in minor units.

        Raises WitnessRefused for one with more decimals than the convention has.
        """
        exponent = self.witness.convention.exponent
        if figure.decimals > exponent:
            raise WitnessRefused(why="a figure has more decimals than the convention")
        return figure.value * int(10 ** (exponent - figure.decimals))


def offered(lexed: Lexed, witness: Witness, stated: Stated | None = None) -> Offered:
    """Look up every word that the witness names.

    Raises WitnessRefused for words that do not exist, are no figure or date, stand outside the
    section, or serve twice.
    """
    start, stop = witness.section.start, witness.section.stop
    if not 0 <= start < stop <= len(lexed.rows):
        raise WitnessRefused(why=f"there are no rows {start} to {stop}")
    if witness.convention.exponent not in range(5):
        raise WitnessRefused(why="money has at most four decimals")
    if {witness.convention.base, witness.convention.balance_base} - {1, -1}:
        raise WitnessRefused(why="a sign is 1 or -1")
    _refuse_doubles(witness)
    entries = tuple(_entry(lexed, each) for each in witness.rows)
    opening, closing = (_read(lexed, place) for place in (witness.opening, witness.closing))
    said = stated or Stated()
    found = Offered(lexed, witness, start, stop, entries, opening, closing, said)
    if any(not start <= row < stop for row in _rows_used(found)):
        raise WitnessRefused(why="a word stands outside the section")
    if any(one.row > two.row for one, two in itertools.pairwise(entries)):
        raise WitnessRefused(why="the rows are not in the order in which they are printed")
    _refuse_strangers(found)
    columns = witness.convention.signs is Signs.COLUMNS
    if any((entry.side is Side.AMOUNT) is columns for entry in entries):
        raise WitnessRefused(why="an amount's side and the convention of its sign differ")
    return found


def _refuse_strangers(found: Offered) -> None:
    """A balance and a word for the direction stand on their entry's row, a second date beside the
    first or below it; the words that describe an entry stand between those above and below."""
    rows = [found.start - 1, *(entry.row for entry in found.entries), found.stop]
    for place, (entry, row) in enumerate(zip(found.entries, found.witness.rows, strict=True)):
        own = {entry.balance.row} if entry.balance else set()
        own |= {found.lexed.row_of(row.direction)} if row.direction else set()
        if own - {entry.row}:
            raise WitnessRefused(why="a balance or a direction stands on another row")
        between = {entry.row, *range(rows[place] + 1, rows[place + 2])}
        if entry.other and not _goes_with(entry, range(entry.row + 1, rows[place + 2])):
            raise WitnessRefused(why="a second date stands without a first")
        if not all(found.lexed.row_of(words) in between for words in entry.text):
            raise WitnessRefused(why="a description stands beyond another row")


def _goes_with(entry: Entry, below: range) -> bool:
    """Whether a second date stands beside the first, or below an entry that has its own."""
    if entry.day is None or entry.other is None:
        return False
    beside = entry.other.row == entry.day.row
    return beside or (entry.day.row == entry.row and entry.other.row in below)


def _rows_used(found: Offered) -> Iterator[int]:
    for entry in found.entries:
        yield entry.row
        yield from (each.row for each in (entry.balance, entry.day, entry.other) if each)
    yield from (each.row for each in (found.opening, found.closing) if each)


def _refuse_doubles(witness: Witness) -> None:
    """Each word serves once; only a balance may be both an end and beside a row."""
    used: list[tuple[int, int]] = []
    for row in witness.rows:
        places = (row.amount, row.date, row.value_date, row.balance, row.direction, *row.text)
        for place in places:
            used += [(place.page, word) for word in place.words] if place else []
    if len(used) != len(set(used)):
        raise WitnessRefused(why="a word serves twice")
    if witness.opening is not None and witness.opening == witness.closing:
        raise WitnessRefused(why="one figure is the opening and the closing balance")


def _entry(lexed: Lexed, row: WitnessRow) -> Entry:
    place, amount = lexed.figure(row.amount)
    return Entry(
        row=place,
        amount=amount,
        side=row.side,
        balance=_read(lexed, row.balance),
        day=_dated(lexed, row.date),
        other=_dated(lexed, row.value_date),
        direction=_direction(lexed, row.direction),
        text=row.text,
    )


def _read(lexed: Lexed, place: Place | None) -> Read | None:
    return Read(*lexed.figure(place)) if place is not None else None


def _dated(lexed: Lexed, place: Place | None) -> Dated | None:
    return Dated(*lexed.day(place)) if place is not None else None


def _direction(lexed: Lexed, place: Place | None) -> int:
    if place is None:
        return 0
    row = lexed.rows[lexed.row_of(place)]
    at = [index for index, word in enumerate(row.ids) if word in place.words]
    said = marks().get(row.words[at[0]].text.strip("()./").casefold()) if len(at) == 1 else None
    if said is None:
        raise WitnessRefused(why="a direction's word says neither in nor out")
    if not stands_apart(row, at[0]):
        raise WitnessRefused(why="a direction's word stands in a text")
    return said


def heading_sign(row: Row) -> int:
    """What a heading such as "Payments" says of the rows below: +1 in, -1 out, 0 nothing.

    It is a row without figures and dates; a heading's phrases of one direction cover all its
    words, for one more ("Direct debits due") may say that the rows below are no entries. Between
    them others may only join: "Purchases and other charges".
    """
    if row.figures or row.dates:
        return 0
    signs: set[int] = set()
    covered: set[int] = set()
    for hit in row.phrases("sections"):
        if hit.meaning != "skip":
            signs.add(1 if hit.meaning == "credit" else -1)
            covered.update(hit.places)
    return signs.pop() if len(signs) == 1 and _is_joined(row, covered) else 0


def _is_joined(row: Row, covered: set[int]) -> bool:
    """Whether every word with letters is covered, or stands between two that are and joins them."""
    inner = range(min(covered), max(covered))
    letters = {place: squeeze(word.text) for place, word in enumerate(row.words)}
    return all(
        not text or place in covered or (place in inner and _JOINING.match(text))
        for place, text in letters.items()
    )
