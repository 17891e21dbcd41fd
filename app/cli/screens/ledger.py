"""Shows accounts with their balances, and an account's entries."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from app.cli.output import Column, table
from app.shapes.ledger import AccountShape, EntryShape
from app.texts import terminal as texts
from app.wording.sentences import day_text, money_text

ACCOUNTS = (
    Column(texts.ID, "right"),
    Column(texts.ACCOUNT, whole=False),
    Column(texts.KIND),
    Column(texts.LAST_ENTRY),
    Column(texts.BALANCE, "right"),
    Column(texts.CURRENCY),
)
ENTRIES = (
    Column(texts.ID, "right"),
    Column(texts.DATE),
    Column(texts.AMOUNT, "right"),
    Column(texts.DESCRIPTION, whole=False),
    Column(texts.STATE),
)


def accounts_table(accounts: Sequence[AccountShape]) -> Table:
    """One row an account."""
    return table(ACCOUNTS, [_account(each) for each in accounts])


def entries_table(entries: Sequence[EntryShape]) -> Table:
    """One row an entry, oldest first."""
    return table(ENTRIES, [_entry(each) for each in entries])


def _account(account: AccountShape) -> tuple[str, ...]:
    mask = f" *{account.mask}" if account.mask else ""
    closed = texts.CLOSED_ON.format(day=account.closed_on) if account.closed_on else ""
    return (
        str(account.id),
        account.name + mask + closed,
        account.kind,
        day_text(account.last_entry, texts.NONE),
        money_text(account.balance),
        account.currency,
    )


def _entry(entry: EntryShape) -> tuple[str, ...]:
    return (
        str(entry.id),
        day_text(entry.date),
        money_text(entry.amount),
        entry.description,
        entry.state,
    )
