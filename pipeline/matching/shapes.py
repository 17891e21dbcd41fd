"""The shapes matching takes and gives: entries, pairs and differences, all plain values."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from db.ledger.views import Entry
from pipeline.drafts import Line
from pipeline.proof import LedgerSide
from pipeline.words import Box


class DifferenceKind(StrEnum):
    """How statement and ledger disagree about one thing."""

    MISSING_IN_LEDGER = "missing_in_ledger"
    MISSING_IN_STATEMENT = "missing_in_statement"
    AMOUNT_DIFFERS = "amount_differs"
    DATE_DIFFERS = "date_differs"
    DUPLICATE_IN_LEDGER = "duplicate_in_ledger"
    AMBIGUOUS = "ambiguous"


class Reason(StrEnum):
    """Why matching thinks so; a stable code, worded for people by anyone who shows it."""

    NO_CANDIDATE = "no_candidate"
    EQUAL_CANDIDATES = "equal_candidates"
    DATES_AND_DESCRIPTIONS_DISAGREE = "dates_and_descriptions_disagree"
    SURPLUS_EQUAL_ENTRY = "surplus_equal_entry"
    BEYOND_THE_WINDOW = "beyond_the_window"
    SIGN = "sign"
    TRANSPOSED_DIGITS = "transposed_digits"
    TIP_OR_FEE = "tip_or_fee"
    SAME_DESCRIPTION = "same_description"
    SUM_OF_ENTRIES = "sum_of_entries"
    SUM_OF_LINES = "sum_of_lines"
    TRANSFER = "transfer"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Distances in days and likenesses from 0 to 100.

    ``window``: how far apart two dates of one transaction may be. ``reach``: how far beyond it a
    suggestion may look. ``margin``: two descriptions closer than this are equally good.
    """

    window: int = 3
    reach: int = 31
    similar: int = 65
    margin: int = 10

    @property
    def margin_days(self) -> int:
        """How many days beyond the period an entry may still be a line's own."""
        return 2 * self.window


@dataclass(frozen=True, slots=True)
class Pair:
    """One line and the one entry that records it; ``days`` apart, ``similarity`` 0 to 100."""

    line: int
    entry: int
    days: int
    similarity: int


@dataclass(frozen=True, slots=True)
class ByHand:
    """Lines (by ordinal) and entries (by id) that a person paired; one side is a single row."""

    lines: tuple[int, ...]
    entries: tuple[int, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where on the document a figure is, and its literal text."""

    page: int
    bbox: Box
    raw: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One disagreement: ``lines`` are ordinals, ``entries`` ledger ids.

    ``expected`` is what the statement says and ``found`` what the ledger has: minor units in the
    holder's sign, summed where there are several, None where that side has nothing.
    ``counterpart`` is an entry of an own other account that a transfer came from or went to.
    """

    kind: DifferenceKind
    reason: Reason
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    expected: int | None
    found: int | None
    date: datetime.date | None
    description: str
    evidence: tuple[Evidence, ...] = ()
    counterpart: int | None = None


@dataclass(frozen=True, slots=True)
class Matching:
    """All that comparing a statement with the ledger found; ``by_hand`` is what a person paired."""

    pairs: tuple[Pair, ...]
    differences: tuple[Difference, ...]
    by_hand: tuple[ByHand, ...] = ()


def difference(
    kind: DifferenceKind,
    reason: Reason,
    lines: Iterable[Line] = (),
    entries: Iterable[Entry] = (),
) -> Difference:
    rows = sorted(lines, key=lambda line: line.ordinal)
    facts = sorted(entries, key=lambda entry: entry.id)
    return Difference(
        kind=kind,
        reason=reason,
        lines=tuple(line.ordinal for line in rows),
        entries=tuple(entry.id for entry in facts),
        expected=sum(line.amount for line in rows) if rows else None,
        found=sum(entry.amount_minor for entry in facts) if facts else None,
        date=rows[0].date if rows else facts[0].booked_on,
        description=rows[0].description if rows else facts[0].description,
        evidence=tuple(Evidence(line.page, line.bbox, line.raw) for line in rows),
    )


@dataclass(frozen=True, slots=True)
class AccountSide:
    """The account beside a statement: ``ledger`` is what the kernel is given of it, ``entries`` are
    those that may be lines of the statement.

    ``opening`` and ``closing`` are the ledger's own balances before the first day covered and on
    the last, in minor units; None where the ledger does not reach back so far. ``blank`` says that
    the account has no entry at all; ``etag`` names the state of the ledger.
    """

    ledger: LedgerSide
    name: str
    mask: str | None
    etag: str
    blank: bool
    entries: tuple[Entry, ...]
    opening: int | None
    closing: int | None

    @property
    def account_id(self) -> int:
        return self.ledger.id

    @property
    def currency(self) -> str:
        return self.ledger.currency


class Span(NamedTuple):
    """The days of a statement and the balances at their ends, in minor units."""

    first: datetime.date | None
    last: datetime.date | None
    opening: int | None
    closing: int | None

    def goes_on(self, later: "Span") -> bool:
        """Whether another continues on the last day, with the balance to which this one came: then
        what one prints of that day the other does not."""
        ended = (self.last, self.closing)
        return None not in ended and ended == (later.first, later.opening)


@dataclass(frozen=True, slots=True)
class Sibling:
    """A statement of the same document that is recorded before this one: its account, its days
    and balances, whether its last day is that of a settled period, and the entries that it pairs,
    with the day of the line of each."""

    account_id: int
    span: Span
    whole: bool
    pairs: tuple[tuple[int, datetime.date | None], ...]
