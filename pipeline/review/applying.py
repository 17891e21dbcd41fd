"""Applies accepted changes to the ledger, and foresees what they would make of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.ledger.amending import (
    Amendment,
    NoSuchEntry,
    amend_all,
    move,
    opening_of,
    remove,
    set_opening,
    set_state,
    snapshot,
    snapshots,
    split,
)
from db.ledger.bookkeeping import add_transactions, remember_statement
from db.ledger.locks import refuse_locked
from db.ledger.queries import entries_of
from db.ledger.views import NewEntry
from db.models import Line, Match, Proposal, Resolution, Statement, Transaction
from db.session import ProgressStep, batches, tell
from db.sources.corrections import LEG
from db.words import EntryState, Origin, ResolutionOp
from pipeline.account.new_account import open_account
from pipeline.account.one_account import counts, named
from pipeline.review.errors import CannotResolve, EntryTaken

#: Changes of which many are carried out at once.
_AT_ONCE: Final = ("amend", "remove")


def apply_all(
    session: Session, statement: Statement, changes: Sequence[Mapping[str, Any]], actor: str
) -> Iterator[dict[str, Any]]:
    """Carry them out in their order; entries that are added, amended or removed one behind the
    other are so at once, for a thousand of them one by one are ten thousand statements.

    Raises what `apply` raises.
    """
    done = 0
    for op, group in groupby(changes, key=lambda each: str(each["op"])):
        for some in _together(op, list(group)):
            yield from _apply(session, statement, some, actor)
            done += len(some)
            tell(session, ProgressStep.CHANGES, done, len(changes))


def _together(
    op: str, changes: Sequence[Mapping[str, Any]]
) -> Iterator[Sequence[Mapping[str, Any]]]:
    """Those changes of one kind that are carried out at once: all adds, or so many that somebody
    sees how far it is; of those that name one entry twice, each by itself."""
    entries = {each.get("entry") for each in changes}
    if op == "add":
        yield changes
    elif op in _AT_ONCE and len(entries) == len(changes):
        yield from batches(changes)
    else:
        yield from ([each] for each in changes)


def _apply(
    session: Session, statement: Statement, changes: Sequence[Mapping[str, Any]], actor: str
) -> list[dict[str, Any]]:
    account_id, op = statement.account_id, str(changes[0]["op"])
    if account_id is not None and op == "add":
        return _add(session, account_id, statement.import_id, changes)
    if account_id is not None and op in _AT_ONCE:
        return _amend_or_remove(session, statement, op, changes)
    return [each for change in changes for each in apply(session, statement, change, actor)]


def apply(
    session: Session, statement: Statement, change: Mapping[str, Any], actor: str
) -> list[dict[str, Any]]:
    """Carry one change out and give its effects, each ``{op, entry, before, after}``, snapshots of
    the entry.

    For ``open`` they are of the account, and ``entry`` is 0, as for what changes no entry. Raises
    ``PeriodLocked``, ``NoSuchEntry``, ``EntryTaken`` and ``BadSplit``.
    """
    account_id, op = statement.account_id, change["op"]
    if account_id is None:
        raise ValueError("there is nothing to change without an account")
    if op == "open":
        effect = foreseen(session, account_id, change)
        set_opening(session, effect["after"])
        return [effect]
    if op in (each.value for each in ResolutionOp):
        return [_resolve(session, statement, change, actor)]
    if op == "add":
        return _add(session, account_id, statement.import_id, [change])
    if op in _AT_ONCE:
        return _amend_or_remove(session, statement, op, [change])
    entry = int(change["entry"])
    before = snapshot(session, entry)
    _refuse_taken(session, [entry], statement)
    parts = _change(session, entry, change)
    added = [_effect(session, "add", part, None) for part in parts]
    return [_effect(session, op, entry, before), *added]


def opening_account(session: Session, change: dict[str, Any]) -> dict[str, Any]:
    """Add an account and give the same, with the account's snapshot. Raises ``AccountExists``."""
    account_id = open_account(session, change)
    after = {**opening_of(session, account_id), **identity(change)}
    return {"op": "account", "entry": 0, "before": None, "after": after}


def _effect(session: Session, op: str, entry: int, before: dict[str, Any] | None) -> dict[str, Any]:
    return {"op": op, "entry": entry, "before": before, "after": snapshot(session, entry)}


def _add(
    session: Session, account_id: int, import_id: int, changes: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    new = [
        NewEntry(
            date.fromisoformat(each["date"]),
            each["amount"],
            each["description"],
            origin=Origin.READING,
        )
        for each in changes
    ]
    refuse_locked(session, account_id, sorted({each.booked_on for each in new}))
    added = add_transactions(session, account_id, new, import_id)
    set_state(session, added, EntryState.CLEARED)
    now = snapshots(session, added)
    return [
        {"op": "add", "entry": each, "before": None, "after": now[each], **_as_before(change)}
        for each, change in zip(added, changes, strict=True)
    ]


def _amend_or_remove(
    session: Session, statement: Statement, op: str, changes: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    entries = [int(each["entry"]) for each in changes]
    before = snapshots(session, entries)
    _refuse_taken(session, entries, statement)
    if op == "remove":
        remove(session, *entries)
    else:
        wanted = (
            Amendment(date.fromisoformat(each["date"]), each["amount"], Origin.READING)
            for each in changes
        )
        amend_all(session, dict(zip(entries, wanted, strict=True)))
    after = snapshots(session, entries)
    return [
        {"op": op, "entry": each, "before": before.get(each), "after": after.get(each)}
        for each in entries
    ]


def _change(session: Session, entry: int, change: Mapping[str, Any]) -> list[int]:
    """Change the entry, and give the ids of what it was parted into as well."""
    if change["op"] == "split":
        return split(session, entry, change["amounts"])
    day = date.fromisoformat(change["date"]) if change["date"] else None
    move(session, entry, day, change["account"])
    return []


def _refuse_taken(session: Session, entries: Sequence[int], statement: Statement) -> None:
    """Raises ``EntryTaken`` if another statement is paired with one of them, and holds it so."""
    for some in batches(entries):
        other = session.execute(
            select(Match.transaction_id, Statement.import_id)
            .join(Line, Line.id == Match.line_id)
            .join(Statement, Statement.id == Line.statement_id)
            .where(
                Match.transaction_id.in_(some),
                Statement.id != statement.id,
                *counts(),
            )
            .limit(1)
        ).first()
        if other is not None:
            raise EntryTaken(entry_id=other.transaction_id, import_id=other.import_id)


def _refuse_foreign(session: Session, entries: Sequence[int], statement: Statement) -> None:
    """Raises ``NoSuchEntry`` for what is no entry of the statement's account."""
    query = select(Transaction.id).where(
        Transaction.id.in_(entries), Transaction.account_id == statement.account_id
    )
    own = set(session.scalars(query))
    for entry in entries:
        if entry not in own:
            raise NoSuchEntry(entry_id=entry)


def _resolve(
    session: Session, statement: Statement, change: Mapping[str, Any], actor: str
) -> dict[str, Any]:
    """Keep a resolution, and say in the log what it is about."""
    _refuse_foreign(session, change["entries"], statement)
    _refuse_taken(session, change["entries"], statement)
    if change["op"] == ResolutionOp.PAIR:
        booked = sum(each.amount_minor for each in entries_of(session, change["entries"]))
        if booked != sum(line["amount"] for line in change["lines"]):
            raise CannotResolve(
                act="pair", why="the lines and the entries do not come to the same amount"
            )
    resolution = Resolution(
        account_id=statement.account_id,
        statement_id=statement.id,
        op=ResolutionOp(change["op"]),
        lines=change["lines"],
        entries=named(session, change["entries"]),
        reason=change["reason"],
        actor=actor,
    )
    session.add(resolution)
    session.flush()
    entries = change["entries"]
    days = [each.booked_on for each in entries_of(session, entries)]
    start, end = statement.period_start, statement.period_end
    if statement.account_id is not None and start is not None and end is not None:
        last = date.max if entries else end
        remember_statement(session, statement.account_id, min([start, *days]), last)
    said = {"lines": change["lines"], "entries": change["entries"], "reason": change["reason"]}
    effect = {"op": change["op"], "entry": 0, "before": None, "after": None}
    return {**effect, "resolution": resolution.id, "said": said}


def foreseen(session: Session, account_id: int | None, change: Mapping[str, Any]) -> dict[str, Any]:
    """``{op, entry, before, after}`` as `applying.apply` would give them; 0 for no entry yet.

    True as long as the ledger is what the change was proposed for.
    """
    if account_id is None:
        return _foreseen_effect(change, None, {**_opening(change), **identity(change)})
    account = opening_of(session, account_id)
    if change["op"] == "open":
        return _foreseen_effect(change, account, {**account, **_opening(change)})
    if change["op"] == "pair":
        rows = {name: change[name] for name in ("lines", "entries", "reason")}
        return {**_foreseen_effect(change, None, None), "said": rows}
    if change["op"] == "add":
        new = {"currency": account["currency"], "description": change["description"]}
        added = {**new, **_entry(change)}
        return {**_foreseen_effect(change, None, added), **_as_before(change)}
    before = snapshot(session, int(change["entry"]))
    if change["op"] == "remove" or before is None:
        return _foreseen_effect(change, before, None)
    return _foreseen_effect(change, before, {**before, **_entry(change)})


def entries_changed(session: Session, proposals: Iterable[Proposal]) -> list[Transaction]:
    """The entries that these would change. While they are held, `foreseen` need not ask for each: a
    session lets go of what no one holds."""
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


def _as_before(change: Mapping[str, Any]) -> dict[str, Any]:
    """What earlier decisions propose for an entry that is added, and what a person named."""
    return {name: change[name] for name in ("payee", "counter_account", LEG) if name in change}


def _foreseen_effect(
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
