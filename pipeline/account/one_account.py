"""What the ledger says of one account, asked once for all statements that are held to it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, select

from db.ledger.queries import UnknownAccount, balance_as_of, entries
from db.ledger.views import Entry
from db.models import Account, Line, Match, Statement, Transaction
from pipeline.account.resolved import Awaited, awaited
from pipeline.proof import KERNEL_VERSION, Layout

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


_A_DAY = timedelta(days=1)


class KnownPair(NamedTuple):
    """An entry with its day and amount, and the line that a statement pairs it with: the line's
    day, the statement's period, and its id."""

    entry: int
    booked_on: date
    amount: int
    line_day: date | None
    first: date | None
    last: date | None
    statement: int


class _OfADay(Protocol):
    @property
    def booked_on(self) -> date: ...


_Row = TypeVar("_Row", bound=_OfADay)


@dataclass(slots=True)
class _Days(Generic[_Row]):
    """Rows of the days from ``first`` to ``last``, which ``ask`` gives; more are asked for when
    more are wanted."""

    ask: Callable[[date, date], list[_Row]]
    first: date = date.max
    last: date = date.min
    rows: list[_Row] | None = None

    def between(self, first: date, last: date) -> list[_Row]:
        if self.rows is None or first < self.first or last > self.last:
            self.first, self.last = min(first, self.first), max(last, self.last)
            self.rows = self.ask(self.first, self.last)
        return [row for row in self.rows if first <= row.booked_on <= last]


class OneAccount:
    """The account as the session sees it. Only which entries its statements are paired with, and
    what matched ones teach, may change meanwhile: `pairs_changed` and `lessons_changed` say so."""

    def __init__(self, session: Session, account_id: int) -> None:
        self.session, self.id = session, account_id
        self._row: Account | None = None
        self._awaited: dict[int, Awaited] | None = None
        self._is_only: bool | None = None
        self._balances: dict[date, int] = {}
        self._entries = _Days(lambda first, last: entries(session, account_id, first, last))
        self._pairs = _Days(self._paired)
        self._of_awaited: list[KnownPair] | None = None
        #: What its statements look like, as `pipeline.account.layouts` found it.
        self.confirmed: list[Layout] | None = None
        self.taught: list[Layout] | None = None

    def expect(self, first: date, last: date) -> None:
        """Ask at once for the entries and pairs of these days, which will be wanted in parts."""
        self._entries.between(first, last)
        self._pairs.between(first, last)

    def pairs_changed(self) -> None:
        """Forget which statements have which entries."""
        self._pairs.rows = self._of_awaited = None

    def lessons_changed(self) -> None:
        """Forget what matched statements teach of layouts."""
        self.taught = None

    @property
    def is_only(self) -> bool:
        """Whether there is no other account."""
        if self._is_only is None:
            other = select(Account.id).where(Account.id != self.id).limit(1)
            self._is_only = self.session.scalar(other) is None
        return self._is_only

    @property
    def row(self) -> Account:
        """The account's row. Raises ``UnknownAccount``."""
        self._row = self._row or self.session.get(Account, self.id)
        if self._row is None:
            raise UnknownAccount(account_id=self.id)
        return self._row

    @property
    def awaited(self) -> dict[int, Awaited]:
        """Its outstanding entries, by their ids."""
        if self._awaited is None:
            self._awaited = awaited(self.session, self.id)
        return self._awaited

    def entries(self, first: date, last: date) -> list[Entry]:
        """Its entries of these days, by day and id."""
        return self._entries.between(first, last)

    def balance_before(self, day: date) -> int:
        """The balance at the end of the day before."""
        since = min(day, self._entries.first)
        if since not in self._balances:
            self._balances[since] = balance_as_of(self.session, self.id, since - _A_DAY)
        between = self.entries(since, day - _A_DAY) if since < day else ()
        return self._balances[since] + sum(entry.amount_minor for entry in between)

    def pairs(
        self, first: date, last: date, but_of: Collection[int], waiting: Collection[int] = ()
    ) -> list[KnownPair]:
        """What statements that count, but these, pair entries of these days with, and entries that
        are ``waiting`` however far away."""
        found = self._pairs.between(first, last)
        if waiting:
            found = [*found, *self._pairs_of_awaited()]
        near = (pair for pair in found if pair.statement not in but_of)
        return [p for p in near if first <= p.booked_on <= last or p.entry in waiting]

    def _paired(self, first: date, last: date) -> list[KnownPair]:
        wanted = {"account_id": self.id, "first": first, "last": last}
        return [KnownPair(*row) for row in self.session.execute(_pairs_of_days(), wanted)]

    def _pairs_of_awaited(self) -> list[KnownPair]:
        if self._of_awaited is None:
            wanted = {"account_id": self.id, "ids": list(self.awaited)}
            rows = self.session.execute(_pairs_of_entries(), wanted)
            self._of_awaited = [KnownPair(*row) for row in rows]
        return self._of_awaited


def counts() -> tuple[ColumnElement[bool], ...]:
    """A statement with which something is wrong, or that does not count, keeps no entry from
    another and is the predecessor of none."""
    return (
        Statement.stands.is_(True),
        Statement.holds.is_(True),
        Statement.kernel_version == KERNEL_VERSION,
    )


@cache
def _pairs_of_days() -> Select[*tuple[Any, ...]]:
    return _pairs().where(Transaction.booked_on.between(bindparam("first"), bindparam("last")))


@cache
def _pairs_of_entries() -> Select[*tuple[Any, ...]]:
    return _pairs().where(Transaction.id.in_(bindparam("ids", expanding=True)))


def _pairs() -> Select[*tuple[Any, ...]]:
    """The columns of a `Pair`."""
    return (
        select(
            Transaction.id,
            Transaction.booked_on,
            Transaction.amount_minor,
            Line.booked_on,
            Statement.period_start,
            Statement.period_end,
            Statement.id,
        )
        .join(Match, Match.transaction_id == Transaction.id)
        .join(Line, Line.id == Match.line_id)
        .join(Statement, Statement.id == Line.statement_id)
        .where(Transaction.account_id == bindparam("account_id"), *counts())
        .order_by(Transaction.booked_on, Transaction.id, Line.ordinal)
    )
