"""The shapes of a witness: which words of a document are what, and under which convention.

A witness holds places and never values: the kernel reads each value out of the words itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

_MOST_COLUMNS, _MOST_MARKS, _MOST_DIGITS = 8, 4, 4

Moves: TypeAlias = Literal[-1, 0, 1]
Side: TypeAlias = Literal["money", "debt"]


class Place(NamedTuple):
    """Words of one page (counted from 1), by their index among the page's words."""

    page: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of amounts: which way a plain figure in it moves the printed balance (1 up, -1
    down, 0 where only the balance beside it tells), and the words over it."""

    moves: Moves
    head: tuple[Place, ...] = ()


class Style(NamedTuple):
    """What of a convention decides how a figure is read."""

    decimal: str
    group: str
    digits: int
    short: bool
    marks: tuple[tuple[str, int], ...]


class DayStyle(NamedTuple):
    """What of a convention decides how a day is read."""

    order: str
    months: str
    calendar: str


@dataclass(frozen=True, slots=True)
class Convention:
    """How the words of one statement are to be read. docs/certificate.md, section 2, explains each
    member; everything here that arithmetic cannot see is a hypothesis."""

    decimal: Literal["", ".", ","]
    group: Literal["", ".", ",", "'", " "]
    digits: int
    order: Literal["dmy", "mdy", "ymd"]
    columns: tuple[Column, ...]
    side: Side
    short: bool = False
    months: str = ""
    calendar: str = "common"
    newest_first: bool = False
    booking: Literal["day", "second"] = "day"
    year: Place | None = None
    balance_head: tuple[Place, ...] = ()
    marks: tuple[tuple[str, Moves], ...] = ()

    @property
    def style(self) -> Style:
        """How figures are read: nothing parts digits off where there are none."""
        decimal = self.decimal if self.digits else ""
        return Style(decimal, self.group, self.digits, self.short, self.marks)

    @property
    def day_style(self) -> DayStyle:
        """How days are read."""
        return DayStyle(self.order, self.months, self.calendar)

    @property
    def sign(self) -> int:
        """What a printed balance is multiplied by to become the holder's."""
        return 1 if self.side == "money" else -1


@dataclass(frozen=True, slots=True)
class CitedLine:
    """One line of a statement: the words of its amount, its days, its balance and its text.

    ``day`` is None where the day of the line above counts.
    """

    amount: Place
    column: int
    day: Place | None = None
    second: Place | None = None
    mark: Place | None = None
    balance: Place | None = None
    text: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """An opening or closing balance and the label that names it. ``column`` is the column of
    amounts that it is in, where balances have none of their own."""

    figure: Place
    label: Place | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Restated:
    """A figure that repeats what other figures say; ``says`` is one of the expressions of
    docs/certificate.md, section 2."""

    figure: Place
    says: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """A row of the document that is no line, by a confirmed layout's word or by a person's."""

    row: int
    by: Literal["layout", "person"]


@dataclass(frozen=True, slots=True)
class Fact:
    """The words of a currency, an account's number or its kind, and of the label beside them."""

    value: Place
    label: Place | None = None


@dataclass(frozen=True, slots=True)
class CitedPeriod:
    """The words of the first and the last day, and of the label beside them."""

    first: Place | None
    last: Place
    label: Place | None = None


@dataclass(frozen=True, slots=True)
class Witness:
    """What a reader, a model or a person says of one statement. ``section`` are the rows of the
    document that belong to it: the first, and the one after the last."""

    section: tuple[int, int]
    convention: Convention
    lines: tuple[CitedLine, ...] = ()
    opening: End | None = None
    closing: End | None = None
    restated: tuple[Restated, ...] = ()
    other: tuple[Other, ...] = ()
    currency: Fact | None = None
    number: Fact | None = None
    kind: Fact | None = None
    period: CitedPeriod | None = None

    def __hash__(self) -> int:
        # That of every line takes long, and tells no more.
        return hash(self.section)

    def evidence(self) -> Iterator[tuple[Place, bool]]:
        """The words that a proof rests on, and whether arithmetic binds what they say: amounts and
        balances, where a balance is beside each line."""
        bound = bool(self.lines) and all(line.balance for line in self.lines)
        for line in self.lines:
            yield from ((place, bound) for place in (line.amount, line.balance) if place)
            yield from ((place, False) for place in (line.day, line.second, line.mark) if place)
        yield from ((end.figure, bound) for end in (self.opening, self.closing) if end)
        facts = (fact.value for fact in (self.currency, self.number, self.kind) if fact)
        days = (self.period.first, self.period.last) if self.period else ()
        rest = (*(each.figure for each in self.restated), *facts, *days, self.convention.year)
        yield from ((place, False) for place in rest if place)


def places_of(value: object) -> Iterator[Place]:
    """Every place that a witness names, in whichever of its members."""
    if isinstance(value, Place):
        yield value
        return
    slots = getattr(value, "__slots__", ())
    for each in value if isinstance(value, tuple) else [getattr(value, name) for name in slots]:
        yield from places_of(each)


def misfit(witness: Witness, words: Sequence[int], rows: int) -> str:
    """Why a witness cannot be of a document with so many words on each page and so many rows;
    empty if it can. Nothing else of the kernel may be asked of one that cannot."""
    convention = witness.convention
    if not 1 <= len(convention.columns) <= _MOST_COLUMNS or len(convention.marks) > _MOST_MARKS:
        return "it has no column, or too many columns or marks"
    if not 0 <= convention.digits <= _MOST_DIGITS or not all(map(all, convention.marks)):
        return "its digits or a mark are none"
    if not 0 <= witness.section[0] < witness.section[1] <= rows:
        return "its section is none of the document's rows"
    if not all(0 <= other.row < rows for other in witness.other):
        return "it names a row that is not there"
    for page, cited in places_of(witness):
        known = words[page - 1] if 1 <= page <= len(words) else 0
        once = 0 < len(cited) == len(set(cited))
        if not once or min(cited) < 0 or max(cited) >= known:
            return f"it names no words, or words that page {page} does not have"
    ends = [end.column or 0 for end in (witness.opening, witness.closing) if end]
    used = [*(line.column for line in witness.lines), *ends]
    there = all(0 <= column < len(convention.columns) for column in used)
    return "" if there else "it names a column that is not there"
