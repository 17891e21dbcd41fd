"""Tells where the ledger is kept, and what a sync changed or would change."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.errors import NoSuchSource, SourceIsFed, SourceUnclear, SourceWasSent
from app.shapes.sources import (
    RemarkShape,
    RuleShape,
    SourceAccountShape,
    SourceShape,
    SyncRowShape,
    SyncShape,
)
from app.shapes.writing import money, shaped
from app.texts.accounts import SYNC_OPENING_LOCKED
from db.formats.csv_files.mapping import ProvenRows, SettledMapping, settle
from db.formats.csv_files.reading import Mapping as CsvMapping
from db.formats.snapshot import Snapshot
from db.models import (
    Account,
    AccountLink,
    Import,
    LedgerSource,
    Line,
    Lock,
    Reconciliation,
    Statement,
)
from db.money import exponent_of
from db.session import read_only
from db.sources.applying import Applied
from db.sources.corrections import journal_of
from db.sources.plan import AccountPlan, PlannedRow, RowChange, counts_of
from db.words import ReadingStatus
from pipeline.record.proposing import payees_called

#: The form of a source whose rows another program sends.
FED: Final = "api"
#: How the place of a source begins that was sent, and has no file that could be read again.
SENT: Final = "sent:"


class SentFile(NamedTuple):
    """A file that a person or a program sent: it is not kept, and is sent again when it changed."""

    name: str
    data: bytes


Location: TypeAlias = Path | SentFile
"""Where a source is read."""

_DIGITS: Final = 32
#: So many rows are shown; the counts are of all.
_SHOWN: Final = 500


def sources(engine: Engine) -> list[SourceShape]:
    """Every source with its accounts, by name."""
    with read_only(engine) as session:
        found = session.scalars(select(LedgerSource).order_by(LedgerSource.name)).all()
        return [_source_shape(session, each) for each in found]


def rules(engine: Engine) -> list[RuleShape]:
    """What earlier decisions propose for new entries, by their words."""
    with read_only(engine) as session:
        return [shape for shape, _ in all_rules(session)]


def all_rules(session: Session) -> list[tuple[RuleShape, int]]:
    """The same in a unit of work of the caller's, each with the id of its account or source."""
    names = {row[0]: row[1] for row in session.execute(select(Account.id, Account.name))}
    found = [
        (RuleShape(words=words, account=names[account_id], payee=said), account_id)
        for account_id, payees in payees_called(session).items()
        for words, said in payees.items()
    ]
    for source in session.scalars(select(LedgerSource)):
        legs = source.options.get("legs", {})
        found += [
            (RuleShape(words=w.casefold(), source=source.name, counter_account=leg), source.id)
            for w, leg in legs.items()
        ]
    return sorted(
        found, key=lambda each: (each[0].words, each[0].account or "", each[0].source or "")
    )


def legs_offered(engine: Engine, account_id: int) -> tuple[str, ...] | None:
    """The counter-accounts that a person may name for what is added to the account; None where it
    is kept in no journal."""
    with read_only(engine) as session:
        journal = journal_of(session, account_id)
        return (journal.others or ()) if journal else None


def sources_after(engine: Engine, after: int, limit: int) -> list[SourceShape]:
    with read_only(engine) as session:
        query = (
            select(LedgerSource)
            .where(LedgerSource.id > after)
            .order_by(LedgerSource.id)
            .limit(limit)
        )
        return [_source_shape(session, each) for each in session.scalars(query).all()]


def one_source(engine: Engine, source_id: int) -> SourceShape | None:
    with read_only(engine) as session:
        found = session.get(LedgerSource, source_id)
        return _source_shape(session, found) if found else None


def only_source(engine: Engine) -> str:
    """The name of the one source there is. Raises ``SourceUnclear`` if there is none or several."""
    with read_only(engine) as session:
        names = session.scalars(select(LedgerSource.name).order_by(LedgerSource.name)).all()
    if len(names) != 1:
        raise SourceUnclear(names=", ".join(names) or "none")
    return names[0]


def files_of(engine: Engine, name: str) -> set[Path]:
    """The files last read of it. Raises ``NoSuchSource``, ``SourceIsFed`` and ``SourceWasSent``."""
    with read_only(engine) as session:
        found = find_source(session, name)
        location = location_of(found)
        return set(map(Path, found.files)) or {location}


def location_of(source: LedgerSource) -> Path:
    """Where the source can be read again. Raises ``SourceIsFed`` and ``SourceWasSent``."""
    refuse_fed(source)
    if source.location.startswith(SENT):
        raise SourceWasSent(name=source.name)
    return Path(source.location)


def refuse_fed(source: LedgerSource) -> None:
    """Raises ``SourceIsFed`` for one whose rows a program sends."""
    if source.format == FED:
        raise SourceIsFed(name=source.name)


def find_source(session: Session, name: str) -> LedgerSource:
    """The source of that name. Raises ``NoSuchSource``."""
    found = session.scalar(select(LedgerSource).where(LedgerSource.name == name))
    if found is None:
        names = ", ".join(session.scalars(select(LedgerSource.name).order_by(LedgerSource.name)))
        raise NoSuchSource(name=name, names=names or "none")
    return found


def sync_shape(
    session: Session,
    source: LedgerSource,
    snapshot: Snapshot,
    applied: Applied,
    accounts_added: int,
    *,
    applied_now: bool,
    confirmed: bool,
) -> SyncShape:
    """What was applied, or would be, with the first of the rows; that it is what a person has
    ``confirmed`` is to be compared."""
    plans = applied.accounts
    count = sum(len(plan.rows) for plan in plans)
    rows = [*islice(((plan, row) for plan in plans for row in plan.rows), _SHOWN)]
    files = statements_of(session, {row.lock_id for _, row in rows if row.lock_id})
    counts = counts_of(plans)
    held = [
        RemarkShape(
            file=plan.name,
            line=None,
            reason=SYNC_OPENING_LOCKED.format(lock_id=plan.opening_lock),
            lock_id=plan.opening_lock,
        )
        for plan in plans
        if plan.opening_lock is not None
    ]
    return SyncShape(
        seen=_seen(plans) if confirmed or not applied_now else None,
        source=source.name,
        format=source.format,
        applied=applied_now,
        accounts_added=accounts_added,
        added=counts["added"],
        changed=counts["changed"],
        gone=counts["gone"],
        recognised=counts["recognised"],
        refused=counts["refused"] + len(held),
        same=sum(plan.same for plan in plans),
        pending=sum(entry.pending for entry in snapshot.entries),
        asks=_asks(plans),
        rows=tuple(_row_shape(plan, row, files) for plan, row in rows),
        rows_left_out=count - len(rows),
        remarks=(*(shaped(RemarkShape, each, lock_id=None) for each in snapshot.remarks), *held),
        openings=tuple(
            plan.name for plan in plans if plan.opens_otherwise and plan.opening_lock is None
        ),
    )


def _seen(plans: Sequence[AccountPlan]) -> str:
    """Identifies what is changed, as far as a person can know it: an account that is yet to be made
    has no number for good."""
    found = hashlib.sha256()
    for plan in plans:
        opening = plan.opening and (plan.opening.opening_minor, plan.opening.opened_on)
        whole = plan.key, plan.name, plan.currency, opening, plan.opens_otherwise
        found.update(repr((*whole, plan.opening_lock)).encode())
        for row in plan.rows:
            before = row.before and (row.before.id, row.before.said)
            entry = row.entry and (row.entry.id, row.entry.said)
            found.update(repr((row.what.value, before, row.said, entry, row.lock_id)).encode())
    return found.hexdigest()[:_DIGITS]


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


def statements_of(session: Session, lock_ids: set[int]) -> dict[int, str]:
    query = (
        select(Lock.id, Import.source_name)
        .join(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .join(Import, Import.id == Statement.import_id)
        .where(Lock.id.in_(lock_ids))
    )
    return {row[0]: row[1] for row in session.execute(query)}


def _source_shape(session: Session, source: LedgerSource) -> SourceShape:
    query = (
        select(AccountLink, Account)
        .join(Account, Account.id == AccountLink.account_id)
        .where(AccountLink.source_id == source.id)
        .order_by(AccountLink.key)
    )
    accounts = tuple(
        shaped(SourceAccountShape, link, account=account.name, currency=account.currency)
        for link, account in session.execute(query)
    )
    return shaped(SourceShape, source, accounts=accounts)


def settled_by_statements(session: Session, path: Path, currency: str | None) -> CsvMapping | None:
    """The mapping under which the file agrees with the proven statements of an account; None where
    they settle none, or different ones. Raises ``SourceError``."""
    found = [
        answer.mapping
        for proven in _proven_rows(session, currency)
        if isinstance(answer := settle(path, proven, currency), SettledMapping)
    ]
    return found[0] if found and all(each == found[0] for each in found) else None


def _proven_rows(session: Session, currency: str | None) -> list[list[ProvenRows]]:
    """The proven statements by account, or by the digits of its number while it has none."""
    query = (
        select(Statement, Line.booked_on, Line.amount_minor)
        .join(Line, Line.statement_id == Statement.id)
        .where(Statement.status == ReadingStatus.PROVEN, Statement.stands)
        .order_by(Statement.id, Line.ordinal)
    )
    if currency is not None:
        query = query.where(Statement.currency == currency)
    rows: dict[int, list[tuple[date, int]]] = defaultdict(list)
    accounts: dict[tuple[int | None, str | None], list[int]] = defaultdict(list)
    for statement, day, amount in session.execute(query):
        account = (statement.account_id, statement.account_mask)
        if statement.id not in accounts[account]:
            accounts[account].append(statement.id)
        if day is not None:
            rows[statement.id].append((day, amount))
    return [
        [
            ProvenRows(min(days), max(days), tuple(rows[each]))
            for each in statements
            if (days := [day for day, _ in rows[each]])
        ]
        for statements in accounts.values()
    ]
