"""The JSON of decisions, stated facts, coverage and the log, in docs/other-json.md."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeGuard

from app.shapes.writing import JsonShape, Versioned, money, shaped
from db.ledger.views import masked
from db.money import exponent_of, to_decimal_string
from db.words import Flaw, ImportStatus, ProposalStatus, Verdict
from pipeline.review.coverage import MonthState

if TYPE_CHECKING:
    from db.ledger.views import AccountView
    from db.log import Past
    from db.models import Proposal, Statement
    from pipeline.review.coverage import Month
    from pipeline.review.deciding import Decided
    from pipeline.review.undoing import Undone


class ChangeShape(JsonShape):
    """One change of the ledger; ``was`` and ``now`` are what the entry said, null for no entry.

    ``moved_to`` is the account that an entry went to. What changes no entry, such as a pair by
    hand, has an ``entry`` of 0 and says which ``lines`` of the statement and which ``entries``.
    ``suggested_by`` names the model whose suggestion it is; null is tieout's own. ``payee`` is what
    earlier decisions call what would be added, and ``counter_account`` where `tieout ledger patch`
    books its second leg, as a person named it or by earlier decisions; null is not known."""

    op: str
    entry: int
    was: str | None
    now: str | None
    moved_to: int | None
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    suggested_by: str | None = None
    payee: str | None = None
    counter_account: str | None = None


class DecisionShape(JsonShape):
    """What a decision came to; ``lock_id`` is the lock of the period if it is reconciled now, and
    ``act`` its number in the log, to undo it by."""

    act: int
    proposal_id: int
    status: ProposalStatus
    verdict: Verdict
    lock_id: int | None
    rest: int | None
    changes: tuple[ChangeShape, ...]


class ManyShape(JsonShape):
    """One of many decisions, with the statement that it is about: its number in the document,
    from 1, and the ledger's account."""

    import_id: int
    statement: int
    file: str
    account: str | None
    period_start: datetime.date | None
    period_end: datetime.date | None
    decision: DecisionShape


class LeftShape(JsonShape):
    """An entry that was left alone, and why."""

    entry: int
    reason: str


class UndoneShape(Versioned):
    """What undoing an import came to."""

    import_id: int
    restored: tuple[int, ...]
    left: tuple[LeftShape, ...]


class DecisionsUndoneShape(Versioned):
    """What taking decisions back came to: ``acts`` are their numbers in the log, ``undone`` what
    they had changed, the last change first. Their ``imports`` stay."""

    acts: tuple[int, ...]
    imports: tuple[int, ...]
    restored: tuple[int, ...]
    left: tuple[LeftShape, ...]
    undone: tuple[ChangeShape, ...]


class DaysShape(JsonShape):
    """The days from the first to the last, both included."""

    first: datetime.date
    last: datetime.date


class MonthShape(JsonShape):
    """One month of one account; ``by_earlier_version`` as in a review. ``locked``: locks in force
    hold every statement that covers it. ``lacking``: the days of a partly covered month that are
    on no statement."""

    account_id: int
    account: str
    month: str
    state: MonthState
    statements: tuple[int, ...]
    by_earlier_version: bool
    locked: bool
    lacking: tuple[DaysShape, ...]


def decision_shape(proposal: Proposal, decided: Decided) -> DecisionShape:
    changes = tuple(change_shape(each, proposal.suggested_by) for each in decided.applied)
    return shaped(DecisionShape, decided, status=proposal.status, changes=changes)


def left_shapes(undone: Undone) -> tuple[LeftShape, ...]:
    return tuple(LeftShape(entry=entry, reason=why) for entry, why in undone.left)


def month_shape(account: AccountView, month: Month) -> MonthShape:
    """A month, as ``2026-06``."""
    return shaped(
        MonthShape,
        month,
        account_id=account.id,
        account=account.name,
        month=month.first.isoformat()[:7],
        by_earlier_version=month.earlier,
        lacking=tuple(shaped(DaysShape, each) for each in month.lacking),
    )


def change_shape(applied: Mapping[str, Any], suggested_by: str | None = None) -> ChangeShape:
    before, after, settled = applied["before"], applied["after"], applied.get("said") or {}
    # The account that an entry, or what was to be one, goes to from another.
    there: int | None = (after or {}).get("account_id")
    return ChangeShape(
        op=applied["op"],
        entry=applied["entry"],
        was=said(before),
        now=said(after),
        moved_to=there if before and before.get("account_id") not in (None, there) else None,
        lines=tuple(each["ordinal"] for each in settled.get("lines", ())),
        entries=tuple(settled.get("entries", ())),
        suggested_by=suggested_by,
        payee=applied.get("payee"),
        counter_account=applied.get("counter_account"),
    )


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


class StatedShape(Versioned):
    """A statement with what a person stated of it, and what follows."""

    import_id: int
    status: ImportStatus
    verdict: Verdict
    account: str | None
    period_start: datetime.date | None
    period_end: datetime.date | None
    opening_balance: Decimal | None
    closing_balance: Decimal | None
    stands: bool


def stated_shape(statement: Statement, verdict: Verdict) -> StatedShape:
    return shaped(
        StatedShape,
        statement,
        status=statement.work.status,
        verdict=verdict,
        account=statement.account.name if statement.account else None,
        opening_balance=money(statement.opening_minor, statement.exponent),
        closing_balance=money(statement.closing_minor, statement.exponent),
    )


class NamedAccountShape(JsonShape):
    """An account that an act was about; the name is null if there is no such account any more."""

    id: int
    name: str | None


class ActShape(JsonShape):
    """One thing that somebody did, at a time in UTC.

    ``changes`` are what entries said before and after, as far as the act was about entries;
    ``before`` and ``after`` are all that was kept, as it was kept: amounts in minor units."""

    id: int
    at: datetime.datetime
    actor: str
    action: str
    subject: str
    import_id: int | None
    file: str | None
    accounts: tuple[NamedAccountShape, ...]
    reason: str | None
    changes: tuple[ChangeShape, ...]
    before: Any
    after: Any


class LogShape(Versioned):
    """Acts, the newest first; ``before`` is what to ask the older ones with, null if none are."""

    acts: tuple[ActShape, ...]
    before: int | None


class FlawShape(JsonShape):
    """What is wrong in the log: at a ``position`` of its chain, from 1, and at an ``act``, as far
    as there are such."""

    flaw: Flaw
    position: int | None
    act: int | None


class ChainShape(Versioned):
    """What a check of the log came to: so many ``acts``, of which the content of so many was
    ``forgotten``. ``head`` is the hash to keep elsewhere; a log that is whole has no ``flaws``."""

    acts: int
    forgotten: int
    head: str
    flaws: tuple[FlawShape, ...]


def act_shape(past: Past) -> ActShape:
    row = past.row
    accounts = tuple(
        NamedAccountShape(id=one, name=name or None) for one, name in past.accounts.items()
    )
    reason = row.after.get("reason") if isinstance(row.after, dict) else None
    return shaped(
        ActShape,
        row,
        before=_without_numbers(row.before),
        after=_without_numbers(row.after),
        import_id=past.import_id,
        file=past.file,
        accounts=accounts,
        reason=reason if isinstance(reason, str) else None,
        changes=tuple(_changes(row.action, row.before, row.after)),
    )


def _without_numbers(kept: Any) -> Any:
    """What the log kept, with the whole numbers of accounts as they are shown."""
    if not isinstance(kept, dict):
        return kept
    shown = {
        name: {**each, "number": masked(each["number"])}
        for name, each in kept.items()
        if isinstance(each, dict) and isinstance(each.get("number"), str)
    }
    return {**kept, **shown}


def _changes(action: str, before: Any, after: Any) -> Iterator[ChangeShape]:
    """Whatever of it says how an entry was and is, or what was settled without changing one."""
    if is_change(whole := {"op": action, "before": before, "after": after}):
        yield _change(whole)
    elif isinstance(after, dict):
        for value in after.values():
            for each in value if isinstance(value, list) else [value]:
                if is_change(each) or is_settled(each):
                    yield _change(each)


def is_change(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it is a snapshot before and one after, either of which may be none."""
    if not isinstance(value, dict) or not {"before", "after"} <= value.keys():
        return False
    both = [each for each in (value["before"], value["after"]) if each is not None]
    return bool(both) and all(map(is_snapshot, both))


def is_settled(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether it says which lines and entries a person settled without changing any."""
    if not isinstance(value, dict) or not value.keys() >= {"op", "before", "after", "said"}:
        return False
    said = value["said"]
    return isinstance(said, dict) and said.keys() >= {"lines", "entries"}


def is_snapshot(value: object) -> bool:
    """Whether it is what an entry, or an account's opening balance, said."""
    if not isinstance(value, dict):
        return False
    return value.keys() >= _ENTRY or value.keys() >= _OPENING


_ENTRY = {"booked_on", "amount_minor", "currency", "description"}
_OPENING = {"opened_on", "opening_balance_minor", "currency"}


def _change(value: Mapping[str, Any]) -> ChangeShape:
    before, after = value["before"], value["after"]
    entry = value.get("entry") or (before or {}).get("id") or (after or {}).get("id") or 0
    return change_shape({**value, "op": str(value.get("op", "")), "entry": int(entry)})
