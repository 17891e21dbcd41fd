"""Carries out what a person wants, and keeps what a lock refused of it as a discrepancy.

What was to change is found by doing the same again with the lock released, in a unit of work that
is never committed: so this holds for every act, whatever it changes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict, TypeVar

from sqlalchemy import Engine, event, func, select, update
from sqlalchemy.orm import Session

from app.access.rights import person
from db.errors import TieoutError
from db.ledger.amending import opening_of, snapshot
from db.ledger.locks import PeriodLocked, WouldBreakLock, note
from db.models import Account, Lock, Transaction, utc_now
from db.session import read_only, unit_of_work

Result = TypeVar("Result")


class Tried(TypedDict, total=False):
    """Whether something is only tried, and who wants it, if not the user of this process."""

    dry_run: bool
    actor: str | None


class How(Tried, total=False):
    """The same of what is done only if it is still as a person saw it (``seen``)."""

    seen: str | None


@contextmanager
def unit_for(
    engine: Engine, how: Tried, *, many_rows: bool = False
) -> Iterator[tuple[Session, str]]:
    """A unit of work, of which nothing stays if it is only tried, and who wants it."""
    dry_run = how.get("dry_run", False)
    with unit_of_work(engine, dry_run=dry_run, many_rows=many_rows) as session:
        yield session, how.get("actor") or person()


#: What a discrepancy keeps of an entry; the rest is not a person's to say.
_KEPT: Final = ("account_id", "booked_on", "amount_minor", "currency", "description")


def carried_out(
    engine: Engine, act: Callable[[Session, str], Result], action: str, how: Tried
) -> Result:
    """What ``act`` gives for who wants it, done in a unit of work of its own.

    Raises what it raises; if that is a lock's refusal, and this is no dry run, it is kept as a
    discrepancy of ``action``."""
    who = how.get("actor") or person()
    try:
        with unit_for(engine, how) as (session, _):
            return act(session, who)
    except (PeriodLocked, WouldBreakLock) as refused:
        if not how.get("dry_run"):
            lock_id = int(str(refused.facts["lock_id"]))
            _keep(engine, lambda session: act(session, who), lock_id, action, who)
        raise


@dataclass(frozen=True, slots=True)
class _Foreseen:
    """What an account's entries, by id, and the account itself would say; None for no entry."""

    entries: dict[int, dict[str, Any] | None] = field(default_factory=dict)
    account: dict[str, Any] | None = None


def _keep(
    engine: Engine, act: Callable[[Session], object], lock_id: int, action: str, actor: str
) -> None:
    with read_only(engine) as session:
        held = session.get_one(Lock, lock_id)
    foreseen = _without_locks(engine, act, held)
    with unit_of_work(engine) as session:
        # What of it the lock protects: what lies in its period, or else all of the account's.
        were = {each: _entry(session, each) for each in foreseen.entries}
        both = [
            (_named(were[each], each), _named(now, each) if were[each] else now)
            for each, now in foreseen.entries.items()
            if were[each] != now
        ]
        own = [pair for pair in both if any(_is_of(held, said) for said in pair)]
        inside = [pair for pair in own if any(_is_within(held, said) for said in pair)]
        account = _account(session, held.account_id)
        is_other = foreseen.account is not None and foreseen.account != account
        for before, after in [
            *(inside or own),
            *([(account, foreseen.account)] if is_other else []),
        ]:
            note(session, held.account_id, lock_id, actor, action, before, after)


def _without_locks(engine: Engine, act: Callable[[Session], object], held: Lock) -> _Foreseen:
    """What the act would make of the lock's account if nothing were locked."""
    released = {held.id}
    while True:
        try:
            return _tried(engine, act, held, released)
        except (PeriodLocked, WouldBreakLock) as refused:
            # Each time round releases one more.
            released.add(int(str(refused.facts["lock_id"])))
        except TieoutError:
            return _Foreseen()  # the ledger is another by now, and so would be what is refused


def _tried(
    engine: Engine, act: Callable[[Session], object], held: Lock, released: set[int]
) -> _Foreseen:
    touched: set[int] = set()
    with unit_of_work(engine, dry_run=True) as session:
        newest = session.scalar(select(func.max(Transaction.id))) or 0
        session.execute(update(Lock).where(Lock.id.in_(released)).values(released_at=utc_now()))
        event.listen(session, "before_flush", lambda s, *_: touched.update(_entries_of(s)))
        act(session)
        session.flush()
        added = select(Transaction.id).where(
            Transaction.account_id == held.account_id, Transaction.id > newest
        )
        ids = touched.union(session.scalars(added))
        entries = {each: _entry(session, each) for each in sorted(ids)}
        return _Foreseen(entries, _account(session, held.account_id))


def _entries_of(session: Session) -> Iterator[int]:
    """The ids of the entries that are about to be written."""
    for row in (*session.new, *session.dirty, *session.deleted):
        if isinstance(row, Transaction) and row.id is not None:
            yield row.id


def _named(said: dict[str, Any] | None, entry: int) -> dict[str, Any] | None:
    return None if said is None else {"id": entry, **said}


def _is_of(held: Lock, said: dict[str, Any] | None) -> bool:
    return said is not None and said["account_id"] == held.account_id


def _is_within(held: Lock, said: dict[str, Any] | None) -> bool:
    first, last = held.period_start.isoformat(), held.period_end.isoformat()
    return said is not None and _is_of(held, said) and first <= said["booked_on"] <= last


def _entry(session: Session, entry: int) -> dict[str, Any] | None:
    said = snapshot(session, entry)
    return None if said is None else {name: said[name] for name in _KEPT}


def _account(session: Session, account_id: int) -> dict[str, Any] | None:
    row = session.get(Account, account_id)
    if row is None:
        return None
    known_by = {"name": row.name, "mask": row.mask, "kind": row.kind.value}
    return {**opening_of(session, account_id), **known_by}
