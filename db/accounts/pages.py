"""Lists accounts by name, a page at a time: a ledger may hold thousands."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, cast

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from db.ledger.queries import LETTERED, holds
from db.ledger.views import AccountName
from db.models import Account, MonthlyTotal, Statement
from db.session import ask


@dataclass(frozen=True, slots=True)
class Known:
    """One account of a page."""

    id: int
    name: str
    mask: str | None


@dataclass(frozen=True, slots=True)
class Names:
    """Where a page of accounts is: behind a name, or before one. A name is a place that stays when
    its account is merged or renamed meanwhile."""

    after: str | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class AccountWindow:
    """A page of accounts by name, and the names at which its neighbours begin; None for none."""

    accounts: tuple[Known, ...]
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class AccountActivity:
    """What else is shown of an account in a list: how many entries it has, and the last day that a
    statement of it covers."""

    entries: int = 0
    last_statement: date | None = None


def accounts_at(
    session: Session, place: Names, limit: int, holding: str | None = None
) -> AccountWindow:
    """A page of at most ``limit`` accounts; all, or those ``holding`` a text."""
    backwards = place.before is not None
    query = _known(holding)
    if place.before is not None:
        query = query.where(Account.name < place.before).order_by(Account.name.desc())
    else:
        query = query.where(Account.name > (place.after or "")).order_by(Account.name)
    found = [Known(*row) for row in session.execute(query.limit(limit + 1))]
    shown, more = found[:limit], len(found) > limit
    if backwards:
        shown.reverse()
    there = shown[0].name if shown and (more if backwards else place.after is not None) else None
    onward = shown[-1].name if shown and (backwards or more) else None
    return AccountWindow(tuple(shown), there, onward)


def accounts_by_name(
    session: Session, limit: int, holding: str | None = None, currency: str | None = None
) -> list[Known]:
    """The first accounts by name, to choose one from; all, those whose name, bank or digits are
    ``holding`` a text, or those in one currency."""
    query = _known(holding).order_by(Account.name).limit(limit)
    if currency:
        query = query.where(Account.currency == currency)
    return [Known(*row) for row in session.execute(query)]


def _known(holding: str | None) -> Select[int, str, str | None]:
    query = select(Account.id, Account.name, Account.mask)
    if not holding:
        return query
    columns = (Account.name, Account.institution, Account.mask, Account.number)
    return query.where(or_(*(holds(each, holding) for each in columns)))


def beside(session: Session, account_ids: Collection[int]) -> dict[int, AccountActivity]:
    counts = (
        select(MonthlyTotal.account_id, func.sum(MonthlyTotal.entries))
        .where(MonthlyTotal.account_id.in_(account_ids))
        .group_by(MonthlyTotal.account_id)
    )
    entries = {account: int(count) for account, count in session.execute(counts)}
    days = (
        select(Statement.account_id, func.max(Statement.period_end))
        .where(Statement.account_id.in_(account_ids))
        .group_by(Statement.account_id)
    )
    last = {row[0]: row[1] for row in session.execute(days)}
    return {each: AccountActivity(entries.get(each, 0), last.get(each)) for each in account_ids}


#: More are not named one by one: nearly all are meant.
_AT_ONCE = 20
_COLUMNS = {name: getattr(Account, name) for name in AccountName.__annotations__}


@dataclass(frozen=True, slots=True)
class Sought:
    """Which accounts are looked for: in a currency, with a part of their name and of their bank's
    in any case, and with a mask that ends as this one or is its end; ``may_end`` takes those
    without a mask as well."""

    currency: str | None = None
    name: str | None = None
    institution: str | None = None
    mask: str | None = None
    may_end: str | None = None


ANY: Final = Sought()


def account_names(
    session: Session, scope: Collection[int] | None = None, sought: Sought = ANY
) -> list[AccountName]:
    """The accounts in ``scope`` (all, if None) by id."""
    query = select(*_COLUMNS.values()).where(*_of(scope, sought)).order_by(Account.id)
    rows = ask(session, query)
    every = (cast(AccountName, dict(zip(_COLUMNS, row, strict=True))) for row in rows)
    return [each for each in every if scope is None or each["id"] in scope]


def account_numbers(
    session: Session, scope: Collection[int], sought: Sought, printed: str | None
) -> dict[int, str | None]:
    """The whole numbers of the accounts in ``scope`` by id, without those that end in other digits
    than the one that is ``printed``."""
    query = select(Account.id, Account.number).where(*_of(scope, sought)).order_by(Account.id)
    if printed:
        query = query.where(Account.number.is_(None) | _ends_as(printed) | LETTERED)
    return {n: number for n, number in ask(session, query) if n in scope}


def _of(scope: Collection[int] | None, sought: Sought) -> Iterator[ColumnElement[bool]]:
    if scope is not None and len(scope) <= _AT_ONCE:
        yield Account.id.in_(scope)
    if sought.currency is not None:
        yield Account.currency == sought.currency
    if sought.name:
        yield holds(Account.name, sought.name)
    if sought.institution:
        yield holds(Account.institution, sought.institution)
    if sought.mask:
        yield _ends_as(sought.mask)
    if sought.may_end:
        yield Account.mask.is_(None) | _ends_as(sought.may_end)


def _ends_as(text: str) -> ColumnElement[bool]:
    """Whether the mask ends as a text, or the text as it; in any case, and signs aside."""
    plain, mask = re.sub(r"\W", "", text).upper(), func.upper(Account.mask)
    found: ColumnElement[bool] = mask.in_([plain[at:] for at in range(len(plain))])
    return found | mask.endswith(plain) if plain else found
