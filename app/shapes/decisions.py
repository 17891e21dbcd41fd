"""The JSON of `accept`, `reject`, `undo` and `coverage`, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.shapes.writing import Versioned, shaped
from db.money import exponent_of, to_decimal_string
from db.words import ProposalStatus, Verdict
from pipeline.review.coverage import MonthState

if TYPE_CHECKING:
    from db.models import Proposal
    from db.views import AccountView
    from pipeline.review.coverage import Month
    from pipeline.review.deciding import Decided
    from pipeline.review.undoing import Undone


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeShape:
    """One change of the ledger; ``was`` and ``now`` are what the entry said, null for no entry.

    ``moved_to`` is the account that an entry went to. What changes no entry, such as a pair by
    hand, has an ``entry`` of 0 and says which ``lines`` of the statement and which ``entries``.
    ``suggested_by`` names the model whose suggestion it is; null is tieout's own.
    """

    op: str
    entry: int
    was: str | None
    now: str | None
    moved_to: int | None
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    suggested_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionShape:
    """What a decision came to; ``lock_id`` is the lock of the period if it is reconciled now."""

    proposal_id: int
    status: ProposalStatus
    verdict: Verdict
    lock_id: int | None
    rest: int | None
    changes: tuple[ChangeShape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyShape:
    """One of many decisions, with the statement that it is about: its number in the document,
    from 1, and the ledger's account."""

    import_id: int
    statement: int
    file: str
    account: str | None
    period_start: datetime.date | None
    period_end: datetime.date | None
    decision: DecisionShape


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftShape:
    """An entry that was left alone, and why."""

    entry: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneShape(Versioned):
    """What undoing an import came to."""

    import_id: int
    restored: tuple[int, ...]
    left: tuple[LeftShape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthShape:
    """One month of one account; ``by_earlier_version`` as in a review. ``locked``: locks in force
    hold every statement that covers it."""

    account_id: int
    account: str
    month: str
    state: MonthState
    statements: tuple[int, ...]
    by_earlier_version: bool
    locked: bool


def decision_shape(proposal: Proposal, decided: Decided) -> DecisionShape:
    """A proposal as it stands after the decision."""
    changes = tuple(change_shape(each, proposal.suggested_by) for each in decided.applied)
    return shaped(DecisionShape, decided, status=proposal.status, changes=changes)


def undone_shape(import_id: int, undone: Undone) -> UndoneShape:
    """What was restored, and what was not."""
    left = tuple(LeftShape(entry=entry, reason=why) for entry, why in undone.left)
    return shaped(UndoneShape, undone, import_id=import_id, left=left)


def month_shape(account: AccountView, month: Month) -> MonthShape:
    """A month, as ``2026-06``."""
    return shaped(
        MonthShape,
        month,
        account_id=account.id,
        account=account.name,
        month=month.first.isoformat()[:7],
        by_earlier_version=month.earlier,
    )


def change_shape(applied: Mapping[str, Any], suggested_by: str | None = None) -> ChangeShape:
    """A change that was applied, or is foreseen."""
    before, after, settled = applied["before"], applied["after"], applied.get("said") or {}
    return ChangeShape(
        op=applied["op"],
        entry=applied["entry"],
        was=said(before),
        now=said(after),
        moved_to=_moved_to(before or {}, after or {}),
        lines=tuple(each["ordinal"] for each in settled.get("lines", ())),
        entries=tuple(settled.get("entries", ())),
        suggested_by=suggested_by,
    )


def _moved_to(before: Mapping[str, Any], after: Mapping[str, Any]) -> int | None:
    """The account that an entry, or what was to be one, goes to from another."""
    there: int | None = after.get("account_id")
    return None if before.get("account_id") in (None, there) else there


def said(entry: dict[str, Any] | None) -> str | None:
    """What a snapshot of an entry, or of an account's opening balance, says; None for nothing."""
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
