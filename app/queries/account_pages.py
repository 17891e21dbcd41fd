"""Accounts as the pages show them: the list, and one with its entries and its balance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import accumulate
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.queries.coverage import months_of
from app.queries.statement_pages import line_wish
from app.shapes.ledger import AccountFactsShape, AccountShape, account_shape, facts_shape
from db.accounts.facts import facts_of
from db.accounts.pages import Known, Names, accounts_at, accounts_by_name, beside
from db.ledger import queries
from db.ledger.balances import balances_on, closings, entries_between, moved_on
from db.ledger.entry_pages import (
    EntryRow,
    PairedLine,
    Place,
    accepted_by,
    entries_after,
    entries_before,
    entries_holding,
    file_names,
    paired_lines,
)
from db.ledger.queries import UnknownAccount
from db.money import exponent_of, to_decimal
from db.session import read_only
from db.words import EntryState
from pipeline.review.coverage import Month, months_before

ACCOUNTS_A_PAGE: Final = 50
ENTRIES_A_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class ListedAccount:
    """One account of the list, with its last months."""

    account: AccountShape
    entries: int
    last_statement: date | None
    months: tuple[Month, ...]


@dataclass(frozen=True, slots=True)
class AccountList:
    """A page of accounts; ``before`` and ``after`` name where its neighbours begin, or are None."""

    accounts: tuple[ListedAccount, ...]
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry of an account, and where it comes from. ``added_by`` is the file of the import
    whose decision added it, ``accepted_by`` who decided on it last."""

    id: int
    day: date
    value_day: date | None
    amount: Decimal
    balance: Decimal
    description: str
    state: EntryState
    pair: PairedLine | None
    import_id: int | None
    added_by: str | None
    accepted_by: str | None


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Entries, the newest first. ``older`` and ``newer`` are where the next pages begin, None
    without one; ``looked_to`` is the day to which a search looked if it did not look further."""

    entries: tuple[EntryLine, ...]
    older: Place | None
    newer: Place | None
    looked_to: date | None = None


@dataclass(frozen=True, slots=True)
class EntryWish:
    """Which page is wanted: before a place, or after it, and perhaps only what holds a text."""

    before: Place | None = None
    after: Place | None = None
    text: str = ""


def account_page(
    engine: Engine, today: date, place: Names, holding: str | None = None
) -> AccountList:
    """A page of the accounts by name."""
    since = months_before(today, 11)
    with read_only(engine) as session:
        found = accounts_at(session, place, ACCOUNTS_A_PAGE, holding)
        ids = [each.id for each in found.accounts]
        shapes = {each.id: account_shape(each) for each in queries.accounts(session, scope=ids)}
        others = beside(session, ids)
        months = months_of(session, ids, today, since, today)
    listed = tuple(
        ListedAccount(shapes[each], others[each].entries, others[each].last_statement, months[each])
        for each in ids
    )
    return AccountList(listed, found.before, found.after)


def every_account(engine: Engine) -> list[Known]:
    """All accounts by name, to choose one from."""
    with read_only(engine) as session:
        return accounts_by_name(session, _MOST_CHOICES)


def others_like(engine: Engine, account: AccountFactsShape) -> list[Known]:
    """The other accounts in the same currency, by name."""
    with read_only(engine) as session:
        found = accounts_by_name(session, _MOST_CHOICES, currency=account.currency)
    return [each for each in found if each.id != account.id]


#: A list to choose from is of no use beyond that, and too long for a page.
_MOST_CHOICES: Final = 1000


def one_account(engine: Engine, account_id: int) -> tuple[AccountFactsShape, AccountShape]:
    """What an account is known by, and its balance. Raises ``UnknownAccount``."""
    with read_only(engine) as session:
        facts = facts_of(session, account_id)
        (view,) = queries.accounts(session, scope=[account_id])
        return facts_shape(facts), account_shape(view)


def entry_page(engine: Engine, account: AccountShape, wish: EntryWish) -> EntryPage:
    with read_only(engine) as session:
        if wish.text:
            looked = entries_holding(
                session, account.id, line_wish(wish.text), wish.before, ENTRIES_A_PAGE
            )
            rows, until = looked.found, looked.until
            # A search goes one way: to the older ones.
            stopped = until is not None and (not rows or until != rows[-1].place)
            looked_to = until[0] if until and stopped else None
            return EntryPage(entry_lines(session, rows, account.currency), until, None, looked_to)
        find, place = (entries_after, wish.after) if wish.after else (entries_before, wish.before)
        found = find(session, account.id, place, ENTRIES_A_PAGE + 1)
        shown, more = found[:ENTRIES_A_PAGE], len(found) > ENTRIES_A_PAGE
        older: Place | None
        if wish.after:
            shown = shown[::-1]
            older = shown[-1].place if shown else wish.after
            newer = shown[0].place if more else None
        else:
            older = shown[-1].place if more else None
            newer = shown[0].place if shown and wish.before else None
        return EntryPage(entry_lines(session, shown, account.currency), older, newer)


def entry_lines(session: Session, rows: Sequence[EntryRow], currency: str) -> tuple[EntryLine, ...]:
    """Entries of an account in that currency, with where each comes from."""
    exponent = exponent_of(currency)
    pairs = paired_lines(session, [row.id for row in rows])
    adding = {row.import_id for row in rows if row.import_id is not None}
    names = file_names(session, adding)
    deciders = accepted_by(session, adding | {pair.import_id for pair in pairs.values()})
    return tuple(
        EntryLine(
            id=row.id,
            day=row.booked_on,
            value_day=row.value_on,
            amount=to_decimal(row.amount_minor, exponent),
            balance=to_decimal(row.balance_minor, exponent),
            description=row.description,
            state=row.state,
            pair=pairs.get(row.id),
            import_id=row.import_id,
            added_by=names.get(row.import_id) if row.import_id else None,
            accepted_by=deciders.get(row.id),
        )
        for row in rows
    )


#: Two years of months, and so many statements at most.
MONTHS: Final = 24
_STATEMENTS: Final = 36
#: Of an account with more entries than that in two years only the ends of months are added up.
_MOST_ENTRIES: Final = 20_000
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class BalancePoint:
    """The end of a day; ``page`` is what a statement says of it, None where none ends there."""

    day: date
    ledger: Decimal
    page: Decimal | None

    @property
    def difference(self) -> Decimal | None:
        """How much more the statement says than the ledger."""
        return None if self.page is None else self.page - self.ledger


@dataclass(frozen=True, slots=True)
class BalanceHistory:
    """``points`` are the ends of months and of statements; ``course`` is the ledger's balance on
    every day that changed it, or at these points where that would be too much."""

    points: tuple[BalancePoint, ...]
    course: tuple[tuple[date, Decimal], ...]


def balance_history(engine: Engine, account_id: int) -> BalanceHistory:
    """The account's last two years with any entry or statement. Raises ``UnknownAccount``."""
    with read_only(engine) as session:
        views = queries.accounts(session, scope=[account_id])
        if not views:
            raise UnknownAccount(account_id=account_id)
        said = dict(closings(session, account_id, _STATEMENTS))
        known = [day for day in (views[0].first_entry, views[0].last_entry, *said) if day]
        days = _days(min(known), max(known), sorted(said)) if known else []
        balances = balances_on(session, account_id, days)
        course = _course(session, account_id, days, balances)
    exponent = exponent_of(views[0].currency)
    points = tuple(
        BalancePoint(
            day,
            to_decimal(balance, exponent),
            to_decimal(said[day], exponent) if day in said else None,
        )
        for day, balance in zip(days, balances, strict=True)
    )
    return BalanceHistory(points, tuple((day, to_decimal(each, exponent)) for day, each in course))


def _course(
    session: Session, account_id: int, days: Sequence[date], balances: Sequence[int]
) -> list[tuple[date, int]]:
    """The balance in minor units on each day that changed it, from the first day to the last."""
    at_ends = list(zip(days, balances, strict=True))
    if not days or entries_between(session, account_id, days[0], days[-1]) > _MOST_ENTRIES:
        return at_ends
    moved = moved_on(session, account_id, days[0] + _A_DAY, days[-1])
    sums = accumulate((minor for _, minor in moved), initial=balances[0])
    return list(zip([days[0], *(day for day, _ in moved)], sums, strict=True)) + at_ends[-1:]


def _days(first: date, last: date, said: list[date]) -> list[date]:
    """The ends of the last months up to the last day, from the day before the first entry on; and
    what statements say of the same time."""
    ends = [last]
    day = last.replace(day=1)
    while len(ends) < MONTHS and day > first:
        ends.append(day - _A_DAY)
        day = (day - _A_DAY).replace(day=1)
    if len(ends) < MONTHS:
        ends.append(first - _A_DAY)
    return sorted({*ends, *(each for each in said if each >= ends[-1])})
