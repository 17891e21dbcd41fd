"""Accounts as the pages show them: the list, and one account with a page of its entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.queries.coverage_pages import last_months
from app.queries.search_words import line_wish
from app.shapes.accounts import AccountFactsShape, facts_shape
from app.shapes.ledger import AccountShape, account_shape
from db import ledger
from db.accounts.facts import facts_of
from db.accounts.pages import Known, Names, accounts_at, accounts_by_name, beside
from db.entry_origins import PairedLine, accepted_by, file_names, paired_lines
from db.entry_pages import EntryRow, Looked, Place, entries_after, entries_before, entries_holding
from db.money import exponent_of, to_decimal
from db.session import read_only
from db.words import EntryState
from pipeline.review.coverage import Month

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
    """A page of accounts; ``before`` and ``after`` are the names at which its neighbours begin,
    None for none."""

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
    """Entries, the newest first. ``older`` and ``newer`` are where the next pages begin, None where
    there is none; ``looked_to`` is the day to which a search looked if it did not look further."""

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
    since = _months_before(today, 11)
    with read_only(engine) as session:
        found = accounts_at(session, place, ACCOUNTS_A_PAGE, holding)
        ids = [each.id for each in found.accounts]
        shapes = {each.id: account_shape(each) for each in ledger.accounts(session, scope=ids)}
        others = beside(session, ids)
        months = last_months(session, ids, today, since)
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
        (view,) = ledger.accounts(session, scope=[account_id])
        return facts_shape(facts), account_shape(view)


def entry_page(engine: Engine, account: AccountShape, wish: EntryWish) -> EntryPage:
    """A page of an account's entries."""
    with read_only(engine) as session:
        found = _found(session, account.id, wish)
        lines = entry_lines(session, found.rows, account.currency)
    return EntryPage(lines, found.older, found.newer, found.looked_to)


@dataclass(frozen=True, slots=True)
class _Found:
    rows: Sequence[EntryRow]
    older: Place | None
    newer: Place | None
    looked_to: date | None = None


def _found(session: Session, account_id: int, wish: EntryWish) -> _Found:
    if wish.text:
        looked = entries_holding(
            session, account_id, line_wish(wish.text), wish.before, ENTRIES_A_PAGE
        )
        return _held(looked)
    if wish.after:
        rows = entries_after(session, account_id, wish.after, ENTRIES_A_PAGE + 1)
        shown = rows[:ENTRIES_A_PAGE][::-1]
        more = len(rows) > ENTRIES_A_PAGE
        return _Found(
            shown,
            shown[-1].place if shown else wish.after,
            shown[0].place if more else None,
        )
    rows = entries_before(session, account_id, wish.before, ENTRIES_A_PAGE + 1)
    shown = rows[:ENTRIES_A_PAGE]
    more = len(rows) > ENTRIES_A_PAGE
    newer = shown[0].place if shown and wish.before else None
    return _Found(shown, shown[-1].place if more else None, newer)


def _held(looked: Looked) -> _Found:
    """A search goes one way: to the older ones."""
    until = looked.until
    stopped = until is not None and (not looked.found or until != looked.found[-1].place)
    return _Found(looked.found, until, None, until[0] if until and stopped else None)


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


def _months_before(day: date, count: int) -> date:
    months = day.year * 12 + day.month - 1 - count
    return date(months // 12, months % 12 + 1, 1)
