"""The tool that lists the accounts for a model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from db.views import AccountView
from tools.argument_types import Arguments, IsoDate
from tools.ledger.table import Table, table
from tools.ledger.visible import Sessions
from tools.ledger.workspace import Workspace
from tools.registry import Tool

COLUMNS = (
    "id",
    "name",
    "institution",
    "kind",
    "currency",
    "mask",
    "first_entry",
    "last_entry",
    "balance",
)


class GetAccounts(Arguments):
    """The day at whose end balances are given; the newest entry's when left out."""

    as_of: IsoDate | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    id: int
    name: str
    institution: str | None
    kind: str
    currency: str
    mask: str | None
    first_entry: date | None
    last_entry: date | None
    balance: Decimal


def get_accounts_tool(sessions: Sessions, workspace: Workspace) -> Tool:
    """`get_accounts` over the accounts in scope."""

    def get_accounts(arguments: GetAccounts) -> Table:
        from db.ledger import accounts

        with sessions() as session:
            found = accounts(session, arguments.as_of, workspace.scope)
        return table(COLUMNS, [_row(account) for account in found])

    return Tool("get_accounts", "The ledger's accounts.", GetAccounts, get_accounts)


def _row(account: AccountView) -> _Row:
    from db.money import exponent_of, to_decimal

    return _Row(
        id=account.id,
        name=account.name,
        institution=account.institution,
        kind=account.kind.value,
        currency=account.currency,
        mask=account.mask,
        first_entry=account.first_entry,
        last_entry=account.last_entry,
        balance=to_decimal(account.balance_minor, exponent_of(account.currency)),
    )
