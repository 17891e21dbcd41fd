"""What a person can do with the sources of the ledger: one function an act, for every caller."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias, TypeVar, Unpack

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from app.acts.accounts import Wishes, completed, link_accounts, of_one_account
from app.acts.refusals import How, Tried, carried_out, unit_for
from app.environment.opening import make_ledger
from app.errors import ManyGone, SourceKnown, SourceMoved
from app.queries.sources import SENT, Location, find_source, location_of, refuse_fed, sync_shape
from app.shapes.ledger import BroughtInShape, StartedShape
from app.shapes.sources import DisconnectedShape, SyncShape, SyncUndoneShape
from app.shapes.writing import by_name
from db.engine import place
from db.errors import short_enough
from db.formats import detect
from db.formats.ledger_csv import ACCOUNTS_FILE
from db.formats.snapshot import Snapshot
from db.formats.writers.journal_patch import JOURNALS
from db.ledger.locks import WouldBreakLock
from db.log import log
from db.models import Account, AccountLink, LedgerSource, Lock, SourceRow
from db.private import write_new_private_bytes
from db.session import read_only
from db.sources.applying import apply_sync, undo_sync
from db.sources.corrections import OTHERS
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


@contextmanager
def _file_at(location: Location) -> Iterator[Path]:
    """The file or folder; one that was sent is there for as long as it is read."""
    if isinstance(location, Path):
        yield location.absolute()
        return
    with TemporaryDirectory(prefix="tieout-source-") as folder:
        file = Path(folder) / location.name
        write_new_private_bytes(file, location.data)
        yield file


def connect(
    engine: Engine,
    name: str,
    location: Location,
    wishes: Wishes,
    **how: Unpack[How],
) -> SyncShape:
    """Keep the ledger in step with a file, folder or book from now on, and read it for the first
    time. Raises ``SourceKnown``, ``SourceMoved``, ``AccountHasSource``, ``UnknownSourceAccount``,
    ``AccountUnclear``, ``AccountDiffers`` and ``SourceError``."""
    with _file_at(location) as file:
        form = wishes.form or detect.identify(file)
        wishes, settled = completed(engine, file, form, wishes)
        snapshot = read_there(engine, file, form, wishes.options)
    wishes = replace(wishes, form=form)
    return connect_as_read(engine, name, location, wishes, snapshot, settled=settled, **how)


def connect_as_read(
    engine: Engine,
    name: str,
    location: Location,
    wishes: Wishes,
    snapshot: Snapshot,
    *,
    settled: bool = False,
    **how: Unpack[How],
) -> SyncShape:
    """The same for a source that was read, in the form that the wishes name; ``settled`` is
    whether a statement settled how. Raises the same."""
    wishes = of_one_account(location.name, snapshot, wishes)
    form = wishes.form
    found = {"mapping": snapshot.mapping} if snapshot.mapping else {}

    def act(session: Session, who: str, closed: _Closed) -> SyncShape:
        if session.scalar(select(LedgerSource.id).where(LedgerSource.name == name)) is not None:
            raise SourceKnown(name=name)
        source = LedgerSource(
            name=short_enough(name),
            location=_kept_at(location),
            format=form,
            options={"read": {**wishes.options, **found}, "only": list(wishes.only)},
            files={},
        )
        session.add(source)
        session.flush()
        log(session, who, "connect", f"sources:{source.id}", after={"name": name, "format": form})
        made = link_accounts(session, source, snapshot, wishes, settled=settled)
        return _in_step(session, source, snapshot, made, who, closed, how)

    return with_locks_held(engine, act, how)


def sync(
    engine: Engine,
    name: str,
    *,
    yes: bool = False,
    location: Location | None = None,
    **how: Unpack[How],
) -> SyncShape:
    """Bring the ledger in step with a source that is connected, which may be at another place now.
    ``seen`` is that of the dry run that a person said yes to.

    Raises ``NoSuchSource``, ``SourceIsFed``, ``SourceWasSent``, ``SourceMoved``, ``ManyGone`` where
    more than a tenth of the rows or all of an account are gone and no one said that they are,
    ``AccountDiffers`` and ``SourceError``."""
    with read_only(engine) as session:
        source = find_source(session, name)
        refuse_fed(source)
        where = location or location_of(source)
        form, options = source.format, source.options
    with _file_at(where) as file:
        snapshot = read_there(engine, file, form, options["read"])

    def act(session: Session, who: str, closed: _Closed) -> SyncShape:
        source = find_source(session, name)
        source.location = _kept_at(where)
        made = [] if options["only"] else link_accounts(session, source, snapshot, Wishes())
        shape = _in_step(session, source, snapshot, made, who, closed, how)
        if shape.asks and not (yes or how.get("seen") or how.get("dry_run")):
            raise ManyGone(
                name=name, gone=shape.asks, known=shape.same + shape.changed + shape.gone
            )
        return shape

    return with_locks_held(engine, act, how)


def _kept_at(location: Location) -> str:
    if isinstance(location, Path):
        return str(location.absolute())
    return f"{SENT}{location.name}"


def _in_step(
    session: Session,
    source: LedgerSource,
    snapshot: Snapshot,
    made: Sequence[int],
    who: str,
    closed: _Closed,
    how: How,
) -> SyncShape:
    """Apply it, prove again what hangs on it, and make sure that it is what was ``seen``."""
    applied = apply_sync(session, source, snapshot, who, closed)
    if snapshot.format in JOURNALS:
        source.options = {**source.options, OTHERS: list(snapshot.others)}
    settle(session)
    seen, now = how.get("seen"), not how.get("dry_run")
    confirmed = seen is not None
    shape = sync_shape(
        session, source, snapshot, applied, len(made), applied_now=now, confirmed=confirmed
    )
    _require_seen(shape.seen, seen)
    return shape


def bring_in(
    engine: Engine, csv_folder: Path, *, yes: bool = False, dry_run: bool = False
) -> BroughtInShape:
    """Bring in a folder's CSV files, and follow them. Raises what `connect` and `sync` raise."""
    where = csv_folder.absolute()
    with read_only(engine) as session:
        query = select(LedgerSource.name).where(
            LedgerSource.location == str(where), LedgerSource.format == _FOLDER
        )
        name = session.scalar(query) or _moved(session, where)
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
    ``LedgerTooOld`` and what `bring_in` raises."""
    engine, created = make_ledger(url)
    brought = bring_in(engine, csv_folder) if csv_folder else NOTHING
    return StartedShape(place=place(engine), created=created, **by_name(brought))


def read_there(engine: Engine, location: Path, form: str, options: Mapping[str, Any]) -> Snapshot:
    """What the source says. Raises ``SourceError``."""
    if form != _FOLDER:
        return detect.read_source(location, form, **options)
    with read_only(engine) as session:
        return _read_folder(session, location)


def _read_folder(session: Session, location: Path) -> Snapshot:
    """The same of a folder, which may name accounts that only the ledger describes."""
    known: dict[str, str] = {}
    if not (location / ACCOUNTS_FILE).is_file():
        query = select(Account.name, Account.currency)
        known = {row[0]: row[1] for row in session.execute(query)}
    return detect.read_source(location, _FOLDER, known=known)


def _moved(session: Session, where: Path) -> str | None:
    """The name of a folder that has an account of this one: it may have moved."""
    query = (
        select(LedgerSource.name, AccountLink.key)
        .join(AccountLink, AccountLink.source_id == LedgerSource.id)
        .where(LedgerSource.format == _FOLDER)
        .order_by(LedgerSource.id)
    )
    folders = session.execute(query).all()
    if not folders:
        return None  # as the first time, when the folder need not be read for it
    keys = {account.key for account in _read_folder(session, where).accounts}
    return next((name for name, key in folders if key in keys), None)


def undo(engine: Engine, name: str, **how: Unpack[How]) -> SyncUndoneShape:
    """Take the last sync of a source back, if it is the one that was ``seen``.

    Raises ``NoSuchSource``, ``NothingToUndo``, ``SourceMoved``, ``PeriodLocked`` and
    ``WouldBreakLock``."""

    def act(session: Session, who: str) -> SyncUndoneShape:
        done = undo_sync(session, find_source(session, name), who)
        _require_seen(str(done.id), how.get("seen"))
        settle(session)
        counts = {each: done.counts[each] for each in ("added", "changed", "gone")}
        return SyncUndoneShape(source=name, seen=str(done.id), **counts)

    return carried_out(engine, act, "undo sync", how)


def _require_seen(now: str | None, seen: str | None) -> None:
    """Raises ``SourceMoved``; what was done is then rolled back."""
    if seen is not None and seen != now:
        raise SourceMoved


def disconnect(engine: Engine, name: str, **how: Unpack[Tried]) -> DisconnectedShape:
    """Follow a source no more; what came from it stays. Raises ``NoSuchSource``."""
    with unit_for(engine, how) as (session, who):
        source = find_source(session, name)
        query = select(func.count()).where(SourceRow.source_id == source.id)
        entries = session.scalar(query.where(SourceRow.transaction_id.is_not(None))) or 0
        log(session, who, "disconnect", f"sources:{source.id}", after={"name": name})
        session.delete(source)
        return DisconnectedShape(source=name, entries=entries)


def with_locks_held(
    engine: Engine, act: Callable[[Session, str, _Closed], Result], how: Tried
) -> Result:
    """Do it; what would end the proof of a locked period is refused, and all else done."""
    closed: _Closed = {}
    while True:
        try:
            with unit_for(engine, how, many_rows=True) as (session, who):
                return act(session, who, closed)
        except WouldBreakLock as broken:
            # Each time round closes more of one account, up to the last of its locks.
            with read_only(engine) as session:
                held = session.get_one(Lock, broken.facts["lock_id"])
            before = closed.setdefault(held.account_id, {})
            if held.period_end in before:
                raise
            before[held.period_end] = held.id
