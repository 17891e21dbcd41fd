"""One account as the ledger knows it, beside a page: is all paired, and do the balances agree?

A pairing is a witness like any other: it is checked, and nothing follows from who made it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Final, Literal, NamedTuple

from db.money import exponent_of, to_decimal_string
from pipeline.proof.checks import Check, CheckState, equal, passed_unless
from pipeline.proof.hypotheses import Hypothesis, KnownAccount
from pipeline.proof.page import ProvenLine, Read, days_covered

#: Days of one transaction further apart than this are never believed, whatever a pairing says.
MOST_DAYS: Final = 15
A_DAY: Final = timedelta(days=1)
#: So many pairs that are all off by the same number of days tell of another booking day.
_SHIFTED: Final = 3


class Origin(StrEnum):
    """Where an entry or an opening balance comes from. What was made from a document, by whatever
    reader and anyone who accepted it, is a ``READING``, and settles no hypothesis."""

    TYPED = "typed"
    SOURCE = "source"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One entry of the account: minor units in the holder's sign.

    ``counted`` is empty for an entry that this statement may be paired with. One that another
    statement is paired with is counted "earlier" than this one opens or "later" than it closes,
    whatever day the ledger gives it; and "outstanding" is one that a person (``by``) said the bank
    counts later.
    """

    id: int
    day: date
    amount: int
    origin: Origin
    counted: Literal["", "earlier", "later", "outstanding"] = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Before:
    """The statement of the account that ends nearest before this one. ``whole``: its last day is
    that of a settled period, and not only of its last line."""

    last: date
    closing: int | None
    whole: bool


@dataclass(frozen=True, slots=True)
class OtherAccount:
    """Another account that the statement could be of: how many of its amounts that account has
    within the days, as read and with every sign turned, and its balances there, if known."""

    id: int
    number: str | None
    equal: int
    turned: int
    opening: int | None
    closing: int | None


@dataclass(frozen=True, slots=True)
class LedgerSide:
    """One account as the ledger knows it, from a month before the statement to a month after.

    ``opening`` is the balance at the end of the day before ``since``, None where the ledger does
    not reach back so far, and ``balance_origin`` where the account's opening balance comes from.
    ``expected`` are ids of entries that were outstanding on an earlier statement, which may be
    paired however much later. ``chosen_by`` is the person who said that this is the account.
    """

    id: int
    currency: str
    known: KnownAccount
    since: date
    opening: int | None
    balance_origin: Origin
    entries: tuple[LedgerEntry, ...] = ()
    expected: tuple[int, ...] = ()
    before: Before | None = None
    others: tuple[OtherAccount, ...] = ()
    chosen_by: str = ""

    def balance_before(self, day: date) -> int | None:
        """The balance at the end of the day before."""
        after = sum(e.amount for e in self.entries if self.since <= e.day < day)
        before = sum(e.amount for e in self.entries if day <= e.day < self.since)
        return None if self.opening is None else self.opening + after - before


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which line is which entry: groups of lines (from 0), entries (by id) and who said so, empty
    for the rules. By a person's word one of either may be several of the other. ``window`` is how
    many days apart the two may be."""

    groups: tuple[tuple[tuple[int, ...], tuple[int, ...], str], ...]
    window: int = 3

    @property
    def lines(self) -> set[int]:
        """The lines that are paired."""
        return {line for lines, _, _ in self.groups for line in lines}

    @property
    def entries(self) -> set[int]:
        """The entries that are paired, by id."""
        return {entry for _, entries, _ in self.groups for entry in entries}


class Reading(NamedTuple):
    """A page's lines and ends in the account's minor units and the holder's sign, under one value
    of every hypothesis, and the days that it covers."""

    lines: tuple[ProvenLine, ...]
    opening: int | None
    closing: int | None
    first: date
    last: date


def reading_of(read: Read, side: LedgerSide, hypotheses: Sequence[Hypothesis]) -> Reading | None:
    """The page as the account would have it; None if it cannot, or if the page has no days."""
    convention, sums, days = read.sums.cited.convention, read.sums, read.days
    covered = days_covered(hypotheses)
    step = exponent_of(side.currency) - convention.digits
    values = [v for v in (*sums.moved, *sums.balances, sums.opening, sums.closing) if v is not None]
    if covered is None or None in days.booked or any(v % 10 ** max(-step, 0) for v in values):
        return None

    up: int = convention.sign * 10 ** max(step, 0)
    down: int = 10 ** max(-step, 0)

    def held(value: int | None) -> int | None:
        return None if value is None else value * up // down

    first, last = min((covered[0], *days.known)), max((covered[1], *days.known))
    return Reading(read.lines(held), held(sums.opening), held(sums.closing), first, last)


@dataclass(frozen=True)
class Pairs:
    """A reading beside the account's entries, as a pairing joins them."""

    reading: Reading
    side: LedgerSide
    pairing: Pairing

    @cached_property
    def entries(self) -> dict[int, LedgerEntry]:
        """The entries that may be paired, by id."""
        return {entry.id: entry for entry in self.side.entries if not entry.counted}

    def alone(self, first: date, last: date) -> list[LedgerEntry]:
        """The entries of some days that are in no pair, but of 0."""
        free = (entry for n, entry in self.entries.items() if n not in self.pairing.entries)
        return [entry for entry in free if entry.amount and first <= entry.day <= last]

    def paired_check(self) -> Check:
        """Every line and every entry of the days is in one pair of equal amounts and near days;
        those of 0, such as a fee that was waived, may be in none."""
        faults = [*self._wrong_groups(), *self._left_over()]
        alone = [] if faults else [group for group in self.pairing.groups if not group[2]]
        days = ((self.entries[n].day, self.reading.lines[line].day) for (line,), (n,), _ in alone)
        apart = {(entry - printed).days for entry, printed in days}
        if len(alone) >= _SHIFTED and len(apart) == 1 and 0 not in apart:
            faults = [f"all pairs are {apart.pop()} days apart: which is the booking day?"]
        return passed_unless("paired", faults)

    def _wrong_groups(self) -> Iterator[str]:
        lines, ids = set[int](), set[int]()
        for own, entries, by in self.pairing.groups:
            what = f"line {', '.join(str(line + 1) for line in own)}"
            alone = len(own) == len(entries) == 1 or (by and 1 in (len(own), len(entries)))
            there = all(0 <= line < len(self.reading.lines) for line in own)
            if not alone or not there or not all(n in self.entries for n in entries):
                yield f"{what} is paired with several entries, or with one that is not there"
                continue
            if lines & set(own) or ids & set(entries):
                yield f"{what} is paired twice, or its entry is"
            lines, ids = lines | set(own), ids | set(entries)
            printed = sum(self.reading.lines[line].amount for line in own)
            if printed != sum(self.entries[n].amount for n in entries):
                yield f"{what} and its entry have different amounts"
            elif not by and not self._is_near(self.reading.lines[own[0]], self.entries[entries[0]]):
                yield f"{what} is further from its entry than {self.pairing.window} days"

    def _is_near(self, line: ProvenLine, entry: LedgerEntry) -> bool:
        late = entry.id in self.side.expected and line.day >= entry.day
        return late or apart(line, entry.day) <= min(self.pairing.window, MOST_DAYS)

    def _left_over(self) -> Iterator[str]:
        missing = {at for at, e in enumerate(self.reading.lines) if e.amount} - self.pairing.lines
        yield from (f"line {line + 1} has no entry" for line in sorted(missing))
        for entry in self.alone(self.reading.first, self.reading.last):
            amount = to_decimal_string(entry.amount, exponent_of(self.side.currency))
            yield f"the entry of {entry.day} over {amount} is on no line"

    def balances_check(self) -> Check:
        """The ledger is at the page's opening before the first day, and at its closing on the last,
        what lies at the cut-off counted where the bank counts it."""
        ends = zip((self.reading.opening, self.reading.closing), self.ledger_ends, strict=True)
        exponent = exponent_of(self.side.currency)
        found = [equal("balances", *both, exponent) for both in ends if both[0] is not None]
        wrong = [each for each in found if each.state is not CheckState.PASSED]
        return [*wrong, *found, passed_unless("balances", ["no balance is printed"])][0]

    @cached_property
    def ledger_ends(self) -> tuple[int | None, int | None]:
        """The ledger's balances before the first day and on the last, as the bank counts them."""
        after = self.reading.last + A_DAY
        return self._counted(self.reading.first, own=False), self._counted(after, own=True)

    def _counted(self, day: date, *, own: bool) -> int | None:
        """The ledger's balance before a day, without what the bank counts later though the ledger
        dates it before, and with what it counted already though the ledger dates it later. The
        ``own`` entries, which are paired here, are counted already at the closing."""
        balance = self.side.balance_before(day)
        for entry in self.side.entries if balance is not None else ():
            paired = entry.id in self.pairing.entries and not entry.counted
            already = entry.counted == "earlier" or (paired and own)
            if already and entry.day >= day:
                balance = (balance or 0) + entry.amount
            elif (paired or entry.counted) and not already and entry.day < day:
                balance = (balance or 0) - entry.amount
        return balance


def apart(line: ProvenLine, day: date) -> int:
    """How many days an entry is from a line, by whichever of its days is nearer."""
    return min(abs((each - day).days) for each in (line.day, line.second) if each is not None)
