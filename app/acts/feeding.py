"""Keeps an account in step with a program that sends its entries: added, changed and taken back.

Such a program is a source like a file, of which each request says only what concerns its own rows.
So locks, entries that are here already, undoing and proving again are as in a sync."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, count
from typing import Final, Unpack

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.acts.accounts import refuse_second
from app.acts.refusals import Tried
from app.acts.sources import with_locks_held
from app.errors import BadFedEntry
from app.queries.sources import FED, statements_of
from app.shapes.sources import FedOutcome, FedRowShape, FedShape
from db.errors import TieoutError
from db.formats.snapshot import Snapshot, SourceEntry
from db.formats.snapshot import SourceAccount as AccountThere
from db.ledger.bookkeeping import hold_row
from db.log import log
from db.models import Account, AccountLink, LedgerSource, SourceRow
from db.money import exponent_of, to_minor
from db.sources.applying import apply_sync
from db.sources.pairing import of_ids
from db.sources.plan import AccountPlan, RowChange
from db.text import storable
from pipeline.record.settling import settle

_OUTCOMES: Final = {
    RowChange.ADDED: FedOutcome.CREATED,
    RowChange.CHANGED: FedOutcome.CHANGED,
    RowChange.GONE: FedOutcome.DELETED,
    RowChange.RECOGNISED: FedOutcome.RECOGNISED,
}


@dataclass(frozen=True, slots=True)
class FedEntry:
    """An entry as a program sends it: ``id`` is its own name for it, for good."""

    id: str
    day: date
    amount: str
    description: str
    value_on: date | None = None


def feed(
    engine: Engine,
    account_id: int,
    entries: Sequence[FedEntry],
    **how: Unpack[Tried],
) -> FedShape:
    """Let the account have these entries, which are known again by their ids. Raises
    ``UnknownAccount``, ``AccountHasSource``, ``BadFedEntry`` and ``SumOutOfRange``."""
    ids = [each.id for each in entries]
    return _applied(engine, account_id, ids, entries, how)


def take_out(
    engine: Engine, account_id: int, ids: Collection[str], **how: Unpack[Tried]
) -> FedShape:
    """Take entries out that were sent under these ids. Raises ``UnknownAccount``."""
    ids = list(dict.fromkeys(ids))
    return _applied(engine, account_id, ids, (), how)


def _applied(
    engine: Engine,
    account_id: int,
    ids: Sequence[str],
    entries: Sequence[FedEntry],
    how: Tried,
) -> FedShape:
    dry_run = how.get("dry_run", False)
    rest = FedOutcome.SAME if entries else FedOutcome.UNKNOWN

    def act(session: Session, who: str, closed: Mapping[int, Mapping[date, int]]) -> FedShape:
        account = hold_row(session, account_id)
        links = _links(session, account, who) if entries else _linked(session, account_id)
        found: dict[str, tuple[FedOutcome, int | None]] = {}
        for link, only in _shared_out(session, links, ids):
            source = session.get_one(LedgerSource, link.source_id)
            snapshot = _snapshot(account, link, entries, only)
            applied = apply_sync(session, source, snapshot, who, closed)
            found |= {k: v for plan in applied.accounts for k, v in _outcomes(plan)}
        settle(session)
        numbers = (
            {} if dry_run else {row_id: entry for _, row_id, entry in _rows(session, links, ids)}
        )
        files = statements_of(session, {lock for _, lock in found.values() if lock})
        rows = ((each, *found.get(each, (rest, None))) for each in ids)
        return FedShape(
            account_id=account_id,
            source=session.get_one(LedgerSource, links[0].source_id).name if links else None,
            applied=not dry_run,
            rows=tuple(
                FedRowShape(
                    id=each,
                    outcome=outcome,
                    entry=numbers.get(each),
                    lock_id=lock_id,
                    locked_by=files.get(lock_id) if lock_id else None,
                )
                for each, outcome, lock_id in rows
            ),
        )

    return with_locks_held(engine, act, how)


def _outcomes(plan: AccountPlan) -> Iterator[tuple[str, tuple[FedOutcome, int | None]]]:
    for row in plan.rows:
        name = row.now.source_id if row.now else row.before and row.before.row_id
        outcome = FedOutcome.REFUSED if row.lock_id else _OUTCOMES[row.what]
        yield name or "", (outcome, row.lock_id)


def _snapshot(
    account: Account, link: AccountLink, entries: Sequence[FedEntry], only: frozenset[str]
) -> Snapshot:
    """Raises ``BadFedEntry``."""
    exponent = exponent_of(account.currency)
    rows = []
    for each in entries:
        if each.id not in only:
            continue
        try:
            amount = to_minor(each.amount, exponent)
        except TieoutError as error:
            raise BadFedEntry(id=each.id, why=error.message()) from None
        said = (link.key, each.day, amount, storable(each.description), each.value_on)
        rows.append(SourceEntry(*said, source_id=each.id, lasting=True))
    there = AccountThere(link.key, account.name, account.currency)
    return Snapshot(FED, (there,), tuple(rows), only=only)


def _links(session: Session, account: Account, who: str) -> list[AccountLink]:
    """What programs send for the account, made if missing. Raises ``AccountHasSource``."""
    if found := _linked(session, account.id):
        return found
    refuse_second(session, account.id)
    taken = set(session.scalars(select(LedgerSource.name)))
    first = f"api/{account.id}"  # which an account that is gone by now may have had
    names = chain([first], (f"{first}-{n}" for n in count(2)))
    name = next(each for each in names if each not in taken)
    where = f"/api/v1/accounts/{account.id}/entries"
    source = LedgerSource(name=name, location=where, format=FED, options={}, files={})
    session.add(source)
    session.flush()
    link = AccountLink(source_id=source.id, key=str(account.id), account_id=account.id)
    session.add(link)
    session.flush()
    log(session, who, "connect", f"sources:{source.id}", after={"name": name, "format": FED})
    return [link]


def _linked(session: Session, account_id: int) -> list[AccountLink]:
    """Several where accounts were merged."""
    query = (
        select(AccountLink)
        .join(LedgerSource, LedgerSource.id == AccountLink.source_id)
        .where(AccountLink.account_id == account_id, LedgerSource.format == FED)
    )
    return list(session.scalars(query.order_by(AccountLink.source_id)))


def _shared_out(
    session: Session, links: Sequence[AccountLink], ids: Sequence[str]
) -> list[tuple[AccountLink, frozenset[str]]]:
    """Which of the ids each is about: those that it has, and the first of them all others too."""
    wanted: dict[int, set[str]] = defaultdict(set)
    known = {row_id: source for source, row_id, _ in _rows(session, links[1:], ids)}
    for each in ids if links else ():
        wanted[known.get(each, links[0].source_id)].add(each)
    return [(link, frozenset(wanted[link.source_id])) for link in links if link.source_id in wanted]


def _rows(
    session: Session, links: Sequence[AccountLink], ids: Sequence[str]
) -> Iterator[tuple[int, str, int | None]]:
    """The source, id and entry of the rows of these ids, if not of more."""
    columns = SourceRow.source_id, SourceRow.row_id, SourceRow.transaction_id
    for link in links:
        mine = SourceRow.source_id == link.source_id, SourceRow.key == link.key
        for source_id, row_id, entry in session.execute(select(*columns).where(*mine, of_ids(ids))):
            yield source_id, row_id or "", entry
