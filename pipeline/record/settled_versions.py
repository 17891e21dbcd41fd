"""Which version of each account its statements were last held to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Select, select

from db.models import Account, SettledAccount
from db.touched import versions_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def is_stale(session: Session, account_id: int | None = None) -> bool:
    """Whether the account, or any, changed since its statements were last held to it."""
    query = stale_accounts()
    if account_id is not None:
        query = query.where(Account.id == account_id)
    return session.scalar(query.limit(1)) is not None


def stale_accounts() -> Select[int]:
    """The ids of the accounts that something wrote to past `settling.settle`."""
    changed = SettledAccount.version.is_distinct_from(Account.version)
    settled = select(Account.id).outerjoin(SettledAccount, SettledAccount.account_id == Account.id)
    return settled.where(changed).order_by(Account.id)


def say_settled(session: Session, account_id: int) -> None:
    """Keep that all of the account's statements are true of it as it is now."""
    session.flush()
    version, settled = versions_of(session, account_id)
    assert version is not None  # it is held
    if settled is None:
        session.add(SettledAccount(account_id=account_id, version=version))
    else:
        settled.version = version
