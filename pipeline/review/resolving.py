"""Resolves one difference as a person says: every kind can be resolved, by changes shown first."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.ledger.amending import NoSuchEntry
from db.ledger.bookkeeping import hold
from db.ledger.locks import lock_in_force
from db.log import log
from db.models import Proposal, Reconciliation, Statement, Transaction, utc_now
from db.statements.pages import import_of
from db.words import ProposalStatus, Verdict
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference
from pipeline.record.pairing import lines_of
from pipeline.record.proposing import (
    StatementRef,
    as_said,
    by_ordinal,
    recorded_differences,
    request_id,
    said_of,
)
from pipeline.record.reproof import reconciliations_of
from pipeline.record.settling import is_stale, settle
from pipeline.review.applying import apply
from pipeline.review.deciding import Decided, settle_import, waiting_of
from pipeline.review.errors import (
    CannotResolve,
    DifferenceMoved,
    LedgerStale,
    NoAccountYet,
    NoSuchDifference,
)


def numbered_differences(session: Session, import_id: int) -> list[Numbered]:
    """The import's differences as they are shown. Raises ``NoSuchImport``."""
    rows = reconciliations_of(session, import_id)
    lines = lines_of(session, [row.statement_id for row in rows])
    return [replace(each, lines=lines[each.row.statement_id]) for each in numbered(rows)]


def numbered(rows: Iterable[Reconciliation]) -> list[Numbered]:
    """The differences of an import's statements, without their lines."""
    all_ = [(row, each) for row in rows for each in recorded_differences(row)]
    return [Numbered(number, row, each) for number, (row, each) in enumerate(all_, start=1)]


def resolve(
    session: Session,
    import_id: int,
    number: int,
    wish: Wish,
    actor: str,
    seen: str | None = None,
    group: str | None = None,
) -> Decided:
    """Do what a person wishes about the difference, in the caller's transaction.

    ``seen`` says what the person looked at (`seen_of`). Raises ``NoSuchImport``,
    ``NoSuchDifference``, ``DifferenceMoved``, ``CannotResolve``, ``NoAccountYet``,
    ``LedgerStale``, ``PeriodLocked``, ``WouldBreakLock``, ``EntryTaken`` and ``NoSuchEntry``.
    """
    held = _held(session, import_id, number, seen)
    here = held.row.statement.account_id
    moved = (
        {"op": "move", "entry": each, "date": None, "account": here}
        for each in _elsewhere(session, here, wish)
    )
    changes = [*moved, *changes_of(held, wish)]
    effects: list[dict[str, Any]] = []
    for change in changes:
        if 0 in change.get("entries", ()):  # 0 is what was just added
            added = effects[-1]["entry"]
            change["entries"] = [entry or added for entry in change["entries"]]
        effects += apply(session, held.row.statement, change, actor)
    proposal = _accepted(session, held.row, changes, wish, actor)
    held.row.ledger_etag = None  # whatever is left open is to be looked at again
    locks = settle(session, actor).locks
    after = {
        "import": import_id, "applied": effects, "locks": locks, "act": wish.act,
        "reason": wish.reason, **({"group": group} if group else {}),
    }  # fmt: skip
    act = log(session, actor, "resolve", f"proposals:{proposal.id}", after=after)
    settle_import(session, import_id)
    verdict: Verdict = held.row.verdict
    return Decided(
        proposal.id,
        verdict,
        act.id,
        tuple(effects),
        lock_in_force(session, held.row.id),
        waiting_of(session, held.row),
    )


def seen_of(session: Session, meant: Numbered) -> str:
    """Identifies exactly this difference, and all that was decided about its statement."""
    return seen_of_each(session, [meant])[0]


def seen_of_each(session: Session, meant: Sequence[Numbered]) -> list[str]:
    """The same of many, by one query."""
    decided = decided_on(session, {each.row.id for each in meant})
    return [seen_with(decided, each) for each in meant]


def decided_on(session: Session, row_ids: Collection[int]) -> Mapping[int | None, Sequence[int]]:
    """The numbers of all that was decided about these statements, by what is recorded of each."""
    query = select(Proposal.reconciliation_id, Proposal.id).where(
        Proposal.reconciliation_id.in_(row_ids), Proposal.status != ProposalStatus.PENDING
    )
    decided: dict[int | None, list[int]] = {each: [] for each in row_ids}
    for row_id, proposal_id in session.execute(query.order_by(Proposal.id)) if decided else ():
        decided[row_id].append(proposal_id)
    return decided


def seen_with(decided: Mapping[int | None, Sequence[int]], meant: Numbered) -> str:
    """The same of one, where it is known what was decided."""
    said = (meant.row.id, meant.difference, decided[meant.row.id])
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _held(session: Session, import_id: int, number: int, seen: str | None) -> Numbered:
    """The difference that is meant, while no one else can change its account."""
    first = one_difference(session, import_id, number)
    seen = seen or seen_of(session, first)
    import_of(session, import_id, hold=True)  # as an undo does
    account_id = first.row.statement.account_id
    if account_id is None:
        raise NoAccountYet(import_id=import_id)
    hold(session, account_id)
    # Anyone who had to wait for either must see what the other has made of it.
    session.expire_all()
    if is_stale(session, account_id):
        raise LedgerStale
    found = one_difference(session, import_id, number)
    if seen != seen_of(session, found):
        raise DifferenceMoved(import_id=import_id, number=number)
    return found


def one_difference(session: Session, import_id: int, number: int) -> Numbered:
    """The difference of that number. Raises ``NoSuchImport`` and ``NoSuchDifference``."""
    found = numbered_differences(session, import_id)
    if number == 0:
        # The import's first statement that does not tie out, as a whole.
        query = (
            select(Reconciliation)
            .join(Statement, Statement.id == Reconciliation.statement_id)
            .where(Statement.import_id == import_id, Reconciliation.verdict != Verdict.MATCHED)
            .order_by(Statement.ordinal)
        )
        row = session.scalars(query.limit(1)).first()
        if row is None:
            raise NoSuchDifference(import_id=import_id, number=0, count=0)
        return Numbered(0, row, None)
    if not 1 <= number <= len(found):
        raise NoSuchDifference(import_id=import_id, number=number, count=len(found))
    return found[number - 1]


def _elsewhere(session: Session, account_id: int | None, wish: Wish) -> list[int]:
    """The entries in other accounts that a pair brings here first. Raises ``NoSuchEntry``, or
    ``CannotResolve`` for any other act."""
    if wish.act == "move" and wish.account_id == account_id:
        return []
    found = []
    for entry in dict.fromkeys(wish.entries):
        row = session.get(Transaction, entry)
        if row is None:
            raise NoSuchEntry(entry_id=entry)
        if row.account_id != account_id and wish.act != "pair":
            raise CannotResolve(act=wish.act, why=f"entry {entry} is in another account")
        found += [entry] if row.account_id != account_id else []
    return found


def _accepted(
    session: Session,
    row: Reconciliation,
    changes: list[dict[str, Any]],
    wish: Wish,
    actor: str,
) -> Proposal:
    statement = row.statement
    about = StatementRef(statement.import_id, statement.ordinal, row.id)
    proposal = Proposal(
        reconciliation_id=row.id,
        request_id=request_id(session, about),
        ledger_etag=row.ledger_etag or "",
        changes=changes,
        reason=wish.act,
        evidence=[[] for _ in changes],
        status=ProposalStatus.ACCEPTED,
        decided_by=actor,
        decided_reason=wish.reason or None,
        decided_at=utc_now(),
    )
    session.add(proposal)
    session.flush()
    return proposal


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants of a difference.

    ``lines`` (ordinals) and ``entries`` (ids) are those of the difference if empty. ``day`` and
    ``account_id`` are where an entry moves, ``amounts`` (minor units) what it is split into.
    ``pairs`` are lines, each with the one entry that it is.
    """

    act: str
    lines: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    day: date | None = None
    account_id: int | None = None
    amounts: tuple[int, ...] = ()
    reason: str = ""
    pairs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Numbered:
    """A difference of an import with its number, counted from 1 over all of its statements.

    Number 0 is a statement as a whole, which can only be left as it is.
    """

    number: int
    row: Reconciliation
    difference: Difference | None
    lines: Sequence[Line] = field(repr=False, default=())


def changes_of(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The changes that do what is wished. Raises ``CannotResolve``."""
    act = ACTS.get(wish.act)
    if act is None or (meant.difference is None and wish.act != "leave"):
        raise CannotResolve(act=wish.act, why="this is not one of the possible acts")
    return act.changes(meant, wish)


def _entry(meant: Numbered, wish: Wish) -> int:
    entries = _entries(meant, wish)
    if len(entries) != 1:
        raise CannotResolve(act=wish.act, why="it needs exactly one entry: name it with --entry")
    return entries[0]


def _lines(meant: Numbered, ordinals: Sequence[int], wish: Wish) -> list[Line]:
    by_ordinal = {line.ordinal: line for line in meant.lines}
    unknown = [n for n in ordinals if n not in by_ordinal]
    if unknown:
        raise CannotResolve(act=wish.act, why=f"the statement has no line {unknown[0]}")
    return [by_ordinal[n] for n in ordinals]


def _ordinals(meant: Numbered, wish: Wish) -> tuple[int, ...]:
    lines = wish.lines or (meant.difference.lines if meant.difference else ())
    return tuple(dict.fromkeys(lines))


def _entries(meant: Numbered, wish: Wish) -> tuple[int, ...]:
    entries = wish.entries or (meant.difference.entries if meant.difference else ())
    return tuple(dict.fromkeys(entries))


def _add(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """An entry for each line that the ledger lacks."""
    lines = _lines(meant, _ordinals(meant, wish), wish)
    if not lines or any(line.date is None for line in lines):
        raise CannotResolve(act=wish.act, why="it needs a line of the statement with a date")
    return [{"op": "add", **as_said(line)} for line in lines]


def _amend(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The entry says what the line does."""
    ordinals = _ordinals(meant, wish)
    if len(ordinals) != 1:
        raise CannotResolve(act=wish.act, why="it needs exactly one line: name it with --line")
    line = _lines(meant, ordinals, wish)[0]
    if line.date is None:
        raise CannotResolve(act=wish.act, why="the line has no date")
    return [{"op": "amend", "entry": _entry(meant, wish), **as_said(line)}]


def _remove(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    entries = _entries(meant, wish)
    if not entries:
        raise CannotResolve(act=wish.act, why="there is no entry to remove")
    return [{"op": "remove", "entry": entry} for entry in entries]


def _move(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The entry goes to another day, another account, or both."""
    if wish.day is None and wish.account_id is None:
        raise CannotResolve(act=wish.act, why="say where to: --to-day DATE or --to-account ACCOUNT")
    to = {"date": wish.day.isoformat() if wish.day else None, "account": wish.account_id}
    return [{"op": "move", "entry": entry, **to} for entry in _entries(meant, wish)]


def _split(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """One entry becomes several, of these amounts or of the lines'."""
    lines = _lines(meant, _ordinals(meant, wish), wish)
    amounts = wish.amounts or tuple(line.amount for line in lines)
    return [{"op": "split", "entry": _entry(meant, wish), "amounts": list(amounts)}]


def _pair(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """These lines and these entries are the same facts; their sums must be equal."""
    if wish.pairs:
        return [
            _paired(_lines(meant, [line], wish), [entry], wish.reason) for line, entry in wish.pairs
        ]
    lines = _lines(meant, _ordinals(meant, wish), wish)
    entries = _entries(meant, wish)
    if not lines or not entries or (len(lines) > 1 and len(entries) > 1):
        raise CannotResolve(
            act=wish.act, why="it needs one line with entries, or one entry with lines"
        )
    return [_paired(lines, entries, wish.reason)]


def _paired(lines: Sequence[Line], entries: Sequence[int], reason: str) -> dict[str, Any]:
    said = said_of([line.ordinal for line in lines], by_ordinal(lines))
    return {"op": "pair", "lines": said, "entries": list(entries), "reason": reason}


def _fee(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The entry stays as it is, and what the line is short of it is an entry of its own; the line
    is both."""
    difference = meant.difference
    lines = _lines(meant, _ordinals(meant, wish), wish)
    entry = _entry(meant, wish)
    if difference is None or difference.found is None or difference.entries != (entry,):
        raise CannotResolve(act=wish.act, why="this is not one of the possible acts")
    if len(lines) != 1 or lines[0].date is None:
        raise CannotResolve(act=wish.act, why="it needs a line of the statement with a date")
    rest = {**as_said(lines[0]), "amount": lines[0].amount - difference.found}
    return [{"op": "add", **rest}, _paired(lines, [entry, 0], wish.reason)]


def _outstanding(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    """The bank will count the entry on a later statement."""
    if _ordinals(meant, wish) or not _entries(meant, wish):
        raise CannotResolve(act=wish.act, why="only an entry that is on no line can be outstanding")
    entries = list(_entries(meant, wish))
    return [{"op": "outstanding", "lines": [], "entries": entries, "reason": wish.reason}]


def _leave(meant: Numbered, wish: Wish) -> list[dict[str, Any]]:
    if not wish.reason:
        raise CannotResolve(act=wish.act, why="say why, with --reason TEXT")
    if meant.difference is None:
        return [{"op": "leave", "lines": [], "entries": [], "reason": wish.reason}]
    said = said_of(meant.difference.lines, by_ordinal(meant.lines))
    entries = list(meant.difference.entries)
    return [{"op": "leave", "lines": said, "entries": entries, "reason": wish.reason}]


@dataclass(frozen=True, slots=True)
class ResolvingAct:
    """One way to settle a difference: the changes that do it, and what the difference must have for
    it to be offered; True is a row of that side, False none of it, None either."""

    changes: Callable[[Numbered, Wish], list[dict[str, Any]]]
    line: bool | None = None
    entry: bool | None = None

    def is_offered(self, lines: Collection[object], entries: Collection[object]) -> bool:
        return self.line in (None, bool(lines)) and self.entry in (None, bool(entries))


#: What can be done about a difference; `app/texts/deciding.json` has what each is called.
ACTS: Final[Mapping[str, ResolvingAct]] = {
    "add": ResolvingAct(_add, line=True),
    "amend": ResolvingAct(_amend, line=True),
    "remove": ResolvingAct(_remove, entry=True),
    "move": ResolvingAct(_move),
    "pair": ResolvingAct(_pair),
    "split": ResolvingAct(_split, entry=True),
    "fee": ResolvingAct(_fee, line=True, entry=True),
    "outstanding": ResolvingAct(_outstanding, line=False, entry=True),
    "leave": ResolvingAct(_leave),
}
