"""What a reader or a model offers for proof: which words are what, and how they are to be read.

A witness holds no values: the kernel reads each of them out of the words itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pipeline.proof.parse.figures import Style


@dataclass(frozen=True, slots=True)
class Place:
    """Some words of one page (counted from 1), each by its place among the page's words."""

    page: int
    words: tuple[int, ...]


class Side(StrEnum):
    """In which column an entry's amount stands."""

    DEBIT = "debit"
    CREDIT = "credit"
    AMOUNT = "amount"


class Signs(StrEnum):
    """Where the sign of an amount comes from.

    ``COLUMNS``: money out and money in have a column each. ``PRINTED``: the figure's own sign or
    mark. ``PLUS``: a plain figure is out, one with + is in. ``SECTION``: the heading above.
    ``DIRECTION``: a word of the row, such as "Af". ``BALANCE``: the balance beside it.
    """

    COLUMNS = "columns"
    PRINTED = "printed"
    PLUS = "plus"
    SECTION = "section"
    DIRECTION = "direction"
    BALANCE = "balance"


class Reason(StrEnum):
    """Why a figure of the section is no row's and no balance's; each is checked."""

    AGREES = "agrees"
    TEXT = "text"
    FOREIGN = "foreign"
    ZERO = "zero"
    SKIPPED = "skipped"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Convention:
    """How the words are to be read.

    ``style`` says what parts off the minor units, of which there are ``exponent`` digits.
    ``base`` is the sign of an unmarked amount, ``balance_base`` of an unmarked balance: +1 as an
    asset prints it, -1 as a debt does. ``newest_first``: the rows are printed last to first.
    """

    style: Style
    exponent: int
    month_first: bool
    newest_first: bool
    signs: Signs
    base: int
    balance_base: int


@dataclass(frozen=True, slots=True)
class WitnessRow:
    """One entry: its words by what they are. ``date`` is None where the cell is blank and the
    date of the row above counts. ``text`` are the words that describe it."""

    amount: Place
    side: Side
    date: Place | None
    value_date: Place | None = None
    balance: Place | None = None
    direction: Place | None = None
    text: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Excuse:
    """A figure that is neither a row's nor a balance, and why."""

    figure: Place
    reason: Reason


@dataclass(frozen=True, slots=True)
class Section:
    """The document's rows, counted from 0 in reading order, that this statement stands on: from
    ``start`` up to but not including ``stop``."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Witness:
    """Which words of a document are which part of one statement."""

    section: Section
    convention: Convention
    rows: tuple[WitnessRow, ...]
    opening: Place | None
    closing: Place | None
    excused: tuple[Excuse, ...] = ()
