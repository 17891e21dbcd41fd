"""Accounts by what tells them apart: no balance or entry is looked at, so thousands are cheap."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from db.holding import holds
from db.models import Account
from db.views import AccountName
from db.words import AccountKind

#: More are not named one by one: nearly all are meant.
_AT_ONCE = 20
_COLUMNS = (
    Account.id,
    Account.name,
    Account.institution,
    Account.kind,
    Account.currency,
    Account.mask,
)


def account_names(
    session: Session,
    scope: Collection[int] | None = None,
    *,
    currency: str | None = None,
    name: str | None = None,
    institution: str | None = None,
) -> list[AccountName]:
    """The accounts in ``scope`` (all, if None) by id; ``name`` and ``institution`` are a part of
    theirs, in any case.
    """
    conditions: list[ColumnElement[bool]] = []
    if scope is not None and len(scope) <= _AT_ONCE:
        conditions.append(Account.id.in_(scope))
    if currency is not None:
        conditions.append(Account.currency == currency)
    if name:
        conditions.append(holds(Account.name, name))
    if institution:
        conditions.append(holds(Account.institution, institution))
    query = select(*_COLUMNS).where(*conditions).order_by(Account.id)
    rows = session.execute(query).all()
    return [_named(*row) for row in rows if scope is None or row.id in scope]


def _named(
    account_id: int,
    name: str,
    institution: str | None,
    kind: AccountKind,
    currency: str,
    mask: str | None,
) -> AccountName:
    return {
        "id": account_id,
        "name": name,
        "institution": institution,
        "kind": kind,
        "currency": currency,
        "mask": mask,
    }
