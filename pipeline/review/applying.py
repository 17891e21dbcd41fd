"""Applies accepted changes to the ledger, and keeps what each entry said before and after."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from db.amending import (
    Amendment,
    amend,
    opening_of,
    remove,
    set_opening,
    set_state,
    snapshot,
)
from db.bookkeeping import add_transactions
from db.locks import refuse_locked
from db.views import NewEntry
from db.words import EntryState
from pipeline.account.new_account import open_account
from pipeline.review.foreseen import foreseen, identity

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def apply(
    session: Session, account_id: int, import_id: int, change: Mapping[str, Any]
) -> dict[str, Any]:
    """Carry one change out and give ``{op, entry, before, after}``, snapshots of the entry.

    For ``open`` they are of the account, and ``entry`` is 0. Raises ``PeriodLocked`` and
    ``NoSuchEntry``.
    """
    if change["op"] == "open":
        return _open(session, account_id, change)
    if change["op"] == "add":
        entry, before = _add(session, account_id, import_id, change), None
    else:
        entry = int(change["entry"])
        before = snapshot(session, entry)
        _change(session, entry, change)
    return {
        "op": change["op"],
        "entry": entry,
        "before": before,
        "after": snapshot(session, entry),
    }


def opening_account(session: Session, change: dict[str, Any]) -> dict[str, Any]:
    """Add an account and give the same, with the account's snapshot. Raises ``AccountExists``."""
    account_id = open_account(session, change)
    after = {**opening_of(session, account_id), **identity(change)}
    return {"op": "account", "entry": 0, "before": None, "after": after}


def _open(session: Session, account_id: int, change: Mapping[str, Any]) -> dict[str, Any]:
    effect = foreseen(session, account_id, change)
    set_opening(session, effect["after"])
    return effect


def _add(session: Session, account_id: int, import_id: int, change: Mapping[str, Any]) -> int:
    day = date.fromisoformat(change["date"])
    refuse_locked(session, account_id, (day,))
    new = NewEntry(day, change["amount"], change["description"])
    (entry,) = add_transactions(session, account_id, [new], import_id)
    set_state(session, [entry], EntryState.CLEARED)
    return entry


def _change(session: Session, entry: int, change: Mapping[str, Any]) -> None:
    if change["op"] == "remove":
        remove(session, entry)
    else:
        amend(session, entry, Amendment(date.fromisoformat(change["date"]), change["amount"]))
