"""Queries of the ledger. Answers are plain values; `db.ledger.queries.bookkeeping` writes."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Integer,
    Select,
    bindparam,
    case,
    func,
    literal,
    literal_column,
    or_,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.orm import Session, aliased

from db.errors import TieoutError
from db.ledger.balances import moved, moved_since, summed
from db.ledger.views import AccountView, Entry, Totals
from db.models import Account, Match, Reconciliation, Transaction
from db.money import exponent_of
from db.session import ask, batches
from db.words import ACCOUNT_FIELDS, EntryState, Origin

#: With 500 amounts each, under the 32,766 variables that SQLite takes in one statement.
_PARTS_AT_ONCE: Final = 50
#: More accounts are not named one by one: nearly all are meant.
_FEW: Final = 500

_WITH_AMOUNTS: Final = (
    Transaction.booked_on.between(bindparam("start"), bindparam("end")),
    Transaction.amount_minor.in_(bindparam("amounts", expanding=True)),
)
_OF_SOME: Final = Transaction.account_id.in_(bindparam("accounts", expanding=True))
_COUNT_WITH_AMOUNTS: Final = (
    select(Transaction.account_id, func.count())
    .where(*_WITH_AMOUNTS)
    .group_by(Transaction.account_id)
)
#: A sum, so that no index looks up entries by their accounts: there are fewer of an amount.
_ACCOUNT_OF: Final = Transaction.account_id + literal_column("0", Integer)
_OF_CURRENCIES: Final = _ACCOUNT_OF.in_(
    select(Account.id).where(Account.currency.in_(bindparam("currencies", expanding=True)))
)


#: Whether an account's last digits are no digits alone.
LETTERED: Final = func.ltrim(Account.mask, "0123456789") != ""
_ENDING: Final = select(Account.id).where(
    Account.mask.in_(bindparam("ends", expanding=True)) | LETTERED
)
_CURRENCIES: Final = select(Account.currency).distinct().order_by(Account.currency)


class UnknownAccount(TieoutError):
    """The ledger has no account {account_id}. See those it has with: tieout ledger"""


def accounts(
    session: Session, as_of: date | None = None, scope: Collection[int] | None = None
) -> list[AccountView]:
    """Every account in ``scope`` (all, if None) by id, with its balance at the end of ``as_of``."""
    some: dict[str, Any] = {} if scope is None else {"scope": list(scope)}
    if as_of is not None:
        some |= {"first": as_of.replace(day=1), "until": as_of}
    query = _accounts(dated=as_of is not None, of_scope=scope is not None)
    rows = ask(session, query, some)
    # Behind the fields are the opening balance and what moved since.
    begin, end = 9, 9 + len(ACCOUNT_FIELDS)
    found = []
    for row in rows:
        said: dict[str, Any] = dict(zip(ACCOUNT_FIELDS, row[begin:end], strict=True))
        found.append(AccountView(*[*row[:begin], sum(row[end:])], **said))
    return found


@cache
def _accounts(*, dated: bool, of_scope: bool) -> Select[*tuple[Any, ...]]:
    mine = Transaction.account_id == Account.id
    query = select(
        Account.id,
        Account.name,
        Account.institution,
        Account.kind,
        Account.currency,
        Account.mask,
        Account.number,
        # Apart, for then an index answers each at once.
        select(func.min(Transaction.booked_on)).where(mine).scalar_subquery(),
        select(func.max(Transaction.booked_on)).where(mine).scalar_subquery(),
        *(getattr(Account, name) for name in ACCOUNT_FIELDS),
        Account.opening_balance_minor,
        *(moved_since(bindparam("first"), bindparam("until")) if dated else [moved()]),
    ).order_by(Account.id)
    return query.where(Account.id.in_(bindparam("scope", expanding=True))) if of_scope else query


def entries(
    session: Session,
    account_id: int,
    start: date | None = None,
    end: date | None = None,
    *,
    search: str | None = None,
    min_minor: int | None = None,
    max_minor: int | None = None,
    after: tuple[date, int] | None = None,
    limit: int | None = None,
    by_size: Literal["largest", "smallest"] | None = None,
) -> list[Entry]:
    """The account's entries by day and id, from ``start`` to ``end``, both included; with
    ``by_size`` first by their amounts, whatever the sign.

    ``search`` is a part of the description, in any case; amounts are compared with their sign.
    ``after`` is the day and id of the last entry of the page before.
    """
    if after is not None:
        start = max(after[0], start or after[0])  # so that an index goes straight to the page
    conditions = _conditions(account_id, start, end, search, min_minor, max_minor)
    query = _entries().where(*conditions, _beyond(after))
    size = func.abs(Transaction.amount_minor)
    if by_size is not None:
        query = query.order_by(size.desc() if by_size == "largest" else size)
    query = query.order_by(Transaction.booked_on, Transaction.id).limit(limit)
    return [Entry(*row) for row in session.execute(query)]


def entries_of_days(session: Session, account_id: int, first: date, last: date) -> list[Entry]:
    """What `entries` gives of these days: this is asked of every statement, and built once."""
    wanted = {"account_id": account_id, "first": first, "last": last}
    return [Entry(*row) for row in ask(session, _entries_of_days(), wanted)]


def entries_with_amounts(
    session: Session,
    account_ids: Collection[int],
    amounts: Iterable[int],
    start: date,
    end: date,
) -> list[Entry]:
    """The accounts' entries that have one of these amounts, from ``start`` to ``end``, by day and
    id. An index finds them, so that the work grows with ``amounts`` and not with the ledger."""
    found = [
        Entry(*row)
        for accounts in batches(sorted(set(account_ids)))
        for within in _with_amounts(amounts, start, end, accounts=accounts)
        for row in session.execute(_entries().where(_OF_SOME, *_WITH_AMOUNTS), within)
    ]
    return sorted(found, key=lambda entry: (entry.booked_on, entry.id))


class Elsewhere(NamedTuple):
    """Entries of the other accounts of the currency of ``account_id`` that have one of these
    amounts, from ``start`` to ``end``."""

    account_id: int
    amounts: Collection[int]
    start: date
    end: date


def entries_elsewhere(session: Session, wanted: Sequence[Elsewhere]) -> list[list[Entry]]:
    """The entries of each that is wanted, by day and id; asked for together."""
    found: list[list[Entry]] = [[] for _ in wanted]
    parts = [
        (n, each._replace(amounts=some))
        for n, each in enumerate(wanted)
        for some in batches(sorted(set(each.amounts)))
    ]
    for together in batches(parts, _PARTS_AT_ONCE):
        said = {
            f"{name}_{at}": value
            for at, (_, part) in enumerate(together)
            for name, value in part._asdict().items()
        }
        for at, *row in session.execute(_elsewhere(len(together)), said):
            found[together[at][0]].append(Entry(*row))
    return [sorted(each, key=lambda entry: (entry.booked_on, entry.id)) for each in found]


def entries_of(session: Session, entry_ids: Collection[int]) -> list[Entry]:
    if not entry_ids:
        return []
    return [Entry(*row) for row in session.execute(_entries_of(), {"ids": list(entry_ids)})]


def count_with_amounts(
    session: Session,
    account_ids: Collection[int] | None,
    amounts: Iterable[int],
    start: date,
    end: date,
    currencies: Collection[str] | None = None,
) -> Counter[int]:
    """How many entries `entries_with_amounts` would give of each account: of these, or of all of
    these currencies, or of all."""
    query = _COUNT_WITH_AMOUNTS
    some: dict[str, Collection[int | str]] = {}
    if account_ids is not None and len(account_ids) <= _FEW:
        query, some["accounts"] = query.where(_OF_SOME), list(account_ids)
    if currencies is not None:
        query, some["currencies"] = query.where(_OF_CURRENCIES), list(currencies)
    counts: Counter[int] = Counter()
    for within in _with_amounts(amounts, start, end, **some):
        rows = ask(session, query, within).all()
        counts.update({n: count for n, count in rows if account_ids is None or n in account_ids})
    return counts


def _with_amounts(
    amounts: Iterable[int], start: date, end: date, **more: Any
) -> Iterator[dict[str, Any]]:
    """What is asked for, so many amounts at a time as a statement may name."""
    for some in batches(sorted(set(amounts))):
        yield {"amounts": some, "start": start, "end": end, **more}


def currencies_by_exponent(session: Session) -> dict[int, list[str]]:
    """The currencies of the ledger's accounts by the decimals of their minor units."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for currency in ask(session, _CURRENCIES).scalars():
        found[exponent_of(currency)].append(currency)
    return found


def accounts_ending(session: Session, ends: Collection[str]) -> set[int]:
    """The ids of the accounts of which the last digits are one of these, and of those that have
    letters among them."""
    found = set[int]()
    for some in batches(sorted(ends)):
        found.update(ask(session, _ENDING, {"ends": some}).scalars())
    return found


def accounts_at(session: Session, day: date, minor: int, currencies: Collection[str]) -> set[int]:
    """The ids of the accounts of these currencies that hold this much at the end of ``day``."""
    # A month that ends on the day is a whole one.
    first = (day + timedelta(days=1)).replace(day=1)
    wanted = {"first": first, "until": day, "minor": minor, "currencies": list(currencies)}
    return set(session.scalars(_at(), wanted))


def totals(
    session: Session,
    account_id: int,
    start: date | None = None,
    end: date | None = None,
    *,
    search: str | None = None,
    min_minor: int | None = None,
    max_minor: int | None = None,
) -> Totals:
    """Count and sums of what ``entries`` gives for the same arguments, on all pages."""
    amount = Transaction.amount_minor
    conditions = _conditions(account_id, start, end, search, min_minor, max_minor)
    query = select(
        func.count(), summed(case((amount > 0, amount))), summed(case((amount < 0, amount)))
    ).where(*conditions)
    count, sum_in, sum_out = session.execute(query).one()
    return Totals(count, sum_in, sum_out)


def balance_as_of(session: Session, account_id: int, day: date) -> int:
    """The balance at the end of ``day``, the opening one included. Raises ``UnknownAccount``."""
    wanted = {"account_id": account_id, "first": day.replace(day=1), "until": day}
    parts = ask(session, _balance(), wanted).one_or_none()
    if parts is None:
        raise UnknownAccount(account_id=account_id)
    return sum(parts)


def ledger_etag(session: Session, account_id: int) -> str:
    """A name for the account's present state: another one after every change to its entries.

    It is made of ``Account.version``, which every function in ``db.ledger.bookkeeping`` counts up
    in the same transaction as its change. Raises ``UnknownAccount``.
    """
    version = session.scalar(select(Account.version).filter_by(id=account_id))
    if version is None:
        raise UnknownAccount(account_id=account_id)
    return etag(account_id, version)


def etag(account_id: int, version: int) -> str:
    return f"{account_id}:{version}"


@cache
def _entries() -> Select[int, int, date, int, str, EntryState, Origin, int | None]:
    return select(
        Transaction.id,
        Transaction.account_id,
        Transaction.booked_on,
        Transaction.amount_minor,
        Transaction.description,
        Transaction.state,
        Transaction.origin,
        select(func.min(Reconciliation.statement_id))
        .join(Match, Match.reconciliation_id == Reconciliation.id)
        .where(Match.transaction_id == Transaction.id)
        .scalar_subquery(),
    )


@cache
def _entries_of_days() -> Select[int, int, date, int, str, EntryState, Origin, int | None]:
    query = _entries().where(
        Transaction.account_id == bindparam("account_id"),
        Transaction.booked_on.between(bindparam("first"), bindparam("last")),
    )
    return query.order_by(Transaction.booked_on, Transaction.id)


@cache
def _elsewhere(parts: int) -> CompoundSelect[*tuple[Any, ...]]:
    return union_all(*map(_part_of_elsewhere, range(parts)))


def _part_of_elsewhere(at: int) -> Select[*tuple[Any, ...]]:
    """The entries are looked up by their amounts, whosever they are."""
    own = aliased(Account)
    account_id = bindparam(f"account_id_{at}", type_=own.id.type)
    currency = select(own.currency).where(own.id == account_id).scalar_subquery()
    others = select(Account.id).where(Account.id != account_id, Account.currency == currency)
    return select(literal(at), *_entries().selected_columns).where(
        _ACCOUNT_OF.in_(others),
        Transaction.booked_on.between(bindparam(f"start_{at}"), bindparam(f"end_{at}")),
        Transaction.amount_minor.in_(bindparam(f"amounts_{at}", expanding=True)),
    )


@cache
def _entries_of() -> Select[int, int, date, int, str, EntryState, Origin, int | None]:
    query = _entries().where(Transaction.id.in_(bindparam("ids", expanding=True)))
    return query.order_by(Transaction.booked_on, Transaction.id)


@cache
def _at() -> Select[int]:
    months, days = moved_since(bindparam("first"), bindparam("until"))
    return select(Account.id).where(
        Account.opening_balance_minor + months + days == bindparam("minor"),
        Account.currency.in_(bindparam("currencies", expanding=True)),
    )


@cache
def _balance() -> Select[int, int, int]:
    months, days = moved_since(bindparam("first"), bindparam("until"))
    parts: Select[int, int, int] = select(Account.opening_balance_minor, months, days)
    return parts.where(Account.id == bindparam("account_id"))


def _conditions(
    account_id: int,
    start: date | None = None,
    end: date | None = None,
    search: str | None = None,
    min_minor: int | None = None,
    max_minor: int | None = None,
) -> list[ColumnElement[bool]]:
    found = [Transaction.account_id == account_id]
    if start is not None:
        found.append(Transaction.booked_on >= start)
    if end is not None:
        found.append(Transaction.booked_on <= end)
    if search:
        found.append(holds(Transaction.description, search))
    if min_minor is not None:
        found.append(Transaction.amount_minor >= min_minor)
    if max_minor is not None:
        found.append(Transaction.amount_minor <= max_minor)
    return found


def _beyond(after: tuple[date, int] | None) -> ColumnElement[bool]:
    if after is None:
        return true()
    day, entry_id = after
    here = tuple_(literal(day), literal(entry_id))
    return tuple_(Transaction.booked_on, Transaction.id) > here


def holds(column: Any, text: str) -> ColumnElement[bool]:
    """In any case. SQLite knows no capitals but A to Z, so a text with other letters is looked for
    as it is, in capitals and in small letters: statements print `BÄCKEREI` for `Bäckerei`."""
    ways = dict.fromkeys([text] if text.isascii() else [text, text.upper(), text.lower()])
    return or_(*(column.icontains(each, autoescape=True) for each in ways))
