"""Turns a statement's differences into proposals, and shows those that are open."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sqlalchemy import ColumnElement, bindparam, func, or_, select
from sqlalchemy.orm import Session

from db.formats.writers.journal_patch import leg_of
from db.ledger.views import Entry
from db.models import (
    AccountLink,
    AuditLog,
    LedgerSource,
    Match,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
    Transaction,
)
from db.models import Line as LineRow
from db.text import without_digits
from db.words import ProposalStatus, ResolutionOp, Verdict
from pipeline.account.comparison import Comparison
from pipeline.account.one_account import known_now, named, same_entries
from pipeline.claims import Asked, Opinion
from pipeline.drafts import Line, StatementDraft
from pipeline.matching.hints import Compared, with_transfers_of_each
from pipeline.matching.shapes import AccountSide, Difference, DifferenceKind, MatchSettings, Reason
from pipeline.opinion.question import Rows
from pipeline.record.account_order import Held, window_of
from pipeline.record.rows import ASKED, DIFFERENCES, EVIDENCE, stored

#: So many pairs of an account are looked at for what its lines were called, the newest first.
_LOOKED_AT: Final = 2_000
#: Up to so many different payees are looked for by their words; for more, all pairs are read.
_ASKED_FOR: Final = 100
#: The act by which a payee's name is proposed no more.
FORGET: Final = "forget_payee"
#: Reasons that name several rows at once: what to do about them is a person's decision.
_MANY = (Reason.SUM_OF_ENTRIES, Reason.SUM_OF_LINES)


@dataclass(frozen=True, slots=True)
class StatementRef:
    """Which statement a proposal is about, and where that is recorded."""

    import_id: int
    ordinal: int
    reconciliation_id: int


def keep_proposal(
    session: Session,
    row: Reconciliation,
    comparison: Comparison,
    differences: Sequence[Difference],
    held: Held,
) -> Proposal | None:
    """Have exactly what mends these differences wait for a person; None without any.

    Nothing is proposed of what is ``held``, for it could not be accepted: the difference waits
    all the same.

    A proposal that waits and still says the same is kept, so that anyone who looks at it can
    decide."""
    waiting = pending_of(session, [row])
    suggested = [each for each in waiting if each.suggested_by is not None]
    keep_model_proposals(session, row, suggested, differences, held)
    account_id = row.statement.account_id
    found = _wanted(session, comparison, differences, held, account_id) if differences else None
    for proposal in (each for each in waiting if each.suggested_by is None):
        if found and proposal.changes == found["changes"] and proposal.reason == found["reason"]:
            proposal.ledger_etag = row.ledger_etag or ""
            return proposal
        session.delete(proposal)
    session.flush()
    if found is None:
        return None
    about = StatementRef(row.statement.import_id, row.statement.ordinal, row.id)
    proposal = Proposal(
        reconciliation_id=row.id,
        request_id=request_id(session, about),
        ledger_etag=row.ledger_etag or "",
        **found,
    )
    session.add(proposal)
    session.flush()
    return proposal


def _wanted(
    session: Session,
    comparison: Comparison,
    differences: Sequence[Difference],
    held: Held,
    account_id: int | None,
) -> dict[str, Any]:
    """What a proposal for the differences says. It may hold no change at all, where only a person
    can tell what to do: it waits all the same."""
    draft = comparison.draft
    made = [
        (change, difference)
        for change, difference in changes(differences, draft.lines)
        if not held.forbids(session, change)
    ]
    added = {without_digits(change["description"]) for change, _ in made if change["op"] == "add"}
    rules = rules_of(session, account_id, added) if added and account_id is not None else Rules()
    found = [({**change, **rules.about(change)}, difference) for change, difference in made]
    first = opening(draft, comparison.side)
    return {
        "changes": [*first, *(change for change, _ in found)],
        "reason": f"{len(differences)} differences",
        "evidence": [*([] for _ in first), *(stored(EVIDENCE, d.evidence) for _, d in found)],
    }


@dataclass(frozen=True, slots=True)
class Rules:
    """What was decided before about the lines of an account: ``payees`` by the line's words without
    those that have digits, and ``legs``, the counter-accounts by payee, of each source."""

    payees: Mapping[str, str] = field(default_factory=dict)
    legs: Sequence[Mapping[str, str]] = ()

    def about(self, change: Mapping[str, Any]) -> dict[str, str]:
        """The ``payee`` and the ``counter_account`` that an entry which is to be added would have
        if it went as before, as far as either is known."""
        if change["op"] != "add":
            return {}
        payee = self.payees.get(without_digits(change["description"]))
        named = [payee] if payee else []
        counters = (
            leg_of(legs, said) for said in [*named, change["description"]] for legs in self.legs
        )
        counter = next(filter(None, counters), None)
        found = {"payee": payee, "counter_account": counter}
        return {name: value for name, value in found.items() if value}


def rules_of(session: Session, account_id: int, about: Collection[str] | None = None) -> Rules:
    """What lines of the account were last called, in matched statements or when a person accepted
    them, and the counter-accounts that `tieout ledger patch` was given. Only the names for what is
    ``about`` these words (None: all) are looked for."""
    sources = select(LedgerSource.options).join(
        AccountLink, AccountLink.source_id == LedgerSource.id
    )
    options = session.scalars(sources.where(AccountLink.account_id == account_id))
    return Rules(
        payees_called(session, account_id, about).get(account_id, {}),
        [each["legs"] for each in options if "legs" in each],
    )


def _may_say(words: str) -> ColumnElement[bool]:
    """Whether a line may be about these words: it has the longest part that every database folds
    alike. Upper-case letters of other alphabets are not folded by SQLite, and ß may be ss."""
    part = max(re.findall(r"(?:(?!ss)[a-z])+", words), key=len, default="")
    return LineRow.description.icontains(part, autoescape=True)


def payees_called(
    session: Session, account_id: int | None = None, about: Collection[str] | None = None
) -> dict[int, dict[str, str]]:
    """What lines were last called, by account and the line's words without those that have digits:
    of this account, or of all."""
    nth = func.row_number().over(
        partition_by=Statement.account_id,
        order_by=(Transaction.booked_on.desc(), Transaction.id.desc()),
    )
    decided = or_(
        Reconciliation.verdict == Verdict.MATCHED, Transaction.import_id == Statement.import_id
    )
    said = (
        select(Statement.account_id, LineRow.description, Transaction.description.label("called"))
        .add_columns(Transaction.id, nth.label("nth"))
        .join(Match, Match.line_id == LineRow.id)
        .join(Transaction, Transaction.id == Match.transaction_id)
        .join(Statement, Statement.id == LineRow.statement_id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id.is_not(None), Statement.stands, decided)
    )
    gone = select(AuditLog.subject, AuditLog.after).where(AuditLog.action == FORGET)
    if about is not None and len(about) <= _ASKED_FOR:
        said = said.where(or_(*map(_may_say, about)))
    if account_id is not None:
        said = said.where(Statement.account_id == account_id)
        gone = gone.where(AuditLog.subject == f"accounts:{account_id}")
    forgotten = {
        (subject, after["words"]): after["until"]
        for subject, after in session.execute(gone.order_by(AuditLog.id))
        if after
    }
    last = said.subquery().c
    query = select(last.account_id, last.description, last.called, last.id)
    found: dict[int, dict[str, str]] = {}
    newest = query.where(last.nth <= _LOOKED_AT).order_by(last.account_id, last.nth)
    for account, line, called, entry_id in session.execute(newest):
        words = without_digits(line)
        if words and entry_id > forgotten.get((f"accounts:{account}", words), 0):
            found.setdefault(account, {}).setdefault(words, called)
    return {
        account: {words: said for words, said in payees.items() if without_digits(said) != words}
        for account, payees in found.items()
    }


def propose_account(session: Session, about: StatementRef, change: dict[str, Any]) -> None:
    """Add a pending proposal for a new account; what is on the statement is proposed after it."""
    session.add(
        Proposal(
            reconciliation_id=about.reconciliation_id,
            request_id=request_id(session, about),
            ledger_etag="",
            changes=[change],
            reason="no account of the ledger can be meant",
            evidence=[[]],
        )
    )


def opening(draft: StatementDraft, side: AccountSide) -> list[dict[str, Any]]:
    """For an account without any entry: what it held when its first statement begins.

    ``{op: open, date, amount}``, if the ledger does not state it already.
    """
    start, balance = draft.period_start, draft.opening_balance
    if not side.blank or start is None or balance is None or side.opening == balance:
        return []
    return [{"op": "open", "date": start.isoformat(), "amount": balance}]


def request_id(session: Session, about: StatementRef) -> str:
    """Proposals for one statement are counted, so that each request is made once."""
    prefix = f"import:{about.import_id}:statement:{about.ordinal}:"
    earlier = select(Proposal.request_id).where(Proposal.request_id.startswith(prefix))
    numbers = [int(each.removeprefix(prefix)) for each in session.scalars(earlier)]
    return f"{prefix}{max(numbers, default=-1) + 1}"


def changes(
    differences: Sequence[Difference], lines: Sequence[Line]
) -> Iterator[tuple[dict[str, Any], Difference]]:
    """One change for each difference that one change would mend, with the difference.

    ``{op: add|amend|remove, line, entry, date, amount, description}``, amounts in minor units.
    What only the ledger has, and what is ambiguous, is shown but not proposed: the bank may yet
    post the one, and only a person can decide the other.
    """
    by_ordinal = {line.ordinal: line for line in lines}
    for difference in differences:
        line = by_ordinal[difference.lines[0]] if difference.lines else None
        change = _change(difference, line)
        if change is not None:
            yield change, difference


def _change(difference: Difference, line: Line | None) -> dict[str, Any] | None:
    kind = difference.kind
    if kind is DifferenceKind.DUPLICATE_IN_LEDGER:
        return {"op": "remove", "entry": difference.entries[0]}
    if line is None or kind is DifferenceKind.AMBIGUOUS or difference.reason in _MANY:
        return None
    said = as_said(line)
    if kind is DifferenceKind.MISSING_IN_LEDGER:
        return {"op": "add", **said} if line.date else None
    return {"op": "amend", "entry": difference.entries[0], **said}


def as_said(line: Line) -> Mapping[str, Any]:
    """What the ledger is to say of a line, as a change keeps it."""
    return {
        "line": line.ordinal,
        "date": line.date.isoformat() if line.date else None,
        "amount": line.amount,
        "description": line.description,
    }


_WAITING: Final = (
    select(Proposal)
    .where(
        Proposal.reconciliation_id.in_(bindparam("reconciliations", expanding=True)),
        Proposal.status == ProposalStatus.PENDING,
    )
    .order_by(Proposal.id)
)


def keep_model_proposals(
    session: Session,
    row: Reconciliation,
    suggested: Iterable[Proposal],
    differences: Sequence[Difference],
    held: Held,
) -> None:
    """Keep waiting what models ``suggested`` and can still be accepted, and drop the rest."""
    for proposal in suggested:
        holds = all(
            touches_only(change, differences) and not held.forbids(session, change)
            for change in proposal.changes
        )
        if holds:
            proposal.ledger_etag = row.ledger_etag or ""
        else:
            session.delete(proposal)
    session.flush()


def pending_of(session: Session, rows: Iterable[Reconciliation]) -> Sequence[Proposal]:
    """All that is proposed about these statements and waits, the oldest first."""
    return session.scalars(_WAITING, {"reconciliations": [row.id for row in rows]}).all()


def touches_only(change: Mapping[str, Any], differences: Sequence[Difference]) -> bool:
    """Whether every line and entry that the change names is in one of these differences."""
    lines = {line for each in differences for line in each.lines}
    entries = {entry for each in differences for entry in each.entries}
    named = {each["ordinal"] for each in change.get("lines", ())}
    named |= {change["line"]} if "line" in change else set()
    booked = {*change.get("entries", ()), *([change["entry"]] if "entry" in change else [])}
    return named <= lines and booked <= entries


def asked_of(row: Reconciliation) -> Asked | None:
    """What a model was asked about the statement's differences when it was brought in."""
    return None if row.asked is None else ASKED.validate_python(row.asked)


def entries_named(asked: Asked, differences: Iterable[Difference]) -> set[int]:
    """The ids of all entries that it is about, on which `opinions_of` looks."""
    named = {n for each in asked.opinions for n in each.entries}
    return named.union(*(each.entries for each in differences)) if asked.opinions else set()


def opinions_of(
    asked: Asked,
    lines: Iterable[Line],
    entries: Mapping[int, Entry],
    differences: Iterable[Difference],
) -> list[Opinion | None]:
    """For each difference what was said of it, as long as the difference and all rows that this
    rests on say what they said then."""
    rows = Rows({line.ordinal: line for line in lines}, entries)
    said = {
        each.about: each
        for each in asked.opinions
        if (each.rests == rows.digest_of(each.lines, each.entries))
    }
    return [said.get(rows.digest_about(each)) for each in differences]


def settings_of(row: Reconciliation) -> MatchSettings:
    """The window that the statement's import was asked for with."""
    return MatchSettings(window=window_of(row.statement.work.options))


def recorded_differences(row: Reconciliation) -> tuple[Difference, ...]:
    return DIFFERENCES.validate_python(row.differences)


def shown_differences(
    session: Session, read: Iterable[tuple[Reconciliation, StatementDraft]]
) -> list[tuple[Difference, ...]]:
    """The differences recorded of each statement; a transfer's other half is looked up now."""
    compared = [
        Compared(recorded_differences(row), draft.lines, row.statement.account_id, settings_of(row))
        for row, draft in read
    ]
    return with_transfers_of_each(session, compared)


RowsSaid: TypeAlias = tuple[tuple[tuple[str | None, int], ...], tuple[int, ...]]

_LEFT: Final = select(Resolution).where(
    Resolution.statement_id.in_(bindparam("statements", expanding=True)),
    Resolution.op == ResolutionOp.LEAVE,
)


def left_alone(
    session: Session, row: Reconciliation, lines: Sequence[Line], differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """The differences that are still open: no one said that they stay."""
    if not differences:
        return ()
    return not_left(left_of_each(session, [row])[row.statement_id], lines, differences)


def left_of_each(
    session: Session, rows: Iterable[Reconciliation]
) -> Mapping[int | None, Collection[RowsSaid]]:
    """What differences are known by of which somebody said that they stay, by statement."""
    accounts: dict[int | None, int | None] = {
        row.statement_id: row.statement.account_id for row in rows
    }
    kept = session.scalars(_LEFT, {"statements": list(accounts)}).all()
    known = known_now(session, (each.entries for each in kept))
    found: dict[int | None, set[RowsSaid]] = {n: set() for n in accounts}
    for each in kept:
        entries = same_entries(known, accounts[each.statement_id], each.entries)
        if entries is not None:
            found[each.statement_id].add(rows_of_difference(each.lines, entries))
    return found


def not_left(
    left: Collection[RowsSaid], lines: Iterable[Line], differences: Iterable[Difference]
) -> tuple[Difference, ...]:
    rows = by_ordinal(lines)
    return tuple(
        each
        for each in differences
        if rows_of_difference(said_of(each.lines, rows), each.entries) not in left
    )


def leave(
    session: Session,
    row: Reconciliation,
    difference: Difference | None,
    lines: Mapping[int, Line],
    reason: str,
    actor: str,
) -> Resolution:
    """Keep that a difference (None: the whole statement) stays; ``lines`` are by ordinal."""
    resolution = Resolution(
        account_id=row.statement.account_id,
        statement_id=row.statement_id,
        op=ResolutionOp.LEAVE,
        lines=said_of(difference.lines, lines) if difference else [],
        entries=named(session, difference.entries) if difference else [],
        reason=reason,
        actor=actor,
    )
    session.add(resolution)
    session.flush()
    return resolution


def by_ordinal(lines: Iterable[Line]) -> dict[int, Line]:
    """The lines by their ordinals, made once for all differences of a statement."""
    return {line.ordinal: line for line in lines}


def said_of(ordinals: Iterable[int], lines: Mapping[int, Line]) -> list[dict[str, Any]]:
    """What the lines of these ordinals say, as a resolution keeps it."""
    return [
        {
            "ordinal": line.ordinal,
            "date": line.date.isoformat() if line.date else None,
            "amount": line.amount,
        }
        for line in (lines[ordinal] for ordinal in ordinals)
    ]


def rows_of_difference(lines: Iterable[Mapping[str, Any]], entries: Iterable[int]) -> RowsSaid:
    """What a difference is known by, however another reading numbers the lines."""
    said = sorted(((each["date"], each["amount"]) for each in lines), key=str)
    return tuple(said), tuple(sorted(entries))
