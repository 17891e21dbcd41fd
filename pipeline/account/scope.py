"""What an import may see: which accounts, and which statements it is to look past."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, select

from db.ledger import UnknownAccount
from db.models import Account, Statement

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_ACCOUNTS: Final = select(Account.id)
_OF_IMPORT: Final = select(Statement.id).where(Statement.import_id == bindparam("import_id"))


def accounts_in_scope(session: Session, named: Collection[int] | None) -> frozenset[int]:
    """The ids of the accounts in scope. Raises ``UnknownAccount`` for one that is not there."""
    there = frozenset(session.scalars(_ACCOUNTS))
    if named is None:
        return there
    for account_id in named:
        if account_id not in there:
            raise UnknownAccount(account_id=account_id)
    return frozenset(named)


def statements_of(session: Session, import_id: int | None) -> frozenset[int]:
    """The ids of what was recorded of an import before; its claims are not another's."""
    return frozenset(session.scalars(_OF_IMPORT, {"import_id": import_id}))
