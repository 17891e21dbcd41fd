"""Merges two accounts into one, with their entries and opening balances, and splits them again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Final, TypeAlias

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from db.accounts.facts import (
    AccountFacts,
    CurrenciesDiffer,
    OpeningUnclear,
    SameAccount,
    bring_back,
    facts_of,
    write_facts,
)
from db.accounts.log import (
    AccountAct,
    Done,
    LoggedAct,
    locks_of,
    refuse_another_opening,
    refuse_if_locked,
)
from db.ledger.balances import require_addable
from db.ledger.bookkeeping import hold, touch
from db.ledger.queries import balance_as_of
from db.models import (
    Account,
    AccountLink,
    BalanceAssertion,
    Discrepancy,
    Document,
    Import,
    Lock,
    Reconciliation,
    Resolution,
    SourceRow,
    Statement,
    Transaction,
)
from db.money import exponent_of, to_decimal_string, to_minor
from db.words import ACCOUNT_FIELDS, Origin


def merge(session: Session, source: int, into: int, opening: str | None = None) -> Done:
    """Move everything of the first account to the second, and remove the first.

    N equal entries of one and M of the other are N + M. ``opening`` is what both held before the
    first entry, if a person says that; see `db.accounts.merge`. Raises ``UnknownAccount``,
    ``SameAccount``, ``CurrenciesDiffer``, ``AccountLocked``, ``OpeningUnclear``, ``SumOutOfRange``
    and the errors of `db.money`."""
    for account_id in sorted({source, into}):
        hold(session, account_id)
    gone, before = facts_of(session, source), facts_of(session, into)
    _refuse(gone, before)
    after = with_opening(session, gone, before, opening)
    first = first_day(session, source)
    refuse_if_locked(session, gone)
    _refuse_locked(session, before, after, first)
    locks = frozenset(lock.id for lock in locks_of(session, into))
    said, statements = said_by_entries(session, source), statements_of(session, source)
    kept = {
        "entries": said,
        "statements": sorted(statements.values()),
        "own": own_rows(session, source),
        "links": links_of(session, source),
        "first": first and first.isoformat(),
    }
    touch(session, into)
    had = move_entries(session, source, into)
    move_all(session, source, into)
    session.execute(delete(Account).where(Account.id == source))
    write_facts(session, after)
    require_addable(session, into)
    return Done(
        AccountAct.MERGE,
        into,
        before,
        facts_of(session, into),
        other=gone,
        entries=len(said),
        statements=len(statements),
        kept={**kept, "had": had},
        locks=locks,
    )


def part(session: Session, now: AccountFacts, merged: LoggedAct) -> AccountFacts:
    """Bring back the account that was merged into the one that is held, and all that was its own.

    What came since stays where it came, but for what its own source brought. Raises
    ``AccountExists`` and ``AccountLocked``.
    """
    assert merged.before is not None
    assert merged.other is not None
    kept = merged.kept
    first = date.fromisoformat(kept["first"]) if kept["first"] else None
    _refuse_locked(session, now, merged.before, first)
    back = bring_back(session, merged.other)
    touch(session, now.id)
    touch(session, back.id)
    came = give_links_back(session, now.id, back.id, kept.get("links", ()))
    moved = {*kept["entries"], *map(str, came)}
    move_entries_back(session, now.id, back.id, moved, kept["had"])
    theirs = set(kept["statements"])
    statements = [found for found, name in statements_of(session, now.id).items() if name in theirs]
    move_back(session, now.id, back.id, statements, kept["own"])
    write_facts(session, merged.before)
    return back


def _refuse(gone: AccountFacts, into: AccountFacts) -> None:
    if gone.id == into.id:
        raise SameAccount(name=gone.name)
    if gone.currency != into.currency:
        raise CurrenciesDiffer(
            name=gone.name, currency=gone.currency, into=into.name, other=into.currency
        )


def _refuse_locked(
    session: Session, now: AccountFacts, after: AccountFacts, first: date | None
) -> None:
    """A lock may stay if it ends before the first entry that comes or goes, and no balance moves.
    Raises ``AccountLocked``."""
    refuse_another_opening(session, now, after)
    if first is not None:
        refuse_if_locked(session, now, first)


@dataclass(frozen=True, slots=True)
class Beginning:
    """What an account held before its first entry, and the day it begins: its first entry, or the
    day it was opened if that is earlier; None for an account that has neither."""

    account: AccountFacts
    day: date | None


def with_opening(
    session: Session, gone: AccountFacts, into: AccountFacts, stated: str | None
) -> AccountFacts:
    """The second account with the opening balance of both, the days of their beginning and end,
    and what their texts say: as long as one of them is open, so are both together.

    Raises ``OpeningUnclear`` unless a person ``stated`` the balance, and the errors of `db.money`.
    """
    earlier, later = _in_order(_beginning(session, gone), _beginning(session, into))
    opening, origin = earlier.account.opening_balance_minor, earlier.account.opening_origin
    if stated is not None:
        opening, origin = to_minor(stated, exponent_of(into.currency)), Origin.TYPED
    elif later.account.opening_balance_minor not in (0, _held(session, earlier, later)):
        raise _unclear(gone, into)
    texts: dict[str, Any] = {
        name: "; ".join(dict.fromkeys(filter(None, (getattr(into, name), getattr(gone, name)))))
        or None
        for name, kind in ACCOUNT_FIELDS.items()
        if kind is str
    }
    return replace(
        into,
        **texts,
        opening_balance_minor=opening,
        opening_origin=origin,
        opened_on=earlier.account.opened_on,
        closed_on=_last(gone.closed_on, into.closed_on),
    )


def _last(one: date | None, other: date | None) -> date | None:
    return max(one, other) if one and other else None


def _beginning(session: Session, account: AccountFacts) -> Beginning:
    days = (first_day(session, account.id), account.opened_on)
    return Beginning(account, min((day for day in days if day), default=None))


def _in_order(*both: Beginning) -> list[Beginning]:
    """The one that begins first before the other; of one day, the one that held something."""

    def place(each: Beginning) -> tuple[bool, date, bool]:
        balance = each.account.opening_balance_minor
        says_nothing = each.day is None and not balance
        return says_nothing, each.day or date.min, not balance

    return sorted(both, key=place)


def _held(session: Session, earlier: Beginning, later: Beginning) -> int:
    """What the earlier account held when the later one begins."""
    if later.day is None:
        return earlier.account.opening_balance_minor
    return balance_as_of(session, earlier.account.id, later.day - timedelta(days=1))


def _unclear(gone: AccountFacts, into: AccountFacts) -> OpeningUnclear:
    exponent = exponent_of(into.currency)
    return OpeningUnclear(
        name=gone.name,
        opening=to_decimal_string(gone.opening_balance_minor, exponent),
        into=into.name,
        other=to_decimal_string(into.opening_balance_minor, exponent),
    )


_Own: TypeAlias = type[BalanceAssertion] | type[Lock] | type[Resolution]
#: What hangs on a statement, if on anything; else it is the account's own.
_HANGING: Final[Mapping[str, tuple[_Own, InstrumentedAttribute[int | None]]]] = {
    "balance_assertions": (BalanceAssertion, BalanceAssertion.statement_id),
    "locks": (Lock, Lock.reconciliation_id),
    "resolutions": (Resolution, Resolution.statement_id),
}


def statements_of(session: Session, account_id: int) -> dict[int, str]:
    """The account's statements by id, each called by its document and its place in it, which stay
    the same when a document is read again."""
    query = (
        select(Statement.id, Document.sha256, Statement.ordinal)
        .join(Import, Import.id == Statement.import_id)
        .join(Document, Document.id == Import.document_id)
        .where(Statement.account_id == account_id)
    )
    return {found: f"{sha}:{ordinal}" for found, sha, ordinal in session.execute(query)}


def own_rows(session: Session, account_id: int) -> dict[str, list[int]]:
    """The ids of what hangs on the account and on no statement."""
    return {
        name: sorted(
            session.scalars(select(table.id).where(table.account_id == account_id, on.is_(None)))
        )
        for name, (table, on) in _HANGING.items()
    }


def links_of(session: Session, account_id: int) -> list[list[int | str]]:
    """What ties the account to its sources: the number of each, and the account's key there."""
    query = select(AccountLink.source_id, AccountLink.key).order_by(AccountLink.source_id)
    rows = session.execute(query.where(AccountLink.account_id == account_id))
    return [[source_id, key] for source_id, key in rows]


def give_links_back(
    session: Session, source: int, into: int, links: Iterable[Sequence[Any]]
) -> set[int]:
    """Tie these to ``into`` that are still tied to ``source``; the entries that came of them."""
    came: set[int] = set()
    for source_id, key in links:
        tied = AccountLink.source_id == source_id, AccountLink.key == key
        here = update(AccountLink).where(*tied, AccountLink.account_id == source)
        if session.scalar(here.values(account_id=into).returning(AccountLink.key)) is None:
            continue
        of_it = SourceRow.source_id == source_id, SourceRow.key == key
        entries = select(Transaction.id).join(SourceRow, SourceRow.transaction_id == Transaction.id)
        came |= set(session.scalars(entries.where(*of_it, Transaction.account_id == source)))
    return came


def move_all(session: Session, source: int, into: int) -> None:
    """Everything that hangs on the one account hangs on the other."""
    for table in (Statement, BalanceAssertion, Lock, Resolution, Discrepancy, AccountLink):
        moved = update(table).where(table.account_id == source).values(account_id=into)
        session.execute(moved)


def move_back(
    session: Session, source: int, into: int, statements: list[int], own: Mapping[str, Any]
) -> None:
    """These statements, what hangs on them, and these rows of the account's own."""
    proven = select(Reconciliation.id).where(Reconciliation.statement_id.in_(statements))
    theirs = select(Statement.id).where(Statement.id.in_(statements))
    on = {"locks": proven, "balance_assertions": theirs, "resolutions": theirs}
    moved = update(Statement).where(Statement.id.in_(statements))
    session.execute(moved.values(account_id=into))
    for name, (table, hangs) in _HANGING.items():
        with_them = hangs.in_(on[name]) | (table.id.in_(own[name]) & hangs.is_(None))
        here = update(table).where(table.account_id == source, with_them)
        session.execute(here.values(account_id=into))
    refused = select(Lock.id).where(Lock.account_id == into)
    session.execute(
        update(Discrepancy).where(Discrepancy.lock_id.in_(refused)).values(account_id=into)
    )


#: An entry that was changed has its old digest by chance once in 2^48 times.
_DIGITS: Final = 12
_SHOWN: Final = 5


def first_day(session: Session, account_id: int) -> date | None:
    mine = Transaction.account_id == account_id
    return session.scalar(select(func.min(Transaction.booked_on)).where(mine))


def last_day(session: Session, account_id: int) -> date | None:
    """The last day that an entry or a statement of the account is of."""
    entries = select(func.max(Transaction.booked_on)).where(Transaction.account_id == account_id)
    stated = select(func.max(Statement.period_end)).where(Statement.account_id == account_id)
    days = session.scalar(entries), session.scalar(stated)
    return max(filter(None, days), default=None)


def said_by_entries(session: Session, account_id: int) -> dict[str, str]:
    """A digest of what each entry says, by its id; how far it is confirmed does not count."""
    columns = select(
        Transaction.id,
        Transaction.booked_on,
        Transaction.value_on,
        Transaction.amount_minor,
        Transaction.currency,
        Transaction.description,
        Transaction.fingerprint,
    )
    rows = session.execute(columns.where(Transaction.account_id == account_id))
    return {str(row[0]): _digest(row[1:]) for row in rows}


def changed_entries(was: Mapping[str, str], now: Mapping[str, str]) -> str:
    """Which entries do not say what they said, in words; nothing if all do and no other came."""
    said = {
        "gone": [key for key in was if key not in now],
        "changed": [key for key in was if key in now and was[key] != now[key]],
        "new": [key for key in now if key not in was],
    }
    return "; ".join(f"{_few(found)} {how}" for how, found in said.items() if found)


def move_entries(session: Session, source: int, into: int) -> dict[str, int]:
    """Give the one account's entries to the other; equal ones are counted on after those there.
    Gives, by id, the occurrence that each entry had which has another one now."""
    there = (
        select(Transaction.fingerprint, func.max(Transaction.occurrence).label("last"))
        .where(Transaction.account_id == into)
        .group_by(Transaction.fingerprint)
        .subquery()
    )
    equal = session.execute(
        select(Transaction.id, Transaction.occurrence, there.c.last)
        .join(there, there.c.fingerprint == Transaction.fingerprint)
        .where(Transaction.account_id == source)
    ).all()
    _write(session, [(entry, into, occurrence + last) for entry, occurrence, last in equal])
    rest = update(Transaction).where(Transaction.account_id == source)
    session.execute(rest.values(account_id=into))
    return {str(entry): occurrence for entry, occurrence, _ in equal}


def move_entries_back(
    session: Session, source: int, into: int, moved: Iterable[str], had: Mapping[str, int]
) -> None:
    """Take these entries, by id, back to an account that has none; ``had`` is of `move_entries`.
    What is equal and came to ``source`` since is counted without them."""
    wanted = set(map(int, moved))
    columns = Transaction.id, Transaction.fingerprint, Transaction.occurrence
    # A few columns of the whole account: no more than its digests took, which were just compared.
    rows = session.execute(select(*columns).where(Transaction.account_id == source)).all()
    back = [(row, had.get(str(row.id), row.occurrence)) for row in rows if row.id in wanted]
    _write(session, [(row.id, into, occurrence) for row, occurrence in back])
    last: dict[str, tuple[int, int]] = {}
    for row, occurrence in back:
        before = last.get(row.fingerprint, (0, 0))
        last[row.fingerprint] = max(before, (row.occurrence, occurrence))
    since = [row for row in rows if row.id not in wanted and row.fingerprint in last]
    for row in sorted(since, key=lambda row: int(row.occurrence)):
        end, count = last[row.fingerprint]
        if row.occurrence > end:
            _write(session, [(row.id, source, row.occurrence - count)])


def _write(session: Session, rows: list[tuple[int, int, int]]) -> None:
    """Give each entry its account and occurrence."""
    if rows:
        names = ("id", "account_id", "occurrence")
        session.execute(update(Transaction), [dict(zip(names, row, strict=True)) for row in rows])


def _few(entries: list[str]) -> str:
    more = f" and {len(entries) - _SHOWN} more" if len(entries) > _SHOWN else ""
    return f"entries {', '.join(entries[:_SHOWN])}{more}"


def _digest(said: Iterable[Any]) -> str:
    return sha256("\n".join(map(str, said)).encode()).hexdigest()[:_DIGITS]
