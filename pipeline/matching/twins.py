"""One line and one entry that may be the same fact with one figure or date mistaken."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.drafts import Line
from pipeline.matching.likeness import around, days_apart, unlikeness
from pipeline.matching.shapes import DifferenceKind, MatchSettings, Reason
from pipeline.proof.ledger_side import LedgerEntry
from pipeline.proof.period import Period

#: A row without a likeness in words needs the same amount at most this many days away.
_BARE_AMOUNT_DAYS = 14
#: A tip or fee raises an amount by at most a quarter.
_TIP_PARTS = 4


@dataclass(frozen=True, slots=True)
class Twin:
    """A line and an entry that may be one fact; a lower ``rank`` is likelier."""

    line: Line
    entry: LedgerEntry
    kind: DifferenceKind
    reason: Reason
    rank: int
    days: int
    unlike: int

    @property
    def cost(self) -> tuple[int, int, int]:
        """What decides between twins, before words do."""
        return self.rank, self.days, abs(self.line.amount - self.entry.amount_minor)


def twins(
    lines: Sequence[Line],
    entries: Sequence[LedgerEntry],
    period: Period,
    settings: MatchSettings,
) -> Iterator[Twin]:
    """Every plausible twin among rows that found no exact partner."""
    yield from _other_date(lines, entries, period, settings)
    yield from _other_amount(lines, entries, settings)


def _other_date(
    lines: Sequence[Line], entries: Sequence[LedgerEntry], period: Period, settings: MatchSettings
) -> Iterator[Twin]:
    rows = Counter(line.amount for line in lines)
    shelf: dict[int, list[LedgerEntry]] = defaultdict(list)
    for entry in entries:
        shelf[entry.amount_minor].append(entry)
    for line in lines:
        for entry in shelf[line.amount]:
            days = days_apart(line, entry.booked_on)
            if days is None or days > _furthest(entry, period, settings):
                continue
            unlike = unlikeness(line.description, entry.description)
            alone = rows[line.amount] == len(shelf[line.amount]) == 1
            if 100 - unlike >= settings.similar:
                yield _moved(line, entry, 0, days, unlike)
            elif alone and days <= _BARE_AMOUNT_DAYS:
                yield _moved(line, entry, 4, days, unlike)


def _furthest(entry: LedgerEntry, period: Period, settings: MatchSettings) -> int:
    """Far inside the period; outside it next week's equal entry is not this week's line."""
    return settings.reach if entry.booked_on in period else settings.margin_days


def _moved(line: Line, entry: LedgerEntry, rank: int, days: int, unlike: int) -> Twin:
    kind = DifferenceKind.DATE_DIFFERS
    return Twin(line, entry, kind, Reason.BEYOND_THE_WINDOW, rank, days, unlike)


def _other_amount(
    lines: Sequence[Line], entries: Sequence[LedgerEntry], settings: MatchSettings
) -> Iterator[Twin]:
    days = [entry.booked_on for entry in entries]
    for line in lines:
        for at in around(line, days, settings.window):
            if twin := _changed(line, entries[at], settings):
                yield twin


def _changed(line: Line, entry: LedgerEntry, settings: MatchSettings) -> Twin | None:
    days = days_apart(line, entry.booked_on)
    if days is None or days > settings.window or line.amount == entry.amount_minor:
        return None
    unlike = unlikeness(line.description, entry.description)
    alike = 100 - unlike >= settings.similar
    reason = mistake(line.amount, entry.amount_minor)
    rank = _rank(reason, alike, days)
    if rank is None:
        return None
    return Twin(line, entry, DifferenceKind.AMOUNT_DIFFERS, reason, rank, days, unlike)


def _rank(reason: Reason, alike: bool, days: int) -> int | None:
    """Likeness in words makes any mistake plausible; without it only a telling one will do."""
    if alike:
        return 2 if reason is Reason.SAME_DESCRIPTION else 1
    if reason is Reason.SIGN or (reason is Reason.TRANSPOSED_DIGITS and days == 0):
        return 3
    return None


def mistake(on_statement: int, in_ledger: int) -> Reason:
    """What sort of slip turns one amount (minor units) into the other."""
    if on_statement == -in_ledger:
        return Reason.SIGN
    if (on_statement < 0) != (in_ledger < 0):
        return Reason.SAME_DESCRIPTION
    if _transposed(str(abs(on_statement)), str(abs(in_ledger))):
        return Reason.TRANSPOSED_DIGITS
    more = abs(on_statement) - abs(in_ledger)
    if 0 < more * _TIP_PARTS <= abs(in_ledger):
        return Reason.TIP_OR_FEE
    return Reason.SAME_DESCRIPTION


def _transposed(one: str, two: str) -> bool:
    """Whether two neighbouring digits changed places and nothing else did."""
    if len(one) != len(two):
        return False
    at = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return (
        len(at) == 2
        and at[1] == at[0] + 1
        and one[at[0]] == two[at[1]]
        and (one[at[1]] == two[at[0]])
    )
