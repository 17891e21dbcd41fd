"""Which months of an account the statements cover, and which still lack one."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import Row, case, func, select
from sqlalchemy.orm import Session

from db.models import Account, Lock, Reconciliation, Statement, Transaction
from db.words import Verdict
from pipeline.proof import KERNEL_VERSION

_A_DAY = timedelta(days=1)
#: Two statements are joined by a balance if no more days lie from the end of one to the next.
NEIGHBOURS = timedelta(days=7)


class MonthState(StrEnum):
    """The state of a month."""

    COVERED = "covered"  # every day that is to be covered is, by matched statements
    PARTLY = "partly_covered"  # some of these days are on no statement
    MISSING = "missing"  # all of them are on none
    MISMATCHED = "mismatched"  # covered, but a statement differs from the ledger
    AMBIGUOUS = "ambiguous"  # covered, but only a person can say what a statement tells
    DUPLICATE = "duplicate"  # two statements cover the same days
    NOT_EXPECTED = "not_expected"  # before the account began, after its end, or not over yet


@dataclass(frozen=True, slots=True)
class Covering:
    """One statement as far as coverage goes, with its balances in minor units; ``earlier``: a
    version of tieout before this one gave the verdict, and nothing here can prove it."""

    statement_id: int
    start: date
    end: date
    verdict: Verdict
    ambiguous: bool = False
    earlier: bool = False
    opening: int | None = None
    closing: int | None = None


@dataclass(frozen=True, slots=True)
class Locked:
    """A lock in force."""

    lock_id: int
    start: date
    end: date


@dataclass(frozen=True, slots=True)
class Life:
    """The first and the last day that statements of an account are expected for; ``begins`` is None
    where nothing is known of it, ``ends`` for an account that is open."""

    begins: date | None
    ends: date | None = None


@dataclass(frozen=True, slots=True)
class DaysCovered:
    """The days from the first to the last, both included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class Month:
    """One month of one account; ``first`` is its first day, and ``earlier`` says that an earlier
    version of tieout proved what covers it. ``locks`` are those in force over a day of it, and
    ``locked`` says that they hold every statement that covers it. ``lacking`` are the days of a
    partly covered month that are on no statement."""

    first: date
    state: MonthState
    statements: tuple[int, ...] = ()
    earlier: bool = False
    locks: tuple[int, ...] = ()
    locked: bool = False
    lacking: tuple[DaysCovered, ...] = ()


def months(
    covering: Sequence[Covering],
    life: Life,
    since: date,
    until: date,
    locks: Sequence[Locked] = (),
    through: date | None = None,
    today: date | None = None,
) -> list[Month]:
    """The months of an account from ``since`` to ``through``.

    A month that is not over on ``until`` is expected only as far as a statement reaches, as are
    the days whose statement is not due yet, and after the end of the account only what statements
    cover; ``through`` and ``today`` are ``until`` if None.
    """
    all_firsts = firsts(since, through or until)
    last = awaited(max((each.end for each in covering), default=None), until, today or until)
    return [_month(first, covering, life, last, locks) for first in all_firsts]


def awaited(newest: date | None, until: date, today: date) -> date:
    """The last day up to ``until`` that a statement is expected for: the next one is due a month
    after the end of the newest, and a card's comes in the middle of a month."""
    if newest is None or _a_month_after(newest) <= today:
        return until
    return min(until, newest)


def _a_month_after(day: date) -> date:
    """The same day of the next month; of the last day of a month the last one of the next."""
    following = month_after(day)
    last = month_after(following) - _A_DAY
    is_last = (day + _A_DAY).month != day.month
    return last if is_last or day.day > last.day else following.replace(day=day.day)


def joined(covering: Sequence[Covering]) -> list[Covering]:
    """The same statements, each from the day after the one before it, if that closed with what it
    opens with, which is not zero, at most a week earlier: nothing happened in between. Of pages
    that print no period only the days of their lines are known."""
    found: list[Covering] = []
    for each in covering:
        before = [other for other in covering if other.end < each.start]
        near = max(before, key=lambda other: other.end, default=None)
        same = near is not None and near.closing and near.closing == each.opening
        is_joined = near and same and each.start - near.end <= NEIGHBOURS
        found.append(replace(each, start=near.end + _A_DAY) if near and is_joined else each)
    return found


def beginning(
    opened_on: date | None, first_entry: date | None, first_stated: date | None
) -> date | None:
    """The first day that a statement of an account is expected for, as far as anything says it.

    A bank sends no statement of a month for its last day alone: an account that was opened on such
    a day, with nothing booked on it, is expected to have its first statement begin the day after.
    """
    known = first_entry if opened_on is None else _after_opening(opened_on, first_entry)
    return min(filter(None, (known, first_stated)), default=None)


def _after_opening(opened_on: date, first_entry: date | None) -> date:
    is_booked = first_entry is not None and first_entry <= opened_on
    if is_booked or opened_on == date.max:
        return opened_on
    following = opened_on + _A_DAY
    return following if following.day == 1 else opened_on


def _month(
    first: date,
    covering: Sequence[Covering],
    life: Life,
    until: date,
    locks: Sequence[Locked],
) -> Month:
    last = month_after(first) - _A_DAY
    touching = [each for each in covering if each.start <= last and each.end >= first]
    days = _expected(first, last, touching, life, until)
    held = [lock for lock in locks if lock.start <= last and lock.end >= first]
    state = _state(days, touching) if days else MonthState.NOT_EXPECTED
    lacking = days - _covered(days, touching) if state is MonthState.PARTLY else ()
    return Month(
        first,
        state,
        tuple(each.statement_id for each in touching),
        earlier=any(each.earlier for each in touching),
        locks=tuple(lock.lock_id for lock in held),
        locked=bool(touching) and all(_is_held(each, held) for each in touching),
        lacking=tuple(_runs(lacking)),
    )


def _runs(days: Iterable[date]) -> Iterator[DaysCovered]:
    run: DaysCovered | None = None
    for day in sorted(days):
        if run and day - run.last == _A_DAY:
            run = replace(run, last=day)
            continue
        if run:
            yield run
        run = DaysCovered(day, day)
    if run:
        yield run


def _is_held(statement: Covering, locks: Sequence[Locked]) -> bool:
    return any(lock.start <= statement.start and statement.end <= lock.end for lock in locks)


def _expected(
    first: date, last: date, touching: Sequence[Covering], life: Life, until: date
) -> set[date]:
    """The days of the month that a statement is to be had for."""
    if life.begins is None:
        return set()
    reached = max((each.end for each in touching), default=first - _A_DAY)
    end = last if last <= until else min(last, reached)
    start = max(first, life.begins)
    days = {start + _A_DAY * n for n in range((end - start).days + 1)}
    if life.ends is None or life.ends >= end:
        return days
    return {day for day in days if day <= life.ends} | _covered(days, touching)


def _covered(days: Collection[date], touching: Sequence[Covering]) -> set[date]:
    return {day for each in touching for day in days if each.start <= day <= each.end}


def _state(days: set[date], touching: Sequence[Covering]) -> MonthState:
    if _overlap(touching):
        return MonthState.DUPLICATE
    covered = _covered(days, touching)
    if covered != days:
        return MonthState.PARTLY if covered else MonthState.MISSING
    if any(each.ambiguous for each in touching):
        return MonthState.AMBIGUOUS
    if any(each.verdict is not Verdict.MATCHED for each in touching):
        return MonthState.MISMATCHED
    return MonthState.COVERED


def _overlap(touching: Sequence[Covering]) -> bool:
    """Whether a statement begins before another has ended; sharing that one day is no overlap."""
    reached: date | None = None
    for each in sorted(touching, key=lambda covering: (covering.start, covering.end)):
        if reached is not None and each.start < reached:
            return True
        reached = max(reached or each.end, each.end)
    return False


def firsts(since: date, until: date) -> Iterator[date]:
    """The first day of each month from that of ``since`` to that of ``until``."""
    first = since.replace(day=1)
    while first <= until:
        yield first
        first = month_after(first)


def months_before(day: date, count: int) -> date:
    """The first day of the month so many months before that of ``day``."""
    months = day.year * 12 + day.month - 1 - count
    return date(months // 12, months % 12 + 1, 1)


def month_after(day: date) -> date:
    """The first day of the month after that of ``day``."""
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


Made = TypeVar("Made")


def coverage(
    session: Session,
    account_ids: Collection[int],
    until: date,
    since: date | None = None,
    through: date | None = None,
    today: date | None = None,
) -> dict[int, list[Month]]:
    """Each account's months from ``since`` (its beginning, if None) to that of ``through``.

    What is after ``until`` is expected only as far as a statement reaches, and what is after the
    newest one only where the next was due by ``today``; both of ``through`` and ``today`` are
    ``until`` if None.
    """
    lives = _lives(session, account_ids, since)
    covering = _covering(session, account_ids, since, through)
    query = (
        select(Lock.account_id, Lock.id, Lock.period_start, Lock.period_end)
        .where(Lock.account_id.in_(account_ids), Lock.released_at.is_(None))
        .order_by(Lock.period_start, Lock.id)
    )
    if since is not None:
        query = query.where(Lock.period_end >= since.replace(day=1))
    locks = _by_account(session.execute(query), lambda row: Locked(*row[1:]))
    return {
        each: months(
            covering[each],
            lives[each],
            since or lives[each].begins or until,
            until,
            locks[each],
            through,
            today,
        )
        for each in account_ids
    }


def _covering(
    session: Session, account_ids: Collection[int], since: date | None, through: date | None
) -> Mapping[int, list[Covering]]:
    differs = Reconciliation.verdict == Verdict.DIFFERENCES
    query = (
        select(
            Statement.account_id,
            Statement.id,
            Statement.period_start,
            Statement.period_end,
            Reconciliation.verdict,
            # Long, and only these are looked into.
            case((differs, Reconciliation.differences)),
            Statement.kernel_version,
            Statement.opening_minor,
            Statement.closing_minor,
        )
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(
            Statement.account_id.in_(account_ids),
            Statement.period_start.is_not(None),
            Statement.period_end.is_not(None),
        )
        .order_by(Statement.period_start, Statement.id)
    )
    if since is not None:
        query = query.where(Statement.period_end >= since.replace(day=1) - NEIGHBOURS)
    if through is not None:
        query = query.where(Statement.period_start < month_after(through))
    found = _by_account(session.execute(query), _covering_of)
    return defaultdict(list, {account: joined(each) for account, each in found.items()})


def _covering_of(row: Row[*tuple[Any, ...]]) -> Covering:
    _, statement, start, end, verdict, differences, kernel, opening, closing = row
    ambiguous = verdict is Verdict.UNPROVEN or any(
        each["kind"] == "ambiguous" for each in differences or ()
    )
    is_earlier = kernel != KERNEL_VERSION
    return Covering(statement, start, end, verdict, ambiguous, is_earlier, opening, closing)


def _by_account(
    rows: Iterable[Row[*tuple[Any, ...]]], made: Callable[[Row[*tuple[Any, ...]]], Made]
) -> Mapping[int, list[Made]]:
    found: dict[int, list[Made]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(made(row))
    return found


def _lives(session: Session, account_ids: Collection[int], since: date | None) -> dict[int, Life]:
    """When each account began and ended, if known; before ``since`` any such day."""
    mine = Transaction.account_id == Account.id
    first_entry = select(func.min(Transaction.booked_on)).where(mine).scalar_subquery()
    query = select(Account.id, Account.opened_on, first_entry, Account.closed_on)
    rows = session.execute(query.where(Account.id.in_(account_ids))).all()
    known = {row[0]: beginning(row[1], row[2], None) for row in rows}
    # Statements need only be asked where they may tell otherwise.
    asked = [each for each, day in known.items() if not (day and since and day <= since)]
    stated = _first_stated(session, asked) if asked else {}
    return {
        account_id: Life(beginning(opened, first, stated.get(account_id)), closed)
        for account_id, opened, first, closed in rows
    }


def _first_stated(session: Session, account_ids: Collection[int]) -> dict[int, date]:
    query = (
        select(Statement.account_id, func.min(Statement.period_start))
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id.in_(account_ids), Statement.period_end.is_not(None))
        .group_by(Statement.account_id)
    )
    rows = session.execute(query).all()
    return {row[0]: row[1] for row in rows if row[0] is not None and row[1] is not None}
