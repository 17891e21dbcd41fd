"""What a person can do with the sources of the ledger: one function an act, for every caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from app.access.rights import person
from app.acts.refusals import carried_out
from app.environment.opening import make_ledger
from app.errors import (
    AccountHasSource,
    CurrencyDiffers,
    ManyGone,
    NoSuchSource,
    SourceKnown,
    SourceUnclear,
    UnknownSourceAccount,
)
from app.queries.books import find_account
from app.shapes.ledger import BroughtInShape, StartedShape
from app.shapes.sources import (
    DisconnectedShape,
    RemarkShape,
    SourceAccountShape,
    SourceShape,
    SyncRowShape,
    SyncShape,
    SyncUndoneShape,
)
from app.shapes.writing import by_name, money
from db.engine import place
from db.errors import short_enough
from db.formats import detect
from db.formats.csv_table import AccountDiffers
from db.formats.ledger_csv import ACCOUNTS_FILE
from db.formats.snapshot import Snapshot
from db.formats.snapshot import SourceAccount as AccountThere
from db.ledger import queries
from db.ledger.bookkeeping import add_account
from db.ledger.locks import WouldBreakLock
from db.ledger.views import NewAccount
from db.log import log
from db.models import (
    Account,
    Import,
    Lock,
    Reconciliation,
    Source,
    SourceAccount,
    SourceRow,
    Statement,
)
from db.money import exponent_of
from db.session import read_only, unit_of_work
from db.sources.applying import Applied, apply_sync, undo_sync
from db.sources.plan import AccountPlan, PlannedRow, RowChange
from db.words import AccountKind, Origin
from pipeline.record.settling import settle

Result = TypeVar("Result")
_Closed: TypeAlias = dict[int, dict[date, int]]

NOTHING: Final = BroughtInShape(
    accounts_added=0,
    transactions_added=0,
    transactions_known=0,
    transactions_changed=0,
    transactions_gone=0,
    transactions_refused=0,
)
_FOLDER: Final = "folder"
#: So many rows are shown; the counts are of all.
_SHOWN: Final = 500


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person says of a source that it does not say itself.

    ``accounts`` are accounts of the ledger by their keys in the source; ``only`` are the keys to
    connect, all of them if it is empty; those in ``flipped`` are kept there with the other sign.
    """

    form: str | None = None
    kind: AccountKind | None = None
    accounts: Mapping[str, str] = field(default_factory=dict)
    only: Sequence[str] = ()
    flipped: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


def connect(
    engine: Engine,
    name: str,
    location: Path,
    wishes: Wishes,
    *,
    dry_run: bool = False,
    actor: str | None = None,
) -> SyncShape:
    """Keep the ledger in step with a file, folder or book from now on, and read it for the first
    time.

    Raises ``SourceKnown``, ``AccountHasSource``, ``UnknownSourceAccount``, ``AccountUnclear``,
    ``AccountDiffers`` and ``SourceError``.
    """
    location = location.absolute()
    form = wishes.form or detect.identify(location)
    snapshot = _read(engine, location, form, wishes.options)
    who = actor or person()

    def act(session: Session, closed: _Closed) -> SyncShape:
        if session.scalar(select(Source.id).where(Source.name == name)) is not None:
            raise SourceKnown(name=name)
        source = Source(
            name=short_enough(name),
            location=str(location),
            format=form,
            options={"read": dict(wishes.options), "only": list(wishes.only)},
            files={},
        )
        session.add(source)
        session.flush()
        log(session, who, "connect", f"sources:{source.id}", after={"name": name, "format": form})
        made = _link(session, source, snapshot, wishes)
        applied = apply_sync(session, source, snapshot, who, closed)
        settle(session)
        return _shape(session, source, snapshot, applied, len(made), applied_now=not dry_run)

    return _with_locks_held(engine, act, dry_run=dry_run)


def sync(
    engine: Engine,
    name: str,
    *,
    yes: bool = False,
    dry_run: bool = False,
    actor: str | None = None,
    location: Path | None = None,
) -> SyncShape:
    """Bring the ledger in step with a source that is connected, which may be at another place now.

    Raises ``NoSuchSource``, ``ManyGone`` where more than a tenth of the rows or all of an account
    are gone and ``yes`` does not say that they are, ``AccountDiffers`` and ``SourceError``.
    """
    who = actor or person()
    with read_only(engine) as session:
        source = _source(session, name)
        where = Path(source.location) if location is None else location.absolute()
        form, options = source.format, source.options
    snapshot = _read(engine, where, form, options["read"])

    def act(session: Session, closed: _Closed) -> SyncShape:
        source = _source(session, name)
        source.location = str(where)
        made = [] if options["only"] else _link(session, source, snapshot, Wishes())
        applied = apply_sync(session, source, snapshot, who, closed)
        settle(session)
        shape = _shape(session, source, snapshot, applied, len(made), applied_now=not dry_run)
        if shape.asks and not (yes or dry_run):
            raise ManyGone(name=name, gone=shape.asks, known=_known(shape))
        return shape

    return _with_locks_held(engine, act, dry_run=dry_run)


def bring_in(
    engine: Engine, csv_folder: Path, *, yes: bool = False, dry_run: bool = False
) -> BroughtInShape:
    """Bring in a folder's CSV files, and keep the ledger in step with them.

    Raises what `connect` and `sync` raise.
    """
    where = csv_folder.absolute()
    with read_only(engine) as session:
        query = select(Source.name).where(Source.location == str(where), Source.format == _FOLDER)
        name = session.scalar(query)
    if name is None and (moved := _moved(engine, where)) is not None:
        name = moved
    if name is None:
        done = connect(engine, str(where), where, Wishes(form=_FOLDER), dry_run=dry_run)
    else:
        done = sync(engine, name, yes=yes, dry_run=dry_run, location=where)
    return BroughtInShape(
        accounts_added=done.accounts_added,
        transactions_added=done.added,
        transactions_known=done.same + done.recognised,
        transactions_changed=done.changed,
        transactions_gone=done.gone,
        transactions_refused=done.refused,
    )


def start_ledger(url: str, csv_folder: Path | None) -> StartedShape:
    """Make the ledger unless it is there, and bring in a folder's CSV files: both or neither.

    Raises ``BadDatabaseUrl``, ``DriverMissing``, ``LedgerUnreachable``, ``LedgerOutdated``,
    ``LedgerTooOld`` and what `bring_in` raises.
    """
    engine, created = make_ledger(url)
    brought = bring_in(engine, csv_folder) if csv_folder else NOTHING
    return StartedShape(place=place(engine), created=created, **by_name(brought))


def _read(engine: Engine, location: Path, form: str, options: Mapping[str, Any]) -> Snapshot:
    """What the source says; a folder may name accounts that only the ledger describes."""
    if form != _FOLDER:
        return detect.read_source(location, form, **options)
    with read_only(engine) as session:
        known = {row[0]: row[1] for row in session.execute(select(Account.name, Account.currency))}
    described = (location / ACCOUNTS_FILE).is_file()
    return detect.read_source(location, form, known={} if described else known)


def _moved(engine: Engine, where: Path) -> str | None:
    """The name of a folder that has an account of this one: it may have moved."""
    keys = [account.key for account in _read(engine, where, _FOLDER, {}).accounts]
    with read_only(engine) as session:
        query = select(Source.name).join(SourceAccount, SourceAccount.source_id == Source.id)
        here = query.where(Source.format == _FOLDER, SourceAccount.key.in_(keys))
        return session.scalar(here.order_by(Source.id).limit(1))


def undo(
    engine: Engine, name: str, *, dry_run: bool = False, actor: str | None = None
) -> SyncUndoneShape:
    """Take the last sync of a source back.

    Raises ``NoSuchSource``, ``NothingToUndo``, ``PeriodLocked`` and ``WouldBreakLock``.
    """
    who = actor or person()

    def act(session: Session) -> SyncUndoneShape:
        done = undo_sync(session, _source(session, name), who)
        settle(session)
        counts = {each: done.counts[each] for each in ("added", "changed", "gone")}
        return SyncUndoneShape(source=name, **counts)

    return carried_out(engine, act, action="undo sync", actor=who, dry_run=dry_run)


def disconnect(
    engine: Engine, name: str, *, dry_run: bool = False, actor: str | None = None
) -> DisconnectedShape:
    """Follow a source no more; what came from it stays. Raises ``NoSuchSource``."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        source = _source(session, name)
        query = select(func.count()).where(SourceRow.source_id == source.id)
        entries = session.scalar(query.where(SourceRow.transaction_id.is_not(None))) or 0
        log(session, actor or person(), "disconnect", f"sources:{source.id}", after={"name": name})
        session.delete(source)
        return DisconnectedShape(source=name, entries=entries)


def sources(engine: Engine) -> list[SourceShape]:
    """Every source with its accounts, by name."""
    with read_only(engine) as session:
        found = session.scalars(select(Source).order_by(Source.name)).all()
        return [_source_shape(session, each) for each in found]


def only_source(engine: Engine) -> str:
    """The name of the one source there is. Raises ``SourceUnclear`` if there is none or several."""
    with read_only(engine) as session:
        names = session.scalars(select(Source.name).order_by(Source.name)).all()
    if len(names) != 1:
        raise SourceUnclear(names=", ".join(names) or "none")
    return names[0]


def _with_locks_held(
    engine: Engine, act: Callable[[Session, _Closed], Result], *, dry_run: bool
) -> Result:
    """Do it; what would end the proof of a locked period is refused, and all else done."""
    closed: _Closed = {}
    while True:
        try:
            with unit_of_work(engine, dry_run=dry_run) as session:
                return act(session, closed)
        except WouldBreakLock as broken:
            # Each time round closes more of one account, up to the last of its locks.
            with read_only(engine) as session:
                held = session.get_one(Lock, broken.facts["lock_id"])
            before = closed.setdefault(held.account_id, {})
            if held.period_end in before:
                raise
            before[held.period_end] = held.id


def _source(session: Session, name: str) -> Source:
    found = session.scalar(select(Source).where(Source.name == name))
    if found is None:
        names = ", ".join(session.scalars(select(Source.name).order_by(Source.name)))
        raise NoSuchSource(name=name, names=names or "none")
    return found


def _link(session: Session, source: Source, snapshot: Snapshot, wishes: Wishes) -> list[int]:
    """Tie the accounts of the source to accounts here, and give those that had to be made."""
    there = {account.key: account for account in snapshot.accounts}
    for key in (*wishes.only, *wishes.accounts, *wishes.flipped):
        if key not in there:
            raise UnknownSourceAccount(key=key, known=", ".join(there) or "none")
    query = select(SourceAccount.key, SourceAccount.account_id)
    linked: dict[str, int] = {
        row[0]: row[1] for row in session.execute(query.where(SourceAccount.source_id == source.id))
    }
    made: list[int] = []
    for key, account in there.items():
        if wishes.only and key not in wishes.only:
            continue
        found = linked.get(key) or _account_for(session, account, wishes.accounts.get(key))
        if found is not None:
            _check_same(session, account, found)
        if key in linked:
            continue
        flipped = key in wishes.flipped
        if found is None:
            found = add_account(session, _new_account(account, wishes, flipped=flipped))
            made.append(found)
        else:
            _refuse_second(session, source, found)
        session.add(SourceAccount(source_id=source.id, key=key, account_id=found, flipped=flipped))
    session.flush()
    return made


def _account_for(session: Session, there: AccountThere, wanted: str | None) -> int | None:
    """The account that a person named, or the one of that name."""
    if wanted is not None:
        return find_account(queries.accounts(session), wanted).id
    return session.scalar(select(Account.id).where(Account.name == there.name.strip()))


def _check_same(session: Session, there: AccountThere, account_id: int) -> None:
    """Refuse an account that is said otherwise than it is; who vouches for it is not compared."""
    account = session.get_one(Account, account_id)
    said = {"kind": there.kind, "institution": there.institution, "mask": there.mask}
    days = {"opened_on": there.opened_on, "closed_on": there.closed_on}
    if there.currency != account.currency:
        raise CurrencyDiffers(name=account.name, here=account.currency, there=there.currency)
    for column, value in {**said, **days}.items():
        if column in there.states and value != getattr(account, column):
            raise AccountDiffers(file=ACCOUNTS_FILE, line=there.line, column=column)


def _refuse_second(session: Session, source: Source, account_id: int) -> None:
    """Two sources of one account would each remove what the other adds."""
    query = (
        select(Source.name, Account.name)
        .join(SourceAccount, SourceAccount.source_id == Source.id)
        .join(Account, Account.id == SourceAccount.account_id)
        .where(SourceAccount.account_id == account_id, Source.id != source.id)
    )
    other = session.execute(query).first()
    if other is not None:
        raise AccountHasSource(source=other[0], account=other[1])


def _new_account(there: AccountThere, wishes: Wishes, *, flipped: bool) -> NewAccount:
    digits = "".join(filter(str.isalnum, there.number or ""))
    read = Origin.READING if there.read else Origin.SOURCE
    return NewAccount(
        name=there.name,
        kind=there.kind or wishes.kind or AccountKind.OTHER,
        currency=there.currency,
        institution=there.institution,
        mask=there.mask or digits[-4:] or None,
        opening_balance_minor=-there.opening_minor if flipped else there.opening_minor,
        opened_on=there.opened_on,
        closed_on=there.closed_on,
        origin=read,
        opening_origin=Origin.READING if there.opening_read else Origin.SOURCE,
    )


def _known(shape: SyncShape) -> int:
    return shape.same + shape.changed + shape.gone


def _asks(plans: Sequence[AccountPlan]) -> int | None:
    """How many rows are gone, where these are more than a tenth of all or a whole account's."""
    gone = {plan.key: len(plan.of(RowChange.GONE)) for plan in plans}
    known = {
        plan.key: plan.same + sum(row.before is not None for row in plan.rows) for plan in plans
    }
    emptied = any(gone[key] == known[key] > 1 for key in gone)
    total = sum(gone.values())
    many = total > 1 and total * 10 > sum(known.values())
    return total if many or emptied else None


def _shape(
    session: Session,
    source: Source,
    snapshot: Snapshot,
    applied: Applied,
    accounts_added: int,
    *,
    applied_now: bool,
) -> SyncShape:
    plans = applied.accounts
    rows = [(plan, row) for plan in plans for row in plan.rows]
    files = _statements_of(session, {row.lock_id for _, row in rows if row.lock_id})
    added, changed, gone, recognised = (
        sum(len(plan.of(what)) for plan in plans) for what in RowChange
    )
    return SyncShape(
        source=source.name,
        format=source.format,
        applied=applied_now,
        accounts_added=accounts_added,
        added=added,
        changed=changed,
        gone=gone,
        recognised=recognised,
        refused=sum(len(plan.refused) for plan in plans),
        same=sum(plan.same for plan in plans),
        pending=sum(entry.pending for entry in snapshot.entries),
        asks=_asks(plans),
        rows=tuple(_row_shape(plan, row, files) for plan, row in rows[:_SHOWN]),
        rows_left_out=max(0, len(rows) - _SHOWN),
        remarks=tuple(
            RemarkShape(file=each.file, line=each.line, reason=each.reason)
            for each in snapshot.remarks
        ),
        openings=tuple(plan.name for plan in plans if plan.opens_otherwise),
    )


def _row_shape(plan: AccountPlan, row: PlannedRow, files: Mapping[int, str]) -> SyncRowShape:
    exponent = exponent_of(plan.currency)
    was = row.before.said if row.before else row.entry.said if row.entry else None
    place = row.now.place if row.now else None
    return SyncRowShape(
        what=row.what,
        account=plan.name,
        date=row.said.booked_on if row.said else None,
        amount=money(row.said.amount_minor, exponent) if row.said else None,
        description=row.said.description if row.said else None,
        was_date=was.booked_on if was else None,
        was_amount=money(was.amount_minor, exponent) if was else None,
        was_description=was.description if was else None,
        file=str(place.file) if place else None,
        line=place.first if place else None,
        lock_id=row.lock_id,
        locked_by=files.get(row.lock_id) if row.lock_id else None,
    )


def _statements_of(session: Session, lock_ids: set[int]) -> dict[int, str]:
    """The files of the statements that brought these locks about."""
    query = (
        select(Lock.id, Import.source_name)
        .join(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .join(Import, Import.id == Statement.import_id)
        .where(Lock.id.in_(lock_ids))
    )
    return {row[0]: row[1] for row in session.execute(query)}


def _source_shape(session: Session, source: Source) -> SourceShape:
    query = (
        select(SourceAccount, Account)
        .join(Account, Account.id == SourceAccount.account_id)
        .where(SourceAccount.source_id == source.id)
        .order_by(SourceAccount.key)
    )
    return SourceShape(
        name=source.name,
        location=source.location,
        format=source.format,
        synced_at=source.synced_at,
        accounts=tuple(
            SourceAccountShape(
                key=link.key,
                account_id=account.id,
                account=account.name,
                currency=account.currency,
                flipped=link.flipped,
            )
            for link, account in session.execute(query)
        ),
    )
