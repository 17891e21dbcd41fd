"""What a proposed change would make of the ledger, without making it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from db.amending import opening_of, snapshot
from db.batches import batches
from db.models import Proposal, Transaction
from db.words import Origin

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def foreseen(session: Session, account_id: int | None, change: Mapping[str, Any]) -> dict[str, Any]:
    """``{op, entry, before, after}`` as `applying.apply` would give them; 0 for no entry yet.

    True as long as the ledger is what the change was proposed for.
    """
    if account_id is None:
        return _effect(change, None, {**_opening(change), **identity(change)})
    account = opening_of(session, account_id)
    if change["op"] == "open":
        return _effect(change, account, {**account, **_opening(change)})
    if change["op"] == "pair":
        rows = {name: change[name] for name in ("lines", "entries", "reason")}
        return {**_effect(change, None, None), "said": rows}
    if change["op"] == "add":
        new = {"currency": account["currency"], "description": change["description"]}
        return _effect(change, None, {**new, **_entry(change)})
    before = snapshot(session, int(change["entry"]))
    if change["op"] == "remove" or before is None:
        return _effect(change, before, None)
    return _effect(change, before, {**before, **_entry(change)})


def entries_changed(session: Session, proposals: Iterable[Proposal]) -> list[Transaction]:
    """The entries that these would change. While they are held, `foreseen` need not ask for each:
    a session lets go of what nobody holds."""
    changes = (change for each in proposals for change in each.changes)
    named = sorted({int(each["entry"]) for each in changes if each.get("entry")})
    return [
        row
        for some in batches(named)
        for row in session.scalars(select(Transaction).where(Transaction.id.in_(some)))
    ]


def identity(change: Mapping[str, Any]) -> dict[str, Any]:
    """What a new account is known by."""
    return {name: change[name] for name in ("name", "kind", "mask")}


def _effect(
    change: Mapping[str, Any], before: dict[str, Any] | None, after: dict[str, Any] | None
) -> dict[str, Any]:
    entry = int(change.get("entry", 0))
    return {"op": change["op"], "entry": entry, "before": before, "after": after}


def _opening(change: Mapping[str, Any]) -> dict[str, Any]:
    said = {
        "opening_balance_minor": change["amount"],
        "opened_on": change["date"],
        "origin": Origin.READING.value,
    }
    return {**said, "currency": change["currency"]} if "currency" in change else said


def _entry(change: Mapping[str, Any]) -> dict[str, Any]:
    origin = Origin.READING.value
    return {"booked_on": change["date"], "amount_minor": change["amount"], "origin": origin}
