"""What the ledger says of one account, and what persons settled about its rows and entries."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Select, bindparam, select
from sqlalchemy.orm import Session

from db.ledger.queries import UnknownAccount, balance_as_of, entries_of_days
from db.ledger.views import Entry
from db.models import Account, Match, Resolution, Statement, Transaction
from db.models import Line as LineRow
from db.session import ask, batches
from db.words import ResolutionOp
from pipeline.drafts import Line
from pipeline.matching.shapes import ByHand, Span
from pipeline.proof import KERNEL_VERSION, Layout

_A_DAY = timedelta(days=1)


class KnownPair(NamedTuple):
    """An entry with its day and amount, and the line that a statement pairs it with: the line's
    day, the statement's days and balances, and its id."""

    entry: int
    booked_on: date
    amount: int
    line_day: date | None
    span: Span
    statement: int


class _OfADay(Protocol):
    @property
    def booked_on(self) -> date: ...


_Row = TypeVar("_Row", bound=_OfADay)


@dataclass(slots=True)
class _Days(Generic[_Row]):
    """Rows of the days from ``first`` to ``last``, got by ``ask`` as more are wanted."""

    ask: Callable[[date, date], list[_Row]]
    first: date = date.max
    last: date = date.min
    rows: list[_Row] | None = None

    def expect(self, first: date, last: date) -> None:
        """Ask for these days as well when any are wanted that are not at hand."""
        if first < self.first or last > self.last:
            self.first, self.last = min(first, self.first), max(last, self.last)
            self.rows = None

    def between(self, first: date, last: date) -> list[_Row]:
        self.expect(first, last)
        if self.rows is None:
            self.rows = self.ask(self.first, self.last)
        return [row for row in self.rows if first <= row.booked_on <= last]


class OneAccount:
    """The account as the session sees it. Only which entries its statements are paired with, and
    what matched ones teach, may change meanwhile: `pairs_changed` and `lessons_changed` say so."""

    def __init__(self, session: Session, account_id: int, row: Account | None = None) -> None:
        self.session, self.id = session, account_id
        self._row = row
        self._awaited: dict[int, Awaited] | None = None
        self._is_only: bool | None = None
        self._balances: dict[date, int] = {}
        self._entries = _Days(partial(entries_of_days, session, account_id))
        self._pairs = _Days(self._paired)
        self._of_awaited: list[KnownPair] | None = None
        #: What its statements look like, as `pipeline.account.readings` found it.
        self.confirmed: list[Layout] | None = None
        self.taught: list[Layout] | None = None

    def expect(self, first: date, last: date) -> None:
        """Ask at once for the entries and pairs of these days, which will be wanted in parts."""
        self._entries.expect(first, last)
        self._pairs.expect(first, last)

    def pairs_changed(self) -> None:
        """Forget which statements have which entries."""
        self._pairs.rows = self._of_awaited = None

    def lessons_changed(self) -> None:
        """Forget what matched statements teach of layouts."""
        self.taught = None

    @property
    def is_only(self) -> bool:
        if self._is_only is None:
            other = select(Account.id).where(Account.id != self.id).limit(1)
            self._is_only = ask(self.session, other).first() is None
        return self._is_only

    @property
    def row(self) -> Account:
        """The account's row. Raises ``UnknownAccount``."""
        self._row = self._row or self.session.get(Account, self.id)
        if self._row is None:
            raise UnknownAccount(account_id=self.id)
        return self._row

    @property
    def awaited(self) -> "dict[int, Awaited]":
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
            if self._of_awaited is None:
                wanted = {"account_id": self.id, "ids": list(self.awaited)}
                rows = ask(self.session, _pairs_of_entries(), wanted)
                self._of_awaited = list(map(_known_pair, rows))
            found = [*found, *self._of_awaited]
        near = (pair for pair in found if pair.statement not in but_of)
        return [p for p in near if first <= p.booked_on <= last or p.entry in waiting]

    def _paired(self, first: date, last: date) -> list[KnownPair]:
        wanted = {"account_id": self.id, "first": first, "last": last}
        return list(map(_known_pair, ask(self.session, _pairs_of_days(), wanted)))


def _known_pair(row: Sequence[Any]) -> KnownPair:
    entry, booked_on, amount, line_day, *span, statement = row
    return KnownPair(entry, booked_on, amount, line_day, Span(*span), statement)


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
    """The columns of a `KnownPair`."""
    return (
        select(
            Transaction.id,
            Transaction.booked_on,
            Transaction.amount_minor,
            LineRow.booked_on,
            Statement.period_start,
            Statement.period_end,
            Statement.opening_minor,
            Statement.closing_minor,
            Statement.id,
        )
        .join(Match, Match.transaction_id == Transaction.id)
        .join(LineRow, LineRow.id == Match.line_id)
        .join(Statement, Statement.id == LineRow.statement_id)
        .where(Transaction.account_id == bindparam("account_id"), *counts())
        .order_by(Transaction.booked_on, Transaction.id, LineRow.ordinal)
    )


_AWAITED: Final[Select[*tuple[Any, ...]]] = (
    select(Resolution.entries, Resolution.actor, Statement.period_end)
    .join(Statement, Statement.id == Resolution.statement_id)
    .where(
        Statement.account_id == bindparam("account_id"),
        Resolution.op == ResolutionOp.OUTSTANDING,
        Statement.period_end.is_not(None),
    )
    .order_by(Statement.period_end, Resolution.id)
)
_BY_HAND: Final = (
    select(
        Resolution.lines,
        Resolution.entries,
        Resolution.actor,
        Statement.id,
        Statement.account_id,
    )
    .join(Statement, Statement.id == Resolution.statement_id)
    .where(
        Resolution.statement_id.in_(bindparam("statements", expanding=True)),
        Resolution.op == ResolutionOp.PAIR,
    )
    .order_by(Resolution.id.desc())
)


@dataclass(frozen=True, slots=True)
class Awaited:
    """An entry that the bank counts on a later statement than that which ends on ``since``."""

    entry: int
    since: date
    word: str


def awaited(session: Session, account_id: int) -> dict[int, Awaited]:
    """The account's outstanding entries, by their ids."""
    rows = ask(session, _AWAITED, {"account_id": account_id}).all()
    there = _there(session, account_id, (row.entries for row in rows))
    found: dict[int, Awaited] = {}
    for entries, actor, end in rows:
        for entry in _ids(entries):
            if entry in there:
                found.setdefault(entry, Awaited(entry, end, actor))
    return found


def named(session: Session, entries: Iterable[int]) -> list[dict[str, Any]]:
    """These entries as a resolution keeps them: their numbers may be given to others later."""
    wanted = list(entries)
    query = select(Transaction.id, Transaction.fingerprint).where(Transaction.id.in_(wanted))
    prints = {row.id: row.fingerprint for row in session.execute(query)}
    return [{"id": n, "fingerprint": prints[n]} for n in wanted if n in prints]


Known: TypeAlias = Mapping[int, tuple[int, str]]
"""Entries by their ids: the account of each, and its fingerprint."""


def known_now(session: Session, said: Iterable[Iterable[Mapping[str, Any]]]) -> Known:
    """The entries that have these numbers now, be they others than were meant."""
    wanted = sorted({each["id"] for entries in said for each in entries})
    query = select(Transaction.id, Transaction.account_id, Transaction.fingerprint)
    return {
        n: (account_id, digest)
        for some in batches(wanted)
        for n, account_id, digest in session.execute(query.where(Transaction.id.in_(some)))
    }


def same_entries(
    known: Known, account_id: int | None, said: Iterable[Mapping[str, Any]]
) -> tuple[int, ...] | None:
    """The ids of the entries that were meant; None unless the account has each of them still."""
    kept = list(said)
    same = all(known.get(each["id"]) == (account_id, each["fingerprint"]) for each in kept)
    return tuple(_ids(kept)) if same else None


def _there(
    session: Session, account_id: int | None, said: Iterable[Iterable[Mapping[str, Any]]]
) -> dict[int, int]:
    """The amounts of those that the account still has, by id."""
    prints = {each["id"]: each["fingerprint"] for entries in said for each in entries}
    query = select(Transaction.id, Transaction.fingerprint, Transaction.amount_minor).where(
        Transaction.account_id == account_id, Transaction.id.in_(prints)
    )
    rows = session.execute(query) if prints else ()
    return {n: amount for n, digest, amount in rows if prints[n] == digest}


def _ids(entries: Iterable[Mapping[str, Any]]) -> list[int]:
    return [each["id"] for each in entries]


def by_hand(session: Session, lines: Mapping[int, Sequence[Line]]) -> dict[int, tuple[ByHand, ...]]:
    """What a person paired of each of these statements, as far as its lines and its entries are
    there and come to the same still. A later word goes before an earlier one."""
    rows = ask(session, _BY_HAND, {"statements": list(lines)}).all()
    found: dict[int, list[ByHand]] = {each: [] for each in lines}
    used: set[int] = set()
    for said, entries, actor, statement, account_id in rows:
        there = _there(session, account_id, [entries])
        ordinals = _ordinals(said, lines[statement])
        group = ByHand(ordinals, tuple(sorted(_ids(entries))), actor)
        if _holds(group, lines[statement], there) and _is_free(group, found[statement], used):
            found[statement].append(group)
            used.update(group.entries)
    return {each: tuple(reversed(groups)) for each, groups in found.items()}


def _holds(group: ByHand, lines: Sequence[Line], there: Mapping[int, int]) -> bool:
    """Whether its rows are there, and its entries, and both come to the same."""
    if not group.lines or not there.keys() >= set(group.entries):
        return False
    printed = sum(line.amount for line in lines if line.ordinal in group.lines)
    return printed == sum(there[entry] for entry in group.entries)


def _is_free(group: ByHand, later: Iterable[ByHand], used: Collection[int]) -> bool:
    """Whether no later word refers to one of its rows or entries."""
    rows = {line for each in later for line in each.lines}
    return rows.isdisjoint(group.lines) and not any(entry in used for entry in group.entries)


def _ordinals(said: Iterable[Mapping[str, Any]], lines: Sequence[Line]) -> tuple[int, ...]:
    """The lines that were meant, by today's numbers; none if one is gone or unclear."""
    by_ordinal = {line.ordinal: line for line in lines}
    found = []
    for each in said:
        line = by_ordinal.get(each["ordinal"])
        if line is None or not _is_said(line, each):
            alike = [line for line in lines if _is_said(line, each)]
            if len(alike) != 1:
                return ()
            line = alike[0]
        found.append(line.ordinal)
    return tuple(sorted(found)) if len(set(found)) == len(found) else ()


def _is_said(line: Line, said: Mapping[str, Any]) -> bool:
    day = line.date.isoformat() if line.date else None
    return (day, line.amount) == (said["date"], said["amount"])
