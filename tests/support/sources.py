"""Sources that say what a test wants, without a file."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.formats.snapshot import Snapshot, SourceEntry
from db.formats.snapshot import SourceAccount as AccountThere
from db.ledger.views import NewEntry
from db.models import Account, AccountLink, LedgerSource
from db.sources.applying import apply_sync
from db.sources.plan import RowChange


class Synced(NamedTuple):
    """How many rows were new to the ledger, and how many a lock refused."""

    added: int
    refused: int = 0


def source_says(
    session: Session,
    account_id: int,
    entries: Iterable[NewEntry],
    actor: str = "tieout",
    closed: Mapping[int, Mapping[date, int]] | None = None,
    into: int | None = None,
) -> Synced:
    """Let the one source of the account hold these entries and no others; ``into`` is the account
    that it is tied to by now."""
    account = session.get_one(Account, into or account_id)
    name, key = f"source of {account_id}", str(account_id)
    source = session.scalar(select(LedgerSource).where(LedgerSource.name == name))
    if source is None:
        source = LedgerSource(name=name, location="", format="folder", options={}, files={})
        session.add(source)
        session.flush()
        session.add(AccountLink(source_id=source.id, key=key, account_id=account_id))
        session.flush()
    rows = [
        SourceEntry(key, each.booked_on, each.amount_minor, each.description, each.value_on)
        for each in entries
    ]
    there = AccountThere(key, account.name, account.currency)
    snapshot = Snapshot("folder", (there,), tuple(rows))
    (plan,) = apply_sync(session, source, snapshot, actor, closed or {}).accounts
    return Synced(len(plan.of(RowChange.ADDED)), len(plan.refused))
