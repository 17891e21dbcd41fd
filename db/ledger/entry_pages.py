"""Lists an account's entries a page at a time, with the balance after each and its origin."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, Select, and_, exists, func, literal, or_, select, tuple_
from sqlalchemy.orm import Session

from db.ledger.balances import summed
from db.ledger.queries import holds
from db.models import (
    Account,
    AuditLog,
    Import,
    Line,
    Match,
    MonthlyTotal,
    Proposal,
    Reconciliation,
    Statement,
    Transaction,
)
from db.models.base import SummedUnits
from db.money import exponent_of
from db.statements.search import LineWish
from db.words import EntryState, ProposalStatus

#: The day and the id of an entry: its place in the account's order.
Place: TypeAlias = tuple[date, int]

#: A search in the descriptions looks through so many entries at once, and reports it.
LOOKED_THROUGH: Final = 50_000


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry. ``balance_minor`` is the account's after it. ``import_id`` is the import whose
    decision added it; None is an entry that the ledger brought with it."""

    id: int
    booked_on: date
    value_on: date | None
    amount_minor: int
    description: str
    state: EntryState
    import_id: int | None
    balance_minor: int

    @property
    def place(self) -> Place:
        """Where it is in the account's order."""
        return self.booked_on, self.id


def entries_before(
    session: Session, account_id: int, before: Place | None, limit: int
) -> list[EntryRow]:
    """The newest entries before a place, or of all, the newest first."""
    within = _mine(account_id, _below(before))
    rows = session.execute(_with_sums(within.order_by(*_NEWEST_FIRST).limit(limit))).all()
    return _balanced(session, account_id, rows)[::-1]


def entries_after(
    session: Session, account_id: int, after: Place | None, limit: int
) -> list[EntryRow]:
    """The oldest entries after a place, or of all, the oldest first."""
    within = _mine(account_id, _above(after))
    rows = session.execute(_with_sums(within.order_by(*_OLDEST_FIRST).limit(limit))).all()
    return _balanced(session, account_id, rows)


@dataclass(frozen=True, slots=True)
class Looked:
    """Entries that hold a text. ``until`` is the place up to which was looked, None for the end."""

    found: tuple[EntryRow, ...]
    until: Place | None


def entries_holding(
    session: Session, account_id: int, wish: LineWish, before: Place | None, limit: int
) -> Looked:
    """The newest entries before a place that hold the text, in any case, or a day or an amount that
    it means. At most `LOOKED_THROUGH` are looked through, for nothing but reading finds a text."""
    some = _mine(account_id, _below(before)).order_by(*_NEWEST_FIRST).limit(LOOKED_THROUGH)
    within = some.subquery()
    holds = _holds(session, account_id, wish, within.c)
    order = within.c.booked_on.desc(), within.c.id.desc()
    rows = session.execute(select(within).where(holds).order_by(*order).limit(limit + 1)).all()
    if len(rows) > limit:
        found = _each_balanced(session, account_id, rows[:limit])
        return Looked(found, found[-1].place)
    last = session.execute(
        select(Transaction.booked_on, Transaction.id)
        .where(Transaction.account_id == account_id, *_below(before))
        .order_by(*_NEWEST_FIRST)
        .offset(LOOKED_THROUGH - 1)
        .limit(1)
    ).one_or_none()
    found = _each_balanced(session, account_id, rows)
    return Looked(found, (last[0], last[1]) if last else None)


def _holds(session: Session, account_id: int, wish: LineWish, of: Any) -> ColumnElement[bool]:
    ways = [holds(of.description, wish.text)]
    ways += [of.booked_on.in_(wish.days)] if wish.days else []
    if wish.amounts:
        currency = session.scalars(select(Account.currency).where(Account.id == account_id)).one()
        minors = dict(wish.amounts).get(exponent_of(currency), ())
        ways += [of.amount_minor.in_(minors)] if minors else []
    return or_(*ways)


_NEWEST_FIRST: Final = (Transaction.booked_on.desc(), Transaction.id.desc())
_OLDEST_FIRST: Final = (Transaction.booked_on, Transaction.id)


def _mine(account_id: int, conditions: list[ColumnElement[bool]]) -> Select[*tuple[Any, ...]]:
    return select(
        Transaction.id,
        Transaction.booked_on,
        Transaction.value_on,
        Transaction.amount_minor,
        Transaction.description,
        Transaction.state,
        Transaction.import_id,
    ).where(Transaction.account_id == account_id, *conditions)


def _below(before: Place | None) -> list[ColumnElement[bool]]:
    # The day alone, too, for an index goes straight there.
    return [Transaction.booked_on <= before[0], _place() < _literal(before)] if before else []


def _above(after: Place | None) -> list[ColumnElement[bool]]:
    return [Transaction.booked_on >= after[0], _place() > _literal(after)] if after else []


def _place() -> Any:
    return tuple_(Transaction.booked_on, Transaction.id)


def _literal(place: Place) -> Any:
    return tuple_(literal(place[0]), literal(place[1]))


def _with_sums(page: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """The page, the oldest first, with what its entries come to up to each."""
    within = page.subquery()
    order = (within.c.booked_on, within.c.id)
    so_far = func.sum(within.c.amount_minor, type_=SummedUnits).over(order_by=order)
    return select(within, so_far).order_by(*order)


def _entry(row: Any, balance: int) -> EntryRow:
    return EntryRow(
        row.id,
        row.booked_on,
        row.value_on,
        row.amount_minor,
        row.description,
        row.state,
        row.import_id,
        balance,
    )


def _balanced(session: Session, account_id: int, rows: Sequence[Any]) -> list[EntryRow]:
    if not rows:
        return []
    place = (rows[0].booked_on, rows[0].id)
    opening = select(Account.opening_balance_minor).where(Account.id == account_id)
    parts = select(opening.scalar_subquery(), _sum_before(account_id, place))
    # PostgreSQL adds whole numbers up to a Decimal.
    base = sum(int(part) for part in session.execute(parts).one())
    return [_entry(row, base + row[-1]) for row in rows]


def _each_balanced(session: Session, account_id: int, rows: Sequence[Any]) -> tuple[EntryRow, ...]:
    """Entries that do not follow each other: none tells anything of the balance of the next."""
    if not rows:
        return ()
    sums = [_sum_before(account_id, (row.booked_on, row.id)) for row in rows]
    parts = session.execute(select(*sums)).one()
    query = select(Account.opening_balance_minor).where(Account.id == account_id)
    opening = session.execute(query).scalar_one()
    return tuple(
        _entry(row, opening + int(before) + row.amount_minor)
        for row, before in zip(rows, parts, strict=True)
    )


def _sum_before(account_id: int, place: Place) -> ColumnElement[int]:
    """What the entries before a place come to: whole months, and the days of its month."""
    first = place[0].replace(day=1)
    months = select(summed(MonthlyTotal.moved_minor)).where(
        MonthlyTotal.account_id == account_id, MonthlyTotal.month < first
    )
    days = select(summed(Transaction.amount_minor)).where(
        Transaction.account_id == account_id,
        Transaction.booked_on.between(first, place[0]),
        _place() < _literal(place),
    )
    return months.scalar_subquery() + days.scalar_subquery()


#: Acts that carry out a proposal, and name each entry that they changed.
_CARRYING_OUT: Final = ("accept", "resolve")


@dataclass(frozen=True, slots=True)
class PairedLine:
    """A line of a statement: ``statement`` and ``line`` are their ordinals, from 0."""

    import_id: int
    file: str
    statement: int
    line: int
    page: int


def paired_lines(session: Session, entry_ids: Collection[int]) -> dict[int, PairedLine]:
    query = (
        select(
            Match.transaction_id,
            Statement.import_id,
            Import.source_name,
            Statement.ordinal,
            Line.ordinal,
            Line.page,
        )
        .join(Line, Line.id == Match.line_id)
        .join(Statement, Statement.id == Line.statement_id)
        .join(Import, Import.id == Statement.import_id)
        .where(Match.transaction_id.in_(entry_ids))
        .order_by(Match.transaction_id, Line.id.desc())
    )
    return {row[0]: PairedLine(*row[1:]) for row in session.execute(query)}


def file_names(session: Session, import_ids: Collection[int]) -> dict[int, str]:
    if not import_ids:
        return {}
    query = select(Import.id, Import.source_name).where(Import.id.in_(import_ids))
    return {row[0]: row[1] for row in session.execute(query)}


def accepted_by(session: Session, import_ids: Collection[int]) -> dict[int, str]:
    """Who accepted last what an entry says, by its id, among the decisions on these imports."""
    if not import_ids:
        return {}
    proposals = session.scalars(
        select(Proposal.id)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id.in_(import_ids), Proposal.status == ProposalStatus.ACCEPTED)
    )
    subjects = [f"proposals:{each}" for each in proposals]
    if not subjects:
        return {}
    query = (
        select(AuditLog.actor, AuditLog.after)
        .where(AuditLog.subject.in_(subjects), AuditLog.action.in_(_CARRYING_OUT))
        .order_by(AuditLog.id)
    )
    return {
        each["entry"]: actor
        for actor, after in session.execute(query)
        for each in (after or {}).get("applied", ())
        if each["entry"]
    }


#: An entry further away is hardly meant.
NEAR: Final = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Which unpaired entries are asked for: those of an account, or of all of its currency; of days
    and of an amount, whichever its sign, that hold a text. ``named`` are there in any case."""

    account_id: int
    others: bool = False
    days: tuple[date, date] | None = None
    text: str = ""
    size: int | None = None
    but: Collection[int] = ()
    named: Collection[int] = ()

    @property
    def conditions(self) -> list[ColumnElement[bool]]:
        mine = select(Account.currency).where(Account.id == self.account_id).scalar_subquery()
        alike = select(Account.id).where(Account.currency == mine)
        own = Transaction.account_id == self.account_id
        found = [Transaction.account_id.in_(alike) if self.others else own]
        found += [Transaction.booked_on.between(*self.days)] if self.days else []
        found += [holds(Transaction.description, self.text)] if self.text else []
        if self.size is not None:
            found += [Transaction.amount_minor.in_((self.size, -self.size))]
        free = ~exists().where(Match.transaction_id == Transaction.id)
        return [or_(and_(*found), Transaction.id.in_(self.named)), free]


def unpaired(
    session: Session, of: Unpaired, amount: int, limit: int
) -> Sequence[tuple[Transaction, str]]:
    """Those whose amounts are nearest to this one, each with the name of its account."""
    apart = func.abs(Transaction.amount_minor - amount)
    query = (
        select(Transaction, Account.name)
        .join(Account, Account.id == Transaction.account_id)
        .where(*of.conditions, Transaction.id.not_in(of.but))
        .order_by(Transaction.id.not_in(of.named), apart, Transaction.booked_on, Transaction.id)
        .limit(limit)
    )
    return [(row[0], row[1]) for row in session.execute(query)]
