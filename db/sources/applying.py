"""Brings the ledger in step with a source, and takes that back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, literal, select, update
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.formats.detect import uncollected
from db.formats.snapshot import RowSaid, Snapshot
from db.ledger.amending import (
    drop,
    opening_of,
    put_back,
    remember_claims,
    set_opening,
    snapshots,
)
from db.ledger.balances import require_addable
from db.ledger.bookkeeping import add_named, hold_row, touch
from db.ledger.locks import note, refuse_locked
from db.ledger.views import Identity, NewEntry, fingerprint, fingerprint_of
from db.log import log
from db.models import (
    Account,
    AccountLink,
    Base,
    LedgerSource,
    SourceRow,
    SourceSync,
    Transaction,
    utc_now,
)
from db.session import batches
from db.sources.pairing import of_amounts, said_of
from db.sources.plan import (
    AccountPlan,
    PlannedRow,
    RowChange,
    counts_of,
    links_of,
    plan_sync,
)
from db.words import Origin

#: So many rows are added at once.
_AT_ONCE: Final = 10_000


class NothingToUndo(TieoutError, code="no_sync_to_undo"):
    """Nothing was applied from {name} that could be undone. See what was with: tieout log"""


@dataclass(frozen=True, slots=True)
class Applied:
    """What one sync changed: ``sync_id`` is None where nothing did."""

    sync_id: int | None
    accounts: tuple[AccountPlan, ...]


@uncollected()
def apply_sync(
    session: Session,
    source: LedgerSource,
    snapshot: Snapshot,
    actor: str,
    closed: Mapping[int, Mapping[date, int]],
) -> Applied:
    """Make the ledger say what the source says, except what a lock forbids, which is kept as a
    discrepancy. ``closed`` are days up to which nothing may change, by account."""
    for account_id in sorted({link.account_id for link in links_of(session, source.id)}):
        hold_row(session, account_id)
    plans = plan_sync(session, source.id, snapshot, closed)
    before = dict(source.files)
    source.files, source.synced_at = snapshot.files, utc_now()
    for plan in plans:
        # The same row goes by another name at the source now.
        for number, row_id in plan.renamed.items():
            session.execute(update(SourceRow).where(SourceRow.id == number).values(row_id=row_id))
        for row in plan.refused:
            _refuse(session, plan, row, actor)
    if not any(plan.of(*RowChange) or _opens(plan) for plan in plans):
        return Applied(None, tuple(plans))
    sync = SourceSync(
        source_id=source.id,
        actor=actor,
        counts=counts_of(plans),
        changes=_kept(session, source.id, plans),
        files_before=before,
    )
    session.add(sync)
    session.flush()
    # The fingerprints of what the ledger has from statements: a row to be added that says the same
    # came from there, by whatever way.
    added = (row.now for plan in plans for row in plan.of(RowChange.ADDED))
    amounts = {now.amount_minor for now in added if now}
    columns = (Transaction.booked_on, Transaction.amount_minor, Transaction.description)
    query = select(*columns).where(Transaction.origin == Origin.READING, of_amounts(amounts))
    read = {fingerprint_of(NewEntry(*row)) for row in session.execute(query)}
    for plan in plans:
        _apply(session, source.id, sync.id, plan, read)
    log(session, actor, "sync", f"sources:{source.id}", after={"sync": sync.id, **sync.counts})
    return Applied(sync.id, tuple(plans))


def undo_sync(session: Session, source: LedgerSource, actor: str) -> SourceSync:
    """Take the last sync of the source back: the ledger and what the source was known to say are
    as before it. Raises ``NothingToUndo``, ``PeriodLocked`` and what putting an entry back does."""
    query = select(SourceSync).where(
        SourceSync.source_id == source.id, SourceSync.undone_at.is_(None)
    )
    sync = session.scalar(query.order_by(SourceSync.id.desc()).limit(1))
    if sync is None:
        raise NothingToUndo(name=source.name)
    _take_back_added(session, sync.id)
    for each in sync.changes["entries"]:
        put_back(session, each)
    session.flush()
    for each in sync.changes["rows"]:
        there = session.get(SourceRow, each["id"]) or SourceRow(id=each["id"])
        for name, value in each.items():
            is_day = name in ("booked_on", "value_on") and value is not None
            setattr(there, name, date.fromisoformat(value) if is_day else value)
        session.add(there)
    for each in sync.changes["openings"]:
        set_opening(session, each["account"])
        link = session.get_one(AccountLink, (source.id, each["key"]))
        link.opening_minor = each["opening_minor"]
        link.opened_on = date.fromisoformat(each["opened_on"]) if each["opened_on"] else None
    sync.undone_at = utc_now()
    # As if it had not been read since: the next sync offers the same again.
    source.files = {}
    log(session, actor, "undo_sync", f"sources:{source.id}", after={"sync": sync.id})
    session.flush()
    return sync


def _opens(plan: AccountPlan) -> bool:
    return plan.opening is not None and plan.opening_lock is None


def _kept(session: Session, source_id: int, plans: Sequence[AccountPlan]) -> dict[str, Any]:
    """What undoing needs, as plain JSON."""
    changed = [
        row
        for plan in plans
        for row in plan.of(RowChange.CHANGED, RowChange.GONE, RowChange.RECOGNISED)
    ]
    rows = [row.before.id for row in changed if row.before]
    entries = [row.entry.id for row in changed if row.entry]
    return {
        "rows": [
            _row(each)
            for some in batches(rows)
            for each in session.scalars(select(SourceRow).where(SourceRow.id.in_(some)))
        ],
        "entries": list(snapshots(session, entries).values()),
        "openings": [_opening(session, source_id, plan) for plan in plans if _opens(plan)],
    }


def _row(row: SourceRow) -> dict[str, Any]:
    said = {name: getattr(row, name) for name in SourceRow.__table__.columns.keys()}  # noqa: SIM118
    return {k: v.isoformat() if isinstance(v, date) else v for k, v in said.items()}


def _opening(session: Session, source_id: int, plan: AccountPlan) -> dict[str, Any]:
    link = session.get_one(AccountLink, (source_id, plan.key))
    return {
        "key": plan.key,
        "account": opening_of(session, plan.account_id),
        "opening_minor": link.opening_minor,
        "opened_on": link.opened_on.isoformat() if link.opened_on else None,
    }


def _apply(
    session: Session, source_id: int, sync_id: int, plan: AccountPlan, read: set[str]
) -> None:
    account = session.get_one(Account, plan.account_id)
    gone = plan.of(RowChange.GONE)
    entries = [(row.entry.id, *row.entry.said[:2]) for row in gone if row.entry]
    drop(session, plan.account_id, entries)
    for some in batches([row.before.id for row in gone if row.before]):
        session.execute(delete(SourceRow).where(SourceRow.id.in_(some)))
    _change(session, plan)
    _recognise(session, source_id, sync_id, plan)
    _add(session, source_id, sync_id, plan, read)
    if _opens(plan):
        assert plan.opening is not None
        opened = plan.opening.opened_on
        said = {
            "account_id": account.id,
            "opening_balance_minor": plan.opening.opening_minor,
            "opened_on": opened.isoformat() if opened else None,
            "origin": (Origin.READING if plan.opening.opening_read else Origin.SOURCE).value,
        }
        if plan.opens_otherwise:
            set_opening(session, said)
        link = session.get_one(AccountLink, (source_id, plan.key))
        link.opening_minor, link.opened_on = plan.opening.opening_minor, opened
    require_addable(session, account.id)


def _change(session: Session, plan: AccountPlan) -> None:
    changed = plan.of(RowChange.CHANGED)
    _write(session, plan.account_id, changed)
    rows = [
        {"n": row.before.id, "row_id": row.now.source_id, **row.said._asdict()}
        for row in changed
        if row.before and row.now and row.said
    ]
    if rows:
        # The table and not the class, whose update by key takes no condition.
        table = Base.metadata.tables[SourceRow.__tablename__]
        names = ("row_id", *RowSaid._fields)
        query = update(table).where(table.c.id == bindparam("n"))
        session.execute(query.values({name: bindparam(name) for name in names}), rows)


def _write(session: Session, account_id: int, rows: Sequence[PlannedRow]) -> None:
    """Let these entries say what they are wanted to."""
    wanted = {
        row.entry.id: (row.entry.said, row.wanted)
        for row in rows
        if row.entry and row.wanted and row.days
    }
    if not wanted:
        return
    remember_claims(session, account_id, *wanted)
    days = {said.booked_on for pair in wanted.values() for said in pair}
    moved = sum(now.amount_minor - was.amount_minor for was, now in wanted.values())
    touch(session, account_id, *days, moved=moved)
    table = Base.metadata.tables[Transaction.__tablename__]
    query = update(table).where(table.c.id == bindparam("n"))
    query = query.values({name: bindparam(name) for name in RowSaid._fields})
    session.execute(query, [{"n": n, **now._asdict()} for n, (_, now) in wanted.items()])
    session.expire_all()


def _recognise(session: Session, source_id: int, sync_id: int, plan: AccountPlan) -> None:
    """Tie rows to entries that were here; an entry on locked days keeps its own words."""
    found = plan.of(RowChange.RECOGNISED)
    _write(session, plan.account_id, [row for row in found if not row.stays])
    ids = [row.entry.id for row in found if row.entry]
    here = snapshots(session, ids)
    rows = []
    for row in found:
        assert row.now is not None
        assert row.said is not None
        entry = here[row.entry.id] if row.entry else None
        print_ = fingerprint_of(NewEntry(*row.said[:3]))
        rows.append(
            {
                **_new_row(source_id, sync_id, plan.key, row),
                "fingerprint": entry["fingerprint"] if entry else print_,
                "occurrence": entry["occurrence"] if entry else 1,
                "recognised": True,
                "transaction_id": row.entry.id if row.entry else None,
            }
        )
    _insert_rows(session, rows)


def _add(session: Session, source_id: int, sync_id: int, plan: AccountPlan, read: set[str]) -> None:
    """Add entries and rows, a part at a time, so that a large ledger is in memory only once."""
    added = plan.of(RowChange.ADDED)
    if not added:
        return
    account = session.get_one(Account, plan.account_id)
    other = select(Transaction.id).where(Transaction.account_id == account.id).limit(1)
    met: set[int] | None = set() if session.scalar(other) is None else None
    for some in batches(added, _AT_ONCE):
        named = add_named(session, account, [_new_entry(row, read) for row in some], met=met)
        _add_rows(session, source_id, sync_id, plan, some, named)


def _add_rows(
    session: Session,
    source_id: int,
    sync_id: int,
    plan: AccountPlan,
    some: Sequence[PlannedRow],
    named: Sequence[tuple[Identity, int]],
) -> None:
    """Add the rows of entries that were just added, which say what these do."""
    if not any(row.now and row.now.source_id for row in some):
        rows, entries = (
            Base.metadata.tables[each.__tablename__] for each in (SourceRow, Transaction)
        )
        says = ("fingerprint", "occurrence", *RowSaid._fields)
        fixed = {"source_id": source_id, "sync_id": sync_id, "key": plan.key, "recognised": False}
        query = select(*map(literal, fixed.values()), *(entries.c[each] for each in ("id", *says)))
        # No index serves this sum: SQLite would go through all of the account for it.
        of_it = entries.c.account_id + 0 == plan.account_id
        query = query.where(entries.c.id.between(named[0][1], named[-1][1]), of_it)
        query = query.order_by(entries.c.id)
        session.execute(insert(rows).from_select([*fixed, "transaction_id", *says], query))
        return
    _insert_rows(
        session,
        [
            {
                **_new_row(source_id, sync_id, plan.key, row),
                "fingerprint": print_,
                "occurrence": occurrence,
                "recognised": False,
                "transaction_id": number,
            }
            for row, ((print_, occurrence), number) in zip(some, named, strict=True)
        ],
    )


def _new_entry(row: PlannedRow, read: set[str]) -> NewEntry:
    assert row.now is not None
    said = said_of(row.now)
    ours = row.now.ours or (read and fingerprint(*said[:3]) in read)
    return NewEntry(*said, origin=Origin.READING if ours else Origin.SOURCE)


def _new_row(source_id: int, sync_id: int, key: str, row: PlannedRow) -> dict[str, Any]:
    assert row.now is not None
    assert row.said is not None
    return {
        "source_id": source_id,
        "sync_id": sync_id,
        "key": key,
        "row_id": row.now.source_id,
        **row.said._asdict(),
    }


def _insert_rows(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        session.execute(insert(Base.metadata.tables[SourceRow.__tablename__]), rows)


def _refuse(session: Session, plan: AccountPlan, row: PlannedRow, actor: str) -> None:
    assert row.lock_id is not None
    before = snapshots(session, [row.entry.id])[row.entry.id] if row.entry else None
    after = None
    if row.said is not None:
        after = {
            "account_id": plan.account_id,
            "booked_on": row.said.booked_on.isoformat(),
            "amount_minor": row.said.amount_minor,
            "currency": plan.currency,
            "description": row.said.description,
        }
    note(session, plan.account_id, row.lock_id, actor, "sync", before, after)


def _take_back_added(session: Session, sync_id: int) -> None:
    """Remove the entries that the sync added, and its rows. Raises ``PeriodLocked``."""
    query = (
        select(Transaction.id, Transaction.account_id, Transaction.booked_on)
        .add_columns(Transaction.amount_minor)
        .join(SourceRow, SourceRow.transaction_id == Transaction.id)
        .where(SourceRow.sync_id == sync_id, SourceRow.recognised.is_(False))
    )
    by_account: dict[int, list[tuple[int, date, int]]] = {}
    for number, account_id, day, amount in session.execute(query):
        by_account.setdefault(account_id, []).append((number, day, amount))
    for account_id, rows in sorted(by_account.items()):
        refuse_locked(session, account_id, sorted({day for _, day, _ in rows}))
        drop(session, account_id, rows)
    session.execute(delete(SourceRow).where(SourceRow.sync_id == sync_id))
    session.expire_all()
