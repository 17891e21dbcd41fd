"""What bringing the ledger in step with a source would change, row by row."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.formats.snapshot import RowSaid, Snapshot, SourceEntry
from db.formats.snapshot import SourceAccount as AccountThere
from db.ledger.views import fingerprint
from db.models import Account, AccountLink, Lock, RemovedEntry
from db.sources.pairing import (
    EntryHere,
    KnownRow,
    Named,
    PairedRows,
    known_rows,
    known_wordings,
    of_amounts,
    paired,
    said_of,
    unlinked,
    wording_of,
)
from db.words import Origin

#: An entry made from a statement is the row that a person booked for it later, if the amounts are
#: equal and the days this near.
_NEAR: Final = timedelta(days=7)


class RowChange(StrEnum):
    """What became of a row of a source: ``recognised`` is new there, and was in the ledger."""

    ADDED = "added"
    CHANGED = "changed"
    GONE = "gone"
    RECOGNISED = "recognised"


class PlannedRow(NamedTuple):
    """One row to be changed; ``lock_id`` is the lock that forbids it.

    ``before`` is None for a row that is new there, ``now`` for one that is gone, and ``entry`` is
    what the ledger has for it. The entry of a recognised row ``stays`` as it is where a lock would
    forbid to change it.
    """

    what: RowChange
    before: KnownRow | None
    now: SourceEntry | None
    entry: EntryHere | None
    lock_id: int | None = None
    stays: bool = False

    @property
    def said(self) -> RowSaid | None:
        """What the source says now; None if it has the row no more."""
        return said_of(self.now) if self.now else None

    @property
    def wanted(self) -> RowSaid | None:
        """What the ledger is to say: what changed at the source; the rest is as it was here."""
        if self.said is None or self.before is None or self.entry is None:
            return self.said
        was, now, here = self.before.said, self.said, self.entry.said
        return RowSaid(
            here.booked_on if now.booked_on == was.booked_on else now.booked_on,
            here.amount_minor if now.amount_minor == was.amount_minor else now.amount_minor,
            here.description if now.description == was.description else now.description,
            here.value_on if now.value_on == was.value_on else now.value_on,
        )

    @property
    def days(self) -> set[date]:
        wanted = self.wanted
        if self.entry is None:
            # A person took the entry out of the ledger, or it was never there.
            return {wanted.booked_on} if wanted and self.before is None else set()
        if wanted == self.entry.said:
            return set()
        return {self.entry.said.booked_on, *([wanted.booked_on] if wanted else [])}


@dataclass(frozen=True)
class AccountPlan:
    """What changes in one account. ``opening`` is what the source says that it held before its
    first entry, None where it says the same as before, and ``opens_otherwise`` is whether the
    ledger says another; ``same`` counts the rows that are as they were, and
    ``renamed`` has those that only go by another name there."""

    key: str
    account_id: int
    name: str
    currency: str
    rows: tuple[PlannedRow, ...]
    same: int
    opening: AccountThere | None = None
    opens_otherwise: bool = False
    opening_lock: int | None = None
    renamed: Mapping[int, str | None] = field(default_factory=dict)

    def of(self, *kinds: RowChange) -> list[PlannedRow]:
        return [row for what in kinds for row in self._applied[what]]

    @cached_property
    def _applied(self) -> dict[RowChange, list[PlannedRow]]:
        found: dict[RowChange, list[PlannedRow]] = {what: [] for what in RowChange}
        for row in self.rows:
            if row.lock_id is None:
                found[row.what].append(row)
        return found

    @cached_property
    def refused(self) -> list[PlannedRow]:
        """The rows that a lock forbids to change."""
        return [row for row in self.rows if row.lock_id is not None]


def counts_of(plans: Sequence[AccountPlan]) -> dict[str, int]:
    """How many rows of each kind are applied, and how many a lock refuses."""
    counts = {what.value: sum(len(plan.of(what)) for plan in plans) for what in RowChange}
    return {**counts, "refused": sum(len(plan.refused) for plan in plans)}


#: By account, the last day up to which nothing may change, with the lock that it would break.
Closed = Mapping[int, Mapping[date, int]]


def links_of(session: Session, source_id: int) -> Sequence[AccountLink]:
    query = select(AccountLink).where(AccountLink.source_id == source_id)
    return session.scalars(query.order_by(AccountLink.key)).all()


def plan_sync(
    session: Session, source_id: int, snapshot: Snapshot, closed: Closed
) -> list[AccountPlan]:
    """What applying the snapshot would change, by account; nothing is changed. Only accounts that
    are connected are looked at. Pending rows are left for the next time."""
    there = {account.key: account for account in snapshot.accounts}
    rows: dict[str, list[SourceEntry]] = defaultdict(list)
    for entry in snapshot.entries:
        if not entry.pending:
            rows[entry.account].append(entry)
    return [
        _plan(
            session,
            link,
            there.get(link.key),
            rows[link.key] if snapshot.has_entries else None,
            closed.get(link.account_id, {}),
            snapshot.only,
        )
        for link in links_of(session, source_id)
    ]


def _plan(
    session: Session,
    link: AccountLink,
    there: AccountThere | None,
    rows: Sequence[SourceEntry] | None,
    closed: Mapping[date, int],
    only: frozenset[str] | None,
) -> AccountPlan:
    account = session.get_one(Account, link.account_id)
    says = rows is not None
    rows = rows or []
    if link.read:
        rows = [each._replace(ours=True) for each in rows]
    if link.flipped:
        rows = [each._replace(amount_minor=-each.amount_minor) for each in rows]
        there = there and replace(there, opening_minor=-there.opening_minor)
    same, known, rows = _others(session, link, rows, only) if says else (0, [], rows)
    matched, added = matched_rows(known, rows)
    locks = _Locks(session, account.id, closed)
    changed, renamed = _changed(matched)
    gone = [PlannedRow(RowChange.GONE, each.row, None, each.row.entry) for each in matched.gone]
    planned = [*changed, *gone, *_added(session, link, added)]
    opening = there if there and _other_opening(link, there) else None
    mine = account.opening_balance_minor, account.opened_on
    otherwise = opening is not None and mine != (opening.opening_minor, opening.opened_on)
    return AccountPlan(
        key=link.key,
        account_id=account.id,
        name=account.name,
        currency=account.currency,
        rows=tuple(locks.held(planned)),
        same=same + len(matched.found) - len(changed),
        opening=opening,
        opens_otherwise=otherwise,
        opening_lock=locks.any if otherwise else None,
        renamed=renamed,
    )


def _others(
    session: Session, link: AccountLink, rows: Sequence[SourceEntry], only: frozenset[str] | None
) -> tuple[int, Sequence[KnownRow], Sequence[SourceEntry]]:
    """How many rows are as they were, and what is left of both times: of a large ledger, little."""
    before = known_wordings(session, link, only)
    first = next(before, None)
    if first is None:
        return 0, [], rows
    unmet = Counter(map(wording_of, rows))
    gone = []
    for number, wording in chain([first], before):
        if times := unmet.get(wording):
            unmet[wording] = times - 1
        else:
            gone.append(number)
    left = []
    new = +unmet
    for each in reversed(rows) if new else ():
        if new[wording_of(each)] > 0:
            new[wording_of(each)] -= 1
            left.append(each)
    same = len(rows) - len(left)
    return same, list(known_rows(session, link, gone)) if gone else [], left[::-1]


def matched_rows(
    known: Sequence[KnownRow], rows: Sequence[SourceEntry]
) -> tuple[PairedRows[KnownRow, SourceEntry], Sequence[SourceEntry]]:
    if not known:
        return PairedRows([], [], []), rows
    lasting = any(each.lasting for each in rows)
    matched = paired(
        [Named(each, each.said, each.row_id, lasting) for each in known],
        [Named(each, said_of(each), each.source_id, each.lasting) for each in rows],
    )
    return matched, [each.row for each in matched.added]


def _changed(
    matched: PairedRows[KnownRow, SourceEntry],
) -> tuple[list[PlannedRow], dict[int, str | None]]:
    changed, renamed = [], {}
    for before, now in matched.found:
        if before.said != now.said:
            changed.append(PlannedRow(RowChange.CHANGED, before.row, now.row, before.row.entry))
        elif before.row_id != now.row_id:
            renamed[before.row.id] = now.row_id
    return changed, renamed


def _added(session: Session, link: AccountLink, added: Sequence[SourceEntry]) -> list[PlannedRow]:
    """What is new at the source; what the ledger has already, by a person's decision or from an
    earlier way in, is recognised."""
    if not added:
        return []
    # How many entries of each fingerprint a person took out of the ledger.
    query = select(RemovedEntry.fingerprint).where(RemovedEntry.account_id == link.account_id)
    removed = Counter(session.scalars(query))
    amounts = {each.amount_minor for each in added}
    waiting = _Unlinked(session, link.account_id, amounts)
    if not removed and not waiting.by_amount:
        return [PlannedRow(RowChange.ADDED, None, each, None) for each in added]
    found: dict[int, EntryHere | None] = {}
    for look in (waiting.equal, waiting.of_the_day, waiting.near):
        for each in added:
            if id(each) not in found and (entry := look(said_of(each))) is not None:
                found[id(each)] = entry
    planned = []
    for each in added:
        entry = found.get(id(each))
        if entry is not None:
            planned.append(PlannedRow(RowChange.RECOGNISED, None, each, entry))
        elif removed.get(print_ := _print(said_of(each))):
            removed[print_] -= 1
            planned.append(PlannedRow(RowChange.RECOGNISED, None, each, None))
        else:
            planned.append(PlannedRow(RowChange.ADDED, None, each, None))
    return planned


def _print(said: RowSaid) -> str:
    return fingerprint(said.booked_on, said.amount_minor, said.description)


class _Unlinked:
    """The account's entries of these amounts that are no row of any source, each taken once."""

    def __init__(self, session: Session, account_id: int, amounts: Collection[int]) -> None:
        self.by_amount: dict[int, list[EntryHere]] = defaultdict(list)
        for entry in unlinked(session, account_id, of_amounts(amounts)):
            self.by_amount[entry.said.amount_minor].append(entry)

    def equal(self, said: RowSaid) -> EntryHere | None:
        same = _print(said)
        return self._take(said, lambda entry: _print(entry.said) == same)

    def of_the_day(self, said: RowSaid) -> EntryHere | None:
        return self._take(said, lambda entry: entry.said.booked_on == said.booked_on)

    def near(self, said: RowSaid) -> EntryHere | None:
        """The nearest one of the same amount that was made from a statement."""
        return self._take(
            said,
            lambda entry: (
                entry.origin is Origin.READING
                and abs(entry.said.booked_on - said.booked_on) <= _NEAR
            ),
        )

    def _take(self, said: RowSaid, fits: Any) -> EntryHere | None:
        waiting = self.by_amount.get(said.amount_minor, [])
        fitting = [entry for entry in waiting if fits(entry)]
        if not fitting:
            return None
        found = min(fitting, key=lambda entry: abs(entry.said.booked_on - said.booked_on))
        waiting.remove(found)
        return found


class _Locks:
    """What may not change in an account."""

    def __init__(self, session: Session, account_id: int, closed: Mapping[date, int]) -> None:
        query = select(Lock).where(Lock.account_id == account_id, Lock.released_at.is_(None))
        self._locks = session.scalars(query.order_by(Lock.id)).all()
        self._closed = sorted(closed.items())

    @property
    def any(self) -> int | None:
        return next((each.id for each in self._locks), None)

    def held(self, rows: Sequence[PlannedRow]) -> Iterable[PlannedRow]:
        return map(self._held, rows) if self._locks or self._closed else rows

    def _held(self, row: PlannedRow) -> PlannedRow:
        if not (days := row.days):
            return row
        lock_id = next((found for day in sorted(days) if (found := self._over(day))), None)
        if lock_id and row.what is RowChange.RECOGNISED:
            return row._replace(stays=True)
        return row._replace(lock_id=lock_id) if lock_id else row

    def _over(self, day: date) -> int | None:
        held = (each.id for each in self._locks if each.period_start <= day <= each.period_end)
        until = (lock for last, lock in self._closed if day <= last)
        return next(held, next(until, None))


def _other_opening(link: AccountLink, there: AccountThere) -> bool:
    """Whether the source says another opening balance than before; not every one says any."""
    says = (
        there.opening_minor != 0 or there.opened_on is not None or "opening_balance" in there.states
    )
    return says and (there.opening_minor, there.opened_on) != (link.opening_minor, link.opened_on)
