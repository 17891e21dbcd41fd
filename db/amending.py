"""Changes and removes single ledger entries, and puts them back as they were.

An entry in a locked period is never touched: every function raises ``PeriodLocked`` for one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from db.bookkeeping import touch
from db.errors import TieoutError
from db.ledger import UnknownAccount
from db.locks import refuse_locked
from db.models import Account, Match, Transaction
from db.monthly import require_addable
from db.words import EntryState


class NoSuchEntry(TieoutError):
    """The ledger has no entry {entry_id} any more. See what it has with: tieout ledger"""

    code: ClassVar[str] = "no_such_entry"


@dataclass(frozen=True, slots=True)
class Amendment:
    """What an entry is to say from now on."""

    booked_on: date
    amount_minor: int


def snapshot(session: Session, entry_id: int) -> dict[str, Any] | None:
    """Everything an entry says, as plain JSON; None if it is not there."""
    row = session.get(Transaction, entry_id)
    if row is None:
        return None
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
    }


def amend(session: Session, entry_id: int, wanted: Amendment) -> None:
    """Give an entry another date and amount. Raises ``NoSuchEntry`` and ``PeriodLocked``."""
    row = _entry(session, entry_id)
    refuse_locked(session, row.account_id, (row.booked_on, wanted.booked_on))
    moved = wanted.amount_minor - row.amount_minor
    touch(session, row.account_id, row.booked_on, wanted.booked_on, moved=moved)
    row.booked_on, row.amount_minor = wanted.booked_on, wanted.amount_minor
    session.flush()
    require_addable(session, row.account_id)


def remove(session: Session, entry_id: int) -> None:
    """Take an entry out of the ledger. Raises ``NoSuchEntry`` and ``PeriodLocked``."""
    row = _entry(session, entry_id)
    refuse_locked(session, row.account_id, (row.booked_on,))
    touch(session, row.account_id, row.booked_on, moved=-row.amount_minor)
    session.execute(delete(Match).where(Match.transaction_id == entry_id))
    session.delete(row)
    session.flush()


def put_back(session: Session, said: dict[str, Any]) -> None:
    """Make an entry say again what a `snapshot` of it said, adding it if it is gone.

    Raises ``PeriodLocked``, and ``UnknownAccount`` if its account was merged into another since.
    """
    if session.get(Account, said["account_id"]) is None:
        raise UnknownAccount(account_id=said["account_id"])
    there = session.get(Transaction, said["id"])
    days = [date.fromisoformat(said["booked_on"]), *([there.booked_on] if there else [])]
    refuse_locked(session, said["account_id"], days)
    moved = said["amount_minor"] - (there.amount_minor if there else 0)
    touch(session, said["account_id"], *days, moved=moved)
    row = there or Transaction(id=said["id"], account_id=said["account_id"])
    row.booked_on = date.fromisoformat(said["booked_on"])
    row.value_on = date.fromisoformat(said["value_on"]) if said["value_on"] else None
    row.amount_minor, row.currency = said["amount_minor"], said["currency"]
    row.description, row.import_id = said["description"], said["import_id"]
    row.fingerprint, row.occurrence = said["fingerprint"], said["occurrence"]
    row.state = EntryState(said["state"])
    session.add(row)
    session.flush()
    require_addable(session, row.account_id)


def opening_of(session: Session, account_id: int) -> dict[str, Any]:
    """What the account held before its first entry and since when, as plain JSON.

    Raises ``UnknownAccount``.
    """
    account = session.get(Account, account_id)
    if account is None:
        raise UnknownAccount(account_id=account_id)
    return {
        "account_id": account_id,
        "opening_balance_minor": account.opening_balance_minor,
        "opened_on": account.opened_on.isoformat() if account.opened_on else None,
        "currency": account.currency,
    }


def set_opening(session: Session, said: dict[str, Any]) -> None:
    """Make the account say what an `opening_of` said."""
    account = session.get_one(Account, said["account_id"])
    account.opening_balance_minor = said["opening_balance_minor"]
    account.opened_on = date.fromisoformat(said["opened_on"]) if said["opened_on"] else None
    session.flush()
    touch(session, account.id)


def set_state(session: Session, entry_ids: Iterable[int], state: EntryState) -> None:
    """Say how far these entries have been confirmed. No figure changes, so no lock forbids it."""
    wanted = sorted(entry_ids)
    for at in range(0, len(wanted), 500):
        some = Transaction.id.in_(wanted[at : at + 500])
        session.execute(update(Transaction).where(some).values(state=state))


def _entry(session: Session, entry_id: int) -> Transaction:
    row = session.get(Transaction, entry_id)
    if row is None:
        raise NoSuchEntry(entry_id=entry_id)
    return row
