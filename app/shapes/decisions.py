"""The JSON of `accept`, `reject`, `undo` and `coverage`, documented in docs/other-json.md."""

from __future__ import annotations

from typing import Any, TypedDict

from app.shapes.writing import iso
from db.models import Proposal
from db.money import exponent_of, to_decimal_string
from db.views import AccountView
from pipeline.review.coverage import Month
from pipeline.review.deciding import Decided
from pipeline.review.undoing import Undone


class ChangeShape(TypedDict):
    """One change of the ledger; ``was`` and ``now`` are what the entry said, null for no entry."""

    op: str
    entry: int
    was: str | None
    now: str | None


class DecisionShape(TypedDict):
    """What a decision came to; ``lock_id`` is the lock of the period if it is reconciled now."""

    proposal_id: int
    status: str
    verdict: str
    lock_id: int | None
    rest: int | None
    changes: list[ChangeShape]


class LeftShape(TypedDict):
    """An entry that was left alone, and why."""

    entry: int
    reason: str


class UndoneShape(TypedDict):
    """What undoing an import came to."""

    import_id: int
    restored: list[int]
    left: list[LeftShape]


class MonthShape(TypedDict):
    """One month of one account; ``by_earlier_version`` as in a review."""

    account_id: int
    account: str
    month: str
    state: str
    statements: list[int]
    by_earlier_version: bool


def decision_shape(proposal: Proposal, decided: Decided) -> DecisionShape:
    """A proposal as it stands after the decision."""
    return DecisionShape(
        proposal_id=decided.proposal_id,
        status=proposal.status.value,
        verdict=decided.verdict.value,
        lock_id=decided.lock_id,
        rest=decided.rest,
        changes=[change_shape(each) for each in decided.applied],
    )


def undone_shape(import_id: int, undone: Undone) -> UndoneShape:
    """What was restored, and what was not."""
    return UndoneShape(
        import_id=import_id,
        restored=list(undone.restored),
        left=[LeftShape(entry=entry, reason=why) for entry, why in undone.left],
    )


def month_shape(account: AccountView, month: Month) -> MonthShape:
    """A month, as ``2026-06``."""
    return MonthShape(
        account_id=account.id,
        account=account.name,
        month=(iso(month.first) or "")[:7],
        state=month.state.value,
        statements=list(month.statements),
        by_earlier_version=month.earlier,
    )


def change_shape(applied: dict[str, Any]) -> ChangeShape:
    """A change that was applied, or is foreseen."""
    return ChangeShape(
        op=applied["op"],
        entry=applied["entry"],
        was=_said(applied["before"]),
        now=_said(applied["after"]),
    )


def _said(entry: dict[str, Any] | None) -> str | None:
    if entry is None:
        return None
    exponent = exponent_of(entry["currency"])
    if "opening_balance_minor" in entry:
        balance = to_decimal_string(entry["opening_balance_minor"], exponent)
        since = entry["opened_on"] or "from the beginning"
        mask = f"*{entry['mask']}" if entry.get("mask") else None
        known_by = entry.get("name"), mask, entry.get("kind")
        return " ".join(filter(None, (since, balance, entry["currency"], *known_by)))
    amount = to_decimal_string(entry["amount_minor"], exponent)
    return f"{entry['booked_on']} {amount} {entry['currency']} {entry['description']}"
