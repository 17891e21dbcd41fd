"""The order of an account's statements, the neighbours of each, and what each holds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Select, bindparam, func, select
from sqlalchemy.orm import Session

from db.ledger.queries import entries_of
from db.models import Document, Import, Line, Lock, Reconciliation, Statement
from db.session import ask
from pipeline.account.one_account import OneAccount, counts
from pipeline.matching.match import DEFAULTS
from pipeline.matching.shapes import MatchSettings, Span
from pipeline.proof import KERNEL_VERSION

_A_DAY: Final = timedelta(days=1)
_OF_ACCOUNT: Final = (
    select(
        Statement.id,
        Statement.import_id,
        Statement.ordinal,
        Document.sha256,
        Statement.period_start,
        Statement.period_end,
        Statement.opening_minor,
        Statement.closing_minor,
        Statement.holds,
        Statement.kernel_version,
        Statement.stands,
        Import.options,
    )
    .join(Import, Import.id == Statement.import_id)
    .outerjoin(Document, Document.id == Import.document_id)
    .where(
        Statement.account_id == bindparam("account_id"),
        Statement.period_start.is_not(None),
        Statement.period_end.is_not(None),
    )
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A recorded statement and its place among those of its account.

    ``holds``: nothing is wrong with its page, by the kernel of today. Only the pairs of one that
    holds and ``stands`` keep an entry from others.
    """

    id: int
    account_id: int
    import_id: int
    ordinal: int
    sha256: str
    start: date
    end: date
    balances: tuple[int | None, int | None]
    holds: bool
    stands: bool
    window: int

    @property
    def rank(self) -> tuple[date, date, str, int]:
        """What the order is by: nothing that depends on when it came in."""
        return self.start, self.end, self.sha256, self.ordinal

    @property
    def counts(self) -> bool:
        """Whether its pairs are any other statement's business."""
        return self.holds and self.stands

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, *self.balances)

    @property
    def settings(self) -> MatchSettings:
        """The window that its import was asked for with."""
        return MatchSettings(window=self.window)


def in_order(session: Session, account_id: int) -> list[Placed]:
    rows = ask(session, _OF_ACCOUNT, {"account_id": account_id})
    found = [
        Placed(
            row.id,
            account_id,
            row.import_id,
            row.ordinal,
            row.sha256 or "",
            row.period_start,
            row.period_end,
            (row.opening_minor, row.closing_minor),
            row.holds and row.kernel_version == KERNEL_VERSION,
            row.stands,
            window_of(row.options),
        )
        for row in rows
    ]
    return sorted(found, key=lambda placed: placed.rank)


def window_of(options: Mapping[str, Any] | None) -> int:
    """The window that an import was asked for with."""
    return int((options or {}).get("window", DEFAULTS.window))


def one_after_another(placed: Iterable[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Those that follow each other without a day in common, unless one goes on where the one before
    ended, and the others.

    What does not hold, or does not count, is among the others, and last.
    """
    row: list[Placed] = []
    aside: list[Placed] = []
    for each in placed:
        free = not row or each.start > row[-1].end or row[-1].span.goes_on(each.span)
        (row if each.counts and free else aside).append(each)
    return row, sorted(aside, key=lambda each: (not each.stands, not each.holds, each.rank))


def near(placed: Sequence[Placed], first: date, last: date) -> list[Placed]:
    """Those whose entries or lines a change of these days may concern, and the next one after."""
    found = reaching(placed, first, last)
    end = max((each.end for each in found), default=last)
    later = [each for each in placed if each.end > max(end, last)]
    if later:
        nearest = min(each.end for each in later)
        found += [each for each in later if each.end == nearest and each not in found]
    return found


def reaching(placed: Iterable[Placed], first: date, last: date) -> list[Placed]:
    """Those whose lines may be entries of these days."""
    return [each for each in placed if _reaches(each, first, last)]


def _reaches(placed: Placed, first: date, last: date) -> bool:
    margin = placed.settings.margin_days
    return (placed.start - last).days <= margin and (first - placed.end).days <= margin


_LOCKED: Final = (
    select(
        Lock.period_start,
        Lock.period_end,
        Statement.period_start,
        Statement.period_end,
        Statement.opening_minor,
        Statement.closing_minor,
    )
    .outerjoin(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
    .outerjoin(Statement, Statement.id == Reconciliation.statement_id)
    .where(
        Lock.account_id == bindparam("account_id"),
        Lock.released_at.is_(None),
        Lock.period_start <= bindparam("last"),
        Lock.period_end >= bindparam("first"),
        Lock.reconciliation_id.is_distinct_from(bindparam("own")),
    )
    .distinct()
    .order_by(Lock.period_start, Lock.period_end)
)


@dataclass(frozen=True, slots=True)
class Held:
    """Locked days, first and last; the days of the locked statements, which a new entry would
    contradict; and the ids of entries that another statement is paired with."""

    days: tuple[tuple[date, date], ...] = ()
    covered: tuple[tuple[date, date], ...] = ()
    entries: frozenset[int] = frozenset()

    def forbids(self, session: Session, change: Mapping[str, Any]) -> bool:
        """Whether a change could never be accepted."""
        if change.get("entry") in self.entries:
            return True
        day = date.fromisoformat(change["date"]) if change.get("date") else None
        if day and _is_in(day, (*self.days, *self.covered)):
            return True
        was = entries_of(session, [change["entry"]]) if "entry" in change else ()
        return any(_is_in(entry.booked_on, self.days) for entry in was)


def _is_in(day: date, several: Iterable[tuple[date, date]]) -> bool:
    return any(first <= day <= last for first, last in several)


def held_by_others(one: OneAccount, placed: Placed, reconciliation_id: int) -> Held:
    """What is held around a statement's period but by itself."""
    around = timedelta(days=placed.settings.margin_days)
    first, last = placed.start - around, placed.end + around
    around_it = {"account_id": placed.account_id, "first": first, "last": last}
    locks = ask(one.session, _LOCKED, {**around_it, "own": reconciliation_id}).all()
    paired = frozenset(pair.entry for pair in one.pairs(first, last, (placed.id,)))
    return Held(
        days=tuple((row[0], row[1]) for row in locks),
        covered=tuple(
            _but_shared(Span(*row[2:]), placed.span) for row in locks if row[2] and row[3]
        ),
        entries=paired,
    )


def _but_shared(other: Span, own: Span) -> tuple[date, date]:
    """The days of a statement, without one on which both have lines."""
    assert other.first is not None
    assert other.last is not None
    first = other.first + _A_DAY if own.goes_on(other) else other.first
    return first, other.last - _A_DAY if other.goes_on(own) else other.last


End: TypeAlias = tuple[date, int | None]
"""The day of a statement's first or last line and its balance there, in minor units."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The last line and the closing of the statement before, the first line and the opening of the
    one after; None without one."""

    earlier: End | None = None
    later: End | None = None

    @property
    def balances(self) -> list[int | None]:
        return [end[1] for end in (self.earlier, self.later) if end]


def neighbours_of(session: Session, placed: Placed) -> Neighbours:
    """The nearest statements that count on both sides of one. A statement without lines is not one:
    its days are a person's word."""
    wanted = {"account_id": placed.account_id, "own": placed.id}
    before = ask(session, _before(), {**wanted, "day": placed.start}).first()
    after = ask(session, _after(), {**wanted, "day": placed.end}).first()
    return Neighbours(
        (before[0], before[1]) if before and before[0] else None,
        (after[0], after[1]) if after and after[0] else None,
    )


@cache
def _before() -> Select[date | None, int | None]:
    last = func.max(Line.booked_on)
    return (
        select(last, Statement.closing_minor)
        .join(Line, Line.statement_id == Statement.id)
        .where(*_another(), Statement.period_end < bindparam("day"))
        .group_by(Statement.id, Statement.closing_minor, Statement.period_end)
        .order_by(Statement.period_end.desc(), last.desc(), Statement.closing_minor)
        .limit(1)
    )


@cache
def _after() -> Select[date | None, int | None]:
    first = func.min(Line.booked_on)
    return (
        select(first, Statement.opening_minor)
        .join(Line, Line.statement_id == Statement.id)
        .where(*_another(), Statement.period_start > bindparam("day"))
        .group_by(Statement.id, Statement.opening_minor, Statement.period_start)
        .order_by(Statement.period_start, first, Statement.opening_minor)
        .limit(1)
    )


def _another() -> tuple[ColumnElement[bool], ...]:
    return (
        Statement.account_id == bindparam("account_id"),
        Statement.id != bindparam("own"),
        *counts(),
    )
