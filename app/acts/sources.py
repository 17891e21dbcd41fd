"""What a person can do with the sources of the ledger: one function an act, for every caller."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
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
    SourceIsFed,
    SourceKnown,
    SourceMoved,
    SourceWasSent,
    UnknownSourceAccount,
)
from app.queries.books import find_account
from app.queries.sources import FED, SENT, find_source, sync_shape
from app.shapes.ledger import BroughtInShape, StartedShape
from app.shapes.sources import (
    DisconnectedShape,
    SyncShape,
    SyncUndoneShape,
)
from app.shapes.writing import by_name
from db.engine import place
from db.errors import short_enough
from db.formats import detect
from db.formats.csv_table import AccountDiffers
from db.formats.ledger_csv import ACCOUNTS_FILE
from db.formats.snapshot import Snapshot, SourceNeedsCurrency
from db.formats.snapshot import SourceAccount as AccountThere
from db.ledger import queries
from db.ledger.bookkeeping import add_account
from db.ledger.locks import WouldBreakLock
from db.ledger.views import NewAccount
from db.log import log
from db.models import (
    Account,
    AccountLink,
    LedgerSource,
    Lock,
    SourceRow,
)
from db.private import write_new_private_bytes
from db.session import read_only, unit_of_work
from db.sources.applying import apply_sync, undo_sync
from db.sources.evidence import settled_by_statements
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


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person says of a source that it does not say itself.

    ``account`` is the account of the ledger that the only account of the source is, and
    ``accounts`` are such by their keys in the source; ``only`` are the keys to connect, all of them
    if it is empty; those in ``flipped`` are kept there with the other sign.
    """

    form: str | None = None
    kind: AccountKind | None = None
    account: str | None = None
    accounts: Mapping[str, str] = field(default_factory=dict)
    only: Sequence[str] = ()
    flipped: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


@contextmanager
def sent_file(name: str, data: bytes) -> Iterator[Path]:
    """What a person or a program sent, as a file of that name for as long as it is read."""
    with TemporaryDirectory(prefix="tieout-source-") as folder:
        file = Path(folder) / name
        write_new_private_bytes(file, data)
        yield file


def connect(
    engine: Engine,
    name: str,
    location: Path,
    wishes: Wishes,
    *,
    sent: bool = False,
    dry_run: bool = False,
    seen: str | None = None,
    actor: str | None = None,
) -> SyncShape:
    """Keep the ledger in step with a file, folder or book from now on, and read it for the first
    time. One that was ``sent`` is not there to be read again: it is sent again.

    Raises ``SourceKnown``, ``SourceMoved``, ``AccountHasSource``, ``UnknownSourceAccount``,
    ``AccountUnclear``, ``AccountDiffers`` and ``SourceError``.
    """
    location = location.absolute()
    form = wishes.form or detect.identify(location)
    wishes, settled = _completed(engine, location, form, wishes)
    snapshot = read_there(engine, location, form, wishes.options)
    return connect_as_read(
        engine,
        name,
        location,
        replace(wishes, form=form),
        snapshot,
        settled=settled,
        sent=sent,
        dry_run=dry_run,
        seen=seen,
        actor=actor,
    )


def connect_as_read(
    engine: Engine,
    name: str,
    location: Path,
    wishes: Wishes,
    snapshot: Snapshot,
    *,
    settled: bool = False,
    sent: bool = False,
    dry_run: bool = False,
    seen: str | None = None,
    actor: str | None = None,
) -> SyncShape:
    """The same for a source that was read, in the form that the wishes name; ``settled`` is
    whether a statement settled how. Raises the same."""
    wishes = _of_one_account(location, snapshot, wishes)
    who, form = actor or person(), wishes.form

    def act(session: Session, closed: _Closed) -> SyncShape:
        if session.scalar(select(LedgerSource.id).where(LedgerSource.name == name)) is not None:
            raise SourceKnown(name=name)
        source = LedgerSource(
            name=short_enough(name),
            location=_kept_at(location, sent=sent),
            format=form,
            options={"read": dict(wishes.options), "only": list(wishes.only)},
            files={},
        )
        session.add(source)
        session.flush()
        log(session, who, "connect", f"sources:{source.id}", after={"name": name, "format": form})
        made = _link(session, source, snapshot, wishes, settled=settled)
        return _in_step(session, source, snapshot, made, who, closed, dry_run=dry_run, seen=seen)

    return with_locks_held(engine, act, dry_run=dry_run)


def sync(
    engine: Engine,
    name: str,
    *,
    yes: bool = False,
    dry_run: bool = False,
    seen: str | None = None,
    actor: str | None = None,
    location: Path | None = None,
    sent: bool = False,
) -> SyncShape:
    """Bring the ledger in step with a source that is connected, which may be at another place now,
    or was ``sent`` again. ``seen`` is that of the dry run that a person said yes to.

    Raises ``NoSuchSource``, ``SourceIsFed``, ``SourceWasSent``, ``SourceMoved``, ``ManyGone`` where
    more than a tenth of the rows or all of an account are gone and no one said that they are,
    ``AccountDiffers`` and ``SourceError``.
    """
    who = actor or person()
    with read_only(engine) as session:
        source = find_source(session, name)
        where = Path(source.location) if location is None else location.absolute()
        form, options = source.format, source.options
        if form == FED:
            raise SourceIsFed(name=name)
        if location is None and source.location.startswith(SENT):
            raise SourceWasSent(name=name)
    snapshot = read_there(engine, where, form, options["read"])

    def act(session: Session, closed: _Closed) -> SyncShape:
        source = find_source(session, name)
        source.location = _kept_at(where, sent=sent)
        made = [] if options["only"] else _link(session, source, snapshot, Wishes())
        shape = _in_step(session, source, snapshot, made, who, closed, dry_run=dry_run, seen=seen)
        if shape.asks and not (yes or seen or dry_run):
            raise ManyGone(
                name=name, gone=shape.asks, known=shape.same + shape.changed + shape.gone
            )
        return shape

    return with_locks_held(engine, act, dry_run=dry_run)


def _kept_at(location: Path, *, sent: bool) -> str:
    return f"{SENT}{location.name}" if sent else str(location)


def _in_step(
    session: Session,
    source: LedgerSource,
    snapshot: Snapshot,
    made: Sequence[int],
    who: str,
    closed: _Closed,
    *,
    dry_run: bool,
    seen: str | None,
) -> SyncShape:
    """Apply it, prove again what hangs on it, and make sure that it is what was ``seen``."""
    applied = apply_sync(session, source, snapshot, who, closed)
    settle(session)
    shape = sync_shape(
        session,
        source,
        snapshot,
        applied,
        len(made),
        applied_now=not dry_run,
        confirmed=seen is not None,
    )
    _require_seen(shape.seen, seen)
    return shape


def bring_in(
    engine: Engine, csv_folder: Path, *, yes: bool = False, dry_run: bool = False
) -> BroughtInShape:
    """Bring in a folder's CSV files, and keep the ledger in step with them.

    Raises what `connect` and `sync` raise.
    """
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
    ``LedgerTooOld`` and what `bring_in` raises.
    """
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


def _completed(engine: Engine, location: Path, form: str, wishes: Wishes) -> tuple[Wishes, bool]:
    """The wishes with what the ledger knows: the currency of the account that is named, and how a
    CSV file is to be read, which statements that are proven settle; whether they did."""
    options = dict(wishes.options)
    with read_only(engine) as session:
        if wishes.account is not None:
            account = find_account(queries.accounts(session), wishes.account)
            if form in ("csv", "qif", "actual"):
                options.setdefault("currency", account.currency)
        if form != "csv" or options.keys() & detect.CHOICES:
            return replace(wishes, options=options), False
        found = settled_by_statements(session, location, options.get("currency"))
    if found is not None:
        options["mapping"] = found.as_json()
    return replace(wishes, options=options), found is not None


def _of_one_account(location: Path, snapshot: Snapshot, wishes: Wishes) -> Wishes:
    """Raises ``SourceNeedsCurrency`` and ``UnknownSourceAccount``."""
    for account in snapshot.accounts:
        if account.currency in ("", "XXX"):
            raise SourceNeedsCurrency(file=location.name)
    if wishes.account is None:
        return wishes
    keys = [each.key for each in snapshot.accounts]
    if len(keys) != 1:
        raise UnknownSourceAccount(key=wishes.account, known=", ".join(keys) or "none")
    return replace(wishes, accounts={keys[0]: wishes.account})


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


def undo(
    engine: Engine,
    name: str,
    *,
    dry_run: bool = False,
    seen: str | None = None,
    actor: str | None = None,
) -> SyncUndoneShape:
    """Take the last sync of a source back, if it is the one that was ``seen``.

    Raises ``NoSuchSource``, ``NothingToUndo``, ``SourceMoved``, ``PeriodLocked`` and
    ``WouldBreakLock``.
    """
    who = actor or person()

    def act(session: Session) -> SyncUndoneShape:
        done = undo_sync(session, find_source(session, name), who)
        _require_seen(str(done.id), seen)
        settle(session)
        counts = {each: done.counts[each] for each in ("added", "changed", "gone")}
        return SyncUndoneShape(source=name, seen=str(done.id), **counts)

    return carried_out(engine, act, action="undo sync", actor=who, dry_run=dry_run)


def _require_seen(now: str | None, seen: str | None) -> None:
    """Raises ``SourceMoved``; what was done is then rolled back."""
    if seen is not None and seen != now:
        raise SourceMoved


def disconnect(
    engine: Engine, name: str, *, dry_run: bool = False, actor: str | None = None
) -> DisconnectedShape:
    """Follow a source no more; what came from it stays. Raises ``NoSuchSource``."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        source = find_source(session, name)
        query = select(func.count()).where(SourceRow.source_id == source.id)
        entries = session.scalar(query.where(SourceRow.transaction_id.is_not(None))) or 0
        log(session, actor or person(), "disconnect", f"sources:{source.id}", after={"name": name})
        session.delete(source)
        return DisconnectedShape(source=name, entries=entries)


def with_locks_held(
    engine: Engine, act: Callable[[Session, _Closed], Result], *, dry_run: bool
) -> Result:
    """Do it; what would end the proof of a locked period is refused, and all else done."""
    closed: _Closed = {}
    while True:
        try:
            with unit_of_work(engine, dry_run=dry_run, many_rows=True) as session:
                return act(session, closed)
        except WouldBreakLock as broken:
            # Each time round closes more of one account, up to the last of its locks.
            with read_only(engine) as session:
                held = session.get_one(Lock, broken.facts["lock_id"])
            before = closed.setdefault(held.account_id, {})
            if held.period_end in before:
                raise
            before[held.period_end] = held.id


def _link(
    session: Session,
    source: LedgerSource,
    snapshot: Snapshot,
    wishes: Wishes,
    *,
    settled: bool = False,
) -> list[int]:
    """Tie the accounts of the source to accounts here, and give those that had to be made.

    ``settled`` is whether a statement settled how the source is read.
    """
    there = {account.key: account for account in snapshot.accounts}
    for key in (*wishes.only, *wishes.accounts, *wishes.flipped):
        if key not in there:
            raise UnknownSourceAccount(key=key, known=", ".join(there) or "none")
    query = select(AccountLink.key, AccountLink.account_id)
    linked: dict[str, int] = {
        row[0]: row[1] for row in session.execute(query.where(AccountLink.source_id == source.id))
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
            refuse_second(session, found, source.id)
        session.add(
            AccountLink(
                source_id=source.id, key=key, account_id=found, flipped=flipped, read=settled
            )
        )
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


def refuse_second(session: Session, account_id: int, source_id: int | None = None) -> None:
    """Two sources of one account would each add what the other has. Raises ``AccountHasSource``
    for another source than this."""
    query = (
        select(LedgerSource.name, Account.name)
        .join(AccountLink, AccountLink.source_id == LedgerSource.id)
        .join(Account, Account.id == AccountLink.account_id)
        .where(AccountLink.account_id == account_id, LedgerSource.id != source_id)
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
