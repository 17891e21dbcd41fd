"""Which statement of an import is looked at, and each change that is proposed for it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, defer, joinedload

from app.one_statement.shapes import ProposedShape, StatementOfferShape
from app.queries.reviews import first_of_each_account, has_moved, seen_of
from app.shapes.decisions import change_shape
from db.models import Account, Line, Proposal, Reconciliation, Statement, Transaction
from db.session import batches
from db.words import ReadingStatus
from pipeline.drafts import Line as DraftLine
from pipeline.matching.shapes import Difference
from pipeline.record.pairing import lines_of
from pipeline.record.proposing import recorded_differences
from pipeline.record.rows import recorded_line
from pipeline.review.applying import foreseen

#: More lines than these are read all at once.
_A_FEW = 400


@dataclass(frozen=True, slots=True)
class ChosenStatement:
    """One of an import's statements; ``differences`` are numbered as a review counts them."""

    row: Reconciliation
    all_rows: Sequence[Reconciliation]
    differences: dict[int, Difference]
    counts: Sequence[int]

    @property
    def statement(self) -> Statement:
        found: Statement = self.row.statement
        return found

    def in_order(self, kind: str | None) -> list[int]:
        """The numbers of the differences, the oldest first; of one kind, or of all."""
        found = [n for n, each in self.differences.items() if kind in (None, each.kind)]
        days = {n: str(self.differences[n].date or "") for n in found}
        return sorted(found, key=lambda n: (days[n], n))


def results_of(session: Session, import_id: int) -> Sequence[Reconciliation]:
    """What was recorded of the import's statements, in their order, without what is long."""
    statement = joinedload(Reconciliation.statement)
    query = (
        select(Reconciliation)
        .join(Reconciliation.statement)
        .where(Statement.import_id == import_id)
        .order_by(Statement.ordinal)
        .options(
            statement.defer(Statement.certificate),
            statement.defer(Statement.checks),
            statement.joinedload(Statement.account),
            defer(Reconciliation.trace),
        )
    )
    return session.scalars(query).all()


def chosen_of(rows: Sequence[Reconciliation], number: int | None) -> ChosenStatement | None:
    """The statement of that number, from 1, or the first that does not tie out, or None."""
    if not rows:
        return None
    open_ = [at for at, row in enumerate(rows) if not row.matched]
    at = next(iter(open_), 0) if number is None else number - 1
    if not 0 <= at < len(rows):
        return None
    counts = [len(row.differences) for row in rows]
    first = 1 + sum(counts[:at])
    differences = dict(enumerate(recorded_differences(rows[at]), start=first))
    return ChosenStatement(rows[at], rows, differences, counts)


def lines_at(session: Session, statement_id: int, ordinals: Sequence[int]) -> dict[int, DraftLine]:
    wanted = sorted(set(ordinals))
    if not wanted:
        return {}
    if len(wanted) > _A_FEW:
        found = lines_of(session, [statement_id])[statement_id]
        return {line.ordinal: line for line in found}
    query = select(Line).where(Line.statement_id == statement_id, Line.ordinal.in_(wanted))
    return {row.ordinal: recorded_line(row) for row in session.scalars(query)}


@dataclass(frozen=True, slots=True)
class _Change:
    """A change with its number; ``about`` is the number of the difference that it would mend."""

    number: int
    said: Mapping[str, Any]
    proposal: Proposal
    about: int | None


@dataclass(frozen=True, slots=True)
class WaitingChanges:
    """All changes that wait for this statement, before it is known which of them are shown.
    ``entries`` are those that they are about, kept so that the session asks for none alone."""

    account_id: int | None
    seen: str
    moved: bool
    waits: bool
    proven: bool
    proposals: tuple[int, ...]
    changes: Sequence[_Change] = ()
    effects: Mapping[int, int] = field(default_factory=dict)
    entries: Mapping[int, Transaction] = field(default_factory=dict, repr=False)


def proposed_for(
    session: Session, pending: Sequence[Proposal], chosen: ChosenStatement
) -> WaitingChanges | None:
    """What waits for a person's yes of what is pending for the import; None if nothing is. What a
    model proposed when it was asked is by itself."""
    mine = [
        each
        for each in pending
        if each.reconciliation_id == chosen.row.id and each.suggested_by is None
    ]
    if not mine:
        return None
    first = first_of_each_account(session, pending)
    own = [each for each in first if each in mine]
    moved = any(has_moved(session, each) for each in own)
    changes = [] if moved else _numbered(first, own, chosen.differences)
    entries = _entries(session, changes)
    booked = {n: entry.amount_minor for n, entry in entries.items()}
    account: Account | None = chosen.statement.account
    opening = account.opening_balance_minor if account else 0
    return WaitingChanges(
        account_id=chosen.statement.account_id,
        seen=seen_of(pending),
        moved=moved,
        waits=not own,
        proven=chosen.statement.status is ReadingStatus.PROVEN,
        proposals=tuple(each.id for each in mine),
        changes=changes,
        effects={each.number: _effect(each.said, booked, opening) for each in changes},
        entries=entries,
    )


def shown(
    session: Session,
    found: WaitingChanges,
    rows: Collection[int],
    ticked: Collection[int] | None = None,
) -> tuple[StatementOfferShape, dict[int, ProposedShape]]:
    """The offer beside the differences of these numbers, and the change of each. Of what is not
    among them, what a person had ``ticked`` stays together."""
    besides = [each for each in found.changes if each.about is None]
    beside = [each for each in found.changes if each.about in rows]
    far = [each for each in found.changes if each.about is not None and each.about not in rows]
    chosen = far if ticked is None else [each for each in far if each.number in ticked]
    beyond = chosen or far
    shapes = {each.number: _shape(session, found, each) for each in (*besides, *beside)}
    offer = StatementOfferShape(
        seen=found.seen,
        moved=found.moved,
        waits=found.waits,
        proposals=found.proposals,
        ticked=found.proven,
        changes=len(found.changes),
        besides=tuple(shapes[each.number] for each in besides),
        beyond=tuple(each.number for each in beyond),
        beyond_ticked=found.proven if ticked is None else bool(chosen),
        beyond_effect=sum(found.effects[each.number] for each in beyond),
    )
    return offer, {each.about: shapes[each.number] for each in beside if each.about is not None}


def _numbered(
    first: Sequence[Proposal], own: Sequence[Proposal], differences: Mapping[int, Difference]
) -> list[_Change]:
    """The changes as `app.acts.imports.accept` counts them."""
    lines = {line: n for n, each in differences.items() for line in each.lines}
    entries = {entry: n for n, each in differences.items() for entry in each.entries}
    found: list[_Change] = []
    number = 0
    for proposal in first:
        for said in proposal.changes:
            number += 1
            about = None
            if said["op"] in ("add", "amend"):
                about = lines.get(said["line"])
            elif said["op"] == "remove":
                about = entries.get(said["entry"])
            if proposal in own:
                found.append(_Change(number, said, proposal, about))
    return found


def _entries(session: Session, changes: Sequence[_Change]) -> dict[int, Transaction]:
    named = sorted({int(each.said["entry"]) for each in changes if each.said.get("entry")})
    return {
        row.id: row
        for some in batches(named)
        for row in session.scalars(select(Transaction).where(Transaction.id.in_(some)))
    }


def _effect(said: Mapping[str, Any], booked: Mapping[int, int], opening: int) -> int:
    amount = int(said.get("amount") or 0)
    match said["op"]:
        case "add":
            return amount
        case "amend":
            return amount - booked.get(int(said["entry"]), 0)
        case "remove":
            return -booked.get(int(said["entry"]), 0)
        case "open":
            return amount - opening
        case _:
            return 0


def _shape(session: Session, found: WaitingChanges, change: _Change) -> ProposedShape:
    seen = foreseen(session, found.account_id, change.said)
    return ProposedShape(
        number=change.number,
        effect=found.effects[change.number],
        change=change_shape(seen, change.proposal.suggested_by),
    )
