"""The tool that shows a model accounts: all of a few, or those of many that fit best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from pydantic import Field

from db.ledger.views import AccountView
from tools.ledger.account_fit import best_first, can_be, is_another
from tools.ledger.workspace import (
    Arguments,
    CursorError,
    IsoDate,
    Sessions,
    Workspace,
    names_of,
    table,
)
from tools.loop.registry import Tool

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

#: So many accounts are shown at once.
PAGE = 20


class GetAccounts(Arguments):
    """The day at whose end balances are given; the newest entry's when left out."""

    as_of: IsoDate | None = None


class FindAccounts(GetAccounts):
    """The same where there are more than a page.

    ``name`` and ``institution`` are a part of theirs, ``mask`` its last digits, and ``alike``
    leaves out accounts without entries like the statement's. ``cursor`` goes on with the same
    filters.
    """

    name: str | None = None
    institution: str | None = None
    currency: str | None = None
    mask: str | None = None
    alike: bool = False
    cursor: str | None = None
    limit: int = Field(default=PAGE, ge=1, le=50)


@dataclass(frozen=True, slots=True)
class Accounts:
    """One page, best first. ``alike`` counts an account's entries near the statement's period that
    have one of its amounts; ``total_rows`` is of all pages and is where there are more. ``as_of``
    is the day at whose end the balances are."""

    as_of: date | None
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    total_rows: int | None = None
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class _AccountRow:
    id: int
    name: str
    institution: str | None
    kind: str
    currency: str
    mask: str | None
    first_entry: date | None
    last_entry: date | None
    balance: Decimal
    alike: int | None


def get_accounts_tool(sessions: Sessions, workspace: Workspace) -> Tool:
    """`get_accounts` over the accounts in scope. Filters are offered where they can add something,
    for a model pays for them on every turn."""

    def get_accounts(asked: GetAccounts) -> Accounts:
        finding = FindAccounts.model_validate(asked.model_dump())
        with sessions() as session:
            return _page(session, workspace, finding)

    if len(workspace.scope) <= PAGE:
        return Tool("get_accounts", "The ledger's accounts.", GetAccounts, get_accounts)
    about = "The ledger's accounts, best fit first. Filter, or go on with next_cursor."
    return Tool("get_accounts", about, FindAccounts, get_accounts)


def _page(session: Session, workspace: Workspace, asked: FindAccounts) -> Accounts:
    from db.ledger.queries import accounts

    alike, found = _found(session, workspace, asked)
    rest = found[_after(found, asked.cursor) :]
    shown = rest[: asked.limit]
    workspace.told.update(shown)
    views = {view.id: view for view in accounts(session, asked.as_of, shown)}
    listed = table(
        names_of(_AccountRow), [_row(views[each], alike, workspace.shown) for each in shown]
    )
    more = len(rest) > len(shown)
    newest = [view.last_entry for view in views.values() if view.last_entry is not None]
    return Accounts(
        asked.as_of or max(newest, default=None),
        listed.columns,
        listed.rows,
        total_rows=len(found) if more else None,
        next_cursor=str(shown[-1]) if more else None,
    )


def _found(
    session: Session, workspace: Workspace, asked: FindAccounts
) -> tuple[dict[int, int] | None, Sequence[int]]:
    """The ids of those that the filters leave, best first for the statement if there is one; and
    how many entries each has that are like the statement's."""
    from db.accounts.pages import Sought, account_names, account_numbers

    sought = Sought(asked.currency, asked.name, asked.institution, asked.mask)
    if len(workspace.statements) != 1:
        return None, list(account_numbers(session, workspace.scope, sought, None))
    [(statement, facts)] = workspace.statements.items()
    about = {**facts.model_dump(), "number": workspace.numbers.get(statement)}
    may_end = account_names(session, workspace.scope, replace(sought, may_end=facts.mask))
    named = [each for each in may_end if can_be(about, each)]
    possible = {each["id"] for each in named}
    alike = dict(workspace.alike(statement, possible)) if workspace.alike else None
    best = [each["id"] for each in best_first(about, named, alike or {})]
    if asked.alike and alike is not None:
        return alike, [each for each in best if alike.get(each)]
    numbers = account_numbers(session, workspace.scope, sought, about["number"])
    cannot = (
        each
        for each, number in numbers.items()
        if each not in possible and not is_another(about, {"number": number})
    )
    return alike, [*best, *cannot]


def _after(found: Sequence[int], cursor: str | None) -> int:
    """Where the page begins: behind the account that the page before ended with."""
    if not cursor:
        return 0
    for place, account_id in enumerate(found, start=1):
        if str(account_id) == cursor:
            return place
    raise CursorError


def _row(
    account: AccountView, alike: dict[int, int] | None, masked: Callable[[str], str]
) -> _AccountRow:
    from db.money import exponent_of, to_decimal

    return _AccountRow(
        id=account.id,
        name=masked(account.name),
        institution=account.institution,
        kind=account.kind.value,
        currency=account.currency,
        mask=account.mask,
        first_entry=account.first_entry,
        last_entry=account.last_entry,
        balance=to_decimal(account.balance_minor, exponent_of(account.currency)),
        alike=None if alike is None else alike.get(account.id, 0),
    )
