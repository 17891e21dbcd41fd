"""Changes and removes single ledger entries, and puts them back as they were."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.ledger.balances import require_addable
from db.ledger.bookkeeping import add_transactions, hold, remember_statement, touch
from db.ledger.locks import refuse_locked
from db.ledger.queries import UnknownAccount
from db.ledger.views import Identity, NewEntry
from db.models import (
    Account,
    AccountLink,
    Match,
    Reconciliation,
    RemovedEntry,
    Resolution,
    SourceRow,
    Statement,
    Transaction,
)
from db.session import batches, change_rows
from db.words import EntryState, Origin, ResolutionOp


class NoSuchEntry(TieoutError):
    """The ledger has no entry {entry_id} any more. See what it has with: tieout ledger"""


class OtherCurrency(TieoutError):
    """Entry {entry_id} is in {has} and the account to move it to is in {wanted}. Choose an account
    in the same currency.
    """


class BadSplit(TieoutError):
    """The parts do not add up to entry {entry_id}, or there are fewer than two, or one is zero.
    Give at least two amounts whose sum is the entry's.
    """


@dataclass(frozen=True, slots=True)
class Amendment:
    """What an entry is to say from now on, and who says that: None where that stays as it is."""

    booked_on: date
    amount_minor: int
    origin: Origin | None = None


def snapshots(session: Session, entry_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """Everything that these entries say, as plain JSON by id, of those that are there."""
    return {
        row.id: snapshot_of(row)
        for some in batches(sorted(set(entry_ids)))
        for row in session.scalars(select(Transaction).where(Transaction.id.in_(some)))
    }


def snapshot(session: Session, entry_id: int) -> dict[str, Any] | None:
    """Everything an entry says, as plain JSON; None if it is not there."""
    row = session.get(Transaction, entry_id)
    return None if row is None else snapshot_of(row)


def snapshot_of(row: Transaction) -> dict[str, Any]:
    return {
        "id": row.id,
        "account_id": row.account_id,
        "booked_on": row.booked_on.isoformat(),
        "value_on": row.value_on.isoformat() if row.value_on else None,
        "amount_minor": row.amount_minor,
        "currency": row.currency,
        "description": row.description,
        "fingerprint": row.fingerprint,
        "occurrence": row.occurrence,
        "state": row.state.value,
        "import_id": row.import_id,
        "origin": row.origin.value,
    }


def amend(session: Session, entry_id: int, wanted: Amendment) -> None:
    """Give an entry another date and amount. Raises ``NoSuchEntry`` and ``PeriodLocked``."""
    amend_all(session, {entry_id: wanted})


def amend_all(session: Session, wanted: Mapping[int, Amendment]) -> None:
    """Give each of these entries, by its id, another date and amount. Raises the same."""
    for account_id, rows in _by_account(session, wanted):
        days = {row.booked_on for row in rows} | {wanted[row.id].booked_on for row in rows}
        refuse_locked(session, account_id, sorted(days))
        remember_claims(session, account_id, *(row.id for row in rows))
        moved = sum(wanted[row.id].amount_minor - row.amount_minor for row in rows)
        touch(session, account_id, *days, moved=moved)
        for row in rows:
            row.booked_on = wanted[row.id].booked_on
            row.amount_minor = wanted[row.id].amount_minor
            row.origin = wanted[row.id].origin or row.origin
        session.flush()
        require_addable(session, account_id)


def remove(session: Session, *entry_ids: int) -> None:
    """Take entries out of the ledger. Raises ``NoSuchEntry`` and ``PeriodLocked``."""
    for account_id, rows in _by_account(session, entry_ids):
        refuse_locked(session, account_id, sorted({row.booked_on for row in rows}))
        _let_go(session, account_id, [(row.id, row.booked_on, row.amount_minor) for row in rows])
        _keep_removed(session, account_id, {(row.fingerprint, row.occurrence) for row in rows})
        for row in rows:  # one by one: what a lock refuses is seen as the session deletes it
            session.delete(row)
        session.flush()


def drop(session: Session, account_id: int, entries: Sequence[tuple[int, date, int]]) -> None:
    """Delete many entries of the account at once, each by its id with its day and amount. That a
    lock may forbid it is the caller's to see, and their source may bring them back."""
    if entries:
        _let_go(session, account_id, entries)
    for some in batches([number for number, _, _ in entries]):
        session.execute(delete(Transaction).where(Transaction.id.in_(some)))


def _let_go(session: Session, account_id: int, entries: Sequence[tuple[int, date, int]]) -> None:
    """Remember what hangs on entries that are about to go, and take their pairs away."""
    ids = [number for number, _, _ in entries]
    remember_claims(session, account_id, *ids)
    days = {day for _, day, _ in entries}
    touch(session, account_id, *days, moved=-sum(amount for _, _, amount in entries))
    for some in batches(ids):
        session.execute(delete(Match).where(Match.transaction_id.in_(some)))


def _keep_removed(session: Session, account_id: int, names: set[Identity]) -> None:
    """The file that they came from does not bring them back."""
    query = select(RemovedEntry.fingerprint, RemovedEntry.occurrence).where(
        RemovedEntry.account_id == account_id
    )
    for some in batches(sorted({fingerprint for fingerprint, _ in names})):
        known = session.execute(query.where(RemovedEntry.fingerprint.in_(some)))
        names = names - {(row[0], row[1]) for row in known}
    session.add_all(
        RemovedEntry(account_id=account_id, fingerprint=fingerprint, occurrence=occurrence)
        for fingerprint, occurrence in sorted(names)
    )


def _by_account(
    session: Session, entry_ids: Collection[int]
) -> Iterator[tuple[int, list[Transaction]]]:
    """These entries by their accounts, in the order of their ids. Raises ``NoSuchEntry``."""
    at_hand = [
        row
        for some in batches(sorted(set(entry_ids)))
        for row in session.scalars(select(Transaction).where(Transaction.id.in_(some)))
    ]
    for missing in set(entry_ids) - {row.id for row in at_hand}:
        raise NoSuchEntry(entry_id=missing)
    found: dict[int, list[Transaction]] = {}
    for row in sorted(at_hand, key=lambda row: row.id):
        found.setdefault(row.account_id, []).append(row)
    yield from sorted(found.items())


def move(session: Session, entry_id: int, day: date | None, account_id: int | None) -> None:
    """Give an entry another day, another account of the same currency, or both. Raises
    ``NoSuchEntry``, ``UnknownAccount``, ``OtherCurrency`` and ``PeriodLocked``."""
    row = _entry(session, entry_id)
    there, day = account_id or row.account_id, day or row.booked_on
    if there != row.account_id:
        first, second = sorted((there, row.account_id))
        hold(session, first), hold(session, second)
        currency = session.get_one(Account, there).currency
        if currency != row.currency:
            raise OtherCurrency(entry_id=entry_id, has=row.currency, wanted=currency)
    refuse_locked(session, row.account_id, (row.booked_on,))
    refuse_locked(session, there, (day,))
    remember_claims(session, row.account_id, entry_id)
    session.execute(delete(Match).where(Match.transaction_id == entry_id))
    touch(session, row.account_id, row.booked_on, moved=-row.amount_minor)
    touch(session, there, day, moved=row.amount_minor)
    if there != row.account_id:
        row.account_id, row.occurrence = there, _next(session, there, row.fingerprint)
    row.booked_on = day
    session.flush()
    require_addable(session, there)


def split(session: Session, entry_id: int, amounts: Sequence[int]) -> list[int]:
    """Part an entry into several of these amounts, and give the ids of those that are new.

    A statement's lines say what the parts are, so that they are no second witness of it. The first
    part is the entry itself. Raises ``NoSuchEntry``, ``BadSplit`` and ``PeriodLocked``.
    """
    row = _entry(session, entry_id)
    if len(amounts) < 2 or sum(amounts) != row.amount_minor or 0 in amounts:
        raise BadSplit(entry_id=entry_id)
    amend(session, entry_id, Amendment(row.booked_on, amounts[0], Origin.READING))
    parts = [
        NewEntry(row.booked_on, each, row.description, origin=Origin.READING)
        for each in amounts[1:]
    ]
    found = add_transactions(session, row.account_id, parts, row.import_id)
    set_state(session, found, row.state)
    return found


def _next(session: Session, account_id: int, fingerprint: str) -> int:
    """Which of the equal ones an entry would be in an account."""
    query = select(func.max(Transaction.occurrence)).where(
        Transaction.account_id == account_id, Transaction.fingerprint == fingerprint
    )
    return (session.scalar(query) or 0) + 1


def _free(session: Session, said: dict[str, Any]) -> int:
    """Which of the equal ones an entry was, or the next if another has that name by now."""
    other = select(Transaction.id).where(
        Transaction.account_id == said["account_id"],
        Transaction.fingerprint == said["fingerprint"],
        Transaction.occurrence == said["occurrence"],
        Transaction.id != said["id"],
    )
    occurrence: int = said["occurrence"]
    if session.scalar(other) is None:
        return occurrence
    return _next(session, said["account_id"], said["fingerprint"])


def put_back(session: Session, said: dict[str, Any]) -> None:
    """Make an entry say again what a `snapshot` of it said, adding it if it is gone. Raises
    ``PeriodLocked``, and ``UnknownAccount`` if its account was merged into another since."""
    if session.get(Account, said["account_id"]) is None:
        raise UnknownAccount(account_id=said["account_id"])
    there = session.get(Transaction, said["id"])
    occurrence = _free(session, said)
    remember_claims(session, said["account_id"], said["id"])
    days = [date.fromisoformat(said["booked_on"]), *([there.booked_on] if there else [])]
    refuse_locked(session, said["account_id"], days)
    if there is not None and there.account_id != said["account_id"]:
        refuse_locked(session, there.account_id, days)
        touch(session, there.account_id, *days, moved=-there.amount_minor)
        touch(session, said["account_id"], *days, moved=said["amount_minor"])
    moved = said["amount_minor"] - (there.amount_minor if there else 0)
    touch(session, said["account_id"], *days, moved=moved)
    gone = RemovedEntry.account_id == said["account_id"]
    session.execute(
        delete(RemovedEntry).where(
            gone,
            RemovedEntry.fingerprint == said["fingerprint"],
            RemovedEntry.occurrence == said["occurrence"],
        )
    )
    row = there or Transaction(id=said["id"], account_id=said["account_id"])
    row.account_id, row.booked_on = said["account_id"], date.fromisoformat(said["booked_on"])
    row.value_on = date.fromisoformat(said["value_on"]) if said["value_on"] else None
    row.amount_minor, row.currency = said["amount_minor"], said["currency"]
    row.description, row.import_id = said["description"], said["import_id"]
    row.fingerprint, row.occurrence = said["fingerprint"], occurrence
    row.state = EntryState(said["state"])
    row.origin = Origin(said.get("origin", Origin.READING))
    session.add(row)
    session.flush()
    _is_of_source_again(session, row)
    require_addable(session, row.account_id)


def _is_of_source_again(session: Session, row: Transaction) -> None:
    """A source's row that lost its entry when it was removed has it again."""
    keys = select(AccountLink.key).where(
        AccountLink.source_id == SourceRow.source_id, AccountLink.account_id == row.account_id
    )
    session.execute(
        update(SourceRow)
        .where(SourceRow.transaction_id.is_(None), SourceRow.fingerprint == row.fingerprint)
        .where(SourceRow.occurrence == row.occurrence, SourceRow.key.in_(keys))
        .values(transaction_id=row.id)
        .execution_options(synchronize_session=False)
    )


def opening_of(session: Session, account_id: int) -> dict[str, Any]:
    """The balance before the first entry and since when, as JSON. Raises ``UnknownAccount``."""
    account = session.get(Account, account_id)
    if account is None:
        raise UnknownAccount(account_id=account_id)
    return {
        "account_id": account_id,
        "opening_balance_minor": account.opening_balance_minor,
        "opened_on": account.opened_on.isoformat() if account.opened_on else None,
        "currency": account.currency,
        "origin": account.opening_origin.value,
    }


def set_opening(session: Session, said: dict[str, Any]) -> None:
    """Make the account say what an `opening_of` said."""
    account = session.get_one(Account, said["account_id"])
    account.opening_balance_minor = said["opening_balance_minor"]
    account.opened_on = date.fromisoformat(said["opened_on"]) if said["opened_on"] else None
    account.opening_origin = Origin(said.get("origin", Origin.READING))
    session.flush()
    touch(session, account.id)


def set_state(session: Session, entry_ids: Iterable[int], state: EntryState) -> None:
    """Say how far these entries have been confirmed. No figure changes, so no lock forbids it."""
    for some in batches(sorted(entry_ids)):
        change_rows(session, Transaction, some, {"state": state})


def put_states_back(session: Session, states: Mapping[int, EntryState]) -> None:
    """Say of each of these entries how far it was confirmed before."""
    for state in EntryState:
        set_state(session, [entry for entry, was in states.items() if was is state], state)


def _entry(session: Session, entry_id: int) -> Transaction:
    row = session.get(Transaction, entry_id)
    if row is None:
        raise NoSuchEntry(entry_id=entry_id)
    return row


def remember_claims(session: Session, account_id: int, *entries: int) -> None:
    """Add that the statements that are paired with these entries of the account, or that a person
    paired with them, are to be proven again."""
    by_hand = _paired_by_hand(session, account_id, set(entries))
    for some in batches(entries):
        paired = (
            select(Reconciliation.statement_id)
            .join(Match, Match.reconciliation_id == Reconciliation.id)
            .where(Match.transaction_id.in_(some))
        )
        _remember(session, Statement.id.in_(paired))
    _remember(session, Statement.id.in_(by_hand))


def _remember(session: Session, those: ColumnElement[bool]) -> None:
    query = select(Statement.account_id, Statement.period_start, Statement.period_end)
    for of_account, start, end in session.execute(query.where(those)):
        if of_account is not None and start is not None and end is not None:
            remember_statement(session, of_account, start, end)


def _paired_by_hand(session: Session, account_id: int, wanted: Collection[int]) -> list[int | None]:
    query = select(Resolution.statement_id, Resolution.entries).where(
        Resolution.account_id == account_id, Resolution.op == ResolutionOp.PAIR
    )
    return [
        statement
        for statement, entries in session.execute(query)
        if any(each["id"] in wanted for each in entries)
    ]
